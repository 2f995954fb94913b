import { randomUUID } from 'node:crypto';
import { type ErrorCode, errors, messages, type RouteKey } from '@firmament/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';
import { fingerprintOf } from './idempotency.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Call } from './serve.ts';
import { isTransient, transact } from './transactions.ts';

/** One call works until it has done so many rows or taken so long; a repeated one goes on. */
const ROWS_A_CALL = 200;
const MILLISECONDS_A_CALL = 2_000;
/** Failures that an answer lists. */
const MOST_FAILURES = 1_000;

/** Whom a bulk change reaches, as the contract has it. */
export type BulkSelection<Filter> =
  | { ids: string[] }
  | { matching: Filter; expected: number }
  | { failedOf: string };

export type BulkOutcome = 'changed' | 'unchanged';
type Whole = 'selection_changed' | 'bulk_not_found';

export type BulkKind<Filter> = {
  route: RouteKey;
  /** What the rows are called: 'accounts'. */
  rows: string;
  /** A query of the ids that match a filter, in the order of the list, in a column `id`. */
  matching: (filter: Filter) => RawBuilder<{ id: string }>;
  /** The change of one row: the very command of the single call, in a transaction of its own. */
  act: (tx: Tx, id: string) => Promise<BulkOutcome | Refusal>;
  /** Whose the rows are, also the deleted ones. */
  owners: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, Owner>>;
};
export type Owner = { name: string; email: string; detail: string | null };

type BulkCall<Filter> = Pick<Call<RouteKey>, 'context' | 'request'> & {
  session: { userId: string };
  body: { selection: BulkSelection<Filter> };
};

const insertIds = (tx: Tx, bulkId: string, ids: RawBuilder<unknown>) =>
  sql<{ position: number }>`
    insert into bulk_items (bulk_id, position, subject_id)
    select ${bulkId}::uuid, row_number() over (), chosen.id from (${ids}) as chosen
    returning position`.execute(tx);

/** Writes down which rows the change is to reach; from here on it is the same rows, whatever happens to the list. */
const chooseRows = async <Filter>(
  tx: Tx,
  kind: BulkKind<Filter>,
  bulk: { id: string; userId: string },
  selection: BulkSelection<Filter>,
): Promise<null | Refusal<Whole>> => {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids.map((id) => id.toLowerCase()))];
    await insertIds(tx, bulk.id, sql`select unnest(${ids}::uuid[]) as id`);
    return null;
  }
  if ('matching' in selection) {
    const { rows } = await insertIds(tx, bulk.id, kind.matching(selection.matching));
    if (rows.length === selection.expected) return null;
    const count = rows.length.toLocaleString('en-US');
    const expected = selection.expected.toLocaleString('en-US');
    return refuse('selection_changed', {
      message: `${count} ${kind.rows} match now, not ${expected}. Please look at the list again.`,
    });
  }
  const { rows } = await insertIds(
    tx,
    bulk.id,
    sql`select items.subject_id as id from bulk_items as items
      join bulk_changes as earlier on earlier.id = items.bulk_id
      where items.bulk_id = ${selection.failedOf}::uuid and items.outcome = 'failed'
        and earlier.user_id = ${bulk.userId}::uuid and earlier.route = ${kind.route}
      order by items.position`,
  );
  return rows.length > 0 ? null : refuse('bulk_not_found');
};

type Begun = { id: string };

/** The bulk change of this caller, call and key: the one begun before, or a new one. */
const begin = async <Filter>(
  { context, session, request, body }: BulkCall<Filter>,
  kind: BulkKind<Filter>,
): Promise<Begun | Refusal<Whole | 'validation_failed' | 'idempotency_key_reused'>> => {
  const key = request.idempotencyKey;
  if (key === null) return refuse('validation_failed', { message: messages.bulkKeyRequired });
  const fingerprint = fingerprintOf(context.keys['request-fingerprint'], body, []);
  return transact(context.db, async (tx) => {
    const id = randomUUID();
    const made = await tx
      .insertInto('bulk_changes')
      .values({
        id,
        user_id: session.userId,
        route: kind.route,
        key,
        fingerprint,
        created_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'route', 'key']).doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 1n) {
      return (await chooseRows(tx, kind, { id, userId: session.userId }, body.selection)) ?? { id };
    }
    const earlier = await tx
      .selectFrom('bulk_changes')
      .select(['id', 'fingerprint'])
      .where('user_id', '=', session.userId)
      .where('route', '=', kind.route)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return earlier.fingerprint === fingerprint ? { id: earlier.id } : refuse('idempotency_key_reused');
  });
};

