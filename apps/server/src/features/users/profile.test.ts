import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activate,
  newestCode,
  PASSWORD,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  world.call('POST /auth/login', { body: { email, password }, headers });
const profileStatus = async (token: string) => (await world.call('GET /profile', { token })).status;
const claims = (token: string): Record<string, unknown> =>
  JSON.parse(String(Buffer.from(token.split('.')[1] ?? '', 'base64url')));

/** Subjects of the mails to an address that tell of a change of its sign-in. */
const noticesTo = async (email: string): Promise<string[]> =>
  (await world.mails())
    .filter(({ to }) => [to].flat().some((one) => one?.text === email))
    .map(({ subject }) => subject ?? '')
    .filter((subject) => / was changed$/.test(subject));

describe('the profile', () => {
  it('changes name and time zone, nothing else', async () => {
    const person = await registerVerified(world);
    const raw = {
      name: 'Grace Hopper',
      timeZone: 'Europe/Berlin',
      role: 'admin',
      email: 'x@example.com',
      emailVerified: false,
    };
    const answer = await world.call('PATCH /profile', { token: person.token, raw });
    expect(answer.body.profile).toMatchObject({
      name: 'Grace Hopper',
      timeZone: 'Europe/Berlin',
      role: 'user',
      email: person.email,
      emailVerified: true,
    });
    expect(claims(answer.body.token)).toMatchObject({
      name: 'Grace Hopper',
      timeZone: 'Europe/Berlin',
      _id: person.userId,
    });
    const back = await world.call('PATCH /profile', { token: person.token, raw: { timeZone: null } });
    expect(back.body.profile.timeZone).toBeNull();
    expect(claims(back.body.token)).toMatchObject({ timeZone: null });
    expect([await profileStatus(answer.body.token), await profileStatus(person.token)]).toEqual([200, 200]);
    for (const wrong of [{}, { name: 'G' }, { timeZone: 'Mars/Olympus' }, { name: 'Line\nbreak' }]) {
      const refused = await world.call('PATCH /profile', { token: person.token, raw: wrong });
      expect(refused.status).toBe(400);
    }
  });

  it('changes the password; other devices are signed out', async () => {
    const person = await registerVerified(world);
    const other = (await login(person.email)).body.token;
    const change = (currentPassword: string, newPassword: string) =>
      world.call('POST /profile/password', {
        token: person.token,
        body: { currentPassword, newPassword },
      });
    const wrong = await change('not this one', 'a new password');
    expect([wrong.status, wrong.problem.code]).toEqual([400, 'current_password_wrong']);
    expect((await change(PASSWORD, 'short')).status).toBe(400);
    expect((await change(PASSWORD, 'a new password')).status).toBe(200);
    expect([await profileStatus(person.token), await profileStatus(other)]).toEqual([200, 401]);
    expect((await login(person.email)).status).toBe(401);
    expect((await login(person.email, 'a new password')).status).toBe(200);
    expect(await noticesTo(person.email)).toEqual(['Your password was changed']);
  });

  it('limits wrong current passwords', async () => {
    const strict = await createWorld({ RATE_SCALE: '1' });
    const { token } = await registerVerified(strict);
    const close = (password: string) => strict.call('POST /profile/close', { token, body: { password } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => close('wrong password')));
    const right = await close(PASSWORD);
    await strict.close();
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
    expect(right.status).toBe(429);
  });
});

describe('a change of the address', () => {
  const ask = (person: Person, email: string, password = PASSWORD) =>
    world.call('POST /profile/email', { token: person.token, body: { email, password } });
  const confirm = (person: Person, code: string) =>
    world.call('POST /profile/email/confirm', { token: person.token, body: { code } });

  it('needs the password and the code sent to the new address', async () => {
    const person = await registerVerified(world);
    const squatter = await register(world, { email: 'moved@example.com' });
    expect((await ask(person, 'moved@example.com', 'wrong password')).problem.code).toBe(
      'current_password_wrong',
    );
    expect((await ask(person, 'moved@example.com')).status).toBe(200);
    const before = await world.call('GET /profile', { token: person.token });
    expect(before.body).toMatchObject({ email: person.email, pendingEmail: 'moved@example.com' });
    const code = await newestCode(world, 'moved@example.com');
    const wrong = await confirm(person, code === '0000' ? '0001' : '0000');
    expect([wrong.status, wrong.problem.code]).toEqual([400, 'code_wrong']);
    const done = await confirm(person, code);
    expect(done.body.profile).toMatchObject({ email: 'moved@example.com', pendingEmail: null });
    expect(claims(done.body.token)).toMatchObject({ email: 'moved@example.com', emailVerified: true });
    expect((await confirm(person, code)).problem.code).toBe('code_wrong');
    expect((await login(person.email)).status).toBe(401);
    expect((await login('moved@example.com')).body.user._id).toBe(person.userId);
    expect(await noticesTo(person.email)).toEqual(['Your e-mail address was changed']);
    expect(await noticesTo('moved@example.com')).toEqual([]);
    expect((await login('moved@example.com', squatter.password)).body.user._id).not.toBe(squatter.userId);
  });

  it('refuses a held address, when asked and when confirmed', async () => {
    const person = await registerVerified(world);
    const holder = await registerVerified(world);
    expect((await ask(person, holder.email)).problem.code).toBe('email_taken');
    expect((await ask(person, 'contested@example.com')).status).toBe(200);
    const code = await newestCode(world, 'contested@example.com');
    await registerVerified(world, { email: 'contested@example.com' });
    expect((await confirm(person, code)).problem.code).toBe('email_taken');
    expect((await world.call('GET /profile', { token: person.token })).body.email).toBe(person.email);
  });

  it('refuses the right code after five wrong ones', async () => {
    const person = await registerVerified(world);
    await ask(person, 'tries@example.com');
    const code = await newestCode(world, 'tries@example.com');
    const wrong = code === '0000' ? '0001' : '0000';
    for (let count = 0; count < 5; count += 1) expect((await confirm(person, wrong)).status).toBe(400);
    expect((await confirm(person, code)).problem.code).toBe('code_tries_used_up');
  });
});

