import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../api/client.ts';
import { ownAccountsQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { DataAge, StaleNotice } from '../../ui/DataAge.tsx';
import { useNextPage } from '../../ui/late.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { AccountCard } from './parts/AccountCard.tsx';
import type { AccountItem } from './parts/accounts.ts';
import { PendingPurchases } from './parts/PendingPurchases.tsx';

const purchase = (
  <Link to={paths.catalogue} className={buttonClass()}>
    Purchase an Account
  </Link>
);

const loadNext = () => import('./AccountPage.tsx');

export function Component() {
  useNextPage(loadNext);
  return (
    <>
      <Title section="Dashboard">My MT5 Accounts</Title>
      <h1 className="serif text-page">My MT5 Accounts</h1>
      <Accounts />
    </>
  );
}

function Accounts() {
  const accounts = usePageQuery({ ...ownAccountsQuery, refetchInterval: 30_000 });
  const { data, dataUpdatedAt } = accounts;
  return (
    <>
      {/* Its room is there before the accounts are. */}
      <DataAge
        updatedAt={data ? dataUpdatedAt : Date.now()}
        refreshing={accounts.isRefetching}
        onRefresh={() => void accounts.refetch()}
        className={data ? 'mb-6' : 'invisible mb-6'}
      />
      <AccountList accounts={accounts} />
    </>
  );
}

function AccountList({ accounts }: { accounts: UseQueryResult<ResponseBody<'GET /dashboard/accounts'>> }) {
  const { token } = useAuth();
  if (!token) return <ErrorState message={messages.tokenUnavailableLogin} action={purchase} />;
  if (accounts.isPending) return <LoadingCards />;
  if (!accounts.data) {
    return (
      <ErrorState
        message={messageOf(accounts.error, messages.accountsError)}
        onRetry={() => void accounts.refetch()}
        retrying={accounts.isRefetching}
        action={purchase}
      />
    );
  }
  const { success, message, accounts: all } = accounts.data;
  if (!success) return <ErrorState message={message || messages.accountsFetchFailed} action={purchase} />;
  const shown = all.filter(isShown);
  return (
    <>
      <StaleNotice updatedAt={accounts.dataUpdatedAt} failed={accounts.isError} className="mb-6" />
      <PendingPurchases accounts={all} />
      {shown.length === 0 ? (
        <EmptyState title={messages.noMt5Accounts} action={purchase}>
          Choose a size, pay, and your credentials come by email.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-5">
          {shown.map((account) => (
            <li key={account._id}>
              <AccountCard account={account} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const isShown = ({ status }: AccountItem): boolean => status === 'active' || status === 'failed';

function LoadingCards() {
  return (
    <SkeletonGroup label={messages.loadingAccounts} className="flex flex-col gap-5">
      <Skeleton className="h-60 w-full lg:h-33" />
      <Skeleton className="h-60 w-full lg:h-33" />
    </SkeletonGroup>
  );
}
