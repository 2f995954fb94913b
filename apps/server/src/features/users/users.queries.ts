import type { USER_SORTS, USER_STATES, userFilter } from '@firmament/contract';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db, Schema, Tx, UserRow } from '../../db/schema.ts';
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

/** A user with the number of accounts that are not deleted. */
export type UserWithAccounts = UserRow & { accounts: number };

export type UserFilter = z.output<typeof userFilter>;
export type UserSort = (typeof USER_SORTS)[number];

const accountsOf = (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('accounts.user_id', '=', 'users.id')
    .where('accounts.deleted_at', 'is', null)
    .$asScalar()
    .$notNull();

const withAccounts = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .selectAll('users')
    .select((eb) => accountsOf(eb).as('accounts'));

const STATES: Readonly<Record<(typeof USER_STATES)[number], RawBuilder<boolean>>> = {
  enabled: sql<boolean>`(users.disabled_at is null and users.closed_at is null and users.email_verified_at is not null)`,
  unverified: sql<boolean>`(users.email_verified_at is null and users.closed_at is null)`,
  disabled: sql<boolean>`(users.disabled_at is not null and users.closed_at is null)`,
  closed: sql<boolean>`users.closed_at is not null`,
};

/** What a filter asks of a user. */
export const userCondition = ({ search, role, state }: UserFilter): RawBuilder<boolean> => {
  const conditions: RawBuilder<boolean>[] = [];
  const text = search?.trim();
  if (text) {
    const pattern = likePattern(text);
    conditions.push(sql<boolean>`(users.name ilike ${pattern} or users.email ilike ${pattern})`);
  }
  if (role) conditions.push(sql<boolean>`users.role = ${role}`);
  if (state) conditions.push(STATES[state]);
  return all(conditions);
};

/** What each sort of the list compares; each has an index. */
export const USER_SORT_KEYS: Readonly<Record<UserSort, SortKey>> = {
  created: { expression: sql`users.created_at`, kind: 'moment' },
  name: { expression: sql`lower(users.name)`, kind: 'text' },
  email: { expression: sql`users.email_key`, kind: 'text' },
};

const userId = sql`users.id`;

type UserPage = ListOrder<UserSort> & {
  condition: RawBuilder<boolean>;
  limit: number;
  after: ListPosition | null;
};
/** A row of the list, and what the list was sorted by. */
export type ListedUser = UserWithAccounts & { sort_value: unknown };

/** The query of at most `limit` users in the asked order, after a position. */
export const usersPage = (db: Db, page: UserPage) => {
  const key = USER_SORT_KEYS[page.sort];
  const direction = page.descending ? 'desc' : 'asc';
  let query = withAccounts(db)
    .where(page.condition)
    .select(sql<unknown>`${key.expression}`.as('sort_value'))
    .orderBy(key.expression, direction)
    .orderBy('users.id', direction)
    .limit(page.limit);
  if (page.after) query = query.where(pageAfter(key, userId, page.after, page.descending));
  return query;
};

/** At most `limit` users in the asked order, after a position. */
export const pageOfUsers = (db: Db, page: UserPage): Promise<ListedUser[]> => usersPage(db, page).execute();

/** The ids of all users that meet a condition, in the asked order. */
export const idsOfUsers = async (
  db: Db,
  condition: RawBuilder<boolean>,
  { sort, descending }: ListOrder<UserSort>,
): Promise<string[]> => {
  const direction = descending ? 'desc' : 'asc';
  const rows = await db
    .selectFrom('users')
    .where(condition)
    .select('users.id')
    .orderBy(USER_SORT_KEYS[sort].expression, direction)
    .orderBy('users.id', direction)
    .execute();
  return rows.map(({ id }) => id);
};

/** These users, in any order. */
export const usersById = (db: Db, ids: readonly string[]): Promise<UserWithAccounts[]> =>
  withAccounts(db)
    .where('users.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();

/** How many users meet each condition. */
export const countUsers = <Name extends string>(
  db: Db | Tx,
  conditions: Readonly<Record<Name, RawBuilder<boolean>>>,
): Promise<Record<Name, number>> =>
  countConditions(conditions, (counts) => db.selectFrom('users').select(counts).executeTakeFirstOrThrow());

/** How many users are in each built-in view of the list. */
export const countUserViews = (db: Db): Promise<Record<string, number>> =>
  countUsers(db, {
    all: all([]),
    admin: userCondition({ role: 'admin' }),
    unverified: STATES.unverified,
    disabled: STATES.disabled,
    closed: STATES.closed,
  });

/** The ids of all users that meet a condition, newest first. */
export const matchingUsers = (condition: RawBuilder<boolean>): RawBuilder<{ id: string }> => sql`
  select users.id from users where ${condition} order by users.created_at desc, users.id desc`;

/** The names and addresses of users. */
export const ownersOfUsers = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...user }) => [id, { ...user, detail: null }]));
};

/** One user, or undefined. */
export const userWithAccounts = async (db: Db | Tx, id: string): Promise<UserWithAccounts | undefined> =>
  isUuid(id) ? withAccounts(db).where('users.id', '=', id).executeTakeFirst() : undefined;

const isAdmin = (row: UserRow): boolean =>
  row.role === 'admin' &&
  row.email_verified_at !== null &&
  row.disabled_at === null &&
  row.closed_at === null;

/**
 * Locks a user together with all who can administer, always in the same order: two who take each other's role wait for each
 * other here, and the second one sees what the first one did.
 */
export const lockUserAndAdmins = async (
  tx: Tx,
  id: string,
): Promise<{ user: UserRow | undefined; admins: UserRow[] }> => {
  const rows = await tx
    .selectFrom('users')
    .selectAll()
    .where((eb) => (isUuid(id) ? eb.or([eb('role', '=', 'admin'), eb('id', '=', id)]) : eb.lit(false)))
    .orderBy('id')
    .forUpdate()
    .execute();
  return { user: rows.find((row) => row.id === id.toLowerCase()), admins: rows.filter(isAdmin) };
};
