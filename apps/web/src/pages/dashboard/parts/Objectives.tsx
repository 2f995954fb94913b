import { dollarsFromCents, MINIMUM_WITHDRAWAL, PAYOUT_CYCLE_DAYS } from '@firmament/rules';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Corridor } from '../../../ui/Corridor.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { DateTime, Money } from '../../../ui/Values.tsx';
import { courseOfAccount } from './AccountCard.tsx';
import type { AccountItem } from './accounts.ts';

type Objective = { name: string; verdict: string; tone: Tone; text: ReactNode };

/** Each rule of the running stage with its limit in money and where the account stands; a live one has the payout's terms. */
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
  const isLive = account.stage === 'live';
  return [
    ...(isLive ? [] : [profitTarget(account)]),
    ...lossLimits(account),
    ...(isLive ? payoutTerms(account) : [minimumDays(account)]),
  ];
}

const ofInitial = ({ initialBalance }: AccountItem, percent: number) => (initialBalance * percent) / 100;

function profitTarget(account: AccountItem): Objective {
  const { criteria, initialBalance, balance } = account;
  const profit = balance - initialBalance;
  const target = ofInitial(account, criteria.profitTarget);
  return {
    name: `Profit target ${criteria.profitTarget}%`,
    verdict: profit >= target ? 'Reached' : 'In progress',
    tone: profit >= target ? 'gain' : 'warn',
    text: (
      <>
        <Money amount={profit} signed /> of <Money amount={target} cents="auto" />
      </>
    ),
  };
}

function lossLimits(account: AccountItem): Objective[] {
  const { maxTotalLoss, maxDailyLoss } = account.criteria;
  const course = courseOfAccount(account);
  const broken = course.verdict === 'below_floor';
  return [
    {
      name: `Max total loss ${maxTotalLoss}%`,
      verdict: broken ? 'Limit reached' : 'Within limit',
      tone: broken ? 'loss' : 'gain',
      text: (
        <>
          <Money amount={Math.max(0, course.roomToFloor / 100)} /> room left of{' '}
          <Money amount={ofInitial(account, maxTotalLoss)} cents="auto" />
        </>
      ),
    },
    {
      name: `Max daily loss ${maxDailyLoss}%`,
      verdict: 'Limit',
      tone: 'neutral',
      text: (
        <>
          <Money amount={ofInitial(account, maxDailyLoss)} cents="auto" /> below the balance at the start of
          the day. The next starts at <DateTime value={account.nextDayStart} style="time" />.
        </>
      ),
    },
  ];
}

function minimumDays({ criteria, tradingDays }: AccountItem): Objective {
  const enough = tradingDays >= criteria.minTradingDays;
  return {
    name: `Min trading days ${criteria.minTradingDays}`,
    verdict: enough ? 'Met' : 'In progress',
    tone: enough ? 'gain' : 'warn',
    text: `Day ${tradingDays} since the start of this phase`,
  };
}

const payoutTerms = ({ criteria }: AccountItem): Objective[] => [
  {
    name: `Profit split ${criteria.profitSplit}%`,
    verdict: 'Terms',
    tone: 'neutral',
    text: 'Your share of the profit',
  },
  {
    name: `Min withdrawal $${dollarsFromCents(MINIMUM_WITHDRAWAL)}`,
    verdict: 'Terms',
    tone: 'neutral',
    text: 'Of your share, after the split',
  },
  {
    name: `Payout every ${PAYOUT_CYCLE_DAYS} days`,
    verdict: 'Terms',
    tone: 'neutral',
    text: 'From your first profitable trade on the live account',
  },
];
