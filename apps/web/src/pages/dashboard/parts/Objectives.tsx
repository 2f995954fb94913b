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
  const { criteria, initialBalance, balance, failure } = account;
  const profit = balance - initialBalance;
  const target = ofInitial(account, criteria.profitTarget);
  return {
    name: `Profit target ${criteria.profitTarget}%`,
    ...(profit >= target ? { verdict: 'Reached', tone: 'gain' } : missed(failure, 'Not reached')),
    text: (
      <>
        <Money amount={profit} signed /> of <Money amount={target} cents="auto" />
      </>
    ),
  };
}

/** A goal that is not met: it may still be, unless the account failed. */
const missed = (failure: AccountItem['failure'], verdict: string): Pick<Objective, 'verdict' | 'tone'> =>
  failure ? { verdict, tone: 'neutral' } : { verdict: 'In progress', tone: 'warn' };

const LIMIT_REACHED = { verdict: 'Limit reached', tone: 'loss' } as const;

/** Whether the reason of a failure begins with the name of this limit. Reasons are written by hand: others name none. */
const names = (failure: AccountItem['failure'], limit: string): boolean =>
  new RegExp(`^(max(imum)? )?(${limit}) loss\\b`, 'i').test(failure?.reason ?? '');

/** What stands behind the colon of such a reason: the value and its limit. */
const figuresOf = (failure: AccountItem['failure']): ReactNode => {
  const figures = /: (.+)/.exec(failure?.reason ?? '')?.[1];
  return figures && <bdi>{figures}</bdi>;
};

const lossLimits = (account: AccountItem): Objective[] => [totalLoss(account), dailyLoss(account)];

function totalLoss(account: AccountItem): Objective {
  const { criteria, failure } = account;
  const course = courseOfAccount(account);
  const named = names(failure, 'total|overall');
  const open = failure
    ? ({ verdict: 'Not reached', tone: 'neutral' } as const)
    : ({ verdict: 'Within limit', tone: 'gain' } as const);
  return {
    name: `Max total loss ${criteria.maxTotalLoss}%`,
    ...(named || course.verdict === 'below_floor' ? LIMIT_REACHED : open),
    text: (named && figuresOf(failure)) || roomText(account),
  };
}

/** The room as a part of the limit; in profit it is more than that, after a failure nothing is left: then the distance to the floor. */
function roomText(account: AccountItem): ReactNode {
  const { floor, roomToFloor } = courseOfAccount(account);
  const room = roomToFloor / 100;
  const limit = ofInitial(account, account.criteria.maxTotalLoss);
  if (!account.failure && room <= limit)
    return (
      <>
        <Money amount={Math.max(0, room)} /> room left of <Money amount={limit} cents="auto" />
      </>
    );
  return (
    <>
      <Money amount={Math.abs(room)} /> {room < 0 ? 'below' : 'above'} the floor of{' '}
      <Money amount={floor / 100} cents="auto" />
    </>
  );
}

function dailyLoss(account: AccountItem): Objective {
  const { criteria, failure, nextDayStart } = account;
  const named = names(failure, 'daily');
  return {
    name: `Max daily loss ${criteria.maxDailyLoss}%`,
    ...(named ? LIMIT_REACHED : { verdict: 'Limit', tone: 'neutral' }),
    text: (named && figuresOf(failure)) || (
      <>
        <Money amount={ofInitial(account, criteria.maxDailyLoss)} cents="auto" /> below the balance at the
        start of the day.
        {!failure && (
          <>
            {' '}
            The next starts at <DateTime value={nextDayStart} style="time" />.
          </>
        )}
      </>
    ),
  };
}

function minimumDays({ criteria, tradingDays, failure }: AccountItem): Objective {
  const days = failure?.tradingDays ?? tradingDays;
  return {
    name: `Min trading days ${criteria.minTradingDays}`,
    ...(days >= criteria.minTradingDays ? { verdict: 'Met', tone: 'gain' } : missed(failure, 'Not met')),
    text: `Day ${days} since the start of this phase${failure ? ', when the account failed' : ''}`,
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
