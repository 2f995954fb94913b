import type { Db, Tx } from '../../db/schema.ts';

/** `content` is null where the firm follows the defaults. */
export type StoredContent = { content: Record<string, unknown> | null; version: number };

/** All parts that were ever saved, by their name. */
export const storedContent = async (db: Db): Promise<ReadonlyMap<string, StoredContent>> => {
  const rows = await db.selectFrom('firm_content').select(['section', 'content', 'version']).execute();
  return new Map(rows.map(({ section, ...stored }) => [section, stored]));
};

/** Makes the part's row where there is none yet, and locks it until the transaction ends. */
export const lockContent = async (tx: Tx, section: string, now: Date): Promise<StoredContent> => {
  await tx
    .insertInto('firm_content')
    .values({ section, updated_at: now })
    .onConflict((conflict) => conflict.column('section').doNothing())
    .execute();
  return tx
    .selectFrom('firm_content')
    .select(['content', 'version'])
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
