import { messages } from '@firmament/contract/messages';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { useFirm } from '../../api/firm.ts';
import { accountQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { DateTime } from '../../ui/Values.tsx';
import { PaymentBadge, StageBadge, StatusBadge } from './parts/AccountBadges.tsx';
import { CoursePanel, FactsPanel } from './parts/account/AccountFacts.tsx';
import { DangerZone } from './parts/account/DangerZone.tsx';
import { CredentialsForm, OverrideForm } from './parts/account/late-forms.tsx';
import { ProofPanel } from './parts/account/ProofPanel.tsx';
import { StageForm } from './parts/account/StageForm.tsx';
import { Timeline } from './parts/account/Timeline.tsx';
import { ConflictContext } from './parts/account/useAccountAction.ts';
import type { TradingAccount } from './parts/accounts.ts';
import { BackLink } from './parts/BackLink.tsx';
import { ConflictNotice } from './parts/conflict/ConflictNotice.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import type { Conflict } from './parts/useAccountEdit.ts';

const REFRESH_MILLISECONDS = 60_000;

export function Component() {
  const { id = '' } = useParams();
  return <AccountPage key={id} id={id} />;
}

function AccountPage({ id }: { id: string }) {
  const query = usePageQuery({
    ...accountQuery(id),
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
      <PageHeader title="Account" passing={!query.isError} />
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

function Loaded({ account, readAt, onReload }: LoadedProps) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** Rises when an own change is given up, so that all forms begin afresh with what is there now. */
  const [round, setRound] = useState(0);
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
    <ConflictContext value={setConflict}>
      <BackLink to={paths.adminAccounts}>Accounts</BackLink>
      <Letterhead />
      <PageHeader
        title={account.userId.name}
        kicker={`${account.tier} · ${account.package.name} · ${account.accountNumber ?? 'no MT5 account'}`}
        actions={
          <>
            <StatusBadge status={account.status} />
            <PaymentBadge status={account.paymentStatus} named />
            <StageBadge stage={account.stage} />
            <Button
              variant="secondary"
              size="small"
              className="no-print"
              icon={<Printer size={16} aria-hidden="true" />}
              onClick={() => print()}
            >
              Print Summary
            </Button>
          </>
        }
      />
      {conflict && (
        <ConflictNotice
          key={conflict.now.version}
          changed={conflict.changed}
          facts={conflict.facts}
          onTheirs={() => {
            setConflict(null);
            setRound((number) => number + 1);
          }}
          onMine={() => {
            setConflict(null);
            conflict.again();
          }}
        />
      )}
      <div key={round} className="grid items-start gap-6 xl:grid-cols-3 print:block print:*:mb-6">
        <div className="flex min-w-0 flex-col gap-6 xl:col-span-2">
          {!trades && payment}
          <OverrideForm account={account} />
          <StageForm account={account} />
          {trades && payment}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <CoursePanel account={account} />
          <FactsPanel account={account} />
          <Timeline account={account} />
          <DangerZone account={account} />
        </div>
      </div>
    </ConflictContext>
  );
}

/** Whose paper it is, and of when; on paper alone. */
function Letterhead() {
  const { name, address, supportEmail } = useFirm();
  const [printedAt] = useState(() => new Date());
  return (
    <p className="mb-6 hidden justify-between gap-6 border-b border-line pb-3 print:flex">
      <span>{[name, address, supportEmail].filter(Boolean).join(' · ')}</span>
      <span>
        Account summary, <DateTime value={printedAt} />
      </span>
    </p>
  );
}
