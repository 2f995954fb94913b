import { messages } from '@firmament/contract/messages';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/States.tsx';

/** A lost role is no failure to read: the page says so in place of what it showed. */
const isOld = (query: Query): boolean =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.data !== undefined &&
  !(query.state.error instanceof ApiError && query.state.error.status === 403);

/** Says that something on the page could not be read again, whichever part of it that is, and asks again. */
export function Unrefreshed() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  const old = useSyncExternalStore(subscribe, () => cache.getAll().some(isOld));
  const asking = useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => isOld(query) && query.state.fetchStatus === 'fetching'),
  );
  return (
    <div role="status" className="no-print">
      {old && (
        <Notice
          tone="warn"
          className="mb-6"
          action={
            <Button
              size="small"
              variant="secondary"
              busy={asking}
              onClick={() => void client.refetchQueries({ predicate: isOld })}
            >
              Try Again
            </Button>
          }
        >
          {messages.notRefreshed}
        </Notice>
      )}
    </div>
  );
}
