import { StatStrip } from '../../../ui/Panel.tsx';
import { Money } from '../../../ui/Values.tsx';
import type { Dashboard } from './AccountHeading.tsx';

export function Stats({ stats }: { stats: Dashboard['stats'] }) {
  return (
    <StatStrip
      items={[
        { term: 'Balance', value: <Money amount={stats.balance} smallCents /> },
        { term: 'Profit/Loss', value: <Money amount={stats.profitLoss} smallCents coloured /> },
        { term: 'Trading Days', value: stats.tradingDays },
      ]}
    />
  );
}
