import type { RouteKey } from '@firmament/contract';
import {
  type DefaultError,
  type Query,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type CallOptions, call, type Rest } from './client.ts';
import { pauseBeforeNext } from './polling.ts';

type GetKey = Extract<RouteKey, `GET ${string}`>;
type Given<Key extends GetKey> = Pick<CallOptions<Key>, 'params' | 'query'>;

/**
 * Query options of a GET call. The query key is `[route key, params, query]`, so
 * `invalidateQueries({ queryKey: ['GET /admin/accounts'] })` reaches every page and filter of that list.
 */
export function getQuery<Key extends GetKey>(key: Key, ...rest: Rest<Key, Given<Key>>) {
  const [given] = rest;
  return queryOptions({
    queryKey: [key, given?.params ?? {}, given?.query ?? {}] as const,
    queryFn: ({ signal }) => call(key, ...([{ ...given, signal }] as unknown as Rest<Key, CallOptions<Key>>)),
  });
}

/** What a query says before its first answer. */
const WAITING = {
  status: 'pending',
  fetchStatus: 'fetching',
  isPending: true,
  isError: false,
  isFetching: true,
  error: null,
  data: undefined,
};

/**
 * `useQuery` for what fills a page: an answer is heard of at once, but it replaces the skeleton only when it is rendered,
 * which is done in slices. Otherwise a long table would hold up every press in one long task. What is asked for again and
 * again is asked for less often while that fails.
 */
export function usePageQuery<Data, Failure = DefaultError, Selected = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Failure, Selected, Key>,
): UseQueryResult<Selected, Failure> {
  const { refetchInterval: meant } = options;
  const query = useQuery({
    ...options,
    refetchInterval: (asked: Query<Data, Failure, Data, Key>) => {
      const pause = typeof meant === 'function' ? meant(asked) : meant;
      return pause ? pauseBeforeNext(asked, pause) : false;
    },
  });
  const wasPending = useDeferredValue(query.isPending);
  return wasPending && !query.isPending ? (WAITING as typeof query) : query;
}
