import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { overviewQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { DataAge } from '../../ui/DataAge.tsx';
import { formatCount } from '../../ui/format.ts';
import { useNextPage } from '../../ui/late.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { Notice } from '../../ui/States.tsx';
import { ActiveAccounts, CardSkeletons } from './parts/ActiveAccounts.tsx';
import type { Overview } from './parts/accounts.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { WorkStrip } from './parts/WorkStrip.tsx';

/** Counts and balances are asked for again this often while the page is seen. */
const REFRESH_MILLISECONDS = 30_000;

const loadNext = () => import('./AccountPage.tsx');

export function Component() {
  useNextPage(loadNext);
  const overview = usePageQuery({ ...overviewQuery, refetchInterval: REFRESH_MILLISECONDS });
  const client = useQueryClient();
  const denied = isForbidden(overview.error);
  return (
    <>
      <PageHeader title="Overview" kicker={overview.data ? totals(overview.data) : '\u00a0'}>
        {!denied && (
          // Its room is there before the figures are.
          <DataAge
            updatedAt={overview.data ? overview.dataUpdatedAt : Date.now()}
            refreshing={overview.isFetching}
            onRefresh={() => void client.refetchQueries({ type: 'active' })}
            {...(overview.data ? {} : { className: 'invisible' })}
          />
        )}
      </PageHeader>
      {denied ? (
        <PageError error={overview.error} fallback={messages.accountsFetchFailed} />
      ) : overview.isPending ? (
        // Whether there are warnings is not known yet: all waits, so that nothing moves.
        <SkeletonGroup label={messages.loadingAccounts} className="flex flex-col gap-10">
          <Skeleton className="h-74 rounded-card! sm:h-46 xl:h-30" />
          <CardSkeletons />
        </SkeletonGroup>
      ) : (
        <>
          {overview.data ? (
            <>
              <Warnings overview={overview.data} />
              <WorkStrip overview={overview.data} refreshEvery={REFRESH_MILLISECONDS} />
            </>
          ) : (
            <PageError
              error={overview.error}
              fallback={messages.overviewFailed}
              onRetry={() => void overview.refetch()}
              retrying={overview.isFetching}
            />
          )}
          <ActiveAccounts refreshEvery={REFRESH_MILLISECONDS} />
        </>
      )}
    </>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const totals = (overview: Overview): string =>
  [
    counted(overview.activeAccounts, 'active account', 'active accounts'),
    counted(overview.users, 'user', 'users'),
  ].join(' · ');

/** What keeps traders from paying or from being told. */
function Warnings({ overview }: { overview: Overview }) {
  if (overview.warnings.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-2">
      {overview.warnings.map((warning) => (
        <Notice
          key={warning}
          tone="warn"
          action={
            /payment address/i.test(warning) ? (
              <WayOut to={paths.paymentAddresses}>Payment Options</WayOut>
            ) : (
              warning.includes('Send Mass Email') && (
                <WayOut to={paths.undeliveredMail}>Send Mass Email</WayOut>
              )
            )
          }
        >
          {warning}
        </Notice>
      ))}
    </div>
  );
}

/** To the page where what is warned of can be mended. */
function WayOut({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link inline-block font-medium pointer-coarse:py-3">
      {children}
    </Link>
  );
}
