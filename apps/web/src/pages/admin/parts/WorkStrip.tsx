import { messages } from '@firmament/contract/messages';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { getQuery, usePageQuery } from '../../../api/queries.ts';
import { paths, withQuery } from '../../../paths.ts';
import { formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/Values.tsx';
import { arrivingFor } from './account/arrival.ts';
import { type Overview, QUEUES, type Queue } from './accounts.ts';
import { InlineFeedback } from './feedback.tsx';
import { useReminders } from './useReminders.ts';

type WorkStripProps = { overview: Overview; refreshEvery: number };

/** What waits for a person, with counts; each leads to the accounts that wait, and the urgent ones to who waits longest. */
export function WorkStrip({ overview, refreshEvery }: WorkStripProps) {
  return (
    <nav aria-label="Waiting work">
      <ul className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-line gap-px sm:grid-cols-3 xl:grid-cols-5">
        {QUEUES.map(({ id, label, count }) => {
          const number = overview[count];
          return (
            <li
              key={id}
              className="flex flex-col bg-surface forced-colors:border max-sm:last:col-span-2 sm:max-xl:last:col-span-2"
            >
              <Link
                to={withQuery(paths.adminAccounts, { queue: id })}
                className="flex grow flex-col px-4 py-3.5 text-ink no-underline transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
              >
                <span className={clsx('order-2 pt-0.5 text-figure', !number && 'text-ink-3')}>
                  {formatCount(number)}
                </span>
                <span className="label order-1">{label}</span>
              </Link>
              {(id === 'proof_to_review' || id === 'needs_credentials') && Boolean(number) && (
                <LongestWaiting queue={id} refreshEvery={refreshEvery} />
              )}
              {id === 'reminder_due' && <SendReminders due={number} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The reminders go out from here: one press, and their number stands above it. It stays to say what became of them. */
function SendReminders({ due }: { due: number }) {
  const action = useReminders();
  if (due === 0 && !action.feedback && !action.busy) return null;
  if (action.feedback) {
    return (
      <div className={WAITING}>
        <InlineFeedback feedback={action.feedback} />
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={action.busy || undefined}
      className={clsx(WAITING, DEED)}
      onClick={() => action.act(undefined)}
    >
      <span className="font-medium underline decoration-line underline-offset-4">
        {action.busy ? messages.sending : 'Send Payment Reminder Emails'}
      </span>
    </button>
  );
}

const DEEDS = { proof_to_review: 'Review', needs_credentials: 'Assign' } as const;

/** Two lines, as name and moment mostly need: nothing moves when they arrive. */
const WAITING =
  'flex min-h-14 min-w-0 flex-wrap content-start items-baseline gap-x-1.5 border-t border-line px-4 py-2.5 text-sm text-ink sm:px-5';

const DEED = 'text-start no-underline transition-colors hover:bg-sunken focus-visible:-outline-offset-2';

/** On a phone the moment takes a line more. */
const PHONE = 'max-sm:min-h-20';

type LongestWaitingProps = { queue: Queue & keyof typeof DEEDS; refreshEvery: number };

/** Straight to the oldest order of a queue: "Review Jonas Weber". */
function LongestWaiting({ queue, refreshEvery }: LongestWaitingProps) {
  const query = usePageQuery({
    ...getQuery('GET /admin/accounts', { query: { queue, sort: 'created', order: 'ascending', limit: 1 } }),
    refetchInterval: refreshEvery,
  });
  const account = query.data?.accounts[0];
  if (query.isPending)
    return (
      <span aria-hidden="true" className={clsx(WAITING, PHONE)}>
        {'\u00a0'}
      </span>
    );
  if (!account) return null;
  return (
    <Link
      to={withQuery(paths.adminAccount(account._id), { queue })}
      state={arrivingFor(queue)}
      className={clsx(WAITING, PHONE, DEED)}
    >
      <span className="min-w-0 truncate font-medium underline decoration-line underline-offset-4">
        {DEEDS[queue]} {account.userId.name}
      </span>
      <RelativeTime value={account.createdAt} className="whitespace-normal! text-ink-2" />
    </Link>
  );
}
