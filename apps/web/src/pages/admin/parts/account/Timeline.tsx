import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getQuery } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/Spinner.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';
import { PageError } from '../page.tsx';
import { Changes } from './Changes.tsx';
import { type AccountEvent, actorOf, changesOf, titleOf } from './history.ts';

const SHORT = 8;

/** Who did what to the account, before → after, with the mails it caused; newest first. */
export function Timeline({ accountId }: { accountId: string }) {
  const query = useQuery(getQuery('GET /admin/accounts/{id}/events', { params: { id: accountId } }));
  const [all, setAll] = useState(false);
  const events = query.data?.events ?? [];
  const shown = all ? events : events.slice(0, SHORT);
  return (
    <Panel title="Timeline">
      {query.isError && !query.data ? (
        <PageError
          error={query.error}
          fallback="Failed to fetch the account's history"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !query.data ? (
        <SkeletonGroup label="Loading history..." className="flex flex-col gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </SkeletonGroup>
      ) : events.length === 0 ? (
        <p className="text-ink-2">Nothing has happened yet.</p>
      ) : (
        <>
          <ol className="ms-1 border-s border-line">
            {shown.map((event) => (
              <TimelineItem key={event._id} event={event} />
            ))}
          </ol>
          {events.length > SHORT && (
            <Button variant="quiet" size="small" className="-ms-2 mt-3" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${events.length}`}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function TimelineItem({ event }: { event: AccountEvent }) {
  const lines = changesOf(event);
  const isMail = event.event === 'mail';
  const lost = isMail && event.after?.state === 'failed';
  return (
    <li className="relative pb-4 ps-5 last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute -start-[4.5px] top-[6px] size-2 rounded-full border ${isMail ? 'border-control bg-surface' : 'border-primary bg-primary'}`}
      />
      <p className={lost ? 'text-loss' : isMail ? 'text-ink-2' : 'font-medium'}>{titleOf(event)}</p>
      <p className="text-sm text-ink-3">
        {actorOf(event)} · <RelativeTime value={event.at} />
      </p>
      {lines.length > 0 && <Changes lines={lines} className="mt-1" />}
      {event.note && <p className="mt-1 text-sm text-ink-2">“{event.note}”</p>}
    </li>
  );
}
