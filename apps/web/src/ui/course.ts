import { basisPoints, type Corridor, centsFromDollars, corridor } from '@firmament/rules';

export type CourseFacts = {
  /** Dollars, as on the wire. */
  initialBalance: number;
  equity: number;
  /** Percent, as on the wire. */
  target: number;
  totalLoss: number;
  dailyLoss: number;
  /** Dollars; only where a trading feed knows it. */
  dayStartBalance?: number | null;
};

/** The course for <Corridor> from the wire's dollars and percentages. */
export function courseOf(facts: CourseFacts): Corridor {
  const share = (percent: number) => basisPoints(Math.round(percent * 100));
  return corridor({
    initialBalance: centsFromDollars(facts.initialBalance),
    equity: centsFromDollars(facts.equity),
    targetBps: share(facts.target),
    totalLossBps: share(facts.totalLoss),
    dailyLossBps: share(facts.dailyLoss),
    ...(typeof facts.dayStartBalance === 'number'
      ? { dayStartBalance: centsFromDollars(facts.dayStartBalance) }
      : {}),
  });
}
