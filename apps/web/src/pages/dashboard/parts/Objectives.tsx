import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Corridor } from '../../../ui/Corridor.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Money } from '../../../ui/Values.tsx';
import { courseOfAccount } from './AccountCard.tsx';
import type { AccountItem } from './accounts.ts';

type Objective = { name: string; verdict: string; tone: Tone; text: ReactNode };

/** Each rule of the running stage with its limit in money and where the account stands. */
export function Objectives({ account }: { account: AccountItem }) {
  return (
    <Panel title="Objectives" titleStyle="card">
      <Corridor course={courseOfAccount(account)} size="hero" className="mb-4" />
      <ul className="divide-y divide-line border-t border-line">
        {objectivesOf(account).map((objective) => (
          <li key={objective.name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 py-3">
            <div>
              <p className="font-semibold">{objective.name}</p>
              <p className="text-ink-2">{objective.text}</p>
            </div>
            <Badge tone={objective.tone}>{objective.verdict}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function objectivesOf(account: AccountItem): Objective[] {
  const { criteria, initialBalance, balance, tradingDays } = account;
  const course = courseOfAccount(account);
  const profit = balance - initialBalance;
  const target = (initialBalance * criteria.profitTarget) / 100;
  const share = (percent: number) => <Money amount={(initialBalance * percent) / 100} cents="auto" />;
  const broken = course.verdict === 'below_floor';
  const enoughDays = tradingDays >= criteria.minTradingDays;
  return [
    {
      name: `Profit target ${criteria.profitTarget}%`,
      verdict: profit >= target ? 'Reached' : 'In progress',
      tone: profit >= target ? 'gain' : 'warn',
      text: (
        <>
          <Money amount={profit} signed /> of <Money amount={target} cents="auto" />
        </>
      ),
    },
    {
      name: `Max total loss ${criteria.maxTotalLoss}%`,
      verdict: broken ? 'Limit reached' : 'Within limit',
      tone: broken ? 'loss' : 'gain',
      text: (
        <>
          <Money amount={Math.max(0, course.roomToFloor / 100)} /> room left of {share(criteria.maxTotalLoss)}
        </>
      ),
    },
    {
      name: `Max daily loss ${criteria.maxDailyLoss}%`,
      verdict: 'Limit',
      tone: 'neutral',
      text: <>{share(criteria.maxDailyLoss)} below the balance at the start of the day</>,
    },
    {
      name: `Min trading days ${criteria.minTradingDays}`,
      verdict: enoughDays ? 'Met' : 'In progress',
      tone: enoughDays ? 'gain' : 'warn',
      text: `Day ${tradingDays} since the start of this phase`,
    },
  ];
}
