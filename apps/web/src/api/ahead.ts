import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { matchRoutes, type Params, type RouteObject } from 'react-router';
import { decodeToken, type User } from '../auth/token.ts';

/** Asks for one answer and keeps it where pages look; a failure is the page's own matter. */
type Ask = (queries: QueryClient) => Promise<void>;
/** What a route's page will ask first of all: its `handle`. */
export type Ahead = (user: User, params: Params) => readonly Ask[];

/** `pictureOf`: the address of the picture that the page shows of an answer, to be fetched while the page is drawn. */
export const ask =
  <Data, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Data, Key>,
    pictureOf?: (data: Data) => string | undefined,
  ): Ask =>
  (queries) =>
    queries.fetchQuery(query).then(
      (data) => {
        const picture = pictureOf?.(data);
        if (picture) new Image().src = picture;
      },
      () => {},
    );

/** What a page asks, of users whom its guard admits. */
export const aheadOf =
  (admits: (user: User) => boolean) =>
  (asks: (params: Params) => readonly Ask[]): Ahead =>
  (user, params) =>
    admits(user) ? asks(params) : [];

const userOf = (token: string): User | null => {
  try {
    return decodeToken(token);
  } catch {
    return null;
  }
};

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
  if (!user) return;
  for (const { route, params } of matchRoutes(routes, location) ?? []) {
    const ahead: Ahead | undefined = route.handle;
    for (const ask of ahead?.(user, params) ?? []) void ask(queries);
  }
}
