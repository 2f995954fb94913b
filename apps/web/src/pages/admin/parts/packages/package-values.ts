import type { RequestBody, ResponseBody } from '@firmament/contract';
import { CHALLENGE_TYPES, type ChallengeType } from '@firmament/rules';
import { amountText, readAmount } from '../amounts.ts';
import type { Texts } from '../conflict/typed.ts';

export type Package = ResponseBody<'GET /admin/packages'>['packages'][number];
type PackageBody = RequestBody<'POST /admin/packages'>;
type Criteria = PackageBody['criteria'];

type CriteriaValues = Record<keyof Criteria, string>;
export type PackageValues = {
  name: ChallengeType;
  size: string;
  originalPrice: string;
  discountedPrice: string;
  mostPopular: boolean;
  timeLimitDays: string;
  /** An IANA zone; empty for the firm's. */
  timeZone: string;
  phase1: CriteriaValues;
  phase2: CriteriaValues;
};

export const CRITERIA = [
  { id: 'profitTarget', label: 'Profit Target', unit: '%' },
  { id: 'maxDailyLoss', label: 'Max Daily Loss', unit: '%' },
  { id: 'maxTotalLoss', label: 'Max Total Loss', unit: '%' },
  { id: 'minTradingDays', label: 'Min Trading Days', unit: 'days' },
  { id: 'profitSplit', label: 'Profit Split', unit: '%' },
] as const satisfies readonly { id: keyof Criteria; label: string; unit: '%' | 'days' }[];

const criteriaTexts = (criteria: Criteria): CriteriaValues => ({
  profitTarget: String(criteria.profitTarget),
  maxDailyLoss: String(criteria.maxDailyLoss),
  maxTotalLoss: String(criteria.maxTotalLoss),
  minTradingDays: String(criteria.minTradingDays),
  profitSplit: String(criteria.profitSplit),
});

/** The criteria of the seeded packages, for a new one. */
const PHASE1: CriteriaValues = {
  profitTarget: '10',
  maxDailyLoss: '5',
  maxTotalLoss: '10',
  minTradingDays: '3',
  profitSplit: '80',
};
const PHASE2: CriteriaValues = { ...PHASE1, profitTarget: '5', minTradingDays: '2' };

/** What the form shows of a package; of none, what a new one starts with. */
export const valuesOf = (edited: Package | null): PackageValues => ({
  name: edited?.name ?? CHALLENGE_TYPES[1],
  size: edited ? amountText(edited.subscriberCount) : '',
  originalPrice: edited ? amountText(edited.originalPrice) : '',
  discountedPrice: edited ? amountText(edited.discountedPrice) : '',
  mostPopular: edited?.mostPopular ?? false,
  timeLimitDays: edited?.timeLimitDays ? String(edited.timeLimitDays) : '',
  timeZone: edited?.timeZone ?? '',
  phase1: edited ? criteriaTexts(edited.criteria) : PHASE1,
  phase2: edited?.phase2Criteria ? criteriaTexts(edited.phase2Criteria) : PHASE2,
});

const phaseTexts = (phase: string, values: CriteriaValues): Texts =>
  Object.fromEntries(CRITERIA.map(({ id, label, unit }) => [`${phase}: ${label}`, `${values[id]} ${unit}`]));

/** A package as a person reads it. */
export const textsOf = (values: PackageValues): Texts => ({
  'Challenge Type': values.name,
  'Account Size': values.size,
  'Original Price': values.originalPrice,
  'Discounted Price': values.discountedPrice,
  'Most popular': values.mostPopular ? 'Yes' : 'No',
  'Time Limit': values.timeLimitDays || 'None',
  'Time Zone': values.timeZone.replaceAll('_', ' ') || "The firm's",
  ...phaseTexts('Phase 1', values.phase1),
  ...(values.name === '2-Step Challenge' ? phaseTexts('Phase 2', values.phase2) : {}),
});

/** A share in percent, at most two decimals; null if the text is none. */
export function readPercent(text: string): number | null {
  const match = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text);
  if (!match) return null;
  const percent = Number(`${match[1]}.${match[2] ?? '0'}`);
  return percent <= 100 ? percent : null;
}

/** A whole number within bounds, or null. */
export function readCount(text: string, least: number, most: number): number | null {
  const count = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN;
  return count >= least && count <= most ? count : null;
}

/** What is wrong with a typed criterion, or undefined. */
export function criterionError(id: keyof Criteria, text: string): string | undefined {
  if (id === 'minTradingDays') {
    return readCount(text, 0, 365) === null ? 'Enter a whole number of days, at most 365' : undefined;
  }
  return readPercent(text) === null ? 'Enter a percentage from 0 to 100' : undefined;
}

const criteriaOf = (values: CriteriaValues): Criteria => ({
  profitTarget: readPercent(values.profitTarget) ?? 0,
  maxDailyLoss: readPercent(values.maxDailyLoss) ?? 0,
  maxTotalLoss: readPercent(values.maxTotalLoss) ?? 0,
  minTradingDays: readCount(values.minTradingDays, 0, 365) ?? 0,
  profitSplit: readPercent(values.profitSplit) ?? 0,
});

/** The call's body from values that the form has found sound. */
export const bodyOf = (values: PackageValues): PackageBody => ({
  name: values.name,
  subscriberCount: readAmount(values.size).amount ?? 0,
  originalPrice: readAmount(values.originalPrice).amount ?? 0,
  discountedPrice: readAmount(values.discountedPrice).amount ?? 0,
  criteria: criteriaOf(values.phase1),
  phase2Criteria: values.name === '2-Step Challenge' ? criteriaOf(values.phase2) : null,
  mostPopular: values.mostPopular,
  timeLimitDays: values.timeLimitDays.trim() === '' ? null : readCount(values.timeLimitDays, 1, 3650),
  timeZone: values.timeZone === '' ? null : values.timeZone,
});
