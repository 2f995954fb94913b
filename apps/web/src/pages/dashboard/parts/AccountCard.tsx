import { Link } from 'react-router';
import { sizeLabel } from '../../../packages/PackageCard.tsx';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Corridor } from '../../../ui/Corridor.tsx';
import { courseOf } from '../../../ui/course.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { DateTime, Money } from '../../../ui/Values.tsx';
import type { AccountItem } from './accounts.ts';
import { stageLabel, statusLabel, statusTone } from './labels.ts';

/** The course of an account as it stands. */
export const courseOfAccount = (account: AccountItem) =>
  courseOf({
    initialBalance: account.initialBalance,
    equity: account.equity,
    target: account.criteria.profitTarget,
    totalLoss: account.criteria.maxTotalLoss,
    dailyLoss: account.criteria.maxDailyLoss,
  });

/** One account: who it is, where it stands between floor and target, and the way in. */
export function AccountCard({ account }: { account: AccountItem }) {
  const failed = account.status === 'failed';
  // An account can fail before it was given a login.
  const { login } = account;
  return (
    <Panel tone={failed ? 'failed' : 'plain'}>
      <article
        aria-label={`${account.platform ?? 'MT5'} ${login ?? 'N/A'}`}
        data-status={account.status}
        className="grid gap-x-10 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)_auto] lg:items-center"
      >
        <div className="min-w-0">
          <p className="label">
            {account.platform ?? 'MT5'} · {stageLabel[account.stage]}
          </p>
          <h2 className="mt-1 font-mono text-figure-2 [overflow-wrap:anywhere]">{login ?? 'N/A'}</h2>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <Badge tone={statusTone[account.status]} dot>
              {statusLabel[account.status]}
            </Badge>
            <Badge tone="info">
              {account.tier || 'Starter'} {sizeLabel(account.accountSize)}
            </Badge>
          </p>
        </div>
        <div className="min-w-0">
          {failed ? <Failure account={account} /> : <RoomLeft account={account} />}
          <Corridor course={courseOfAccount(account)} size="card" className="mt-3" />
        </div>
        {login !== null && (
          <Link
            to={paths.dashboardAccount(login)}
            className={buttonClass({ variant: failed ? 'secondary' : 'primary' })}
          >
            View Account Dashboard<span className="sr-only"> {login}</span>
          </Link>
        )}
      </article>
    </Panel>
  );
}

function RoomLeft({ account }: { account: AccountItem }) {
  const { roomToFloor } = courseOfAccount(account);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-ink-2">
      <span>
        <Money amount={roomToFloor / 100} className="text-figure-2 text-ink" /> room to the floor
      </span>
      <span>day {account.tradingDays}</span>
    </p>
  );
}

function Failure({ account }: { account: AccountItem }) {
  return (
    <p className="text-loss">
      <span className="font-semibold">Failed</span>
      {account.failure && (
        <>
          : <bdi>{account.failure.reason}</bdi> <DateTime value={account.failure.at} className="text-ink-2" />
        </>
      )}
    </p>
  );
}
