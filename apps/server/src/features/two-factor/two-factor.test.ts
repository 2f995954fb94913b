import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorCode, turnOnTwoFactor } from '../../../test/authenticator.ts';
import { PASSWORD, type Person, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const login = (email: string, password = PASSWORD) =>
  world.call('POST /auth/login', { body: { email, password } });
const stepUp = (token: string, otp: string) => world.call('POST /auth/step-up', { token, body: { otp } });
const status = async (token: string) => (await world.call('GET /profile', { token })).status;
const rowOf = (userId: string) =>
  world.context.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const mailsTo = async (email: string) =>
  (await world.mails()).filter((mail) => [mail.to].flat().some((to) => to?.text.includes(email)));
const subjects = async (email: string) => (await mailsTo(email)).map((mail) => mail.subject);
const eventsOf = async (userId: string) =>
  (
    await world.context.db
      .selectFrom('admin_events')
      .select(['event', 'actor_id'])
      .where('subject_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ event, actor_id }) => [event, actor_id]);

describe('setting two-factor sign-in up', () => {
  it('asks for the password, turns on with the first code, and tells its owner', async () => {
    const person = await registerVerified(world);
    const other = (await login(person.email)).body.token;
    const start = (password: string) =>
      world.call('POST /profile/two-factor', { token: person.token, body: { password } });
    const confirm = (otp: string) =>
      world.call('POST /profile/two-factor/confirm', { token: person.token, body: { otp } });
    expect((await confirm('123456')).problem.code).toBe('two_factor_not_started');
    expect((await start('not the password')).problem.code).toBe('current_password_wrong');
    const started = await start(person.password);
    const { secret, uri } = started.body;
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(started.headers.get('cache-control')).toBe('no-store');
    expect((await login(person.email)).body.twoFactorRequired).toBe(false);

    const right = authenticatorCode(secret, world.clock.now());
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect((await confirm(wrong)).problem.code).toBe('otp_wrong');
    const confirmed = await confirm(`${right.slice(0, 3)} ${right.slice(3)}`);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(await status(person.token)).toBe(200);
    expect(await status(other)).toBe(401);
    const { body } = await world.call('GET /profile', { token: person.token });
    expect(body.twoFactor).toEqual({
      on: true,
      since: world.clock.now().toISOString(),
      recoveryCodesLeft: 10,
      required: false,
    });
    expect((await confirm(right)).problem.code).toBe('two_factor_on');
    expect((await start(person.password)).problem.code).toBe('two_factor_on');
    expect(await subjects(person.email)).toContain('Two-factor sign-in was turned on');
    expect(await eventsOf(person.userId)).toEqual([['two_factor_on', person.userId]]);
  });

  it('keeps neither the secret nor a recovery code in a form that can be read', async () => {
    const person = await registerVerified(world);
    const headers = { 'idempotency-key': 'set-up' };
    const { token, password } = person;
    const { secret } = (await world.call('POST /profile/two-factor', { token, body: { password }, headers }))
      .body;
    const otp = authenticatorCode(secret, world.clock.now());
    const { recoveryCodes } = (
      await world.call('POST /profile/two-factor/confirm', { token, body: { otp }, headers })
    ).body;
    const { db } = world.context;
    const tables = ['users', 'recovery_codes', 'idempotency_keys', 'mails', 'admin_events'] as const;
    const stored = JSON.stringify(
      await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
    );
    expect(stored).toContain(person.userId);
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(stored).not.toContain(hidden);
    }
  });

  it('that was begun cannot be finished by guessing, whoever holds the session', async () => {
    const person = await registerVerified(world);
    const { token, password } = person;
    const { secret } = (await world.call('POST /profile/two-factor', { token, body: { password } })).body;
    const right = [-1, 0, 1].map((step) => authenticatorCode(secret, world.clock.now(), step));
    const confirm = (otp: string) => world.call('POST /profile/two-factor/confirm', { token, body: { otp } });
    const guesses = Array.from({ length: 30 }, (_, index) => String(100_000 + index));
    const answers = await Promise.all(guesses.filter((otp) => !right.includes(otp)).map(confirm));
    expect(answers.filter((answer) => answer.problem.code === 'otp_wrong')).toHaveLength(5);
    expect((await confirm(right[1] ?? '')).problem).toMatchObject({ status: 429, code: 'rate_limited' });
    world.clock.advance(15 * 60_000);
    expect((await confirm(authenticatorCode(secret, world.clock.now()))).status).toBe(200);
  });

  it('turns on once of ten parallel confirmations', async () => {
    const { token, password, userId, email } = await registerVerified(world);
    const { secret } = (await world.call('POST /profile/two-factor', { token, body: { password } })).body;
    const otp = authenticatorCode(secret, world.clock.now());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.call('POST /profile/two-factor/confirm', { token, body: { otp } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await eventsOf(userId)).toHaveLength(1);
    expect((await subjects(email)).filter((subject) => /turned on/.test(subject ?? ''))).toHaveLength(1);
    const codes = await world.context.db
      .selectFrom('recovery_codes')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    expect(codes).toHaveLength(10);
  });
});

describe('signing in with it', () => {
  it('opens nothing but the step-up and the logout until the code is given', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const signedIn = await login(person.email);
    expect(signedIn.body.twoFactorRequired).toBe(true);
    const { token } = signedIn.body;
    const closed = await world.call('GET /profile', { token });
    expect([closed.status, closed.problem.code]).toEqual([403, 'totp_required']);
    expect((await world.call('GET /dashboard/accounts', { token })).problem.code).toBe('totp_required');
    const wrong = await stepUp(token, '000000');
    expect([wrong.status, wrong.problem.code]).toEqual([400, 'otp_wrong']);
    const answer = await stepUp(token, app.nextCode());
    expect([answer.status, answer.body.recoveryCodesLeft]).toEqual([200, 10]);
    expect(await status(token)).toBe(200);
    const second = (await login(person.email)).body.token;
    expect((await world.call('POST /auth/logout', { token: second })).status).toBe(200);
    expect((await stepUp(second, app.nextCode())).status).toBe(401);
  });

  it('refuses a step-up where it is off, and codes of a wrong form', async () => {
    const { token } = await registerVerified(world);
    expect((await stepUp(token, '123456')).problem.code).toBe('two_factor_off');
    for (const raw of [
      {},
      { otp: '' },
      { otp: 123456 },
      { otp: '12345' },
      { otp: '1234567' },
      { otp: ['1'] },
    ]) {
      expect((await world.call('POST /auth/step-up', { token, raw })).problem.code).toBe('validation_failed');
    }
  });

  it('takes a code once: neither again nor on another session', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const [one, two] = [(await login(person.email)).body.token, (await login(person.email)).body.token];
    expect((await stepUp(one, app.code())).problem.code).toBe('otp_wrong');
    const code = app.nextCode();
    expect((await stepUp(one, code)).status).toBe(200);
    expect((await stepUp(one, code)).problem.code).toBe('otp_wrong');
    expect((await stepUp(two, code)).problem.code).toBe('otp_wrong');
    // An older code than the last used one is used up with it.
    expect((await stepUp(two, app.code(-1))).problem.code).toBe('otp_wrong');
    expect((await stepUp(two, app.code(1))).status).toBe(200);
  });

  it('takes a code once of twenty parallel tries', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const { token } = (await login(person.email)).body;
    const code = app.nextCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => stepUp(token, code)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((one) => one === 200)).toHaveLength(1);
    expect(statuses.filter((one) => one !== 200 && one !== 400 && one !== 429)).toEqual([]);
  });

  it('accepts a code one step early or late, no further', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const { token } = (await login(person.email)).body;
    const tries: [number, number][] = [
      [-2, 400],
      [-1, 200],
      [2, 400],
      [1, 200],
    ];
    for (const [steps, expected] of tries) {
      world.clock.advance(5 * MINUTE);
      expect([steps, (await stepUp(token, app.code(steps))).status]).toEqual([steps, expected]);
    }
  });

  it('takes each recovery code once, in any spelling, and tells of it', async () => {
    const person = await registerVerified(world);
    const { recoveryCodes } = await turnOnTwoFactor(world, person);
    const [first = '', second = ''] = recoveryCodes;
    const { token } = (await login(person.email)).body;
    const parallel = await Promise.all(Array.from({ length: 4 }, () => stepUp(token, first.toLowerCase())));
    expect(parallel.filter((answer) => answer.status === 200)).toHaveLength(1);
    world.clock.advance(15 * MINUTE);
    expect((await stepUp(token, first)).problem.code).toBe('otp_wrong');
    const answer = await stepUp(token, second.replace('-', ' '));
    expect([answer.status, answer.body.recoveryCodesLeft]).toEqual([200, 8]);
    const mails = (await mailsTo(person.email)).filter((mail) =>
      /recovery code was used/.test(mail.subject ?? ''),
    );
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail.text).not.toContain(first);
  });

  it('stays on through a new password', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    await world.call('POST /auth/forgot-password', { body: { email: person.email } });
    const texts = (await mailsTo(person.email)).map((mail) => mail.text).join('\n');
    const resetToken = /reset-password\/([\w-]+)/.exec(texts)?.[1] ?? '';
    const password = 'a brand new password';
    await world.call('POST /auth/reset-password/{resetToken}', {
      params: { resetToken },
      body: { password },
    });
    const signedIn = await login(person.email, password);
    expect(signedIn.body.twoFactorRequired).toBe(true);
    expect(await status(signedIn.body.token)).toBe(403);
    expect((await stepUp(signedIn.body.token, app.nextCode())).status).toBe(200);
  });

  it('reads and renews a secret that the previous key sealed', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const before = (await rowOf(person.userId)).totp_secret ?? '';
    const ring = world.context.keys['totp-secrets'];
    const old = { ...ring };
    const fresh = { id: 'feedbeef', bytes: Buffer.alloc(32, 7) };
    Object.assign(ring, { current: fresh, all: [fresh, ...old.all] });
    try {
      const { token } = (await login(person.email)).body;
      expect((await stepUp(token, app.nextCode())).status).toBe(200);
      const after = (await rowOf(person.userId)).totp_secret ?? '';
      expect([before.split('.')[1], after.split('.')[1]]).toEqual([old.current.id, 'feedbeef']);
      Object.assign(ring, { all: [fresh] });
      expect((await stepUp(token, app.nextCode())).status).toBe(200);
    } finally {
      Object.assign(ring, old);
    }
  });
});

