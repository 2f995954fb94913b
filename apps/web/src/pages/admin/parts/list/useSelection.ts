import { MOST_MATCHING, MOST_NAMED } from '@firmament/contract/lists';
import { messages } from '@firmament/contract/messages';
import { useState } from 'react';
import { formatCount } from '../../../../ui/format.ts';

type Chosen = { scope: string; ids: ReadonlySet<string>; all: boolean; anchor: string | null };

export type Selection = {
  ids: ReadonlySet<string>;
  /** Every row that matches the list's filters, on all pages. */
  all: boolean;
  count: number;
  /** How much of this page is selected. */
  page: 'none' | 'some' | 'all';
  isSelected: (id: string) => boolean;
  /** Selects a row or takes it out; with `range` all rows between the last pressed one and it. */
  toggle: (id: string, range?: boolean) => void;
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
  /** Why nothing can be done with so many rows. */
  tooMany: string | undefined;
};

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Which rows of a list are selected. Pages keep their rows selected while the list is paged; another filter (`scope`) begins
 * anew, so that nothing that is out of sight in this list is ever changed.
 */
export function useSelection(options: { rows: readonly string[]; total: number; scope: string }): Selection {
  const { rows, total, scope } = options;
  const [state, setState] = useState<Chosen>({ scope, ids: NOTHING, all: false, anchor: null });
  const chosen = state.scope === scope ? state : { scope, ids: NOTHING, all: false, anchor: null };
  const isSelected = (id: string) => chosen.all || chosen.ids.has(id);
  const selected = rows.filter(isSelected).length;
  const page = selected === 0 ? 'none' : selected === rows.length ? 'all' : 'some';
  // Of "all that match" a single row taken out leaves the rest of the page: what is left is in sight.
  const base = chosen.all ? new Set(rows) : chosen.ids;

  const toggle = (id: string, range = false) => {
    if (!rows.includes(id)) return;
    const ids = new Set(base);
    const wanted = !isSelected(id);
    const from = range && chosen.anchor !== null ? rows.indexOf(chosen.anchor) : -1;
    const to = rows.indexOf(id);
    const touched = from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const row of touched) {
      if (wanted) ids.add(row);
      else ids.delete(row);
    }
    setState({ scope, ids, all: false, anchor: id });
  };

  const togglePage = () => {
    const ids = new Set(base);
    for (const row of rows) {
      if (page === 'all') ids.delete(row);
      else ids.add(row);
    }
    setState({ scope, ids, all: false, anchor: null });
  };

  const count = chosen.all ? total : chosen.ids.size;
  return {
    ids: chosen.ids,
    all: chosen.all,
    count,
    page,
    isSelected,
    toggle,
    togglePage,
    selectAll: () => setState({ scope, ids: new Set(rows), all: true, anchor: null }),
    clear: () => setState({ scope, ids: NOTHING, all: false, anchor: null }),
    tooMany:
      chosen.all && count > MOST_MATCHING
        ? messages.selectionTooLarge
        : !chosen.all && count > MOST_NAMED
          ? `More than ${formatCount(MOST_NAMED)} rows are selected one by one. Select all that match instead.`
          : undefined,
  };
}
