import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { getQuery } from '../../../../api/queries.ts';
import { accountsChanged } from '../account-cache.ts';
import type { useListUrl } from '../list-url.ts';
import { useBulk } from './useBulk.ts';
import { useSelection } from './useSelection.ts';
import { useTableKeys } from './useTableKeys.ts';
import { changeToView, filtersIn, queryOfView, type SavedView } from './views.ts';

type ListUrl = ReturnType<typeof useListUrl>;

/** The views of a list, and which one the address names; `known`: the filters and sorts that the list takes. */
export function useViews(list: 'accounts' | 'users', url: ListUrl, known: readonly string[]) {
  const query = useQuery(getQuery('GET /admin/views/{list}', { params: { list } }));
  const views = query.data?.views ?? [];
  const current = views.find((view) => view._id === url.params.get('view'));
  const open = (filters: Readonly<Record<string, string>>) => url.set(changeToView(url.params, filters));
  return {
    query,
    counts: query.data?.counts,
    views,
    current,
    filters: filtersIn(url.params, known),
    open,
    openView: (view: SavedView | null) => open(view ? queryOfView(view) : {}),
  };
}

type ListTableOptions = {
  list: 'accounts' | 'users';
  /** The rows of this page; none while old ones stand in for those that load. */
  rows: readonly { _id: string }[];
  total: number;
  /** The filters of the list: another one begins another selection. */
  filters: Readonly<Record<string, unknown>>;
  group: string;
};

/** Selection, keys and bulk changes of a table. */
export function useListTable({ list, rows, total, filters, group }: ListTableOptions) {
  const client = useQueryClient();
  const area = useRef<HTMLDivElement>(null);
  const selection = useSelection({ rows: rows.map((row) => row._id), total, scope: JSON.stringify(filters) });
  const bulk = useBulk(list, () => {
    selection.clear();
    // The pressed button is gone with the bar.
    area.current?.focus();
    accountsChanged(client);
    void client.invalidateQueries({ queryKey: ['GET /admin/users'] });
  });
  useTableKeys(group, area, selection);
  return { area, selection, bulk };
}

/** Old rows stay while others load. */
export const KEEP_ROWS = { placeholderData: keepPreviousData } as const;

/** Whom a bulk change reaches, from what is selected. */
export const selectionBody = <Filter>(
  { all, ids, count }: { all: boolean; ids: ReadonlySet<string>; count: number },
  matching: Filter,
) => (all ? { matching, expected: count } : { ids: [...ids] });

/** What of the selection a file holds: the filter itself, however many rows it has meanwhile. */
export const exportedSelection = <Filter>(
  { all, ids }: { all: boolean; ids: ReadonlySet<string> },
  matching: Filter,
) => (all ? { matching } : { ids: [...ids] });
