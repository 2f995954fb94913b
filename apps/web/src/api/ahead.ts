import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { matchRoutes, type Params, type RouteObject } from 'react-router';
import { decodeToken, type User } from '../auth/token.ts';
import { urlOf } from './client.ts';
import { dropEarly } from './early.ts';

/** One answer that a page asks for. */
type Ask = {
  /** Where it is asked for: '/api/admin/overview'. */
  url: string;
  /** Asks for it and keeps it where pages look; a failure is the page's own matter. */
  run: (queries: QueryClient) => Promise<void>;
};
/** Whom a page admits: administrators, or users with a verified address. */
type Admitted = 'admin' | 'verified';
/** What a route's page will ask first of all: its `handle`. */
export type Ahead = { of: Admitted; asks: (params: Params) => readonly Ask[] };

/** As `getQuery` makes it: route key, parameters, query. */
type CallKey = readonly [string, Record<string, unknown>, Record<string, unknown>];

/** `pictureOf`: the address of the picture that the page shows of an answer, to be fetched while the page is drawn. */
export const ask = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
  pictureOf?: (data: Data) => string | undefined,
): Ask => ({
  url: urlOf(...(query.queryKey as unknown as CallKey)),
  run: (queries) =>
    queries.fetchQuery(query).then(
      (data) => {
        const picture = pictureOf?.(data);
        if (picture) new Image().src = picture;
      },
      () => {},
    ),
});

/** What pages ask of users whom their guard admits. /ahead.js knows the same by `of`. */
export const aheadOf =
  (of: Admitted) =>
  (asks: Ahead['asks']): Ahead => ({ of, asks });

const isAdmitted = (of: Admitted, user: User): boolean =>
  of === 'admin' ? user.role === 'admin' : user.emailVerified;

const userOf = (token: string): User | null => {
  try {
    return decodeToken(token);
  } catch {
    return null;
  }
};

/** What is asked ahead at a path, for /ahead.js: `{2}` stands for the path's second part. Null where nothing is. */
export function asksAt(routes: RouteObject[], path: string): { of: Admitted; urls: string[] } | null {
  const matches = matchRoutes(routes, path) ?? [];
  const pattern = matches.flatMap(({ route }) => route.path?.split('/') ?? []);
  // Any text stands for a parameter that addresses leave as it is.
  const placeOf = (at: number) => `part-${at + 1}-`;
  const params: Record<string, string> = {};
  const given = matches.at(-1)?.params ?? {};
  pattern.forEach((part, at) => {
    const name = part.replace(/^:|\?$/g, '');
    if (part.startsWith(':') && given[name] !== undefined) params[name] = placeOf(at);
  });
  const aheads = matches.flatMap(({ route }): Ahead[] => (route.handle ? [route.handle] : []));
  const urls = aheads.flatMap(({ asks }) => asks(params).map(({ url }) => url));
  if (!aheads[0] || urls.length === 0) return null;
  return { of: aheads[0].of, urls: urls.map((url) => url.replace(/part-(\d+)-/g, '{$1}')) };
}

/**
 * Asks for what the page at an address shows, while the code of that page is still on its way. Without a token nothing is
 * asked.
 */
export function askAhead(
  queries: QueryClient,
  routes: RouteObject[],
  location: Location,
  token: string | null,
): void {
  const user = token === null ? null : userOf(token);
  if (user) {
    for (const { route, params } of matchRoutes(routes, location) ?? []) {
      const ahead: Ahead | undefined = route.handle;
      if (!ahead || !isAdmitted(ahead.of, user)) continue;
      for (const { run } of ahead.asks(params)) void run(queries);
    }
  }
  dropEarly();
}