describe('wrong codes', () => {
  it('are five in fifteen minutes, right ones uncounted, whatever RATE_SCALE says', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const { token } = (await login(person.email)).body;
    for (let count = 0; count < 6; count += 1) expect((await stepUp(token, app.nextCode())).status).toBe(200);
    const guess = (count: number) => stepUp(token, count === 2 ? 'AAAAA-AAAAA' : '000000');
    for (let count = 0; count < 5; count += 1) expect((await guess(count)).status).toBe(400);
    const right = await stepUp(token, app.nextCode());
    expect([right.status, right.problem.message]).toEqual([
      429,
      'Too many wrong codes. Please try again later.',
    ]);
    const wait = Number(right.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    world.clock.advance(wait * SECOND);
    expect((await stepUp(token, app.code())).status).toBe(200);
  });

  it('are compared five times of thirty parallel ones', async () => {
    const person = await registerVerified(world);
    await turnOnTwoFactor(world, person);
    const { token } = (await login(person.email)).body;
    const answers = await Promise.all(Array.from({ length: 30 }, () => stepUp(token, '000000')));
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(25);
  });

  it('close the second step after a hundred in a row, until a new password', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const { token } = (await login(person.email)).body;
    for (let round = 0; round < 20; round += 1) {
      for (let count = 0; count < 5; count += 1) await stepUp(token, '000000');
      world.clock.advance(16 * MINUTE);
    }
    const locked = await stepUp(token, app.code());
    expect([locked.status, locked.problem.message]).toEqual([
      429,
      'Too many wrong codes. Please reset your password.',
    ]);
    await world.call('POST /auth/forgot-password', { body: { email: person.email } });
    const texts = (await mailsTo(person.email)).map((mail) => mail.text).join('\n');
    const resetToken = /reset-password\/([\w-]+)/.exec(texts)?.[1] ?? '';
    const password = 'a brand new password';
    await world.call('POST /auth/reset-password/{resetToken}', {
      params: { resetToken },
      body: { password },
    });
    const again = (await login(person.email, password)).body.token;
    expect((await stepUp(again, app.nextCode())).status).toBe(200);
  }, 120_000);
});

