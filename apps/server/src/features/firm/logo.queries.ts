import type { Db, FirmLogoRow, Tx } from '../../db/schema.ts';

/** The logos that are there, by what they are made for. */
export const storedLogos = (db: Db | Tx): Promise<FirmLogoRow[]> =>
  db.selectFrom('firm_logos').selectAll().execute();

/** Puts a logo in place of the one before, if there was one. */
export const upsertLogo = async (tx: Tx, { scheme, ...logo }: FirmLogoRow): Promise<void> => {
  await tx
    .insertInto('firm_logos')
    .values({ scheme, ...logo })
    .onConflict((conflict) => conflict.column('scheme').doUpdateSet(logo))
    .execute();
};

/** Removes a logo; false when there is none. */
export const deleteLogo = async (tx: Tx, scheme: FirmLogoRow['scheme']): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('firm_logos')
    .where('scheme', '=', scheme)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
