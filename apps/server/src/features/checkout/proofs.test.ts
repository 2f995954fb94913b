import { createHash, randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activate,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { signName } from '../../secrets/signed-names.ts';
import { signedProofName, sweepFiles } from './proofs.ts';

let world: World;
let admin: Person;
let trader: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
});
afterAll(() => world.close());

const picture = (width = 320, height = 200, red = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 120 } } });

const formWith = (bytes: Uint8Array, name = 'screenshot.png', type = 'image/png'): FormData => {
  const form = new FormData();
  form.set('screenshot', new File([new Uint8Array(bytes)], name, { type }));
  form.set('accountSize', '10000');
  form.set('packageName', '2-Step Challenge');
  form.set('username', 'Someone');
  form.set('email', 'someone@example.com');
  return form;
};

const upload = (
  person: { token?: string },
  id: string,
  form: FormData,
  headers: Record<string, string> = {},
) => world.call('POST /accounts/{id}/upload-proof', { token: person.token, params: { id }, form, headers });

const open = (name: string) => fetch(`${world.url}/server/uploads/${name}`);

const stateOf = async (id: string) => {
  const { db, files } = world.context;
  const account = await db
    .selectFrom('accounts')
    .select(['status', 'payment_status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const proofs = await db
    .selectFrom('proofs')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('created_at')
    .execute();
  const events = await db
    .selectFrom('account_events')
    .select('event')
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
  const mails = await db.selectFrom('mails').select('template').where('account_id', '=', id).execute();
  const kept = (await files.list()).length;
  return {
    account,
    proofs,
    events: events.map((row) => row.event),
    // Rows come in no order of their own: the worker updates them meanwhile.
    mails: mails.map((row) => row.template).sort(),
    kept,
  };
};

/** A PNG whose header claims these sides. */
const pngHeader = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(64)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('a payment proof', () => {
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E' } };
  const kinds: [string, () => Promise<Buffer>][] = [
    ['PNG', () => picture().png().toBuffer()],
    [
      'JPEG with EXIF',
      () =>
        picture()
          .withExif({ IFD0: { Make: 'Secret camera' }, ...gps })
          .jpeg()
          .toBuffer(),
    ],
    ['WebP', () => picture().webp().toBuffer()],
    ['GIF', () => picture().gif().toBuffer()],
  ];

  // spec 5.23, 7.19
  it.each(kinds)('is taken as %s, written anew and shown by a signed name', async (_, make) => {
    const account = await purchase(world, trader);
    const bytes = await make();
    const answer = await upload(trader, account._id, formWith(bytes, 'any.name', 'text/html'));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, message: 'Payment proof received.' });
    expect(answer.body.account).toMatchObject({ status: 'payment_submitted', paymentStatus: 'pending' });
    expect(answer.body.account.proof).toMatchObject({ width: 320, height: 200 });

    const shown = await open(answer.body.account.proof?.file ?? '');
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    const kept = Buffer.from(await shown.arrayBuffer());
    const metadata = await sharp(kept).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 320, height: 200 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.xmp).toBeUndefined();
    expect(kept.includes('Secret camera')).toBe(false);

    const { proofs, events, mails } = await stateOf(account._id);
    expect(proofs).toMatchObject([
      {
        user_id: trader.userId,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: kept.length,
      },
    ]);
    expect(events).toEqual(['purchased', 'proof_uploaded']);
    expect(mails).toEqual(['payment_received']);
  });

  it('had a place in it before: the test picture carries GPS', async () => {
    const [, make] = kinds[1] ?? [];
    const exif = (await sharp(await make?.()).metadata()).exif;
    expect(exif?.includes('Secret camera')).toBe(true);
  });

  // spec 7.19
  it('ignores the other fields, even when they are repeated', async () => {
    const account = await purchase(world, trader);
    const form = formWith(await picture().png().toBuffer());
    for (const name of ['accountSize', 'packageName', 'username', 'email']) form.append(name, 'again');
    expect((await upload(trader, account._id, form)).status).toBe(200);
  });

  it('is confirmed by one mail', async () => {
    const account = await purchase(world, trader, '1-Step Challenge', 25_000);
    await upload(trader, account._id, formWith(await picture().png().toBuffer()));
    const mails = (await world.mails()).filter((mail) => mail.text?.includes(account._id));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('We received your payment proof - Firmament');
    expect(mails[0]?.text).toContain('Standard 1-Step Challenge (25K)');
    expect(mails[0]?.text).toContain('$199.00');
    expect(mails[0]?.text).toContain(`http://firm.example/payment/${account._id}`);
    expect(mails[0]?.html).toContain('processing your payment proof');
  });

  it('may be followed by a second one, which keeps the first', async () => {
    const account = await purchase(world, trader);
    await upload(trader, account._id, formWith(await picture(100, 100).png().toBuffer()));
    world.clock.advance(1000);
    const second = await upload(trader, account._id, formWith(await picture(120, 80).png().toBuffer()));
    expect(second.body.account.proof).toMatchObject({ width: 120, height: 80 });
    const { proofs, mails, events } = await stateOf(account._id);
    expect(proofs.map((row) => row.width)).toEqual([100, 120]);
    expect(mails).toEqual(['payment_received']);
    expect(events).toEqual(['purchased', 'proof_uploaded', 'proof_uploaded']);
    for (const row of proofs) expect((await open(signedProofName(world.context, row.id))).status).toBe(200);
  });

  it('after a rejection begins a new attempt and keeps the judged one', async () => {
    const account = await purchase(world, trader);
    await upload(trader, account._id, formWith(await picture().png().toBuffer()));
    const verdict = await world.call('PUT /admin/accounts/{id}/verify-payment', {
      token: admin.token,
      params: { id: account._id },
      body: { status: 'failed' },
    });
    expect(verdict.body).toMatchObject({ status: 'pending_payment', paymentStatus: 'failed' });
    const again = await upload(trader, account._id, formWith(await picture(50, 50).png().toBuffer()));
    expect(again.body.account).toMatchObject({ status: 'payment_submitted', paymentStatus: 'pending' });
    const payments = await world.context.db
      .selectFrom('payments')
      .select(['state', 'judged_by', 'amount_cents'])
      .where('account_id', '=', account._id)
      .orderBy('created_at')
      .execute();
    expect(payments).toEqual([
      { state: 'rejected', judged_by: admin.userId, amount_cents: 8_900 },
      { state: 'submitted', judged_by: null, amount_cents: 8_900 },
    ]);
  });

  it('sent again with the same key is stored once', async () => {
    const account = await purchase(world, trader);
    const bytes = await picture().png().toBuffer();
    const headers = { 'idempotency-key': `proof-${account._id}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => upload(trader, account._id, formWith(bytes), headers)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200));
    const { proofs, mails } = await stateOf(account._id);
    expect(proofs).toHaveLength(1);
    expect(mails).toEqual(['payment_received']);
    const other = await upload(trader, account._id, formWith(await picture(9, 9).png().toBuffer()), headers);
    expect(other.status).toBe(422);
  });
});

describe('a bad proof changes nothing', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const heic = Buffer.concat([
    Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    Buffer.alloc(64),
  ]);
  const notAnImage = 'Only JPEG, PNG, WebP and GIF images are accepted.';
  const cases: [string, () => Promise<Uint8Array> | Uint8Array, number, string][] = [
    ['an SVG named .png', () => Buffer.from(svg), 400, notAnImage],
    ['a text named .png', () => Buffer.from('just some text, not a picture'), 400, notAnImage],
    [
      'a header of 60000 × 60000',
      () => pngHeader(60_000, 60_000),
      400,
      'The image has too many pixels: at most 40 megapixels and 10,000 on a side.',
    ],
    [
      'a HEIC photo',
      () => heic,
      400,
      'HEIC photos cannot be read here. Please send a JPEG or PNG screenshot.',
    ],
    [
      'a header of good sides without a picture',
      () => pngHeader(100, 100),
      400,
      'The image is damaged and cannot be read.',
    ],
    [
      'half a JPEG',
      async () => {
        const whole = await picture(800, 800).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      400,
      'The image is damaged and cannot be read.',
    ],
    ['11 MiB', () => randomBytes(11 * 1024 * 1024), 413, 'The image is larger than 10 MiB.'],
    [
      'one byte over 10 MiB',
      () => Buffer.alloc(10 * 1024 * 1024 + 1),
      413,
      'The image is larger than 10 MiB.',
    ],
    ['nothing', () => Buffer.alloc(0), 400, 'Please select a file and ensure account details are loaded.'],
  ];

  it.each(cases)('%s', async (_, make, status, message) => {
    const account = await purchase(world, trader);
    const before = await stateOf(account._id);
    const answer = await upload(trader, account._id, formWith(await make()));
    expect(answer.problem).toMatchObject({ status, message });
    expect(await stateOf(account._id)).toEqual(before);
  });

  it('a form without a file, and a body that is no form', async () => {
    const account = await purchase(world, trader);
    const form = new FormData();
    form.set('screenshot', 'a text field');
    expect((await upload(trader, account._id, form)).problem.code).toBe('proof_missing');
    const params = { id: account._id };
    const none = await world.call('POST /accounts/{id}/upload-proof', { token: trader.token, params });
    expect([none.status, none.problem.code]).toEqual([400, 'proof_missing']);
    const json = await world.call('POST /accounts/{id}/upload-proof', {
      token: trader.token,
      params,
      raw: { screenshot: 'x' },
    });
    expect(json.status).toBe(415);
    expect((await stateOf(account._id)).proofs).toEqual([]);
  });

  it('on an active account, where it is not accepted any more', async () => {
    const account = await purchase(world, trader);
    await activate(world, admin, account._id);
    const before = await stateOf(account._id);
    const answer = await upload(trader, account._id, formWith(await picture().png().toBuffer()));
    expect(answer.problem).toMatchObject({ status: 409, code: 'proof_not_accepted' });
    expect(await stateOf(account._id)).toEqual(before);
  });

  it('from someone else, an unverified user or a visitor', async () => {
    const account = await purchase(world, trader);
    const before = await stateOf(account._id);
    const bytes = await picture().png().toBuffer();
    const stranger = await registerVerified(world);
    expect((await upload(stranger, account._id, formWith(bytes))).status).toBe(404);
    expect((await upload(admin, account._id, formWith(bytes))).status).toBe(404);
    const person = await register(world);
    const login = await world.call('POST /auth/login', { body: person });
    expect((await upload({ token: login.body.token }, account._id, formWith(bytes))).status).toBe(403);
    expect((await upload({}, account._id, formWith(bytes))).status).toBe(401);
    expect(await stateOf(account._id)).toEqual(before);
  });

  it('when it is the 21st of an account', async () => {
    const account = await purchase(world, trader);
    const bytes = await picture(10, 10).png().toBuffer();
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await upload(trader, account._id, formWith(bytes))).status).toBe(200);
    }
    const before = await stateOf(account._id);
    expect((await upload(trader, account._id, formWith(bytes))).problem).toMatchObject({
      status: 429,
      code: 'proof_too_many',
    });
    expect(await stateOf(account._id)).toEqual(before);
  });

  it('when the file cannot be kept: no row stays either, and the next upload works again', async () => {
    const account = await purchase(world, trader);
    const before = await stateOf(account._id);
    const { filesDir } = world.context.config;
    await rename(filesDir, `${filesDir}.aside`);
    await writeFile(filesDir, 'in the way');
    const answer = await upload(trader, account._id, formWith(await picture().png().toBuffer()));
    await rm(filesDir);
    await rename(`${filesDir}.aside`, filesDir);
    expect(answer.problem).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await stateOf(account._id)).toEqual(before);
    expect((await upload(trader, account._id, formWith(await picture().png().toBuffer()))).status).toBe(200);
  });

  it('when 30 were sent within the hour', async () => {
    const strict = { ...world.context.config };
    world.context.config = { ...strict, rateScale: 1 };
    const hasty = await registerVerified(world);
    const account = await purchase(world, hasty);
    const text = () => formWith(Buffer.from('no picture'));
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await upload(hasty, account._id, text())).problem.code).toBe('proof_not_an_image');
    }
    expect((await upload(hasty, account._id, text())).problem).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    world.clock.advance(3_600_000);
    expect((await upload(hasty, account._id, text())).problem.code).toBe('proof_not_an_image');
    world.context.config = strict;
  });
});

describe('the link to a proof', () => {
  it('opens for ten minutes and only with the name that was signed', async () => {
    const account = await purchase(world, trader);
    const answer = await upload(trader, account._id, formWith(await picture().png().toBuffer()));
    const name = answer.body.account.proof?.file ?? '';
    const id = answer.body.account.proof?._id ?? '';
    const ring = world.context.keys['signed-name'];
    const later = new Date(world.clock.now().getTime() + 60_000);
    const [, expiry = '', signature = ''] = name.split('.');
    const forged = [
      `${id}.webp`,
      id,
      `${id}.${expiry}.${'A'.repeat(43)}.webp`,
      `${id}.${Number(expiry) + 60}.${signature}.webp`,
      `${'0'.repeat(32)}.${expiry}.${signature}.webp`,
      signName(id, 'mail-image', later, ring),
      signName('0'.repeat(32), 'proof', later, ring),
      `..%2F${name}`,
      `${name}.png`,
    ];
    for (const wrong of forged) expect([wrong, (await open(wrong)).status]).toEqual([wrong, 404]);
    expect((await open(name)).status).toBe(200);
    world.clock.advance(10 * 60_000 + 1000);
    expect((await open(name)).status).toBe(404);
    const fresh = await world.call('GET /accounts/{id}', {
      token: trader.token,
      params: { id: account._id },
    });
    expect((await open(fresh.body.proof?.file ?? '')).status).toBe(200);
  });
});

describe('the sweeper', () => {
  it('removes old files without a row, and nothing else', async () => {
    const account = await purchase(world, trader);
    const answer = await upload(trader, account._id, formWith(await picture().png().toBuffer()));
    const proofId = answer.body.account.proof?._id ?? '';
    const { files, db } = world.context;
    const [orphan, mailed] = ['1'.repeat(32), '2'.repeat(32)];
    await files.put(orphan, Buffer.from('left by a crash'));
    await files.put(mailed, Buffer.from('picture of a mass mail'));
    await db
      .insertInto('mailings')
      .values({
        id: 'a3bb189e-8bf9-4888-9912-ace4e6543002',
        message: 'Hello',
        image_urls: '[]',
        images: JSON.stringify([{ id: mailed, contentType: 'image/png' }]),
        created_by: admin.userId,
        created_at: world.clock.now(),
      })
      .execute();
    world.clock.set(new Date());
    expect(await sweepFiles(world.context)).toBe(0);
    expect(await files.read(orphan)).not.toBeNull();
    world.clock.advance(10 * 60_000 + 1000);
    expect(await sweepFiles(world.context)).toBe(1);
    expect(await files.read(orphan)).toBeNull();
    expect(await files.read(mailed)).not.toBeNull();
    expect(await files.read(proofId)).not.toBeNull();
  });
});