describe('the sessions', () => {
  it('are listed with their device and ended one by one or together', async () => {
    const person = await registerVerified(world);
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
    const second = (await login(person.email, PASSWORD, { 'user-agent': firefox })).body.token;
    const third = (await login(person.email)).body.token;
    const list = await world.call('GET /profile/sessions', { token: person.token });
    expect(list.body.sessions).toHaveLength(3);
    expect(list.body.sessions.filter((session) => session.current)).toHaveLength(1);
    const named = list.body.sessions.find((session) => session.device === 'Firefox on Windows');
    const params = { id: named?._id ?? '' };

    const stranger = await registerVerified(world);
    const foreign = await world.call('DELETE /profile/sessions/{id}', { token: stranger.token, params });
    expect([foreign.status, foreign.problem.code]).toEqual([404, 'session_not_found']);
    expect((await world.call('DELETE /profile/sessions/{id}', { token: person.token, params })).status).toBe(
      200,
    );
    expect([await profileStatus(second), await profileStatus(third)]).toEqual([401, 200]);
    const unknown = { id: 'nonsense' };
    expect(
      (await world.call('DELETE /profile/sessions/{id}', { token: person.token, params: unknown })).status,
    ).toBe(404);
    expect((await world.call('POST /profile/sign-out-everywhere', { token: person.token })).status).toBe(200);
    expect([await profileStatus(person.token), await profileStatus(third)]).toEqual([200, 401]);
  });
});

describe('export', () => {
  it('holds the own data and no secret', async () => {
    const admin = await registerAdmin(world);
    const person = await registerVerified(world);
    const account = await purchase(world, person);
    await activate(world, admin, account._id);
    await purchase(world, await registerVerified(world));
    const answer = await world.call('GET /profile/export', { token: person.token });
    expect(answer.status).toBe(200);
    expect(answer.body.profile.email).toBe(person.email);
    expect(answer.body.accounts).toHaveLength(1);
    expect(answer.body.accounts[0]).toMatchObject({ _id: account._id, status: 'active', balance: 10_000 });
    expect(answer.body.events.length).toBeGreaterThan(0);
    expect(answer.body.sessions).toHaveLength(1);
    expect(JSON.stringify(answer.body)).not.toMatch(/Trade#2026|argon2|mt5_password|token_hash/);
  });
});

describe('closing', () => {
  it('ends the sessions and frees the address; the accounts stay', async () => {
    const person = await registerVerified(world);
    const account = await purchase(world, person);
    const close = (password: string) =>
      world.call('POST /profile/close', { token: person.token, body: { password } });
    expect((await close('wrong password')).problem.code).toBe('current_password_wrong');
    expect((await close(PASSWORD)).status).toBe(200);
    expect(await profileStatus(person.token)).toBe(401);
    expect((await login(person.email)).status).toBe(401);
    await world.call('POST /auth/forgot-password', { body: { email: person.email } });
    const mails = (await world.mails()).filter((mail) => JSON.stringify(mail.to).includes(person.email));
    expect(mails.map((mail) => mail.subject)).not.toContain('Reset your password');
    const again = await registerVerified(world, { email: person.email });
    expect(again.userId).not.toBe(person.userId);
    const row = await world.context.db
      .selectFrom('accounts')
      .select(['user_id', 'deleted_at'])
      .where('id', '=', account._id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ user_id: person.userId, deleted_at: null });
  });
});
