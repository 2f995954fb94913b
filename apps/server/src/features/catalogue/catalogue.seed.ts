import { createHash } from 'node:crypto';
import {
  basisPointsFromPercent,
  CHALLENGE_TYPES,
  type ChallengeType,
  centsFromDollars,
} from '@firmament/rules';
import type { PhaseCriteria, Phases, Tx } from '../../db/schema.ts';
import { hasPackages, insertMissingPackages, type PackageValues } from './catalogue.queries.ts';

/** Size, original and discounted price of a 2-Step Challenge, in dollars. */
const PRICE_LIST = [
  [5_000, 59, 49],
  [10_000, 109, 89],
  [25_000, 229, 189],
  [50_000, 369, 299],
  [100_000, 639, 519],
] as const;
/** What a 1-Step Challenge costs more, in dollars. */
const ONE_STEP_MORE = 10;
const MOST_POPULAR = { type: '2-Step Challenge', size: 50_000 } as const;

/** Percent of the initial balance, days, and the trader's share in percent. */
const criteria = (
  target: number,
  daily: number,
  total: number,
  days: number,
  split: number,
): PhaseCriteria => ({
  profitTarget: basisPointsFromPercent(target),
  maxDailyLoss: basisPointsFromPercent(daily),
  maxTotalLoss: basisPointsFromPercent(total),
  minTradingDays: days,
  profitSplit: basisPointsFromPercent(split),
});

const phasesOf = (type: ChallengeType): Phases => ({
  phase1: criteria(10, 5, 10, 3, 80),
  phase2: type === '2-Step Challenge' ? criteria(5, 5, 10, 2, 80) : null,
});

/** The same id at every first start, so that processes that start together add each package once. */
const seededId = (type: ChallengeType, size: number): string => {
  const hex = createHash('sha256').update(`package|${type}|${size}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const seeded = (type: ChallengeType): (PackageValues & { id: string })[] =>
  PRICE_LIST.map(([size, original, discounted]) => {
    const more = type === '1-Step Challenge' ? ONE_STEP_MORE : 0;
    return {
      id: seededId(type, size),
      challenge_type: type,
      size_cents: centsFromDollars(size),
      original_price_cents: centsFromDollars(original + more),
      discounted_price_cents: centsFromDollars(discounted + more),
      phases: phasesOf(type),
      most_popular: type === MOST_POPULAR.type && size === MOST_POPULAR.size,
      time_limit_days: null,
      time_zone: null,
    };
  });

/** Adds the ten packages of a first start; does nothing where there ever was a package. */
export const seedPackages = async (tx: Tx, now: Date): Promise<void> => {
  if (await hasPackages(tx)) return;
  await insertMissingPackages(tx, CHALLENGE_TYPES.flatMap(seeded), now);
};