describe('turning it off and renewing recovery codes', () => {
  const disable = (person: Person, otp: string, headers: Record<string, string> = {}) =>
    world.call('POST /profile/two-factor/disable', { token: person.token, body: { otp }, headers });
  const renew = (person: Person, otp: string) =>
    world.call('POST /profile/two-factor/recovery-codes', { token: person.token, body: { otp } });

  it('takes a fresh code, forgets the secret and tells its owner', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    expect((await disable(person, app.code())).problem.code).toBe('otp_wrong');
    const otp = app.nextCode();
    const key = { 'idempotency-key': 'off' };
    expect((await disable(person, otp, key)).status).toBe(200);
    expect((await disable(person, otp, key)).status).toBe(200);
    expect((await disable(person, app.nextCode())).problem.code).toBe('two_factor_off');
    expect(await rowOf(person.userId)).toMatchObject({ two_factor_at: null, totp_secret: null });
    expect((await login(person.email)).body.twoFactorRequired).toBe(false);
    expect(await subjects(person.email)).toContain('Two-factor sign-in was turned off');
    expect((await eventsOf(person.userId)).map(([event]) => event)).toEqual([
      'two_factor_on',
      'two_factor_off',
    ]);
  });

  it('makes ten new recovery codes; the old ones open nothing', async () => {
    const person = await registerVerified(world);
    const app = await turnOnTwoFactor(world, person);
    const [old = ''] = app.recoveryCodes;
    expect((await renew(person, app.code())).problem.code).toBe('otp_wrong');
    const renewed = await renew(person, app.nextCode());
    const [first = ''] = renewed.body.recoveryCodes;
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await stepUp(person.token, old)).problem.code).toBe('otp_wrong');
    expect((await disable(person, first)).status).toBe(200);
    expect(await subjects(person.email)).toContain('New recovery codes were made');
  });
});

