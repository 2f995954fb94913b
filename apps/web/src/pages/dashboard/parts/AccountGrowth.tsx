import { Panel } from '../../../ui/Panel.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Money } from '../../../ui/Values.tsx';
import type { Dashboard } from './AccountHeading.tsx';

/** Growth in percent, how far that is to the target, and the target in money. */
export function AccountGrowth({ dashboard }: { dashboard: Dashboard }) {
  const { accountGrowth, growthTargetPercent = 10, growthTargetValue } = dashboard;
  const growth = Number.parseFloat(accountGrowth);
  const reached = growth >= growthTargetPercent;
  return (
    <Panel title="Account Growth" titleStyle="card" tone={reached ? 'mark' : 'plain'}>
      <p className={`text-figure ${growth > 0 ? 'text-gain' : growth < 0 ? 'text-loss' : ''}`}>
        {accountGrowth.replace('-', '−')}
      </p>
      <Progress
        label="Progress to the target"
        value={Math.max(0, growth)}
        max={growthTargetPercent}
        tone="gain"
        text={
          reached
            ? 'Target reached'
            : `${Math.max(0, Math.floor((growth / growthTargetPercent) * 100))}% of the way`
        }
        className="mt-3"
      />
      <p className="mt-3 text-ink-2">
        Target: {growthTargetPercent}% (<Money amount={growthTargetValue} cents="auto" />)
      </p>
    </Panel>
  );
}
