import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Sort } from '../../../ui/Table.tsx';

export const PAGE_SIZES = [25, 50, 100] as const;

/** The cursors of the pages before this one; kept with the history entry, so that Back and a reload find them. */
const trailOf = (state: unknown): string[] => {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return [];
  return state.trail.filter((cursor): cursor is string => typeof cursor === 'string');
};

/** One of the allowed values, or undefined: unknown values in an address fall back silently. */
export const oneOf = <Value extends string>(
  allowed: readonly Value[],
  value: string | null,
): Value | undefined => allowed.find((candidate) => candidate === value);

/** The sort in an address; null: newest first. */
export const sortIn = <Id extends string>(sorts: readonly Id[], params: URLSearchParams): Sort<Id> | null => {
  const column = oneOf(sorts, params.get('sort'));
  if (column === undefined) return null;
  return { column, direction: oneOf(['ascending', 'descending'], params.get('order')) ?? 'ascending' };
};

/** The sort as a call of the API has it. */
export const sortAsked = <Id extends string>(sort: Sort<Id> | null) => ({
  sort: sort?.column,
  order: sort?.direction,
});

/** What the address says of a sort; the list's own order is left out. */
export const sortParams = ({ column, direction }: Sort): Record<string, string | undefined> =>
  column === 'created' && direction === 'descending'
    ? { sort: undefined, order: undefined }
    : { sort: column, order: direction === 'ascending' ? undefined : direction };

/** A list's filters and place in the address: `?search=…&page=2&cursor=…&size=50`; defaults are left out. */
export function useListUrl() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const trail = trailOf(state);
  const cursor = params.get('cursor') ?? undefined;
  const page = cursor === undefined ? 1 : Math.max(2, Math.trunc(Number(params.get('page'))) || 2);
  const size = PAGE_SIZES.find((candidate) => String(candidate) === params.get('size')) ?? PAGE_SIZES[0];

  // The router forgets a change that another one follows before the page was drawn anew, so changes are made to the last one.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);

  /** Sets filters and goes to the first page; `replace` for what is being typed. */
  const set = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, replace = false) => {
      const after = new URLSearchParams(latest.current);
      for (const name of ['cursor', 'page']) after.delete(name);
      for (const [name, value] of Object.entries(changes)) {
        if (value) after.set(name, value);
        else after.delete(name);
      }
      latest.current = after;
      setParams(after, { replace, preventScrollReset: true });
    },
    [setParams],
  );

  const goTo = (number: number, at: string | undefined, cursors: string[]) => {
    const after = new URLSearchParams(latest.current);
    for (const name of ['cursor', 'page']) after.delete(name);
    if (at !== undefined && number > 1) {
      after.set('cursor', at);
      after.set('page', String(number));
    }
    setParams(after, { state: { trail: cursors } });
  };

  return {
    params,
    set,
    cursor,
    page,
    size,
    setSize: (next: number) => set({ size: next === PAGE_SIZES[0] ? undefined : String(next) }),
    next: (at: string) => goTo(page + 1, at, [...trail, cursor ?? '']),
    /** To the page before; without its cursor (an address opened afresh) to the first one. */
    previous: () => {
      const at = trail.at(-1);
      goTo(at ? page - 1 : 1, at || undefined, trail.slice(0, -1));
    },
  };
}
