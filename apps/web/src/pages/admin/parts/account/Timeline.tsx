import { useState } from 'react';
import { accountEventsQuery } from '../../../../api/page-queries.ts';
import { usePageQuery } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/Spinner.tsx';
import type { TradingAccount } from '../accounts.ts';
import { FilterSelect } from '../FilterSelect.tsx';
import { PageError } from '../page.tsx';
import { Changes } from './Changes.tsx';
import { type AccountEvent, actorOf, changesOf, isOfKind, KINDS, type Kind, titleOf } from './history.ts';
import { Moment } from './Moment.tsx';

const SHORT = 8;
const ITEM = 'relative pb-4 ps-5 last:pb-0';

/** Who did what to the account, before → after, with the mails it caused; newest first. */
export function Timeline({ account }: { account: TradingAccount }) {
  const query = usePageQuery(accountEventsQuery(account._id));
  const [kind, setKind] = useState<Kind>('all');
  const events = query.data?.events;
  return (
    <Panel
      title="Timeline"
      actions={
        events &&
        events.length > 0 && (
          <span className="no-print">
            <FilterSelect
              label="Show"
              className="w-40"
              all={KINDS[0].label}
              value={kind === 'all' ? undefined : kind}
              options={KINDS.filter(({ id }) => id !== 'all')}
              onChange={(chosen) => setKind(chosen ?? 'all')}
            />
          </span>
        )
      }
    >
      {query.isError && !events ? (
        <PageError
          error={query.error}
          fallback="Failed to fetch the account's history"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !events ? (
        <SkeletonGroup label="Loading history..." className="flex flex-col gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </SkeletonGroup>
      ) : (
        <Events events={events.filter((event) => isOfKind(event, kind))} zone={account.timeZone} />
      )}
    </Panel>
  );
}

function Events({ events, zone }: { events: readonly AccountEvent[]; zone: string }) {
  const [all, setAll] = useState(false);
  if (events.length === 0) return <p className="text-ink-2">Nothing of this kind has happened yet.</p>;
  return (
    <>
      <ol className="ms-1 border-s border-line">
        {events.map((event, index) => (
          // On paper the whole history stands.
          <li key={event._id} className={all || index < SHORT ? ITEM : `hidden print:block ${ITEM}`}>
            <TimelineItem event={event} zone={zone} />
          </li>
        ))}
      </ol>
      {events.length > SHORT && (
        <Button
          variant="quiet"
          size="small"
          className="no-print -ms-2 mt-3"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${events.length}`}
        </Button>
      )}
    </>
  );
}

function TimelineItem({ event, zone }: { event: AccountEvent; zone: string }) {
  const lines = changesOf(event);
  const isMail = event.event === 'mail';
  const lost = isMail && (event.after?.state === 'failed' || event.after?.state === 'unknown');
  return (
    <>
      <span
        aria-hidden="true"
        className={`absolute -start-[4.5px] top-[6px] size-2 rounded-full border ${isMail ? 'border-control bg-surface' : 'border-primary bg-primary'}`}
      />
      <p className={lost ? 'text-loss' : isMail ? 'text-ink-2' : 'font-medium'}>{titleOf(event)}</p>
      <p className="text-sm text-ink-3">
        {actorOf(event)} · <Moment value={event.at} zone={zone} />
      </p>
      {lines.length > 0 && <Changes lines={lines} className="mt-1" />}
      {event.note && <p className="mt-1 text-sm text-ink-2">“{event.note}”</p>}
    </>
  );
}
