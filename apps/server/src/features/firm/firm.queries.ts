import type { Db, Tx } from '../../db/schema.ts';

const ROW = 1;

export type StoredFirm = { settings: Record<string, unknown>; version: number };

/** The saved settings as the wire carries them, or undefined before the first save. */
export const storedFirm = (db: Db | Tx): Promise<StoredFirm | undefined> =>
  db.selectFrom('firm_settings').select(['settings', 'version']).where('id', '=', ROW).executeTakeFirst();

/** Makes the row where there is none yet, and locks it until the transaction ends. */
export const lockFirm = async (
  tx: Tx,
  defaults: Record<string, unknown>,
  now: Date,
): Promise<StoredFirm & { updated_at: Date }> => {
  await tx
    .insertInto('firm_settings')
    .values({ id: ROW, settings: JSON.stringify(defaults), updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return tx
    .selectFrom('firm_settings')
    .select(['settings', 'version', 'updated_at'])
    .where('id', '=', ROW)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

export const updateFirm = async (
  tx: Tx,
  settings: Record<string, unknown>,
  version: number,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('firm_settings')
    .set({ settings: JSON.stringify(settings), version, updated_at: now })
    .where('id', '=', ROW)
    .execute();
};

/** The sign-ins that the demo seed wrote down; undefined where there was no such seed. */
export const demoLoginsFact = async (db: Db): Promise<unknown> =>
  (await db.selectFrom('facts').select('value').where('key', '=', 'demo_logins').executeTakeFirst())?.value;
