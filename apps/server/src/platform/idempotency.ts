import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { KeyRing } from '../secrets/keys.ts';
import { type Refusal, refuse } from './refusal.ts';
import { isWaitTimeout } from './transactions.ts';

export const KEY_LIFE_MILLISECONDS = 86_400_000;
/** How long a call waits for the answer of another one with the same key. */
const WAIT_MILLISECONDS = 10_000;

/** Another process held the key until the statement was given up; the transaction did nothing yet. */
class KeyHeldError extends Error {
  override name = 'KeyHeldError';
}

export type Key = { userId: string; route: string; key: string; fingerprint: string };
export type StoredAnswer = { status: number; response: Record<string, unknown> };

/**
 * Fingerprint of what a call asks: its path parameters, its parsed body and its files. Keyed, because a body may hold a
 * password and the fingerprint lies in the database.
 */
export const fingerprintOf = (ring: KeyRing, parts: unknown, files: Iterable<Uint8Array>): string => {
  const hash = createHmac('sha256', ring.current.bytes).update(JSON.stringify(parts) ?? '');
  for (const bytes of files) hash.update('\u0000').update(bytes);
  return hash.digest('hex');
};

const read = (db: Db | Tx, { userId, route, key }: Key) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'response', 'created_at'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();

/** The answer already given for a key, a refusal when the key belongs to another request, or null. */
export const storedAnswer = async (
  context: Context,
  db: Db | Tx,
  key: Key,
): Promise<StoredAnswer | Refusal<'idempotency_key_reused'> | null> => {
  const row = await read(db, key);
  if (!row || row.created_at.getTime() + KEY_LIFE_MILLISECONDS <= context.clock.now().getTime()) return null;
  if (row.fingerprint !== key.fingerprint) return refuse('idempotency_key_reused');
  return { status: row.status, response: row.response };
};

const perContext = new WeakMap<Context, Map<string, Promise<unknown>>>();
const turnsOf = (context: Context): Map<string, Promise<unknown>> => {
  const turns = perContext.get(context) ?? new Map<string, Promise<unknown>>();
  perContext.set(context, turns);
  return turns;
};

/** Waits for a promise that never rejects, at most so many milliseconds. */
const waitFor = async (promise: Promise<unknown>, milliseconds: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    promise,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    }),
  ]);
  clearTimeout(timer);
};

const stillRunning = () => refuse('idempotency_key_running', { retryAfterSeconds: 1 });

/**
 * Lets the calls of one key, in this process, go one after the other: the next one finds the answer of the first, so that it
 * neither repeats slow work nor counts against a limit. `claimKey` does the same between processes.
 */
export const inTurn = async <T>(
  context: Context,
  key: Key,
  work: () => Promise<T>,
): Promise<T | Refusal<'idempotency_key_running'>> => {
  const turns = turnsOf(context);
  const name = JSON.stringify([key.userId, key.route, key.key]);
  const end = performance.now() + WAIT_MILLISECONDS;
  for (let earlier = turns.get(name); earlier; earlier = turns.get(name)) {
    if (performance.now() >= end) return stillRunning();
    await waitFor(earlier, end - performance.now());
  }
  const own = work();
  turns.set(
    name,
    own.catch(() => undefined),
  );
  try {
    return await own;
  } finally {
    turns.delete(name);
  }
};

/** Repeats a transaction that begins with `claimKey` while another process holds the key, for 10 s. */
export const untilClaimed = async <T>(
  transaction: () => Promise<T>,
): Promise<T | Refusal<'idempotency_key_running'>> => {
  const end = performance.now() + WAIT_MILLISECONDS - 500;
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof KeyHeldError)) throw error;
      if (performance.now() >= end) return stillRunning();
    }
  }
};

/**
 * Takes the key for the running transaction, as its first statement. A call with the same key waits here until the other one
 * commits or rolls back, because both insert the same row. False: the other one committed, its answer is stored.
 *
 * @throws {KeyHeldError} when the wait took too long, see `untilClaimed`
 */
export const claimKey = async (context: Context, tx: Tx, key: Key): Promise<boolean> => {
  try {
    return await insertKey(context, tx, key);
  } catch (error) {
    throw isWaitTimeout(error) ? new KeyHeldError() : error;
  }
};

const insertKey = async (context: Context, tx: Tx, key: Key): Promise<boolean> => {
  const now = context.clock.now();
  const row = await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: key.userId,
      route: key.route,
      key: key.key,
      fingerprint: key.fingerprint,
      status: 0,
      response: '{}',
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ fingerprint: key.fingerprint, status: 0, response: '{}', created_at: now })
        .where('idempotency_keys.created_at', '<=', new Date(now.getTime() - KEY_LIFE_MILLISECONDS)),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
};

/** Keeps the answer with the key; committed together with what the call did. */
export const storeAnswer = async (tx: Tx, key: Key, answer: StoredAnswer): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: answer.status, response: JSON.stringify(answer.response) })
    .where('user_id', '=', key.userId)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .execute();
};
