import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activate,
  PASSWORD,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

type Body = { name?: string; email?: string; role?: 'user' | 'admin' };
const put = (id: string, body: Body, headers: Record<string, string> = {}, by = admin) =>
  world.call('PUT /admin/users/{id}', { token: by.token, params: { id }, body, headers });
const get = (id: string) => world.call('GET /admin/users/{id}', { token: admin.token, params: { id } });
const list = (query: { limit?: number; cursor?: string; search?: string; role?: 'user' | 'admin' } = {}) =>
  world.call('GET /admin/users', { token: admin.token, query });
const disable = (id: string, by = admin) =>
  world.call('POST /admin/users/{id}/disable', { token: by.token, params: { id } });
const enable = (id: string) =>
  world.call('POST /admin/users/{id}/enable', { token: admin.token, params: { id } });
const profileStatus = async (token: string) => (await world.call('GET /profile', { token })).status;

describe('the list of users', () => {
  it('pages newest first without gaps, also among users of one instant', async () => {
    for (let count = 0; count < 5; count += 1) await register(world, { name: `Paged Person ${count}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        limit: 2,
        search: 'paged person',
        ...(cursor ? { cursor } : {}),
      });
      expect(page.body.total).toBe(5);
      seen.push(...page.body.users.map((user) => user._id));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('searches names and addresses literally, and by role', async () => {
    await register(world, { name: '100% Sure_Thing', email: 'percent@example.com' });
    await register(world, { name: '100 Sure Thing', email: 'plain@example.com' });
    expect((await list({ search: '100% sure_' })).body.users.map((user) => user.email)).toEqual([
      'percent@example.com',
    ]);
    expect((await list({ search: 'PLAIN@' })).body.total).toBe(1);
    expect((await list({ search: "'; drop table users; --" })).body.total).toBe(0);
    expect((await list({ search: '\\' })).body.total).toBe(0);
    const admins = await list({ role: 'admin' });
    expect(admins.body.users.map((user) => user._id)).toEqual([admin.userId]);
  });

  it('refuses wrong queries', async () => {
    expect((await list({ cursor: 'nonsense' })).status).toBe(400);
    expect((await list({ limit: 0 })).status).toBe(400);
    expect((await list({ limit: 1001 })).status).toBe(400);
  });

  it('shows no secret and counts accounts', async () => {
    const person = await registerVerified(world);
    await purchase(world, person);
    const answer = await get(person.userId);
    expect(answer.body).toMatchObject({ accounts: 1, emailVerified: true, disabled: false, closed: false });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
    expect((await get('nonsense')).status).toBe(404);
    expect((await get('7b0e8a52-6f0f-4a07-9d3b-0c1f6f1a2b3c')).status).toBe(404);
  });

  it('is closed to traders', async () => {
    const person = await registerVerified(world);
    const calls = [
      await world.call('GET /admin/users', { token: person.token }),
      await put(person.userId, { role: 'admin' }, {}, person),
      await disable(admin.userId, person),
    ];
    expect(calls.map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect((await get(person.userId)).body.role).toBe('user');
  });
});

describe('changing a user', () => {
  // spec 7.31
  it('writes what differs, with its history, and ignores the rest', async () => {
    const person = await registerVerified(world);
    const raw = { name: 'Renamed', emailVerified: false, disabled: true, version: 99, password: 'x' };
    const answer = await world.call('PUT /admin/users/{id}', {
      token: admin.token,
      params: { id: person.userId },
      raw,
    });
    expect(answer.body.message).toBe('User updated successfully!');
    expect(answer.body.user).toMatchObject({ name: 'Renamed', emailVerified: true, disabled: false });
    const events = () =>
      world.context.db
        .selectFrom('admin_events')
        .selectAll()
        .where('subject_id', '=', person.userId)
        .execute();
    expect(await events()).toMatchObject([
      { event: 'user_changed', actor_id: admin.userId, after: { name: 'Renamed' } },
    ]);
    const same = await put(person.userId, { name: 'Renamed', email: person.email, role: 'user' });
    expect(same.body.user.version).toBe(answer.body.user.version);
    expect(await events()).toHaveLength(1);
    expect(await profileStatus(person.token)).toBe(200);
  });

  it('ends the sessions when the role really changes', async () => {
    const person = await registerVerified(world);
    expect((await put(person.userId, { role: 'admin' })).body.user.role).toBe('admin');
    expect(await profileStatus(person.token)).toBe(401);
    expect((await put(person.userId, { role: 'user' })).body.user.role).toBe('user');
    const unknownRole = await world.call('PUT /admin/users/{id}', {
      token: admin.token,
      params: { id: person.userId },
      raw: { role: 'root' },
    });
    expect(unknownRole.status).toBe(400);
  });

  it('keeps addresses unique and voids what was sent to the old one', async () => {
    const holder = await registerVerified(world);
    const person = await register(world);
    const taken = await put(person.userId, { email: holder.email.toUpperCase() });
    expect(taken.problem).toMatchObject({
      code: 'email_taken',
      message: 'Another user has this email address.',
    });
    const mail = (await world.mails()).at(-1);
    const code = /\d{4}/.exec(mail?.subject ?? '')?.[0] ?? '';
    expect((await put(person.userId, { email: 'corrected@example.com' })).status).toBe(200);
    const verify = await world.call('POST /auth/verify-email', { body: { userId: person.userId, code } });
    expect(verify.problem.code).toBe('code_wrong');
  });

  it('sends what still waits for the old address to the corrected one', async () => {
    const person = await registerVerified(world);
    await activate(world, admin, (await purchase(world, person))._id);
    await world.mails();
    const { db, clock } = world.context;
    // As after a try that the mail server put off.
    await db
      .updateTable('mails')
      .set({ state: 'queued', send_after: new Date(clock.now().getTime() + 3_600_000) })
      .where('recipient_id', '=', person.userId)
      .execute();
    expect((await put(person.userId, { email: 'right@example.com' })).status).toBe(200);
    const mails = await db
      .selectFrom('mails')
      .select(['template', 'recipient_email', 'state'])
      .where('recipient_id', '=', person.userId)
      .execute();
    const told = mails.filter(({ template }) => /^(mt5|credentials|purchase|payment)/.test(template));
    expect(told.length, JSON.stringify(mails)).toBeGreaterThan(1);
    for (const mail of told)
      expect(mail).toMatchObject({ recipient_email: 'right@example.com', state: 'queued' });
    const codes = mails.filter(({ template }) => template === 'verification_code');
    expect(codes).toMatchObject([{ recipient_email: person.email, state: 'cancelled' }]);
  });

  it('answers 412 to an old version', async () => {
    const person = await registerVerified(world);
    const { version } = (await get(person.userId)).body;
    expect((await put(person.userId, { name: 'Newer Name' }, { 'if-match': `"${version}"` })).status).toBe(
      200,
    );
    const stale = await put(person.userId, { name: 'Older Name' }, { 'if-match': `"${version}"` });
    expect([stale.status, stale.problem.code]).toEqual([412, 'changed_meanwhile']);
    expect(stale.problem.message).toMatch(
      /^Ada Admin changed this at \d+ \w+ \d{4}, \d\d:\d\d UTC\. Please load it again\.$/,
    );
    expect(stale.problem.changed).toEqual({ by: 'Ada Admin', at: world.clock.now().toISOString() });
    expect((await get(person.userId)).body.name).toBe('Newer Name');
  });

  it('names nobody for what the user changed, which no administrator did', async () => {
    const person = await registerVerified(world);
    const { version } = (await get(person.userId)).body;
    const own = { token: person.token, body: { name: 'My Own Name' } };
    expect((await world.call('PATCH /profile', own)).status).toBe(200);
    const stale = await put(person.userId, { name: 'Older Name' }, { 'if-match': `"${version}"` });
    expect(stale.problem.changed?.by).toBe(null);
    expect(stale.problem.message).toMatch(/^Someone else changed this at /);
  });
});

describe('disabling', () => {
  it('ends the sessions at once and is undone by enabling, which brings none back', async () => {
    const person = await registerVerified(world);
    expect((await disable(person.userId)).body.user.disabled).toBe(true);
    expect((await disable(person.userId)).status).toBe(200);
    expect(await profileStatus(person.token)).toBe(401);
    const login = () => world.call('POST /auth/login', { body: { email: person.email, password: PASSWORD } });
    expect((await login()).status).toBe(403);
    expect((await enable(person.userId)).body.user.disabled).toBe(false);
    expect(await profileStatus(person.token)).toBe(401);
    expect((await login()).status).toBe(200);
  });
});

describe('the last administrator', () => {
  it('cannot be removed in any way', async () => {
    const body = { password: PASSWORD };
    const answers = [
      await put(admin.userId, { role: 'user' }),
      await disable(admin.userId),
      await world.call('POST /profile/close', { token: admin.token, body }),
    ];
    expect(answers.map((answer) => [answer.status, answer.problem.message])).toEqual(
      Array(3).fill([409, 'The last administrator cannot be removed.']),
    );
    expect(await profileStatus(admin.token)).toBe(200);
  });

  it('remains when two take each other the role at once, or one is disabled meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await registerAdmin(world);
      const [one, two] = await Promise.all([
        put(second.userId, { role: 'user' }, {}, admin),
        round % 2 === 0 ? put(admin.userId, { role: 'user' }, {}, second) : disable(admin.userId, second),
      ]);
      expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(1);
      const left = await world.context.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('disabled_at', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
      if (left[0]?.id === second.userId) admin = second;
    }
  });
});
