import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Repeats what may pass (no answer, 5xx), never what the server refused, and nothing while there is no connection. */
const retry = (failures: number, error: Error) =>
  failures < 2 &&
  onlineManager.isOnline() &&
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a connection calls are tried all the same: they fail at once and say so, and do not wait without a word.
      queries: { staleTime: 15_000, retry, refetchOnWindowFocus: true, networkMode: 'offlineFirst' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
