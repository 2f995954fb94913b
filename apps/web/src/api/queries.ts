import type { RouteKey } from '@firmament/contract';
import { queryOptions } from '@tanstack/react-query';
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
