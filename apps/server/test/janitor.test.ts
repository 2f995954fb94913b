import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeStaleRows } from '../src/platform/janitor.ts';
import { findPackage, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY = 86_400_000;
const count = async (
  table: 'rate_limits' | 'idempotency_keys' | 'sessions' | 'email_codes' | 'login_pauses',
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    world.context.db,
  );
  return rows[0]?.n ?? 0;
};

it('keeps what still counts and removes what does not', async () => {
  const trader = await registerVerified(world);
  const { _id } = await findPackage(world);
  const headers = { 'idempotency-key': 'one' };
  await world.call('POST /accounts/purchase', { token: trader.token, body: { packageId: _id }, headers });
  await world.call('POST /auth/verify-email', { body: { userId: trader.userId, code: '0000' } });
  const wrong = { email: trader.email, password: 'wrong password' };
  const scale = world.context.config.rateScale;
  world.context.config.rateScale = 0.1;
  await world.call('POST /auth/login', { body: wrong });
  world.context.config.rateScale = scale;
  const rows = async () => ({
    pauses: await count('login_pauses'),
    keys: await count('idempotency_keys'),
    sessions: await count('sessions'),
    codes: await count('email_codes'),
    limits: await count('rate_limits'),
  });
  const first = await rows();
  expect(first).toEqual({ pauses: 1, keys: 1, sessions: 1, codes: 1, limits: expect.any(Number) });
  expect(first.limits).toBeGreaterThan(0);

  await removeStaleRows(world.context);
  expect(await rows()).toEqual(first);

  world.clock.advance(2 * DAY);
  await removeStaleRows(world.context);
  expect(await rows()).toEqual({ ...first, keys: 0, pauses: 0 });

  world.clock.advance(60 * DAY);
  await removeStaleRows(world.context);
  expect(await rows()).toEqual({ pauses: 0, keys: 0, sessions: 0, codes: 0, limits: 0 });
});
