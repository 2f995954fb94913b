import type { Selectable } from 'kysely';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

export type List = 'accounts' | 'users';
export type ViewRow = Selectable<Schema['saved_views']>;

/** The views that a person keeps of a list, oldest first. */
export const viewsOf = (db: Db | Tx, userId: string, list: List): Promise<ViewRow[]> =>
  db
    .selectFrom('saved_views')
    .selectAll()
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** One view of a person, locked; undefined where there is none, also where it is somebody else's. */
export const lockView = async (
  tx: Tx,
  userId: string,
  list: List,
  id: string,
): Promise<ViewRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('saved_views')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('list', '=', list)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
