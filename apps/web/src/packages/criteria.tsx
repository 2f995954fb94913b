import { formatMoney } from '../ui/format.ts';
import type { Fact } from '../ui/Panel.tsx';
import { Money } from '../ui/Values.tsx';
import { type AccountPackage, TWO_STEP } from './usePackages.ts';

/** Percentages of the account size, with their money: "10% $1,000", or for two phases "10% / 5% $1,000 / $500". */
function Share({ percents, size }: { percents: readonly number[]; size: number }) {
  return (
    <>
      <span className="whitespace-nowrap">{percents.map((percent) => `${percent}%`).join(' / ')}</span>{' '}
      <span className="whitespace-nowrap font-normal text-ink-2">
        {percents.map((percent) => formatMoney((size * percent) / 100, { cents: 'auto' })).join(' / ')}
      </span>
    </>
  );
}

const perPhase = (first: number, second: number | undefined): readonly number[] =>
  second === undefined || second === first ? [first] : [first, second];

/** The criteria that every package card lists (specification section 2), in its words. */
export function criteriaOf(offer: AccountPackage): (Fact & { term: string })[] {
  const { criteria, phase2Criteria: second, subscriberCount: size } = offer;
  const targets = perPhase(criteria.profitTarget, second?.profitTarget);
  return [
    { term: 'Account Size', value: <Money amount={size} cents="auto" /> },
    {
      term: 'Challenge Type',
      value: <span className="whitespace-nowrap">{offer.name === TWO_STEP ? '2-Step' : '1-Step'}</span>,
    },
    { term: 'Profit Target', value: <Share percents={targets} size={size} /> },
    { term: 'Max Daily Loss', value: <Share percents={[criteria.maxDailyLoss]} size={size} /> },
    { term: 'Max Total Loss', value: <Share percents={[criteria.maxTotalLoss]} size={size} /> },
    {
      term: 'Min Trading Days',
      value: perPhase(criteria.minTradingDays, second?.minTradingDays).join(' / '),
    },
    { term: 'Profit Split', value: `${criteria.profitSplit}%` },
  ];
}
