import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../db/schema.ts';

/** The recovery codes of a user that were not used yet. */
export const unusedRecoveryCodes = (db: Db | Tx, userId: string): Promise<{ id: string; hash: string }[]> =>
  db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash as hash'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .orderBy('id')
    .execute();

/** How many recovery codes a user has left. */
export const countRecoveryCodes = async (db: Db | Tx, userId: string): Promise<number> =>
  (await unusedRecoveryCodes(db, userId)).length;

/** Uses a recovery code up; false when it was used or replaced meanwhile. */
export const takeRecoveryCode = async (
  tx: Tx,
  userId: string,
  codeId: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('id', '=', codeId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Uses a code of the app up, with all older ones; false when it was used, or the app was set up anew meanwhile. `stored` is the
 * sealed secret that the code was compared with, `sealed` what stands in its place from now on.
 */
export const takeStep = async (
  tx: Tx,
  userId: string,
  used: { step: number; stored: string; sealed: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ totp_step: used.step, totp_secret: used.sealed })
    .where('id', '=', userId)
    .where('two_factor_at', 'is not', null)
    .where('totp_secret', '=', used.stored)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', used.step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Replaces all recovery codes of a user. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  userId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash) => ({
    id: randomUUID(),
    user_id: userId,
    code_hash: hash,
    created_at: now,
  }));
  await tx.insertInto('recovery_codes').values(rows).execute();
};

/** Forgets the secret and the recovery codes of a user. */
export const turnOff = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('users')
    .set((eb) => ({
      two_factor_at: null,
      totp_secret: null,
      totp_step: null,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};
