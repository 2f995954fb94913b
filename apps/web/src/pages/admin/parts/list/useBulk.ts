import type { RequestBody, ResponseBody, RouteKey } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, messageOf, newKey } from '../../../../api/client.ts';
import { formatCount } from '../../../../ui/format.ts';
import { toast } from '../../../../ui/toast.ts';
import { isForbidden } from '../page.tsx';
import { keepUnfinished, readUnfinished } from './unfinished.ts';

export type BulkKey = Extract<RouteKey, `POST ${string}/bulk/${string}`>;
export type Progress = ResponseBody<BulkKey>['bulk'];

/** A bulk change as it was asked for; repeated with the same key it goes on where it stands. */
export type BulkRequest<Key extends BulkKey = BulkKey> = {
  route: Key;
  body: RequestBody<Key>;
  key: string;
  /** What is done, with its object: 'Set the stage to Live'. */
  label: string;
};

export type BulkState =
  | { phase: 'idle' }
  | { phase: 'running'; request: BulkRequest; progress: Progress | null }
  | { phase: 'interrupted'; request: BulkRequest; progress: Progress | null; reason: string }
  | { phase: 'done'; request: BulkRequest; progress: Progress };

export type Bulk = {
  state: BulkState;
  start: <Key extends BulkKey>(request: Omit<BulkRequest<Key>, 'key'>) => void;
  /** Goes on with an interrupted change. */
  resume: () => void;
  /** Does the same to the rows that failed. */
  retry: () => void;
  dismiss: () => void;
};

const rows = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** "Set the stage to Live: 23 changed, 1 was so already, 1 failed." */
export const summaryOf = (label: string, { changed, unchanged, failed }: Progress): string => {
  const parts = [
    `${formatCount(changed)} changed`,
    unchanged > 0 && `${formatCount(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`,
    failed > 0 && `${rows(failed)} failed`,
  ];
  return `${label}: ${parts.filter(Boolean).join(', ')}.`;
};

/**
 * Runs a bulk change of the list named `place`: asks again with the same key until every row is done. What was interrupted,
 * even by closing the tab, is offered to go on with.
 */
export function useBulk(place: 'accounts' | 'users', onDone: () => void): Bulk {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>(() => {
    const request = readUnfinished(place);
    return request
      ? { phase: 'interrupted', request, progress: null, reason: messages.bulkFailed }
      : { phase: 'idle' };
  });
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const running = state.phase === 'running';
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [running]);

  const work = async (request: BulkRequest) => {
    keepUnfinished(place, request);
    let progress: Progress | null = null;
    setState({ phase: 'running', request, progress });
    try {
      do {
        const { bulk } = await call(request.route, { body: request.body, idempotencyKey: request.key });
        progress = bulk;
        if (mounted.current && !bulk.finished) setState({ phase: 'running', request, progress });
      } while (!progress.finished && mounted.current);
    } catch (error) {
      if (isForbidden(error)) void client.invalidateQueries();
      const reason = messageOf(error, messages.bulkFailed);
      toast.error(reason);
      // Before the first answer nothing was changed where the server said no.
      if (progress === null && isRefusal(error)) keepUnfinished(place, null);
      setState({ phase: 'interrupted', request, progress, reason });
      onDone();
      return;
    }
    if (!progress.finished) return;
    keepUnfinished(place, null);
    const summary = summaryOf(request.label, progress);
    if (progress.failed > 0) toast.error(summary);
    else toast.success(summary);
    setState({ phase: 'done', request, progress });
    onDone();
  };

  return {
    state,
    start: (asked) => {
      if (!running) void work({ ...asked, key: newKey() });
    },
    resume: () => {
      if (state.phase === 'interrupted') void work(state.request);
    },
    retry: () => {
      if (state.phase !== 'done') return;
      const { request, progress } = state;
      const body = { ...request.body, selection: { failedOf: progress._id } };
      void work({ ...request, body, key: newKey() });
    },
    dismiss: () => {
      keepUnfinished(place, null);
      setState({ phase: 'idle' });
    },
  };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500;
