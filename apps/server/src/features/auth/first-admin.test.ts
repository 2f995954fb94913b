import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD, register, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { ensureFirstAdmin } from './first-admin.ts';

let world: World;
afterEach(() => world.close());

const login = (email: string, password: string) =>
  world.call('POST /auth/login', { body: { email, password } });
const setUp = (setupToken: string, email = 'founder@example.com') =>
  world.call('POST /auth/setup/{setupToken}', {
    params: { setupToken },
    body: { name: 'Founder', email, password: 'founding password' },
  });
const tokenOf = (link: string | null): string => link?.split('/').at(-1) ?? '';

describe('the first admin from the environment', () => {
  it('is made once, verified, and keeps what it changes', async () => {
    world = await createWorld({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'secret' });
    const early = await register(world, { email: 'boss@example.com' });
    expect(await ensureFirstAdmin(world.context)).toBeNull();
    const answer = await login('boss@example.com', 'secret');
    expect(answer.body.user).toMatchObject({ role: 'admin', emailVerified: true });
    expect((await world.call('GET /admin/users', { token: answer.body.token })).status).toBe(200);
    expect((await login(early.email, PASSWORD)).status).toBe(401);

    const { _id } = answer.body.user;
    await world.call('PUT /admin/users/{id}', {
      token: answer.body.token,
      params: { id: _id },
      body: { email: 'chief@example.com' },
    });
    expect(await ensureFirstAdmin(world.context)).toBeNull();
    expect((await login('boss@example.com', 'secret')).status).toBe(401);
  });

  it('takes over a verified user of that address', async () => {
    world = await createWorld({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'secret' });
    const person = await registerVerified(world, { email: 'boss@example.com' });
    await ensureFirstAdmin(world.context);
    expect((await login('boss@example.com', 'secret')).body.user).toMatchObject({
      _id: person.userId,
      role: 'admin',
    });
    expect((await world.call('GET /profile', { token: person.token })).status).toBe(401);
  });
});

describe('the set-up link', () => {
  it('makes one admin of ten parallel uses, and is void after the next start', async () => {
    world = await createWorld();
    const first = await ensureFirstAdmin(world.context);
    expect(first).toMatch(/^http:\/\/firm\.example\/setup\/[\w-]{43}$/);
    const second = await ensureFirstAdmin(world.context);
    expect((await setUp(tokenOf(first))).problem.code).toBe('setup_link_invalid');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, count) => setUp(tokenOf(second), `founder${count}@example.com`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(9).fill(400)]);
    const admins = await world.context.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .execute();
    expect(admins).toHaveLength(1);
    expect((await login(admins[0]?.email ?? '', 'founding password')).body.user.role).toBe('admin');
    expect(await ensureFirstAdmin(world.context)).toBeNull();
    expect((await setUp(tokenOf(second), 'late@example.com')).status).toBe(400);
  });

  it('refuses a bad token and a held address', async () => {
    world = await createWorld();
    const link = await ensureFirstAdmin(world.context);
    await registerVerified(world, { email: 'founder@example.com' });
    expect((await setUp('nonsense')).status).toBe(400);
    expect((await setUp(tokenOf(link))).problem.code).toBe('email_taken');
    expect((await setUp(tokenOf(link), 'other@example.com')).status).toBe(201);
  });
});
