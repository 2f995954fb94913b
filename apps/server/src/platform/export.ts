import type { Context } from '../context.ts';
import type { Cell } from './csv.ts';
import { recordAdminEvent } from './events.ts';
import { transact } from './transactions.ts';

/** Whom an export holds, as the contract has it. */
export type ExportSelection<Filter extends object> = { ids: string[] } | { matching: Filter };

const ROWS_A_PAGE = 500;

/**
 * The cells of the rows with these ids, in their order, one page after another. Which rows and in what order is settled by the
 * ids, so that no row is missed or told twice whatever happens meanwhile; what is gone when its page is read is left out.
 */
export async function* pagesOf<R extends { id: string }>(
  ids: readonly string[],
  read: (page: readonly string[]) => Promise<readonly R[]>,
  cells: (row: R) => readonly Cell[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (let start = 0; start < ids.length; start += ROWS_A_PAGE) {
    const page = ids.slice(start, start + ROWS_A_PAGE);
    const rows = new Map((await read(page)).map((row) => [row.id, row]));
    yield page.flatMap((id) => {
      const row = rows.get(id);
      return row ? [cells(row)] : [];
    });
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
