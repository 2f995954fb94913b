import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, messageOf, newKey } from '../../../../api/client.ts';
import { useAuth } from '../../../../auth/AuthProvider.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { toast } from '../../../../ui/toast.ts';
import { isForbidden } from '../page.tsx';
import { type BulkKey, type BulkRequest, keepUnfinished, readUnfinished } from './unfinished.ts';

export type Progress = ResponseBody<BulkKey>['bulk'];

export type BulkState =
  | { phase: 'idle' }
  | { phase: 'running'; request: BulkRequest; progress: Progress | null }
  | { phase: 'interrupted'; request: BulkRequest; progress: Progress | null; reason: string }
  /** As a whole: nothing was changed. */
  | { phase: 'refused'; request: BulkRequest; reason: string }
  /** With rows that failed. */
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

/** The rows that failed by no fault of their own; what a row's state refuses would be refused again. */
export const passing = ({ failures }: Progress): number =>
  failures.filter(({ code }) => code === 'unavailable' || code === 'internal').length;

/** "Verify the payment of 25 accounts: 23 of 25 changed, 1 was so already, 1 refused." */
export const summaryOf = (label: string, progress: Progress): string => {
  const { total, changed, unchanged, failed } = progress;
  const faults = passing(progress);
  const refused = failed - faults;
  const parts = [
    failed > 0 ? `${formatCount(changed)} of ${formatCount(total)} changed` : `${formatCount(changed)} done`,
    unchanged > 0 && `${formatCount(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`,
    refused > 0 && `${formatCount(refused)} refused`,
    faults > 0 && `${formatCount(faults)} failed`,
  ];
  return `${label}: ${parts.filter(Boolean).join(', ')}.`;
};

/** Where the report of the last change is kept, so that it is still there on the way back from one of its rows. */
const REPORT = 'bulk report';

/**
 * Runs a bulk change of the list named `place`: asks again with the same key until every row is done. What was interrupted,
 * even by closing the tab, is offered to go on with.
 */
export function useBulk(place: 'accounts' | 'users', onDone: () => void): Bulk {
  const client = useQueryClient();
  const userId = useAuth().user?._id ?? '';
  const [state, setState] = useState<BulkState>(() => {
    const reported = client.getQueryData<BulkState>([REPORT, place, userId]);
    if (reported) return reported;
    const request = readUnfinished(place, userId);
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

  const work = async (request: BulkRequest, resumed = false) => {
    keepUnfinished(place, userId, request);
    client.removeQueries({ queryKey: [REPORT, place, userId] });
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
      const refused = !resumed && progress === null && isRefusal(error);
      if (refused) keepUnfinished(place, userId, null);
      setState(
        refused ? { phase: 'refused', request, reason } : { phase: 'interrupted', request, progress, reason },
      );
      onDone();
      return;
    }
    if (!progress.finished) return;
    keepUnfinished(place, userId, null);
    const summary = summaryOf(request.label, progress);
    if (progress.failed > 0) toast.error(summary);
    else toast.success(summary);
    const next: BulkState = progress.failed > 0 ? { phase: 'done', request, progress } : { phase: 'idle' };
    setState(next);
    client.setQueryDefaults([REPORT], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData([REPORT, place, userId], next);
    onDone();
  };

  return {
    state,
    start: (asked) => {
      if (!running) void work({ ...asked, key: newKey() });
    },
    resume: () => {
      if (state.phase === 'interrupted') void work(state.request, true);
    },
    retry: () => {
      if (state.phase !== 'done') return;
      const { request, progress } = state;
      const body = { ...request.body, selection: { failedOf: progress._id } };
      void work({ ...request, body, key: newKey() });
    },
    dismiss: () => {
      keepUnfinished(place, userId, null);
      client.removeQueries({ queryKey: [REPORT, place, userId] });
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
