import { messages } from '@firmament/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { getQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { PaymentBadge, StageBadge, StatusBadge } from './parts/AccountBadges.tsx';
import { CoursePanel, FactsPanel } from './parts/account/AccountFacts.tsx';
import { ConflictNotice } from './parts/account/ConflictNotice.tsx';
import { CredentialsForm } from './parts/account/CredentialsForm.tsx';
import { DangerZone } from './parts/account/DangerZone.tsx';
import { OverrideForm } from './parts/account/OverrideForm.tsx';
import { ProofPanel } from './parts/account/ProofPanel.tsx';
import { StageForm } from './parts/account/StageForm.tsx';
import { Timeline } from './parts/account/Timeline.tsx';
import { ConflictContext } from './parts/account/useAccountAction.ts';
import { accountsChanged } from './parts/account-cache.ts';
import type { TradingAccount } from './parts/accounts.ts';
import { BackLink } from './parts/BackLink.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';

const REFRESH_MILLISECONDS = 60_000;

export function Component() {
  const { id = '' } = useParams();
  return <AccountPage key={id} id={id} />;
}

function AccountPage({ id }: { id: string }) {
  const query = useQuery({
    ...getQuery('GET /admin/accounts/{id}', { params: { id } }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
  const { data: account, error } = query;
  const gone = error instanceof ApiError && error.status === 404;
  if (account && !gone && !isForbidden(error)) {
    return <Loaded account={account} readAt={query.dataUpdatedAt} onReload={() => void query.refetch()} />;
  }
  return (
    <>
      <BackLink to={paths.adminAccounts}>Accounts</BackLink>
      <PageHeader title="Account" />
      {query.isError ? (
        <PageError
          error={error}
          fallback={messages.accountsFetchFailed}
          denied={messages.accessDenied}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          action={
            <Link to={paths.adminAccounts} className={buttonClass({ variant: 'secondary' })}>
              All accounts
            </Link>
          }
        />
      ) : (
        <SkeletonGroup label="Loading account..." className="grid gap-6 xl:grid-cols-3">
          <Skeleton className="h-130 rounded-card! xl:col-span-2" />
          <Skeleton className="h-130 rounded-card!" />
        </SkeletonGroup>
      )}
    </>
  );
}

type LoadedProps = { account: TradingAccount; readAt: number; onReload: () => void };
type Conflict = { message: string; before: TradingAccount };

function Loaded({ account, readAt, onReload }: LoadedProps) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** Rises with each conflict, so that all forms begin afresh with what is there now. */
  const [round, setRound] = useState(0);
  const onConflict = async (message: string) => {
    const before = account;
    const read = getQuery('GET /admin/accounts/{id}', { params: { id: account._id } });
    await client.fetchQuery({ ...read, staleTime: 0 }).catch(() => {});
    accountsChanged(client);
    setConflict({ message, before });
    setRound((number) => number + 1);
  };
  // What is to be done next comes first: the payment until the account trades, balance and stage from then on. The order
  // stays while the page is open.
  const [trades] = useState(account.balanceStartDate !== null);
  const payment = (
    <>
      <ProofPanel account={account} readAt={readAt} onStale={onReload} />
      <CredentialsForm account={account} />
    </>
  );
  return (
    <ConflictContext value={(message) => void onConflict(message)}>
      <BackLink to={paths.adminAccounts}>Accounts</BackLink>
      <PageHeader
        title={account.userId.name}
        kicker={`${account.tier} · ${account.package.name} · ${account.accountNumber ?? 'no MT5 account'}`}
        actions={
          <>
            <StatusBadge status={account.status} />
            <PaymentBadge status={account.paymentStatus} named />
            <StageBadge stage={account.stage} />
          </>
        }
      />
      {conflict && (
        <ConflictNotice
          key={`conflict ${round}`}
          {...conflict}
          now={account}
          onDismiss={() => setConflict(null)}
        />
      )}
      <div key={round} className="grid items-start gap-6 xl:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-6 xl:col-span-2">
          {!trades && payment}
          <OverrideForm account={account} />
          <StageForm account={account} />
          {trades && payment}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <CoursePanel account={account} />
          <FactsPanel account={account} />
          <Timeline accountId={account._id} />
          <DangerZone account={account} />
        </div>
      </div>
    </ConflictContext>
  );
}
