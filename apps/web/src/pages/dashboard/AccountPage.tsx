import { messages } from '@firmament/contract/messages';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError, messageOf } from '../../api/client.ts';
import { dashboardQuery, ownAccountsQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { AccountGrowth } from './parts/AccountGrowth.tsx';
import { AccountHeading } from './parts/AccountHeading.tsx';
import { AccountSwitch } from './parts/AccountSwitch.tsx';
import { Credentials } from './parts/Credentials.tsx';
import { Objectives } from './parts/Objectives.tsx';
import { Stats } from './parts/Stats.tsx';

export function Component() {
  const { mt5Login } = useParams();
  const { token } = useAuth();
  if (!mt5Login) return <Navigate to={paths.dashboard} replace />;
  if (!token) return <Navigate to={paths.login} replace />;
  return <AccountWithSwitch login={mt5Login} />;
}

function AccountWithSwitch({ login }: { login: string }) {
  const accounts = usePageQuery(ownAccountsQuery);
  return (
    <>
      <AccountSwitch accounts={accounts.data?.accounts ?? []} current={login} />
      <Account key={login} login={login} waiting={accounts.isPending} />
    </>
  );
}

/** `waiting`: whether the switch above may still appear; the account then waits with it, so that nothing moves. */
function Account({ login, waiting }: { login: string; waiting: boolean }) {
  const dashboard = usePageQuery({
    ...dashboardQuery(login),
    refetchInterval: 30_000,
  });
  const { data, error } = dashboard;
  if (dashboard.isPending || waiting) return <LoadingAccount login={login} />;
  if (error instanceof ApiError && error.status === 404) return <NoAccount />;
  if (!data) {
    const fallback = messageOf(error, messages.dashboardFailed);
    return (
      <Problem
        login={login}
        text={`Error: ${fallback}`}
        onRetry={() => void dashboard.refetch()}
        retrying={dashboard.isRefetching}
      />
    );
  }
  if (!data.success || !data.accountInfo) {
    return (
      <Problem
        login={login}
        text={`Error: ${data.message || messages.dashboardInvalid}`}
        onRetry={() => void dashboard.refetch()}
      />
    );
  }
  return (
    <>
      <AccountHeading
        dashboard={data}
        updatedAt={dashboard.dataUpdatedAt}
        failed={dashboard.isError}
        refreshing={dashboard.isRefetching}
        onRefresh={() => void dashboard.refetch()}
      />
      <div className="flex flex-col gap-5">
        <Stats stats={data.stats} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Objectives account={data.account} />
          <div className="flex flex-col gap-5">
            <AccountGrowth dashboard={data} />
            <Credentials details={data.accountDetails} />
          </div>
        </div>
      </div>
    </>
  );
}

function NoAccount() {
  return (
    <>
      <Title section="Dashboard">{messages.noMt5Account}</Title>
      <h1 className="sr-only">{messages.noMt5Account}</h1>
      <EmptyState
        title={messages.noMt5Account}
        action={
          <Link to={paths.dashboard} className={buttonClass()}>
            Back to Dashboard
          </Link>
        }
      />
    </>
  );
}

function Problem({
  login,
  text,
  onRetry,
  retrying = false,
}: {
  login: string;
  text: string;
  onRetry: () => void;
  retrying?: boolean;
}) {
  return (
    <>
      <Title section="Dashboard">{login}</Title>
      <h1 className="sr-only">Account {login}</h1>
      <ErrorState message={text} onRetry={onRetry} retrying={retrying} />
    </>
  );
}

function LoadingAccount({ login }: { login: string }) {
  return (
    <>
      <Title section="Dashboard">{login}</Title>
      {/* Gone when the account is there: it does not take the focus. */}
      <h1 className="sr-only" data-passing>
        Account {login}
      </h1>
      <SkeletonGroup label="Loading account..." className="flex flex-col gap-5">
        <Skeleton className="mb-3 h-40 w-full max-w-160" />
        <Skeleton className="h-40 w-full sm:h-24" />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Skeleton className="h-132 w-full" />
          <div className="flex flex-col gap-5">
            <Skeleton className="h-50 w-full" />
            <Skeleton className="h-60 w-full" />
          </div>
        </div>
      </SkeletonGroup>
    </>
  );
}
