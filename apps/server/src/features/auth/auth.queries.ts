import { sql } from 'kysely';
import type { Db, Tx, UserRow } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';
import { SECRET_MAILS } from '../../platform/mails.ts';

/** Most registrations of one address that a sign-in looks at. */
const MOST_CANDIDATES = 25;

/** One user by id, closed ones included. */
export const findUser = async (db: Db | Tx, id: string): Promise<UserRow | undefined> =>
  isUuid(id) ? db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst() : undefined;

/** The same, locked until the transaction ends. */
export const lockUser = async (tx: Tx, id: string): Promise<UserRow | undefined> =>
  isUuid(id)
    ? tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;

/**
 * Makes all who decide about one address (`emailKey`) wait for each other until the transaction ends.
 * Taken before any row of a user, so that nobody waits in a circle.
 */
export const lockAddress = async (tx: Tx, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address|${key}`}, 0))`.execute(tx);
};

/** Whether a verified user holds the address; `exceptId` is not asked. */
export const isAddressTaken = async (db: Db | Tx, key: string, exceptId?: string): Promise<boolean> => {
  let query = db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .where('email_verified_at', 'is not', null)
    .where('closed_at', 'is', null);
  if (exceptId) query = query.where('id', '!=', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
};

/** The registrations of an address, the verified one first, then the newest. */
export const candidatesOf = (db: Db | Tx, key: string): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', key)
    .where('closed_at', 'is', null)
    .orderBy((eb) => eb('email_verified_at', 'is not', null), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_CANDIDATES)
    .execute();

/** Takes back the waiting mails of users with these templates; what they hold is wiped. */
export const cancelMailsTo = async (
  tx: Tx,
  userIds: string[],
  templates: readonly (typeof SECRET_MAILS)[number][],
): Promise<void> => {
  if (userIds.length === 0) return;
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled', payload: '{}' })
    .where('recipient_id', 'in', userIds)
    .where('template', 'in', templates)
    .where('state', '=', 'queued')
    .execute();
};

/**
 * Sends what still waits for a user to another address: also what was tried at the old one in vain. Notices about the
 * sign-in stay with the address that they were written to, and what opens something is not carried on.
 */
export const redirectMails = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx
    .updateTable('mails')
    .set({ recipient_email: email })
    .where('recipient_id', '=', userId)
    .where('state', '=', 'queued')
    .where('template', 'not in', ['security_notice', ...SECRET_MAILS])
    .execute();
};

/**
 * Removes the unverified registrations of an address whose owner is now known, with their sessions and codes.
 * Call it under `lockAddress`.
 */
export const removeOtherRegistrations = async (tx: Tx, key: string, ownerId: string): Promise<void> => {
  const others = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .where('id', '!=', ownerId)
    .where('email_verified_at', 'is', null)
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.user_id', '=', 'users.id'))),
    )
    .execute();
  const ids = others.map((row) => row.id);
  if (ids.length === 0) return;
  await cancelMailsTo(tx, ids, ['verification_code', 'password_reset']);
  await tx.deleteFrom('users').where('id', 'in', ids).execute();
};

/** Inserts a user whose fields were checked. */
export const insertUser = (
  tx: Tx,
  user: {
    id: string;
    name: string;
    email: string;
    emailKey: string;
    passwordHash: string;
    role: 'user' | 'admin';
    verifiedAt: Date | null;
    now: Date;
  },
): Promise<UserRow> =>
  tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: user.emailKey,
      name: user.name,
      password_hash: user.passwordHash,
      role: user.role,
      email_verified_at: user.verifiedAt,
      created_at: user.now,
      updated_at: user.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether somebody can administer: verified, neither disabled nor closed. */
export const hasAdmin = async (db: Db | Tx): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Ends the reset links of a user that are still good. */
export const endResetLinks = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('password_resets')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
};

/** Ends the codes of a user that are still good: of one purpose, or all. */
export const endCodes = async (
  tx: Tx,
  userId: string,
  now: Date,
  purpose?: 'verify_email' | 'change_email',
): Promise<void> => {
  let query = tx
    .updateTable('email_codes')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
  if (purpose) query = query.where('purpose', '=', purpose);
  await query.execute();
};
