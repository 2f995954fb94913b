import type { ACCOUNT_SORTS, accountFilter } from '@firmament/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { AccountRow, Db, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  all,
  countConditions,
  type ListOrder,
  type ListPosition,
  likePattern,
  pageAfter,
  type SortKey,
} from '../../platform/list-page.ts';
import { type Queue, queueConditions, type ReminderTimes } from './accounts.queues.ts';

export type AccountFilter = z.output<typeof accountFilter>;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export type OwnedAccount = AccountRow & { user_name: string; user_email: string };

const owned = (db: Db | Tx) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('accounts.deleted_at', 'is', null);

/** What a filter asks, over `accounts` joined with `users`; deleted accounts are left out elsewhere. */
export const accountCondition = (filter: AccountFilter, times: ReminderTimes): RawBuilder<boolean> => {
  const conditions: RawBuilder<boolean>[] = [];
  const search = filter.search?.trim();
  if (search) {
    const pattern = likePattern(search);
    conditions.push(
      sql<boolean>`(users.name ilike ${pattern} or users.email ilike ${pattern} or accounts.account_number ilike ${pattern})`,
    );
  }
  if (filter.status) conditions.push(sql<boolean>`accounts.status = ${filter.status}`);
  if (filter.paymentStatus) conditions.push(sql<boolean>`accounts.payment_status = ${filter.paymentStatus}`);
  if (filter.stage) conditions.push(sql<boolean>`accounts.stage = ${filter.stage}`);
  if (filter.queue) conditions.push(queueConditions(times)[filter.queue]);
  if (filter.userId !== undefined) {
    conditions.push(
      isUuid(filter.userId) ? sql<boolean>`accounts.user_id = ${filter.userId}::uuid` : sql<boolean>`false`,
    );
  }
  return all(conditions);
};

/** What each sort of the list compares; each has an index. */
export const ACCOUNT_SORT_KEYS: Readonly<Record<AccountSort, SortKey>> = {
  created: { expression: sql`accounts.created_at`, kind: 'moment' },
  user: { expression: sql`lower(users.name)`, kind: 'text' },
  tier: { expression: sql`accounts.account_size_cents`, kind: 'number' },
  balance: { expression: sql`accounts.balance_cents`, kind: 'number' },
  equity: { expression: sql`accounts.equity_cents`, kind: 'number' },
  status: { expression: sql`accounts.status`, kind: 'text' },
  payment: { expression: sql`accounts.payment_status`, kind: 'text' },
  stage: { expression: sql`accounts.stage`, kind: 'text' },
  mt5: { expression: sql`coalesce(accounts.account_number, '')`, kind: 'text' },
};

const accountId = sql`accounts.id`;

type AccountPage = ListOrder<AccountSort> & {
  condition: RawBuilder<boolean>;
  limit: number;
  after: ListPosition | null;
};
/** A row of the list, and what the list was sorted by. */
export type ListedAccount = OwnedAccount & { sort_value: unknown };

/** The query of at most `limit` accounts in the asked order, after a position. */
export const accountsPage = (db: Db, page: AccountPage) => {
  const key = ACCOUNT_SORT_KEYS[page.sort];
  const direction = page.descending ? 'desc' : 'asc';
  let query = owned(db)
    .where(page.condition)
    .selectAll('accounts')
    .select(['users.name as user_name', 'users.email as user_email'])
    .select(sql<unknown>`${key.expression}`.as('sort_value'))
    .orderBy(key.expression, direction)
    .orderBy('accounts.id', direction)
    .limit(page.limit);
  if (page.after) query = query.where(pageAfter(key, accountId, page.after, page.descending));
  return query;
};

/** At most `limit` accounts in the asked order, after a position. */
export const pageOfAccounts = (db: Db, page: AccountPage): Promise<ListedAccount[]> =>
  accountsPage(db, page).execute();

/** The ids of all accounts that meet a condition, in the asked order. */
export const idsOfAccounts = async (
  db: Db,
  condition: RawBuilder<boolean>,
  { sort, descending }: ListOrder<AccountSort>,
): Promise<string[]> => {
  const direction = descending ? 'desc' : 'asc';
  const rows = await owned(db)
    .where(condition)
    .select('accounts.id')
    .orderBy(ACCOUNT_SORT_KEYS[sort].expression, direction)
    .orderBy('accounts.id', direction)
    .execute();
  return rows.map(({ id }) => id);
};

