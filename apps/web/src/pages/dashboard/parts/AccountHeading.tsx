import type { ResponseBody } from '@firmament/contract';
import { Printer } from 'lucide-react';
import { Title } from '../../../layouts/Title.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { DataAge, type DataAgeProps, StaleNotice } from '../../../ui/DataAge.tsx';
import { Notice } from '../../../ui/States.tsx';
import { DateTime, Money } from '../../../ui/Values.tsx';
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
  failed,
  ...age
}: { dashboard: Dashboard; failed: boolean } & DataAgeProps) {
  const { accountInfo, accountDetails, account, userName } = dashboard;
  return (
    <header className="mb-8">
      <Title section="Dashboard">{accountDetails.logIn}</Title>
      <p className="label">
        {accountInfo.accountType} · {accountDetails.logIn} · {stageLabel[accountInfo.stage]}
      </p>
      <h1 className="serif mt-1 text-page [overflow-wrap:anywhere]">
        {greeting()}, <bdi>{userName}</bdi>
      </h1>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Badge tone={statusTone[account.status]} dot>
          {statusLabel[account.status]}
        </Badge>
        {/* The first word of the plan, purple where it says Pro (specification section 2). */}
        <Badge tone={accountInfo.planType.includes('Pro') ? 'pro' : 'info'}>
          {accountInfo.planType.split(' ')[0]}
        </Badge>
        {/* On a phone a line of its own, lest it wraps when "now" becomes "1 sec. ago". */}
        <DataAge {...age} className="max-sm:w-full">
          <IconButton
            label="Print this summary"
            size="small"
            icon={<Printer size={14} aria-hidden="true" />}
            onClick={() => print()}
          />
        </DataAge>
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-10 gap-y-3 sm:flex sm:flex-wrap">
        <Fact term="Stage">{stageLabel[accountInfo.stage]}</Fact>
        <Fact term="Initial Balance">
          <Money amount={accountInfo.initialBalance} cents="auto" />
        </Fact>
        <Fact term="Plan Type">{accountInfo.planType}</Fact>
        <Fact term="Account Type">{accountInfo.accountType}</Fact>
      </dl>
      <StaleNotice updatedAt={age.updatedAt} failed={failed} className="mt-5" />
      {account.failure && (
        <Notice tone="error" className="mt-5" title="This account has failed">
          <bdi>{account.failure.reason}</bdi> <DateTime value={account.failure.at} />
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
