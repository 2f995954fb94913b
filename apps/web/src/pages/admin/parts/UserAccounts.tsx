import { messages } from '@firmament/contract/messages';
import { Link } from 'react-router';
import { getQuery, usePageQuery } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { Corridor } from '../../../ui/Corridor.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Spinner.tsx';
import { DateTime, Money } from '../../../ui/Values.tsx';
import { PaymentBadge, StageBadge, StatusBadge } from './AccountBadges.tsx';
import { courseOfAccount, type TradingAccount } from './accounts.ts';
import { PageError } from './page.tsx';

/** All accounts of one user. */
export function UserAccounts({ userId }: { userId: string }) {
  const query = usePageQuery(getQuery('GET /admin/accounts', { query: { userId } }));
  return (
    <Panel title="Trading accounts" flush>
      {query.isError && !query.data ? (
        <PageError
          error={query.error}
          fallback={messages.accountsFetchFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !query.data ? (
        <SkeletonGroup label="Loading accounts..." className="flex flex-col gap-3 px-5 pb-5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </SkeletonGroup>
      ) : query.data.accounts.length === 0 ? (
        <p className="px-4 pb-5 text-ink-2 sm:px-5">This user has bought no account yet.</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {query.data.accounts.map((account) => (
            <AccountRow key={account._id} account={account} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AccountRow({ account }: { account: TradingAccount }) {
  const running = account.status === 'active' || account.status === 'failed';
  return (
    <li>
      <Link
        to={paths.adminAccount(account._id)}
        className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 text-ink no-underline transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-40 grow">
          <span className="font-semibold">
            {account.tier} {account.package.name}
          </span>
          <span className="block text-sm text-ink-2">
            <span className="font-mono">{account.accountNumber ?? 'No MT5 account yet'}</span> ·{' '}
            <DateTime value={account.createdAt} style="date" />
          </span>
        </span>
        {running && <Corridor course={courseOfAccount(account)} size="cell" />}
        <Money amount={account.balance} className="font-medium" />
        <span className="flex flex-wrap gap-1.5">
          {running ? (
            <StageBadge stage={account.stage} />
          ) : (
            <PaymentBadge status={account.paymentStatus} named />
          )}
          <StatusBadge status={account.status} />
        </span>
      </Link>
    </li>
  );
}
