import type { Updateable } from 'kysely';
import type { AccountRow, Db, PaymentRow, Schema, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

/** Columns of an account to be set beside those that an event sets. */
export type AccountPatch = Updateable<Schema['accounts']>;

/** One account that is not deleted, locked until the transaction ends; with `ownerId` only its owner's. */
export const lockAccount = async (tx: Tx, id: string, ownerId?: string): Promise<AccountRow | undefined> => {
  if (!isUuid(id)) return undefined;
  let query = tx.selectFrom('accounts').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  if (ownerId !== undefined) query = query.where('user_id', '=', ownerId);
  return query.forUpdate().executeTakeFirst();
};

/** Who changed an account last, and when; undefined where no event is recorded. */
export const lastChange = (
  db: Db | Tx,
  accountId: string,
): Promise<{ at: Date; name: string | null } | undefined> =>
  db
    .selectFrom('account_events')
    .leftJoin('users', 'users.id', 'account_events.actor_id')
    .select(['account_events.at', 'users.name'])
    .where('account_id', '=', accountId)
    .orderBy('account_events.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The last line of history that changed the account, with what an undo of it puts back. */
export const lastVersion = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('account_events')
    .select(['at', 'actor_id', 'version', 'undo'])
    .where('account_id', '=', accountId)
    .where('version', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores a change of a locked account, raises its version and returns the row after it. */
export const updateAccount = (tx: Tx, row: AccountRow, patch: AccountPatch, now: Date): Promise<AccountRow> =>
  tx
    .updateTable('accounts')
    .set({ ...patch, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The newest payment of an account, or undefined. */
export const newestPayment = (db: Db | Tx, accountId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
