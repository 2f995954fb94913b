import { connect } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLimit, LIMITS } from '../src/platform/limits.ts';
import { adminOf } from './account-calls.ts';
import { activate, type Person, purchase, registerAdmin, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

const MEBIBYTE = 1024 * 1024;
/** Text that no stored or served byte may hold. */
const MARKER = 'marker-3f9c';
const SCRIPT = `<script>alert('${MARKER}')</script>`;

let world: World;
let trader: Person;
let id: string;

beforeAll(async () => {
  world = await createWorld();
  trader = await registerVerified(world);
  id = (await purchase(world, trader))._id;
}, 120_000);
afterAll(() => world.close());

const upload = (bytes: Uint8Array, name = 'proof.png') => {
  const form = new FormData();
  form.set('screenshot', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  return world.call('POST /accounts/{id}/upload-proof', { token: trader.token, params: { id }, form });
};

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A PNG with more chunks after its header; `data` in the place of its picture. */
const png = (width: number, height: number, more: Buffer[] = [], data?: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', data ?? deflateSync(Buffer.alloc(height * (width * 3 + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const bomb = (mebibytes: number) => deflateSync(Buffer.alloc(mebibytes * MEBIBYTE), { level: 9 });
const text = (keyword: string, content: string) =>
  chunk('tEXt', Buffer.from(`${keyword}\0${content}`, 'latin1'));
const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } });

