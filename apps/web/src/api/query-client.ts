import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Repeats what may pass (no connection, 5xx), never what the server refused. */
const retry = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
