import type { Context } from './context.ts';

const FACT = 'secret_key';

/**
 * Warns where the secret key is not the one with which this database was written: passwords, sessions and credentials of
 * other processes cannot be read then. A key that was replaced in order (SECRET_KEY_PREVIOUS) is noted as the new one.
 */
export const checkSecretKey = async ({ db, keys, log }: Context): Promise<void> => {
  const { current, all } = keys['session-token'];
  const value = JSON.stringify({ id: current.id });
  await db
    .insertInto('facts')
    .values({ key: FACT, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { value: known } = await db
    .selectFrom('facts')
    .select('value')
    .where('key', '=', FACT)
    .executeTakeFirstOrThrow();
  const knownId = typeof known === 'object' && known !== null && 'id' in known ? known.id : null;
  if (knownId === current.id) return;
  if (all.some((key) => key.id === knownId)) {
    await db.updateTable('facts').set({ value }).where('key', '=', FACT).execute();
    return;
  }
  log.error(
    'SECRET_KEY is not the key with which this database was written: passwords, sessions and MT5 credentials cannot be read. Set the same SECRET_KEY for all processes, or the old one as SECRET_KEY_PREVIOUS.',
  );
};
