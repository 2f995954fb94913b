import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cents, type Stage } from '@firmament/rules';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../src/db/schema.ts';
import {
  deleteAccount,
  judgePayment,
  markFailed,
  overrideAccount,
  setStage,
} from '../../src/features/accounts/accounts.commands.ts';
import { assignCredentials } from '../../src/features/accounts/accounts.credentials.ts';
import { undoLastChange } from '../../src/features/accounts/accounts.undo.ts';
import { verifyAudit } from '../../src/features/audit/verify.ts';
import { addProof } from '../../src/features/checkout/proofs.ts';
import { createPurchase } from '../../src/features/checkout/purchase.ts';
import { Refusal } from '../../src/platform/refusal.ts';
import { transact } from '../../src/platform/transactions.ts';
import { createWorld, type World } from '../world.ts';
import { checkAccounts } from './check-tables.ts';
import { isEmbedded } from './firm.ts';
import { chaosCount, chaosSeed, type Random, seeded } from './random.ts';

/**
 * Lives of accounts in which a trader and two administrators act at the same time, in a drawn order. Whatever interleaves:
 * the state is one that the history leads to by the rules, and each change left exactly one line and its mails.
 * The embedded database has one connection, so most lives are lived on PostgreSQL.
 */
const SEED = chaosSeed();
const LIVES = chaosCount('CHAOS_INTERLEAVINGS', isEmbedded ? 60 : 1_000);
const AT_ONCE = 8;
const DEEDS_EACH = 4;

/** Each actor draws by itself, so that what is drawn does not depend on who comes first. */
type Actor = { id: string; isTrader: boolean; random: Random };
type Life = { accountId: string; changes: number };

let world: World;
let packageId: string;
let picture: Buffer;
const admins: string[] = [];
const lives: Life[] = [];
const faults: string[] = [];

