import { type Cents, cents, dollarsFromCents } from './money.ts';

const TIERS = [
  [cents(500_000), 'Starter'],
  [cents(1_000_000), 'Basic'],
  [cents(2_500_000), 'Standard'],
  [cents(5_000_000), 'Professional'],
  [cents(10_000_000), 'Elite'],
] as const;

/** The account sizes that carry a tier label of their own, in cents (specification section 9). */
export const TIER_SIZES: readonly Cents[] = TIERS.map(([size]) => size);

export type TierLabel = (typeof TIERS)[number][1] | 'Custom';

/** The tier label of an account size (specification section 3). */
export function tierLabel(size: Cents): TierLabel {
  return TIERS.find(([tierSize]) => tierSize === size)?.[1] ?? 'Custom';
}

const THOUSAND = 100_000;

/** A size in dollars, from 1000 on in thousands with a K: '500', '10K', '12.5K' (specification section 3). */
export function formatSize(size: Cents): string {
  if (size < THOUSAND) return String(dollarsFromCents(size));
  const fraction = String(size % THOUSAND)
    .padStart(5, '0')
    .replace(/0+$/, '');
  return `${Math.floor(size / THOUSAND)}${fraction === '' ? '' : `.${fraction}`}K`;
}
