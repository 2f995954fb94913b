import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';

/** `content` is null where the firm follows the defaults. */
export type StoredContent = { content: Record<string, unknown> | null; version: number };

/** All parts that were ever saved, by their name. */
export const storedContent = async (db: Db): Promise<ReadonlyMap<string, StoredContent>> => {
  const rows = await db.selectFrom('firm_content').select(['section', 'content', 'version']).execute();
  return new Map(rows.map(({ section, ...stored }) => [section, stored]));
};

/** Makes the part's row where there is none yet, and locks it until the transaction ends. */
export const lockContent = async (
  tx: Tx,
  section: string,
  now: Date,
): Promise<StoredContent & { updated_at: Date }> => {
  await tx
    .insertInto('firm_content')
    .values({ section, updated_at: now })
    .onConflict((conflict) => conflict.column('section').doNothing())
    .execute();
  return tx
    .selectFrom('firm_content')
    .select(['content', 'version', 'updated_at'])
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

export const updateContent = async (
  tx: Tx,
  section: string,
  { content, version }: StoredContent,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('firm_content')
    .set({ content: content && JSON.stringify(content), version, updated_at: now })
    .where('section', '=', section)
    .execute();
};

/** Makes a picture's row, or begins its life anew where the same was uploaded before. */
export const insertPicture = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .insertInto('firm_pictures')
    .values({ id, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: now }))
    .execute();
};

export const isPicture = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('firm_pictures').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

// One parameter, however many there are.
const among = (ids: readonly string[]) => sql<string>`any(${[...ids]}::text[])`;

/** How many of these pictures are there. */
export const knownPictures = async (tx: Tx, ids: readonly string[]): Promise<number> =>
  (await tx.selectFrom('firm_pictures').select('id').where('id', '=', among(ids)).execute()).length;

/** Forgets pictures but these and the newer ones; their files go with the next sweep. */
export const deletePicturesBut = async (tx: Tx, ids: readonly string[], before: Date): Promise<void> => {
  await tx
    .deleteFrom('firm_pictures')
    .where('created_at', '<', before)
    .where((eb) => eb.not(eb('id', '=', among(ids))))
    .execute();
};