const insertPeople = async (count: number, role: 'user' | 'admin'): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, email, email_key, name, password_hash, role, email_verified_at, created_at, updated_at)
    select gen_random_uuid(), ${role} || n || '@example.com', ${role} || n || '@example.com', 'Person', '', ${role}::text,
      now(), now(), now() from generate_series(1, ${count}::int) as n returning id`.execute(world.context.db);
  return rows.map((row) => row.id);
};

/** What an actor may draw; each answers whether it changed something, or a refusal. */
const deedsOf = ({ isTrader, id: actorId, random }: Actor, life: Life, tx: Tx) => {
  const { context } = world;
  const { accountId } = life;
  const act = { accountId, actorId, ifMatch: null };
  if (isTrader) {
    const image = {
      bytes: picture,
      width: 40,
      height: 30,
      sha256OfOriginal: createHash('sha256').update(randomUUID()).digest('hex'),
    };
    return [() => addProof(tx, context, { accountId, userId: actorId }, image)];
  }
  const login = String(70_000_000 + random.whole(1, Math.ceil(LIVES / 3)));
  const credentials = {
    accountNumber: login,
    password: 'Mt5#chaos',
    server: random.pick(['One', 'one', 'Two']) ?? 'One',
  };
  const stages: readonly Stage[] = ['phase1', 'phase2', 'live'];
  const stage = random.pick(stages) ?? 'phase2';
  return [
    () => judgePayment(tx, context, act, { verdict: 'verified', reason: null }),
    () => judgePayment(tx, context, act, { verdict: 'verified', reason: null }),
    () => judgePayment(tx, context, act, { verdict: 'failed', reason: 'Not readable' }),
    () => assignCredentials(tx, context, { ...act, credentials }),
    () => assignCredentials(tx, context, { ...act, credentials }),
    () => setStage(tx, context, act, { stage, restart: random.next() < 0.3 }),
    () => markFailed(tx, context, act, null),
    () =>
      overrideAccount(tx, context, act, { status: random.pick(['active', 'inactive', 'failed'] as const) }),
    () => overrideAccount(tx, context, act, { balance: cents(random.whole(1, 9_000_000)) }),
    () => undoLastChange(tx, context, act),
    ...(random.next() < 0.1 ? [() => deleteAccount(tx, context, act)] : []),
  ];
};

const doOne = async (actor: Actor, life: Life): Promise<void> => {
  const result = await transact(world.context.db, async (tx) => {
    const deed = actor.random.pick<() => Promise<object | null>>(deedsOf(actor, life, tx));
    return deed?.() ?? null;
  });
  if (result instanceof Refusal) return;
  const isRepeat = result !== null && 'outcome' in result && result.outcome === 'unchanged';
  if (!isRepeat) life.changes += 1;
};

const act = async (actor: Actor, life: Life): Promise<void> => {
  for (let count = 0; count < DEEDS_EACH; count += 1) {
    if (actor.random.next() < 0.3) await sleep(actor.random.whole(0, 3));
    await doOne(actor, life).catch((error: unknown) => faults.push(`${life.accountId}: ${String(error)}`));
  }
};

const live = async (number: number, traders: readonly string[]): Promise<void> => {
  const traderId = traders[number % traders.length] ?? '';
  const random = seeded(SEED).fork(`life ${number}`);
  const order = { userId: traderId, packageId, timeZone: 'UTC' };
  const accountId = await transact(world.context.db, (tx) => createPurchase(tx, world.context, order));
  if (accountId instanceof Refusal) return void faults.push(`purchase: ${accountId.code}`);
  const life: Life = { accountId, changes: 0 };
  lives.push(life);
  const [one = '', two = ''] = admins;
  await Promise.all([
    act({ id: traderId, isTrader: true, random: random.fork('trader') }, life),
    act({ id: one, isTrader: false, random: random.fork('one') }, life),
    act({ id: two, isTrader: false, random: random.fork('two') }, life),
  ]);
};

beforeAll(async () => {
  world = await createWorld({ ROLES: 'web', RATE_SCALE: '1000000' });
  admins.push(...(await insertPeople(2, 'admin')));
  packageId = (await world.call('GET /account-packages')).body[0]?._id ?? '';
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#204060' } })
    .webp()
    .toBuffer();
});
afterAll(() => world.close());

it(
  'leaves reachable states alone, one line and its mails for each change',
  async () => {
    console.log(`CHAOS_SEED=${SEED}, ${LIVES} lives of 3 actors with ${DEEDS_EACH} deeds each`);
    const traders = await insertPeople(Math.ceil(LIVES / 4), 'user');
    let next = 0;
    const lane = async () => {
      while (next < LIVES) {
        next += 1;
        await live(next - 1, traders);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    expect(await checkAccounts(world.context.db, faults, null)).toBe(LIVES);
    const counts = await world.context.db
      .selectFrom('account_events')
      .select(['account_id', (eb) => eb.fn.countAll<number>().as('n')])
      .groupBy('account_id')
      .execute();
    const lines = new Map(counts.map((row) => [row.account_id, row.n]));
    for (const { accountId, changes } of lives) {
      if (lines.get(accountId) !== changes + 1)
        faults.push(`${accountId}: ${changes} changes, ${lines.get(accountId)} lines`);
    }
    const { checked, fault } = await verifyAudit(world.context.db);
    const changes = lives.reduce((sum, life) => sum + life.changes, 0);
    const states = await world.context.db
      .selectFrom('accounts')
      .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
      .groupBy('status')
      .execute();
    console.log(
      `${changes} changes, ${checked} lines in the chain; ${states.map((row) => `${row.n} ${row.status}`).join(', ')}`,
    );
    expect(faults, `CHAOS_SEED=${SEED}`).toEqual([]);
    expect(fault).toBeNull();
    expect(changes).toBeGreaterThan(LIVES * 3);
    expect(states.length).toBeGreaterThan(2);
  },
  60_000 + LIVES * 200,
);
