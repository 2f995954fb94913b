import type { ResponseBody } from '@firmament/contract';

export type SavedView = ResponseBody<'GET /admin/views/{list}'>['views'][number];

type Tab = { id: string; label: string; count?: number };

/** The tabs of a list: its built-in views, then the own ones, each with its count once that is known. */
export const tabsOf = (
  builtIn: readonly Tab[],
  { counts, views }: { counts: Readonly<Record<string, number>> | undefined; views: readonly SavedView[] },
): Tab[] => [
  ...builtIn.map(({ id, label }) => {
    const count = counts?.[id];
    return { id, label, ...(count === undefined ? {} : { count }) };
  }),
  ...views.map(({ _id, name, count }) => ({ id: _id, label: name, count })),
];

/** What an address says beside a view's filters. */
const PLACE = new Set(['cursor', 'page', 'size', 'view']);

/** The filters in an address that a list knows, as a view keeps them. */
export const filtersIn = (params: URLSearchParams, known: readonly string[]): Record<string, string> =>
  Object.fromEntries([...params].filter(([name, value]) => known.includes(name) && value !== ''));

/** The query of a view: its filters, and which view it is. */
export const queryOfView = (view: SavedView): Record<string, string> => ({ ...view.filters, view: view._id });

/** What has to change in an address for a view to take the place of what it says now. */
export const changeToView = (
  params: URLSearchParams,
  query: Readonly<Record<string, string>>,
): Record<string, string | undefined> => {
  const cleared = [...params.keys()].filter((name) => name === 'view' || !PLACE.has(name));
  return { ...Object.fromEntries(cleared.map((name) => [name, undefined])), ...query };
};

/** Whether two sets of filters are the same. */
export const sameFilters = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
};
