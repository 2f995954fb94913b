import { type BasisPoints, basisPoints, type Cents, cents, divideRounded, portion } from './money.ts';

/** Whether a loss limit is reached on its amount or only below it. */
export type LossOperator = 'at_or_below' | 'below';

export interface CorridorInput {
  readonly initialBalance: Cents;
  readonly equity: Cents;
  /** Share of the initial balance that the target lies above it. */
  readonly targetBps: BasisPoints;
  /** Share of the initial balance that the overall floor lies below it. */
  readonly totalLossBps: BasisPoints;
  /** Share of the initial balance that today's floor lies below the balance at the day's start. */
  readonly dailyLossBps: BasisPoints;
  /** Absent where there is no trading feed: then there is no floor of today. */
  readonly dayStartBalance?: Cents;
  /** When a floor counts as reached; 'at_or_below' unless the rule says otherwise. */
  readonly operator?: LossOperator;
}

export type CorridorVerdict = 'below_floor' | 'near_floor' | 'inside' | 'at_target';

export interface Corridor {
  readonly floor: Cents;
  readonly todayFloor: Cents | null;
  readonly start: Cents;
  readonly target: Cents;
  readonly equity: Cents;
  /** Equity above the overall floor; negative below it. */
  readonly roomToFloor: Cents;
  /** Equity above the higher of the two floors: what may still be lost today. */
  readonly roomToday: Cents;
  /** Equity missing to the target; negative beyond it. */
  readonly roomToTarget: Cents;
  /** Where each mark lies in the drawn range, 0 to 10000 from its low end; marks outside lie on the edge. */
  readonly position: {
    readonly floor: BasisPoints;
    readonly todayFloor: BasisPoints | null;
    readonly start: BasisPoints;
    readonly target: BasisPoints;
    readonly equity: BasisPoints;
  };
  readonly verdict: CorridorVerdict;
}

/** The last fifth of the allowed loss counts as near the floor. */
const NEAR_FLOOR_PARTS = 5;

/** The drawing reaches a tenth of the way from floor to target beyond both. */
const MARGIN = basisPoints(1_000);

function scale(floor: Cents, target: Cents): (amount: Cents) => BasisPoints {
  const margin = Math.max(1, portion(cents(target - floor), MARGIN));
  const low = floor - margin;
  const range = target + margin - low;
  return (amount) =>
    basisPoints(divideRounded(BigInt(Math.min(Math.max(amount - low, 0), range)) * 10_000n, range));
}

/**
 * An account's course between its floors and its target: amounts in cents, room, the drawing's geometry
 * and a verdict. Where both floors are crossed the higher one counts.
 */
export function corridor(input: CorridorInput): Corridor {
  const { initialBalance: start, equity, dayStartBalance, operator = 'at_or_below' } = input;
  const dailyLoss = portion(start, input.dailyLossBps);
  const floor = cents(start - portion(start, input.totalLossBps));
  const target = cents(start + portion(start, input.targetBps));
  const todayFloor = dayStartBalance === undefined ? null : cents(dayStartBalance - dailyLoss);
  const todayRules = todayFloor !== null && todayFloor > floor;
  const roomToday = cents(equity - (todayRules ? todayFloor : floor));
  const allowedLoss = todayRules ? dailyLoss : start - floor;
  const place = scale(floor, target);

  let verdict: CorridorVerdict = 'inside';
  if (roomToday < 0 || (roomToday === 0 && operator === 'at_or_below')) verdict = 'below_floor';
  else if (equity >= target) verdict = 'at_target';
  else if (roomToday * NEAR_FLOOR_PARTS <= allowedLoss) verdict = 'near_floor';

  return {
    floor,
    todayFloor,
    start,
    target,
    equity,
    roomToFloor: cents(equity - floor),
    roomToday,
    roomToTarget: cents(target - equity),
    position: {
      floor: place(floor),
      todayFloor: todayFloor === null ? null : place(todayFloor),
      start: place(start),
      target: place(target),
      equity: place(equity),
    },
    verdict,
  };
}