/** Each file with the codes it may be refused with; none: it is a picture, and taken without what hangs on it. */
const corpus: [string, () => Promise<Buffer> | Buffer, string[]][] = [
  [
    'an SVG',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    ['proof_not_an_image'],
  ],
  ['a page', () => Buffer.from(`<!doctype html>${SCRIPT}`), ['proof_not_an_image']],
  [
    'a page behind a GIF signature',
    () => Buffer.from(`GIF89a/*${SCRIPT}*/=1;`),
    ['proof_broken', 'proof_too_many_pixels'],
  ],
  [
    'a page behind a PNG signature',
    () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SCRIPT)]),
    ['proof_broken'],
  ],
  ['a PDF', () => Buffer.from(`%PDF-1.7 ${MARKER}`), ['proof_not_an_image']],
  ['a program', () => Buffer.from(`\x7fELF\x02\x01\x01${MARKER}`), ['proof_not_an_image']],
  ['a script', () => Buffer.from(`#!/bin/sh\necho ${MARKER}`), ['proof_not_an_image']],
  ['an archive', () => Buffer.from(`PK\x03\x04${MARKER}`), ['proof_not_an_image']],
  ['a header of 60000 × 60000', () => png(60_000, 60_000, [], Buffer.alloc(64)), ['proof_too_many_pixels']],
  ['a picture of 200 MiB in a small frame', () => png(10, 10, [], bomb(200)), []],
  ['half a picture', async () => halfOf(await photo().jpeg().toBuffer()), ['proof_broken']],
  [
    'a WebP without its end',
    async () => (await photo().webp({ lossless: true }).toBuffer()).subarray(0, -8),
    ['proof_broken'],
  ],
  [
    'a text chunk of 200 MiB',
    () => png(40, 30, [chunk('zTXt', Buffer.concat([Buffer.from('c\0\0'), bomb(200)]))]),
    [],
  ],
  [
    'a colour profile of 100 MiB',
    () => png(40, 30, [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), bomb(100)]))]),
    [],
  ],
  ['a comment with a script', () => png(40, 30, [text('Comment', SCRIPT)]), []],
  ['a script behind its end', () => Buffer.concat([png(40, 30), Buffer.from(SCRIPT)]), []],
  ['an archive behind its end', () => Buffer.concat([png(40, 30), Buffer.from(`PK\x03\x04${MARKER}`)]), []],
  [
    'a photo with its place',
    () =>
      photo()
        .withExif({ IFD0: { Make: MARKER }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
        .jpeg()
        .toBuffer(),
    [],
  ],
  [
    'a photo with XMP',
    () => photo().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARKER}</x:xmpmeta>`).jpeg().toBuffer(),
    [],
  ],
];

describe('what is sent as a proof', () => {
  const counts = { refused: 0, rewritten: 0 };
  afterAll(() =>
    console.log(`hostile files: ${counts.refused} refused, ${counts.rewritten} written anew, 0 kept as sent`),
  );

  it.each(corpus)('%s is never kept nor served as it came', async (_, make, codes) => {
    const bytes = await make();
    const answer = await upload(bytes, '../../x.svg');
    if (codes.length > 0) {
      expect(codes).toContain(answer.problem.code);
      counts.refused += 1;
      return;
    }
    expect(answer.status, answer.problem.message).toBe(200);
    const shown = await fetch(`${world.url}/server/uploads/${answer.body.account.proof?.file}`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const served = Buffer.from(await shown.arrayBuffer());
    const { format, exif, xmp, icc, comments } = await sharp(served).metadata();
    expect({ format, exif, xmp, icc, comments }).toEqual({ format: 'webp' });
    expect(served.includes(MARKER)).toBe(false);
    expect(served.includes(bytes.subarray(-64))).toBe(false);
    counts.rewritten += 1;
  });

  it('leaves nothing but pictures of ours in the folder', async () => {
    const { db, files } = world.context;
    const kept = await files.list();
    const rows = await db.selectFrom('proofs').select('id').execute();
    expect(kept.map((file) => file.id).sort()).toEqual(rows.map((row) => row.id).sort());
    for (const file of kept) {
      const bytes = await files.read(file.id);
      expect(bytes?.toString('latin1', 8, 12)).toBe('WEBP');
      expect(bytes?.includes(MARKER)).toBe(false);
    }
  });

  it('sent for two orders is shown to the administrator as a copy', async () => {
    const admin = await registerAdmin(world);
    const bytes = await photo().jpeg().toBuffer();
    expect((await upload(bytes)).status).toBe(200);
    const other = await registerVerified(world);
    const account = await purchase(world, other);
    const form = new FormData();
    form.set('screenshot', new File([new Uint8Array(bytes)], 'a.jpg'));
    const params = { id: account._id };
    const sent = await world.call('POST /accounts/{id}/upload-proof', { token: other.token, params, form });
    expect(sent.status).toBe(200);
    const { body } = await adminOf(world, admin, account._id).read();
    expect(JSON.stringify(body)).toContain(id);
  });
});

describe('an upload that its caller may not make', () => {
  /** Sends the head of an upload and no byte of its body; answers what came back. */
  const announce = (person: Person, account: string, more = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(/"code":"(\w+)"/.exec(data.toString('latin1'))?.[1] ?? data.toString('latin1'));
      });
      socket.write(
        `POST /api/accounts/${account}/upload-proof HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000000\r\n${more}\r\n`,
      );
    });

  it('is refused before its body is there: owner, state, quotas', async () => {
    const other = await registerVerified(world);
    expect(await announce(other, id)).toBe('account_not_found');
    expect(await announce(other, id, 'Idempotency-Key: k\r\n')).toBe('account_not_found');
    const admin = await registerAdmin(world);
    const account = await purchase(world, other);
    await activate(world, admin, account._id);
    expect(await announce(other, account._id)).toBe('proof_not_accepted');
    const { db, clock, config } = world.context;
    const waiting = await purchase(world, other, '1-Step Challenge', 5_000);
    const many = LIMITS.upload.max * config.rateScale;
    await countLimit(db, LIMITS.upload, other.userId, clock.now(), config.rateScale, many);
    expect(await announce(other, waiting._id)).toBe('rate_limited');
  });

  it('is answered again by its key, although the account takes no proof any more', async () => {
    const admin = await registerAdmin(world);
    const owner = await registerVerified(world);
    const account = await purchase(world, owner);
    const bytes = await photo().jpeg().toBuffer();
    const send = () => {
      const form = new FormData();
      form.set('screenshot', new File([new Uint8Array(bytes)], 'a.jpg'));
      const params = { id: account._id };
      const headers = { 'idempotency-key': 'again' };
      return world.call('POST /accounts/{id}/upload-proof', { token: owner.token, params, form, headers });
    };
    const first = await send();
    await activate(world, admin, account._id);
    const again = await send();
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.account.proof?._id).toBe(first.body.account.proof?._id);
  });
});

describe('a body of 5 GB', () => {
  /** Sends the head, then zeros until an answer comes; answers it and how many bytes were sent. */
  const pour = (
    head: string[],
    frame: (bytes: Buffer) => Buffer,
  ): Promise<{ status: string; sent: number }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const socket = connect(Number(port), hostname);
      const piece = frame(Buffer.alloc(MEBIBYTE));
      let sent = 0;
      const more = () => {
        while (!socket.destroyed) {
          sent += MEBIBYTE;
          if (!socket.write(piece)) return;
        }
      };
      socket.on('drain', more);
      socket.on('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve({ status: data.toString('latin1').split('\r\n')[0] ?? '', sent });
      });
      socket.write(
        `POST /api/accounts/${id}/upload-proof HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${trader.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n${head.join('\r\n')}\r\n\r\n`,
      );
      more();
    });

  it('that is announced is refused before it is read', async () => {
    const { status, sent } = await pour([`Content-Length: ${5 * 1024 * MEBIBYTE}`], (bytes) => bytes);
    expect(status).toBe('HTTP/1.1 413 Payload Too Large');
    expect(sent).toBeLessThan(32 * MEBIBYTE);
  });

  it('that is not announced is refused after 10 MiB', async () => {
    const { status, sent } = await pour(['Transfer-Encoding: chunked'], (bytes) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    );
    expect(status).toBe('HTTP/1.1 413 Payload Too Large');
    expect(sent).toBeLessThan(64 * MEBIBYTE);
  });
});