describe('the administration', () => {
  const address = { name: 'USDT', network: 'Testnet', address: 'nobody-checks-this-one' };
  const add = (token: string, headers: Record<string, string> = {}, name = address.address) =>
    world.call('POST /payment/addresses', { token, body: { ...address, address: name }, headers });

  it('asks those with two-factor sign-in for a code of the last five minutes before lasting harm', async () => {
    const admin = await registerAdmin(world);
    const app = await turnOnTwoFactor(world, admin);
    world.clock.advance(5 * MINUTE + SECOND);
    const key = { 'idempotency-key': 'the same click' };
    const refused = await add(admin.token, key);
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
      403,
      'step_up_required',
      'This needs a fresh code from your authenticator app.',
    ]);
    expect((await world.call('GET /admin/users', { token: admin.token })).status).toBe(200);
    expect((await stepUp(admin.token, app.code())).status).toBe(200);
    world.clock.advance(5 * MINUTE);
    const made = await add(admin.token, key);
    expect(made.status, made.problem.message).toBe(201);
    world.clock.advance(SECOND);
    const params = { id: made.body.address._id };
    const removed = await world.call('DELETE /payment/addresses/{id}', { token: admin.token, params });
    expect(removed.problem.code).toBe('step_up_required');
  });

  it('never asks those without', async () => {
    const admin = await registerAdmin(world);
    const made = await add(admin.token, {}, 'another-one');
    expect(made.status).toBe(201);
    world.clock.advance(HOUR);
    const params = { id: made.body.address._id };
    expect((await world.call('DELETE /payment/addresses/{id}', { token: admin.token, params })).status).toBe(
      200,
    );
  });

  it('resets it for a user who lost the device, once, with history and a mail', async () => {
    const admin = await registerAdmin(world);
    const person = await registerVerified(world);
    await turnOnTwoFactor(world, person);
    const reset = () =>
      world.call('POST /admin/users/{id}/reset-two-factor', {
        token: admin.token,
        params: { id: person.userId },
      });
    const shown = await world.call('GET /admin/users/{id}', {
      token: admin.token,
      params: { id: person.userId },
    });
    expect(shown.body.twoFactor).toBe(true);
    const answers = [await reset(), await reset()];
    expect(answers.map(({ status: code, body }) => [code, body.user.twoFactor])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(await status(person.token)).toBe(401);
    const signedIn = await login(person.email);
    expect([signedIn.status, signedIn.body.twoFactorRequired]).toEqual([200, false]);
    expect(await eventsOf(person.userId)).toEqual([
      ['two_factor_on', person.userId],
      ['two_factor_reset', admin.userId],
    ]);
    const mails = (await subjects(person.email)).filter(
      (subject) => subject === 'Two-factor sign-in was reset',
    );
    expect(mails).toHaveLength(1);
  });
});

describe('with REQUIRE_ADMIN_2FA', () => {
  let strict: World;
  beforeAll(async () => {
    strict = await createWorld({ REQUIRE_ADMIN_2FA: 'true' });
  });
  afterAll(() => strict.close());

  it('an administrator without it reaches the profile alone, sets it up and is let in', async () => {
    const admin = await registerAdmin(strict);
    const users = () => strict.call('GET /admin/users', { token: admin.token });
    const refused = await users();
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
      403,
      'totp_required',
      'Administrators need two-factor sign-in here. Turn it on in Manage Profile.',
    ]);
    const profile = await strict.call('GET /profile', { token: admin.token });
    expect(profile.body.twoFactor).toMatchObject({ on: false, required: true });
    await turnOnTwoFactor(strict, admin);
    expect((await users()).status).toBe(200);
    const trader = await registerVerified(strict);
    expect((await strict.call('GET /profile', { token: trader.token })).body.twoFactor.required).toBe(false);
    expect((await strict.call('GET /admin/users', { token: trader.token })).problem.code).toBe('forbidden');
  });

  it('an administrator is signed out after half an hour without a call', async () => {
    const admin = await registerAdmin(strict);
    const seen = async () => (await strict.call('GET /profile', { token: admin.token })).status;
    strict.clock.advance(30 * MINUTE);
    expect(await seen()).toBe(200);
    strict.clock.advance(30 * MINUTE + SECOND);
    expect(await seen()).toBe(401);
  });
});