/** These accounts, in any order; deleted ones are left out. */
export const accountsById = (db: Db, ids: readonly string[]): Promise<OwnedAccount[]> =>
  owned(db)
    .where('accounts.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .selectAll('accounts')
    .select(['users.name as user_name', 'users.email as user_email'])
    .execute();

/** How many accounts meet each condition. */
export const countAccounts = <Name extends string>(
  db: Db | Tx,
  conditions: Readonly<Record<Name, RawBuilder<boolean>>>,
): Promise<Record<Name, number>> =>
  countConditions(conditions, (counts) => owned(db).select(counts).executeTakeFirstOrThrow());

/** How many accounts are in each built-in view of the list. */
export const countAccountViews = (db: Db, times: ReminderTimes): Promise<Record<string, number>> =>
  countAccounts(db, { all: all([]), ...queueConditions(times) });

/** The ids of all accounts that meet a condition, newest first. */
export const matchingAccounts = (condition: RawBuilder<boolean>): RawBuilder<{ id: string }> => sql`
  select accounts.id from accounts join users on users.id = accounts.user_id
  where accounts.deleted_at is null and ${condition}
  order by accounts.created_at desc, accounts.id desc`;

/** Whose accounts are, deleted ones too. */
export const ownersOfAccounts = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.id', 'accounts.account_number as detail', 'users.name', 'users.email'])
    .where('accounts.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
};

/** One account with its owner, or undefined. */
export const ownedAccount = async (db: Db | Tx, id: string): Promise<OwnedAccount | undefined> =>
  isUuid(id)
    ? owned(db)
        .selectAll('accounts')
        .select(['users.name as user_name', 'users.email as user_email'])
        .where('accounts.id', '=', id)
        .executeTakeFirst()
    : undefined;

export type ListedProof = {
  id: string;
  account_id: string;
  width: number;
  height: number;
  created_at: Date;
};

/** The proofs of accounts, newest first. */
export const proofsOf = async (db: Db | Tx, accountIds: readonly string[]): Promise<ListedProof[]> =>
  accountIds.length === 0
    ? []
    : db
        .selectFrom('proofs')
        .select(['id', 'account_id', 'width', 'height', 'created_at'])
        .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();

/** Another account that carries the picture of a proof. */
export type DuplicateProof = {
  proof_id: string;
  account_id: string;
  user_name: string;
  created_at: Date;
  deleted_at: Date | null;
};

/** The other accounts that carry the same pictures as the proofs of these accounts, each once a proof, the oldest first. */
export const duplicatesOf = async (db: Db | Tx, accountIds: readonly string[]): Promise<DuplicateProof[]> =>
  accountIds.length === 0
    ? []
    : db
        .selectFrom('proofs')
        .innerJoin('proofs as others', (join) =>
          join
            .onRef('others.sha256', '=', 'proofs.sha256')
            .onRef('others.account_id', '!=', 'proofs.account_id'),
        )
        .innerJoin('accounts', 'accounts.id', 'others.account_id')
        .innerJoin('users', 'users.id', 'accounts.user_id')
        .where('proofs.account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
        .select(({ fn }) => [
          'proofs.id as proof_id',
          'others.account_id',
          'users.name as user_name',
          'accounts.deleted_at',
          fn.min('others.created_at').as('created_at'),
        ])
        .groupBy(['proofs.id', 'others.account_id', 'users.name', 'accounts.deleted_at'])
        .orderBy('created_at')
        .orderBy('others.account_id')
        .execute();

/** The history of an account, newest first. */
export const eventsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('account_events')
    .leftJoin('users', 'users.id', 'account_events.actor_id')
    .select([
      'account_events.id',
      'account_events.at',
      'account_events.event',
      'account_events.by',
      'account_events.actor_id',
      'account_events.before',
      'account_events.after',
      'account_events.note',
      'account_events.version',
      'users.name as actor_name',
    ])
    .where('account_id', '=', accountId)
    .orderBy('account_events.id', 'desc')
    .limit(1000)
    .execute();

/** The mails about an account, without what they say. */
export const mailsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('mails')
    .select([
      'id',
      'template',
      'state',
      'recipient_email',
      'created_at',
      'sent_at',
      'last_error',
      'dismissed_at',
    ])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();

/** How many accounts stand in each queue. */
export const countQueues = (db: Db, times: ReminderTimes): Promise<Record<Queue, number>> =>
  countAccounts(db, queueConditions(times));

/** Mails that did not arrive, or may not have, and were neither sent again nor dismissed. */
const countOpenMails = (state: 'failed' | 'unknown') =>
  sql<number>`(select count(*) from mails where state in ('failed', 'unknown') and dismissed_at is null and state = ${state})`;

/** Counts of the overview that are not about accounts. */
export const countOthers = async (db: Db) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('users')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .where('closed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('users'),
      countOpenMails('failed').as('failedMails'),
      countOpenMails('unknown').as('doubtfulMails'),
    ])
    .executeTakeFirstOrThrow();
