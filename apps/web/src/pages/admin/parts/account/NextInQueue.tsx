import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { getQuery } from '../../../../api/queries.ts';
import { paths, withQuery } from '../../../../paths.ts';
import { QUEUES, type TradingAccount } from '../accounts.ts';
import { oneOf } from '../list-url.ts';

/** Far more than a person works through before the list is read again. */
const LOOKED_AT = 100;

/** To the account after this one in the queue it was opened from; proofs to review where it came from none. */
export function NextInQueue({ account }: { account: TradingAccount }) {
  const [params] = useSearchParams();
  const queue =
    oneOf(
      QUEUES.map(({ id }) => id),
      params.get('queue'),
    ) ?? 'proof_to_review';
  const label = QUEUES.find(({ id }) => id === queue)?.label.toLowerCase();
  const query = useQuery(getQuery('GET /admin/accounts', { query: { queue, limit: LOOKED_AT } }));
  const waiting = query.data?.accounts ?? [];
  const others = waiting.filter((other) => other._id !== account._id);
  const next = others.find((other) => other.createdAt <= account.createdAt) ?? others[0];
  if (!query.data) return null;
  if (!next) return <span className="text-sm text-ink-3">No other {label}</span>;
  return (
    <Link
      to={withQuery(paths.adminAccount(next._id), { queue })}
      className="link inline-flex items-center gap-1 text-sm font-medium pointer-coarse:py-2"
    >
      Next in queue
      <ArrowRight size={14} aria-hidden="true" />
      <span className="sr-only">
        : {label}, {next.userId.name}
      </span>
    </Link>
  );
}
