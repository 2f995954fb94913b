import { type BasisPoints, basisPoints, type Cents, divideRounded, portion } from './money.ts';
import type { Stage } from './states.ts';
import { DAY_MILLISECONDS, type Instant } from './time.ts';

/**
 * (balance - size) / size in basis points, rounded half away from zero (specification section 9).
 * Throws RangeError for a size of zero, and for growth beyond the safe integers.
 */
export function growth(balance: Cents, size: Cents): BasisPoints {
  return basisPoints(divideRounded((BigInt(balance) - BigInt(size)) * 10_000n, size));
}

/** Growth as text with two decimals: '10.00%', '-0.05%'. */
export function formatGrowth(share: BasisPoints): string {
  const digits = String(Math.abs(share)).padStart(3, '0');
  return `${share < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** The growth target in percent: 10 for phase1 and live, 5 for phase2 (specification section 9). */
export function growthTargetPercent(stage: Stage): number {
  return stage === 'phase2' ? 5 : 10;
}

/** The profit that the growth target asks for, in cents: 100000 for phase1 of a 10,000-dollar account. */
export function growthTargetValue(size: Cents, stage: Stage): Cents {
  return portion(size, basisPoints(growthTargetPercent(stage) * 100));
}

/** Whether the balance has grown by the stage's target; equality counts, rounding does not help. */
export function targetReached(balance: Cents, size: Cents, stage: Stage): boolean {
  const profit = BigInt(balance) - BigInt(size);
  return profit * 100n >= BigInt(size) * BigInt(growthTargetPercent(stage));
}

/**
 * The trading days of an account without a trading feed: whole 24-hour days since the start of its
 * balance plus one, at least 1 (specification section 9).
 */
export function specifiedTradingDays(balanceStartDate: Instant | null, now: Instant): number {
  if (balanceStartDate === null) return 1;
  return Math.max(1, Math.floor((now - balanceStartDate) / DAY_MILLISECONDS) + 1);
}
