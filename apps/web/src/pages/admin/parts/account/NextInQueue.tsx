import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { getQuery } from '../../../../api/queries.ts';
import { paths, withQuery } from '../../../../paths.ts';
import { useDrawn } from '../../../../ui/late.tsx';
import { useShortcuts } from '../../../../ui/shortcuts/useShortcuts.ts';
import { QUEUES, type TradingAccount } from '../accounts.ts';
import { oneOf } from '../list-url.ts';
import { arrivingFor } from './arrival.ts';

/** Far more than a person works through before the list is read again. */
const LOOKED_AT = 100;

/** To the account that waits next in the queue it was opened from, the oldest first; proofs to review where it came from none. */
export function NextInQueue({ account }: { account: TradingAccount }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const queue =
    oneOf(
      QUEUES.map(({ id }) => id),
      params.get('queue'),
    ) ?? 'proof_to_review';
  const label = QUEUES.find(({ id }) => id === queue)?.label.toLowerCase();
  // The account itself comes first.
  const enabled = useDrawn();
  const query = useQuery({
    ...getQuery('GET /admin/accounts', {
      query: { queue, sort: 'created', order: 'ascending', limit: LOOKED_AT },
    }),
    enabled,
  });
  const others = (query.data?.accounts ?? []).filter((other) => other._id !== account._id);
  const next = others.find((other) => other.createdAt >= account.createdAt) ?? others[0];
  const to = next && withQuery(paths.adminAccount(next._id), { queue });
  const state = arrivingFor(queue);
  useShortcuts(
    'Payment',
    to ? [{ keys: 'n', label: 'Next in the queue', run: () => void navigate(to, { state }) }] : [],
  );
  if (!query.data) return null;
  if (!next || !to) return <span className="no-print text-sm text-ink-3">No other {label}</span>;
  return (
    <Link
      to={to}
      state={state}
      className="no-print link inline-flex items-center gap-1 text-sm font-medium pointer-coarse:py-2"
    >
      Next in queue
      <ArrowRight size={14} aria-hidden="true" />
      <span className="sr-only">
        : {label}, {next.userId.name}
      </span>
    </Link>
  );
}
