import type { ExpressionBuilder } from 'kysely';
import type { Db, Schema, Tx, UserRow } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

/** A user with the number of accounts that are not deleted. */
export type UserWithAccounts = UserRow & { accounts: number };

export type UserFilter = { search?: string | undefined; role?: 'user' | 'admin' | undefined };
/** Where a page of the list ended: the last row's creation and id. */
export type Position = { createdAt: Date; id: string };

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

/** A text as LIKE takes it literally. */
const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

const matches = (eb: ExpressionBuilder<Schema, 'users'>, { search, role }: UserFilter) => {
  const conditions = [];
  if (role) conditions.push(eb('users.role', '=', role));
  const text = search?.trim();
  if (text) {
    conditions.push(
      eb.or([eb('users.name', 'ilike', likeText(text)), eb('users.email', 'ilike', likeText(text))]),
    );
  }
  return eb.and(conditions);
};

/** One page of the users, newest first, from `after` on. */
export const listUsers = (
  db: Db | Tx,
  filter: UserFilter,
  page: { limit: number; after: Position | null },
): Promise<UserWithAccounts[]> => {
  let query = withAccounts(db).where((eb) => matches(eb, filter));
  const { after } = page;
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('users.created_at', 'users.id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  }
  return query.orderBy('users.created_at', 'desc').orderBy('users.id', 'desc').limit(page.limit).execute();
};

export const countUsers = async (db: Db | Tx, filter: UserFilter): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  return row.count;
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
