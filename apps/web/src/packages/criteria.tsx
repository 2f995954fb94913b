import type { Fact } from '../ui/Panel.tsx';
import { Money } from '../ui/Values.tsx';
import { type AccountPackage, TWO_STEP } from './usePackages.ts';

/** A percentage of the account size, with its money. */
function Share({ percent, size }: { percent: number; size: number }) {
  return (
    <>
      {percent}%{' '}
      <span className="font-normal text-ink-2">
        <Money amount={(size * percent) / 100} cents="auto" />
      </span>
    </>
  );
}

const perPhase = (first: number, second: number | undefined, unit: string) =>
  second === undefined || second === first ? `${first}${unit}` : `${first}${unit} / ${second}${unit}`;

/** The criteria that every package card lists (specification section 2), in its words. */
export function criteriaOf(offer: AccountPackage): Fact[] {
  const { criteria, phase2Criteria: second, subscriberCount: size } = offer;
  const target =
    second && second.profitTarget !== criteria.profitTarget ? (
      `${criteria.profitTarget}% / ${second.profitTarget}%`
    ) : (
      <Share percent={criteria.profitTarget} size={size} />
    );
  return [
    { term: 'Account Size', value: <Money amount={size} cents="auto" /> },
    { term: 'Challenge Type', value: offer.name === TWO_STEP ? '2-Step' : '1-Step' },
    { term: 'Profit Target', value: target },
    { term: 'Max Daily Loss', value: <Share percent={criteria.maxDailyLoss} size={size} /> },
    { term: 'Max Total Loss', value: <Share percent={criteria.maxTotalLoss} size={size} /> },
    { term: 'Min Trading Days', value: perPhase(criteria.minTradingDays, second?.minTradingDays, '') },
    { term: 'Profit Split', value: `${criteria.profitSplit}%` },
  ];
}