/** The next row that nobody works on, locked until the transaction ends. */
const nextRow = (tx: Tx, bulkId: string) =>
  tx
    .selectFrom('bulk_items')
    .select(['position', 'subject_id'])
    .where('bulk_id', '=', bulkId)
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

type Done = { outcome: BulkOutcome } | { outcome: 'failed'; code: string; reason: string };

const note = async (db: Db | Tx, bulkId: string, position: number, done: Done): Promise<void> => {
  await db
    .updateTable('bulk_items')
    .set(done)
    .where('bulk_id', '=', bulkId)
    .where('position', '=', position)
    .where('outcome', 'is', null)
    .execute();
};

const failureOf = (refusal: Refusal<ErrorCode>): Done => ({
  outcome: 'failed',
  code: refusal.code,
  reason: refusal.message ?? errors[refusal.code].message,
});

/** Changes one row: the change and the note that it is done are one transaction, so that neither is without the other. */
const workOnNext = async <Filter>(context: Context, kind: BulkKind<Filter>, bulkId: string) => {
  const at: { position: number | null } = { position: null };
  const attempt = () =>
    transact(context.db, async (tx) => {
      const row = await nextRow(tx, bulkId);
      if (!row) return false;
      at.position = row.position;
      const outcome = await kind.act(tx, row.subject_id);
      if (outcome instanceof Refusal) return outcome;
      await note(tx, bulkId, row.position, { outcome });
      return true;
    });
  let result: boolean | Refusal;
  try {
    result = await attempt();
  } catch (error) {
    if (at.position === null) throw error;
    if (!isTransient(error)) context.log.error({ err: error, bulk: bulkId, ...at }, 'a bulk row failed');
    result = refuse(isTransient(error) ? 'unavailable' : 'internal');
  }
  if (!(result instanceof Refusal)) return result;
  if (at.position !== null) await note(context.db, bulkId, at.position, failureOf(result));
  return true;
};

const countOutcomes = (db: Db, bulkId: string) =>
  db
    .selectFrom('bulk_items')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(outcome)`.as('done'),
      sql<number>`count(*) filter (where outcome = 'changed')`.as('changed'),
      sql<number>`count(*) filter (where outcome = 'unchanged')`.as('unchanged'),
      sql<number>`count(*) filter (where outcome = 'failed')`.as('failed'),
    ])
    .where('bulk_id', '=', bulkId)
    .executeTakeFirstOrThrow();

const NOBODY: Owner = { name: '', email: '', detail: null };

const listFailures = async <Filter>(db: Db, kind: BulkKind<Filter>, bulkId: string) => {
  const rows = await db
    .selectFrom('bulk_items')
    .select(['subject_id', 'code', 'reason'])
    .where('bulk_id', '=', bulkId)
    .where('outcome', '=', 'failed')
    .orderBy('position')
    .limit(MOST_FAILURES)
    .execute();
  const owners = await kind.owners(
    db,
    rows.map((row) => row.subject_id),
  );
  return rows.map(({ subject_id, code, reason }) => ({
    _id: subject_id,
    ...(owners.get(subject_id) ?? NOBODY),
    code: code ?? '',
    reason: reason ?? '',
  }));
};

/**
 * One call of a bulk change. The first one with its Idempotency-Key writes down which rows are meant; each one works on the
 * rows that are left, for a bounded time, and answers how far the change has come. So a call that is repeated, after a crash
 * or at the same time, goes on where the change stands: each row is changed once, with its history and mails.
 */
export const workOnBulk = async <Filter>(call: BulkCall<Filter>, kind: BulkKind<Filter>) => {
  const { context } = call;
  const bulk = await begin(call, kind);
  if (bulk instanceof Refusal) return bulk;
  const end = performance.now() + MILLISECONDS_A_CALL;
  for (let rows = 0; rows < ROWS_A_CALL && performance.now() < end; rows += 1) {
    if (!(await workOnNext(context, kind, bulk.id))) break;
  }
  context.wakeMailWorker();
  const counts = await countOutcomes(context.db, bulk.id);
  const finished = counts.done === counts.total;
  return {
    success: true as const,
    message: finished ? messages.bulkDone : messages.bulkRunning,
    bulk: {
      _id: bulk.id,
      ...counts,
      finished,
      failures: counts.failed > 0 ? await listFailures(context.db, kind, bulk.id) : [],
    },
  };
};
