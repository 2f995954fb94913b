import { useId } from 'react';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import type { TradingAccount } from './accounts.ts';

/** The track ends a quarter beyond the target, so that the target's line stands at 80 %. */
const BEYOND = 1.25;

/** Growth as a bar with the line of the stage's target. */
export function GrowthBar({ account }: { account: TradingAccount }) {
  const id = useId();
  const { growth, growthTargetPercent: target, targetReached } = account;
  const missing = (account.accountSize * target) / 100 - (account.balance - account.accountSize);
  const tone = growth < 0 ? 'text-loss' : growth > 0 ? 'text-gain' : '';
  return (
    <div className="text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-ink-2">
          Growth
        </label>
        <span className={`text-ui font-semibold ${tone}`}>{formatPercent(growth, 2, true)}</span>
      </div>
      <div className="relative mt-1.5 py-1">
        <progress
          id={id}
          className="bar"
          data-tone="gain"
          max={target * BEYOND}
          value={Math.min(Math.max(growth, 0), target * BEYOND)}
          aria-valuetext={`${formatPercent(growth)} of ${target}%`}
        />
        <svg
          width="100%"
          height="14"
          className="pointer-events-none absolute inset-0 overflow-visible"
          aria-hidden="true"
        >
          <line x1="80%" x2="80%" y1="0" y2="14" className="stroke-gain" strokeWidth="2" />
        </svg>
      </div>
      <p className="mt-1 flex justify-between gap-3 text-ink-3">
        <span>{targetReached ? 'Target reached' : `${formatMoney(missing, { cents: 'auto' })} to go`}</span>
        <span>
          Target {target}% · {formatMoney((account.accountSize * target) / 100, { cents: 'auto' })}
        </span>
      </p>
    </div>
  );
}
