import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpMailer } from '../src/adapters/mail/smtp.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { signedProofName } from '../src/features/checkout/proofs.ts';
import { adminOf, freshLogin, newAccount, screenshot, uploadProof } from './account-calls.ts';
import { turnOnTwoFactor } from './authenticator.ts';
import {
  activate,
  findPackage,
  newestCode,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from './factories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Person;
let trader: Person;
let refused = 0;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
}, 120_000);
beforeEach(({ onTestFinished, task }) =>
  onTestFinished(() => {
    if (task.result?.state !== 'fail') refused += 1;
  }),
);
afterAll(async () => {
  console.log(`attacks on comparable platforms: ${refused} tried and refused`);
  await world.close();
});

/** What an answer says no with. */
const no = (answer: { status: number; problem: { code: string } }) => [answer.status, answer.problem.code];

/** The status line of a request whose path no client would send as it is. */
const statusOf = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });

const userRow = (id: string) =>
  world.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const accountRow = (id: string) =>
  world.context.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('attacks that worked on comparable platforms', () => {
  it('anyone reads a verification code', async () => {
    const sent = { name: 'Eve', email: 'victim@example.com', password: 'a long password' };
    const registered = await world.call('POST /auth/register', { body: sent });
    expect(Object.keys(registered.body).sort()).toEqual(['message', 'success', 'userId']);
    const { userId } = registered.body;
    const again = await world.call('POST /auth/resend-verification', { body: { userId } });
    expect(Object.keys(again.body).sort()).toEqual(['message', 'success']);
    const code = await newestCode(world, sent.email);
    const signedIn = await world.call('POST /auth/login', { body: sent });
    const own = await world.call('GET /profile', { token: signedIn.body.token });
    const fields = JSON.stringify([signedIn.body.user, Object.keys(signedIn.body), Object.keys(own.body)]);
    expect(fields).not.toMatch(/code|otp|verificationToken/i);
    expect(no(await world.call('GET /admin/users'))).toEqual([401, 'unauthenticated']);
    for (const path of [
      '/dev/mail',
      '/dev/mail/1',
      '/server/outbox',
      `/api/users/${userId}`,
      `/api/auth/verify-email/${userId}`,
    ])
      expect([path, await statusOf(path)]).toEqual([path, 'HTTP/1.1 404 Not Found']);
    const rows = await world.context.db
      .selectFrom('email_codes')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    for (const row of rows) expect(row.code_hash).not.toContain(code);
    const mails = await world.context.db
      .selectFrom('mails')
      .select('payload')
      .where('recipient_id', '=', userId)
      .execute();
    expect(mails.map(({ payload }) => payload.code)).toEqual([undefined, undefined]);
  });

  it('codes are tried without a limit while the store of the limiter is away', async () => {
    const { userId, email } = await register(world);
    const code = await newestCode(world, email);
    await sql`alter table rate_limits rename to rate_limits_away`.execute(world.context.db);
    const silent = world.context.log.level;
    world.context.log.level = 'silent';
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, step) =>
        world.call('POST /auth/verify-email', {
          body: { userId, code: step === 19 ? code : String(step).padStart(4, '0') },
        }),
      ),
    );
    const signIn = await world.call('POST /auth/login', { body: { email, password: 'a wrong password' } });
    world.context.log.level = silent;
    await sql`alter table rate_limits_away rename to rate_limits`.execute(world.context.db);
    expect(new Set(answers.map(({ problem }) => problem.code))).toEqual(new Set(['internal']));
    expect(no(signIn)).toEqual([500, 'internal']);
    expect((await userRow(userId)).email_verified_at).toBeNull();
  });

  it('an anonymous or unpaid call opens an active account where no payment is set up', async () => {
    expect((await world.call('GET /payment/addresses', { token: trader.token })).body.addresses).toEqual([]);
    const [chosen] = (await world.call('GET /account-packages')).body;
    const free = {
      packageId: chosen?._id,
      status: 'active',
      paymentStatus: 'verified',
      price: 0,
      role: 'admin',
    };
    expect(no(await world.call('POST /accounts/purchase', { raw: free }))).toEqual([401, 'unauthenticated']);
    const bought = await world.call('POST /accounts/purchase', { token: trader.token, raw: free });
    expect(bought.body).toMatchObject({ status: 'pending_payment', paymentStatus: 'pending' });
    const params = { id: bought.body._id };
    const body = { accountNumber: freshLogin(), password: 'Trade#2026', server: 'Firmament-MT5' };
    for (const [token, code] of [
      [undefined, 'unauthenticated'],
      [trader.token, 'forbidden'],
    ] as const) {
      const verify = { token, params, body: { status: 'verified' as const } };
      expect((await world.call('PUT /admin/accounts/{id}/verify-payment', verify)).problem.code).toBe(code);
      expect(
        (await world.call('POST /admin/accounts/{id}/assign-mt5', { token, params, body })).problem.code,
      ).toBe(code);
      expect(
        (await world.call('PATCH /admin/accounts/{id}', { token, params, raw: { status: 'active' } })).problem
          .code,
      ).toBe(code);
    }
    expect(await accountRow(params.id)).toMatchObject({
      status: 'pending_payment',
      price_cents: chosen && Math.round(chosen.discountedPrice * 100),
    });
    expect((await world.call('GET /accounts/check-status', { token: trader.token })).body).toMatchObject({
      hasActiveAccount: false,
    });
  });

  it('a trader makes an administrator or changes the own role through an extra field', async () => {
    const extra = {
      role: 'admin',
      isAdmin: true,
      emailVerified: true,
      email_verified_at: '2026-01-01',
      $set: { role: 'admin' },
    };
    const raw = { name: 'Eve', email: 'eve@example.com', password: 'a long password', ...extra };
    const made = await world.call('POST /auth/register', { raw });
    expect(await userRow(made.body.userId)).toMatchObject({ role: 'user', email_verified_at: null });
    const patched = await world.call('PATCH /profile', {
      token: trader.token,
      raw: { name: 'Eve', ...extra },
    });
    expect(patched.status).toBe(200);
    expect(await userRow(trader.userId)).toMatchObject({ role: 'user', name: 'Eve' });
    const params = { id: trader.userId };
    const promote = { name: 'Eve', email: trader.email, role: 'admin' as const };
    const asked = await world.call('PUT /admin/users/{id}', { token: trader.token, params, body: promote });
    expect(no(asked)).toEqual([403, 'forbidden']);
    const setup = {
      params: { setupToken: 'x'.repeat(43) },
      body: { name: 'Eve', email: 'e@example.com', password: 'a long password' },
    };
    expect(no(await world.call('POST /auth/setup/{setupToken}', setup))).toEqual([400, 'setup_link_invalid']);
  });

  it("someone else's proof or order is overwritten by its id", async () => {
    const { trader: victim, id } = await newAccount(world, admin);
    const sent = await uploadProof(world, victim, id, 10);
    const proofId = sent.body.account.proof?._id ?? '';
    const before = await world.context.files.read(proofId);
    expect(no(await uploadProof(world, trader, id, 200))).toEqual([404, 'account_not_found']);
    const mine = await purchase(world, trader);
    const form = new FormData();
    for (const name of ['_id', 'id', 'proofId', 'accountId', 'userId', 'file', 'paymentScreenshot'])
      form.append(name, name === 'accountId' ? id : proofId);
    form.append('screenshot', new File([new Uint8Array(await screenshot(201))], proofId));
    const own = await world.call('POST /accounts/{id}/upload-proof', {
      token: trader.token,
      params: { id: mine._id },
      form,
    });
    expect(own.body.account.proof?._id).not.toBe(proofId);
    const { _id: packageId } = await findPackage(world);
    const raw = { packageId, _id: id, accountId: id, userId: victim.userId };
    const bought = await world.call('POST /accounts/purchase', { token: trader.token, raw });
    expect([bought.status, bought.body._id === id]).toEqual([201, false]);
    expect(await world.context.files.read(proofId)).toEqual(before);
    expect(await accountRow(id)).toMatchObject({
      user_id: victim.userId,
      version: (await accountRow(id)).version,
    });
    const proofs = await world.context.db
      .selectFrom('proofs')
      .select('id')
      .where('account_id', '=', id)
      .execute();
    expect(proofs).toEqual([{ id: proofId }]);
  });

  it('the caller chooses the path or the bucket of a file', async () => {
    const { files } = world.context;
    const account = await purchase(world, trader);
    const before = new Set((await files.list()).map((file) => file.id));
    const form = new FormData();
    for (const name of ['path', 'key', 'bucket', 'folder', 'filename'])
      form.append(name, '../../../../tmp/taken');
    form.append('screenshot', new File([new Uint8Array(await screenshot(30))], '../../../../tmp/taken.png'));
    const answer = await world.call('POST /accounts/{id}/upload-proof', {
      token: trader.token,
      params: { id: account._id },
      form,
    });
    const added = (await files.list()).filter((file) => !before.has(file.id)).map((file) => file.id);
    expect(added).toEqual([answer.body.account.proof?._id]);
    expect(added[0]).toMatch(/^[0-9a-f]{32}$/);
    const expires = Math.floor(world.clock.now().getTime() / 1000) + 600;
    for (const name of [
      '../secret.key',
      '..%2fsecret.key',
      '%2e%2e/secret.key',
      '..%5csecret.key',
      '%252e%252e%252fsecret.key',
      added[0],
      `${added[0]}.webp`,
      `..%2fsecret.key.${expires}.${'A'.repeat(43)}.webp`,
    ])
      expect([name, await statusOf(`/server/uploads/${name}`)]).toEqual([name, 'HTTP/1.1 404 Not Found']);
    await expect(files.read('../secret.key')).rejects.toThrow('32 hex digits');
  });

  it('credentials are read without being their owner', async () => {
    const { trader: owner, id } = await newAccount(world, admin);
    const { accountNumber } = await activate(world, admin, id);
    const params = { mt5Login: accountNumber ?? '' };
    const read = await world.call('GET /dashboard/{mt5Login}', { token: owner.token, params });
    expect(JSON.stringify(read.body)).toContain('Trade#2026');
    expect(no(await world.call('GET /dashboard/{mt5Login}', { params }))).toEqual([401, 'unauthenticated']);
    expect(no(await world.call('GET /dashboard/{mt5Login}', { token: trader.token, params }))).toEqual([
      404,
      'mt5_account_not_found',
    ]);
    expect(no(await world.call('GET /accounts/{id}', { token: trader.token, params: { id } }))).toEqual([
      404,
      'account_not_found',
    ]);
    const query = { userId: owner.userId, id, login: accountNumber } as never;
    const mine = await world.call('GET /dashboard/accounts', { token: trader.token, query });
    expect(JSON.stringify(mine.body)).not.toContain(accountNumber);
    const seen = [
      await world.call('GET /dashboard/accounts', { token: owner.token }),
      await world.call('GET /accounts/{id}', { token: owner.token, params: { id } }),
      await world.call('GET /admin/accounts', { token: admin.token }),
      await world.call('GET /admin/accounts/{id}', { token: admin.token, params: { id } }),
    ];
    for (const { status, body } of seen)
      expect([status, JSON.stringify(body).includes('Trade#2026')]).toEqual([200, false]);
  });

  it('credentials are written without being an administrator', async () => {
    const { trader: owner, id } = await newAccount(world, admin);
    await activate(world, admin, id);
    const before = await accountRow(id);
    const body = { accountNumber: freshLogin(), password: 'Stolen#2026', server: 'Evil-MT5' };
    for (const [token, refusal] of [
      [undefined, [401, 'unauthenticated']],
      [trader.token, [403, 'forbidden']],
      [owner.token, [403, 'forbidden']],
    ] as const) {
      expect(
        no(await world.call('POST /admin/accounts/{id}/assign-mt5', { token, params: { id }, body })),
      ).toEqual(refusal);
    }
    const patched = await world.call('PATCH /admin/accounts/{id}', {
      token: admin.token,
      params: { id },
      raw: { balance: 10_000, mt5_password: 'x', accountNumber: '1', user_id: trader.userId },
    });
    expect(patched.status).toBe(200);
    const { account_number, server, mt5_password, user_id } = await accountRow(id);
    expect({ account_number, server, mt5_password, user_id }).toEqual({
      account_number: before.account_number,
      server: before.server,
      mt5_password: before.mt5_password,
      user_id: owner.userId,
    });
  });

  it('naming an address signs in', async () => {
    const { email, userId } = trader;
    for (const password of [
      undefined,
      null,
      '',
      0,
      true,
      [],
      {},
      { $ne: '' },
      { $gt: '' },
      ['a long password'],
    ])
      expect(no(await world.call('POST /auth/login', { raw: { email, password } }))).toEqual([
        400,
        'validation_failed',
      ]);
    for (const extra of [
      { provider: 'google' },
      { oauth: true, verified: true },
      { token: 'x', googleId: '1' },
      { userId, otp: '000000' },
    ])
      expect(
        no(await world.call('POST /auth/login', { raw: { email, password: 'a wrong password', ...extra } })),
      ).toEqual([401, 'invalid_credentials']);
    const byId = await world.call('POST /auth/verify-email', { body: { userId, code: '0000' } });
    expect(no(byId)).toEqual([400, 'already_verified']);
    expect(byId.problem).not.toHaveProperty('token');
    expect(
      Object.keys((await world.call('POST /auth/forgot-password', { body: { email } })).body).sort(),
    ).toEqual(['message', 'success']);
    for (const path of ['google', 'oauth', 'magic-link', 'impersonate'])
      expect(await statusOf(`/api/auth/${path}?email=${encodeURIComponent(email)}`)).toBe(
        'HTTP/1.1 404 Not Found',
      );
  });

  it('the own profile tells a two-factor secret', async () => {
    const person = await registerVerified(world);
    const { secret, recoveryCodes } = await turnOnTwoFactor(world, person);
    const { token, email, password } = person;
    const answers = [
      await world.call('GET /profile', { token }),
      await world.call('GET /profile/export', { token }),
      await world.call('GET /profile/sessions', { token }),
      await world.call('PATCH /profile', { token, body: { name: 'Another Name' } }),
      await world.call('POST /auth/login', { body: { email, password } }),
      await world.call('GET /admin/users/{id}', { token: admin.token, params: { id: person.userId } }),
    ];
    const { totp_secret } = await userRow(person.userId);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      for (const hidden of [secret, totp_secret ?? '', ...recoveryCodes])
        expect(JSON.stringify(body)).not.toContain(hidden);
    }
    const started = await world.call('POST /profile/two-factor', { token, body: { password } });
    expect(no(started)).toEqual([409, 'two_factor_on']);
  });

  it('two-factor sign-in is switched off without a code', async () => {
    const person = await registerVerified(world);
    await turnOnTwoFactor(world, person);
    const { token, email, password, userId } = person;
    for (const raw of [
      {},
      { password },
      { otp: '' },
      { otp: null },
      { otp: true },
      { otp: { $ne: '' } },
      { otp: [] },
    ])
      expect([raw, no(await world.call('POST /profile/two-factor/disable', { token, raw }))]).toEqual([
        raw,
        [400, 'validation_failed'],
      ]);
    expect(
      no(await world.call('POST /profile/two-factor/disable', { token, body: { otp: '000000' } })),
    ).toEqual([400, 'otp_wrong']);
    await world.call('PATCH /profile', {
      token,
      raw: { name: 'Eve', twoFactor: false, two_factor_at: null, totp_secret: null },
    });
    const halfway = (await world.call('POST /auth/login', { body: { email, password } })).body;
    expect(halfway.twoFactorRequired).toBe(true);
    for (const key of [
      'POST /profile/two-factor/disable',
      'POST /profile/two-factor/recovery-codes',
    ] as const)
      expect(no(await world.call(key, { token: halfway.token, body: { otp: '000000' } }))).toEqual([
        403,
        'totp_required',
      ]);
    const byTrader = { token: trader.token, params: { id: userId } };
    expect(no(await world.call('POST /admin/users/{id}/reset-two-factor', byTrader))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await userRow(userId)).two_factor_at).not.toBeNull();
  });

  it('the call that comes last overwrites a status', async () => {
    const { trader: owner, id, by } = await newAccount(world, admin);
    await uploadProof(world, owner, id, 20);
    expect((await by.verify({ status: 'verified' })).status).toBe(200);
    expect(no(await by.verify({ status: 'failed', reason: 'late' }))).toEqual([
      409,
      'payment_already_judged',
    ]);
    const racing = await newAccount(world, admin);
    const both = await Promise.all([
      racing.by.verify({ status: 'verified' }),
      racing.by.verify({ status: 'failed', reason: 'no' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = both[0]?.status === 200 ? 'verified' : 'failed';
    expect((await accountRow(racing.id)).payment_status).toBe(won);
    expect((await by.assign()).body.status).toBe('active');
    expect(no(await uploadProof(world, owner, id, 21))).toEqual([409, 'proof_not_accepted']);
    expect((await by.fail('breach')).body.status).toBe('failed');
    expect((await by.assign()).status).not.toBe(200);
    expect((await by.verify({ status: 'verified' })).body.status).toBe('failed');
    expect((await by.override({ balance: 1 }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await accountRow(id)).status).toBe('failed');
  });

  it('approving twice opens two accounts', async () => {
    const { trader: owner, id, by } = await newAccount(world, admin);
    await uploadProof(world, owner, id, 22);
    const values = { accountNumber: freshLogin() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, count) =>
        count % 2 === 0 ? by.verify({ status: 'verified' }) : by.assign(values),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await world.mails();
    const { db } = world.context;
    expect(
      await db.selectFrom('accounts').select('status').where('user_id', '=', owner.userId).execute(),
    ).toEqual([{ status: 'active' }]);
    const mails = await db.selectFrom('mails').select('template').where('account_id', '=', id).execute();
    expect(mails.map(({ template }) => template).sort()).toEqual([
      'credentials_ready',
      'payment_received',
      'payment_verified',
    ]);
    const events = await db
      .selectFrom('account_events')
      .select('event')
      .where('account_id', '=', id)
      .execute();
    expect(events.map(({ event }) => event).sort()).toEqual(
      [...new Set(events.map(({ event }) => event))].sort(),
    );
  });

  it('text in the place of a number switches a limit off', async () => {
    const numbers = [
      'RATE_SCALE',
      'TRUST_PROXY',
      'ADMIN_IDLE_MINUTES',
      'REMINDER_AFTER_MINUTES',
      'ADDRESS_CHANGE_DELAY_MINUTES',
    ];
    for (const name of numbers) {
      for (const value of ['off', 'true', 'NaN', 'Infinity', '-1', '5 minutes', '1e99'])
        expect(() => readConfig({ [name]: value }), `${name}=${value}`).toThrow(ConfigError);
    }
    const params = { id: (await newAccount(world, admin)).id };
    for (const balance of ['1', '', null, true, [1], 'NaN', 1e308, -1, 0.001])
      expect([
        balance,
        (await world.call('PATCH /admin/accounts/{id}', { token: admin.token, params, raw: { balance } }))
          .status,
      ]).toEqual([balance, 400]);
    for (const limit of ['all', '', '-1', '1e9', 'NaN', '0'])
      expect([
        limit,
        (await world.call('GET /admin/users', { token: admin.token, query: { limit } as never })).status,
      ]).toEqual([limit, 400]);
  });

  it("HTML or a link in a user's name goes to others in a mail of the firm", async () => {
    const name = '<a href="https://evil.example">You won</a> https://evil.example/x';
    const victim = 'someone-else@example.com';
    const { userId } = await register(world, { name, email: victim });
    // The next code takes back one that still waits.
    await world.mails();
    world.clock.advance(61_000);
    await world.call('POST /auth/resend-verification', { body: { userId } });
    await world.call('POST /auth/forgot-password', { body: { email: victim } });
    await world.call('POST /profile/email', {
      token: trader.token,
      body: { email: 'else@example.com', password: trader.password },
    });
    const mails = (await world.mails()).filter((mail) => /else@example\.com/.test(JSON.stringify(mail.to)));
    expect(mails.length).toBeGreaterThanOrEqual(4);
    for (const { subject, text, html, from, to } of mails)
      expect(JSON.stringify([subject, text, html, from, to])).not.toMatch(/evil\.example|You won|Eve/);
    const own = await registerVerified(world, { name, email: 'mallory@example.com' });
    const account = await purchase(world, own);
    await uploadProof(world, own, account._id, 23);
    await adminOf(world, admin, account._id).verify({ status: 'verified' });
    const toOthers = (await world.mails()).filter(
      (mail) => !/mallory@example\.com/.test(JSON.stringify(mail.to)),
    );
    expect(JSON.stringify(toOthers)).not.toContain('evil.example');
    const toThem = (await world.mails()).filter((mail) =>
      /mallory@example\.com/.test(JSON.stringify(mail.to)),
    );
    expect(toThem.length).toBeGreaterThanOrEqual(3);
    for (const { html } of toThem) expect(String(html)).not.toContain('href="https://evil.example');
  });

  it('the process ends when the mail server is down at registration, approval or breach', async () => {
    const { mailer, log } = world.context;
    const level = log.level;
    log.level = 'silent';
    world.context.mailer = smtpMailer('smtp://127.0.0.1:9');
    const { email, password } = await register(world);
    const { id, by } = await (async () => {
      const account = await purchase(world, trader);
      return { id: account._id, by: adminOf(world, admin, account._id) };
    })();
    await uploadProof(world, trader, id, 24);
    const statuses = [
      await by.verify({ status: 'verified' }),
      await by.assign(),
      await by.fail('breach'),
    ].map(({ status }) => status);
    await world.mails();
    expect(statuses).toEqual([200, 200, 200]);
    expect((await world.call('POST /auth/login', { body: { email, password } })).status).toBe(200);
    const waiting = await world.context.db
      .selectFrom('mails')
      .select('template')
      .where('account_id', '=', id)
      .where('state', '=', 'queued')
      .execute();
    expect(waiting.map(({ template }) => template).sort()).toEqual([
      'breach',
      'credentials_ready',
      'payment_received',
      'payment_verified',
    ]);
    await world.context.mailer.close();
    Object.assign(world.context, { mailer });
    log.level = level;
    world.clock.advance(3_600_000);
    await world.mails();
    const sent = await world.context.db
      .selectFrom('mails')
      .select('state')
      .where('account_id', '=', id)
      .execute();
    expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('sent'));
  });

  it('a missing secret makes a check pass', async () => {
    const fresh = await registerAdmin(world);
    for (const SECRET_KEY of ['short', 'x'.repeat(40), 'undefined'])
      expect(() => readConfig({ SECRET_KEY })).toThrow(ConfigError);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, claims = ''] = fresh.token.split('.');
    const { id: kid } = world.context.keys['session-token'].current;
    for (const key of ['', 'undefined', 'null', 'secret']) {
      const signed = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${claims}`;
      const token = `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
      expect(no(await world.call('GET /admin/users', { token }))).toEqual([401, 'unauthenticated']);
    }
    const id = (await world.context.db.selectFrom('proofs').select('id').executeTakeFirstOrThrow()).id;
    const [, expiry] = signedProofName(world.context, id).split('.');
    for (const key of ['', 'undefined']) {
      const signature = createHmac('sha256', key).update(`${id}|${expiry}|proof`).digest('base64url');
      expect(await statusOf(`/server/uploads/${id}.${expiry}.${signature}.webp`)).toBe(
        'HTTP/1.1 404 Not Found',
      );
    }
    expect(
      no(await world.call('POST /unsubscribe/{token}', { params: { token: `${trader.userId}.` } })),
    ).toEqual([400, 'unsubscribe_invalid']);
    const now = world.clock.now();
    const row = {
      id: randomUUID(),
      name: 'Bitcoin',
      network: 'Bitcoin',
      address: 'bc1qevil',
      created_at: now,
      updated_at: now,
      effective_at: now,
    };
    await world.context.db
      .insertInto('payment_addresses')
      .values({ ...row, mac: '' })
      .execute();
    const shown = await world.call('GET /payment/addresses', { token: fresh.token });
    expect(shown.body.addresses).toEqual([]);
  });
});
