import type { Db, SessionRow, Tx, UserRow } from '../../db/schema.ts';

/** The address that waits for its code, or null. */
export const pendingEmail = async (db: Db | Tx, userId: string, now: Date): Promise<string | null> => {
  const row = await db
    .selectFrom('email_codes')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.email ?? null;
};

/** The sessions that still sign in, the last used first. `idleSince`: those not seen after it have ended. */
export const openSessions = (
  db: Db | Tx,
  userId: string,
  now: Date,
  idleSince: Date,
): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>=', idleSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

/** Writes columns of a user; the version grows by one. */
export const updateUser = (
  tx: Tx,
  id: string,
  columns: { name?: string; time_zone?: string | null; email?: string; email_key?: string; updated_at: Date },
): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sets a new password where the old one is still the one that was checked. */
export const replacePassword = async (
  tx: Tx,
  id: string,
  change: { oldHash: string; newHash: string; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: change.newHash, updated_at: change.now })
    .where('id', '=', id)
    .where('password_hash', '=', change.oldHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The own accounts with all that is kept of them, without the encrypted password. */
export const ownAccounts = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('accounts')
    .select([
      'id',
      'challenge_type',
      'account_size_cents',
      'original_price_cents',
      'price_cents',
      'phases',
      'time_zone',
      'status',
      'payment_status',
      'stage',
      'initial_balance_cents',
      'balance_cents',
      'equity_cents',
      'balance_start_date',
      'account_number',
      'server',
      'failed_at',
      'failure_reason',
      'rejection_reason',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The history of the own accounts, oldest first. */
export const ownEvents = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('account_events')
    .innerJoin('accounts', 'accounts.id', 'account_events.account_id')
    .select([
      'account_events.account_id',
      'account_events.at',
      'account_events.event',
      'account_events.by',
      'account_events.note',
    ])
    .where('accounts.user_id', '=', userId)
    .where('accounts.deleted_at', 'is', null)
    .orderBy('account_events.id')
    .execute();
