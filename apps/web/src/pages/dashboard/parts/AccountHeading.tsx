import type { ResponseBody } from '@firmament/contract';
import { Title } from '../../../layouts/Title.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Notice } from '../../../ui/States.tsx';
import { DateTime, Money, RelativeTime } from '../../../ui/Values.tsx';
import { stageLabel, statusLabel, statusTone } from './labels.ts';

export type Dashboard = ResponseBody<'GET /dashboard/{mt5Login}'>;

const greeting = (): string => {
  const hour = new Date().getHours();
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
};

/** Greeting, badges and what the account is (specification section 2, "Single account dashboard"). */
export function AccountHeading({
  dashboard,
  updatedAt,
  stale,
}: {
  dashboard: Dashboard;
  updatedAt: number;
  stale: boolean;
}) {
  const { accountInfo, accountDetails, account, userName } = dashboard;
  return (
    <header className="mb-8">
      <Title section="Dashboard">{accountDetails.logIn}</Title>
      <p className="label">
        {accountInfo.accountType} · {accountDetails.logIn} · {stageLabel[accountInfo.stage]}
      </p>
      <h1 className="serif mt-1 text-page [overflow-wrap:anywhere]">
        {greeting()}, {userName}
      </h1>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Badge tone={statusTone[account.status]} dot>
          {statusLabel[account.status]}
        </Badge>
        {/* The first word of the plan, purple where it says Pro (specification section 2). */}
        <Badge tone={accountInfo.planType.includes('Pro') ? 'pro' : 'info'}>
          {accountInfo.planType.split(' ')[0]}
        </Badge>
        <span className="text-sm text-ink-2">
          Updated <RelativeTime value={new Date(updatedAt)} />
        </span>
      </p>
      <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
        <Fact term="Stage">{stageLabel[accountInfo.stage]}</Fact>
        <Fact term="Initial Balance">
          <Money amount={accountInfo.initialBalance} cents="auto" />
        </Fact>
        <Fact term="Plan Type">{accountInfo.planType}</Fact>
        <Fact term="Account Type">{accountInfo.accountType}</Fact>
      </dl>
      {stale && (
        <Notice tone="warn" className="mt-5" role="status">
          These figures could not be refreshed just now.
        </Notice>
      )}
      {account.failure && (
        <Notice tone="error" className="mt-5" title="This account has failed">
          {account.failure.reason} <DateTime value={account.failure.at} />
        </Notice>
      )}
    </header>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
