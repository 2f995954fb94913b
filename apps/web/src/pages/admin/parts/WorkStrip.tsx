import { clsx } from 'clsx';
import { Link } from 'react-router';
import { paths, withQuery } from '../../../paths.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Overview, QUEUES } from './accounts.ts';

/** What waits for a person, with counts; each leads to the accounts that wait. */
export function WorkStrip({ overview }: { overview: Overview | undefined }) {
  return (
    <nav aria-label="Waiting work">
      <ul className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-line gap-px sm:grid-cols-3 xl:grid-cols-5">
        {QUEUES.map(({ id, label, count }) => {
          const number = overview?.[count];
          return (
            <li key={id} className="bg-surface max-sm:last:col-span-2 sm:max-xl:last:col-span-2">
              <Link
                to={withQuery(paths.adminAccounts, { queue: id })}
                className="flex h-full flex-col px-4 py-3.5 text-ink no-underline transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
              >
                <span className={clsx('order-2 mt-auto pt-0.5 text-figure', !number && 'text-ink-3')}>
                  {number === undefined ? '–' : formatCount(number)}
                </span>
                <span className="label order-1">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
