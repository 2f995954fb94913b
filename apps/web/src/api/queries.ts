import type { RouteKey } from '@firmament/contract';
import {
  type DefaultError,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type CallOptions, call, type Rest } from './client.ts';

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
 * which is done in slices. Otherwise a long table would hold up every press in one long task.
 */
export function usePageQuery<Data, Failure = DefaultError, Selected = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Failure, Selected, Key>,
): UseQueryResult<Selected, Failure> {
  const query = useQuery(options);
  const wasPending = useDeferredValue(query.isPending);
  return wasPending && !query.isPending ? (WAITING as typeof query) : query;
}
