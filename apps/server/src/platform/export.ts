import type { Context } from '../context.ts';
import type { Cell } from './csv.ts';
import { recordAdminEvent } from './events.ts';
import type { ListPosition } from './list-page.ts';
import { transact } from './transactions.ts';

/** Whom an export holds, as the contract has it. */
export type ExportSelection<Filter extends object> = { ids: string[] } | { matching: Filter };

const ROWS_A_PAGE = 500;

type Row = { id: string; created_at: Date };

/**
 * The cells of all rows, one page after another. Pages go on by creation and id, which never change, so that no row is missed
 * or told twice whatever happens meanwhile.
 */
export async function* pagesOf<R extends Row>(
  read: (limit: number, after: ListPosition | null) => Promise<readonly R[]>,
  cells: (row: R) => readonly Cell[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let after: ListPosition | null = null;
  for (;;) {
    const rows: readonly R[] = await read(ROWS_A_PAGE, after);
    if (rows.length > 0) yield rows.map(cells);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_PAGE) return;
    after = { value: last.created_at.toISOString(), id: last.id };
  }
}

/** "accounts-2026-03-02.csv", by the day in UTC. */
export const exportName = (list: string, now: Date): string =>
  `${list}-${now.toISOString().slice(0, 10)}.csv`;

/** Writes down that somebody took the data of many people out. */
export const noteExport = <Filter extends object>(
  context: Context,
  actorId: string,
  list: 'accounts' | 'users',
  selection: ExportSelection<Filter>,
): Promise<void> =>
  transact(context.db, (tx) =>
    recordAdminEvent(tx, {
      at: context.clock.now(),
      event: 'list_exported',
      actorId,
      subjectKind: 'list',
      subjectId: list,
      after: 'ids' in selection ? { rows: selection.ids.length } : { filters: selection.matching },
    }),
  );
