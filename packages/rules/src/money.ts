declare const centsBrand: unique symbol;
declare const basisPointsBrand: unique symbol;

/** An amount of money in whole cents of the account currency; may be negative. */
export type Cents = number & { readonly [centsBrand]: true };

/** A share in hundredths of a percent: 10 % is 1000. */
export type BasisPoints = number & { readonly [basisPointsBrand]: true };

const WHOLE = 10_000;

/** Up to here a number of dollars is closer to its own cents than to their neighbours. */
const LARGEST_EXACT = 2 ** 45;

const areCents = (amount: number): amount is Cents => Number.isSafeInteger(amount);
const areBasisPoints = (share: number): share is BasisPoints => Number.isSafeInteger(share);

/** Brands a whole number of cents. Throws RangeError for anything but a safe integer. */
export function cents(amount: number): Cents {
  const withoutNegativeZero = amount + 0;
  if (!areCents(withoutNegativeZero)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return withoutNegativeZero;
}

/** Brands a whole number of basis points. Throws RangeError for anything but a safe integer. */
export function basisPoints(share: number): BasisPoints {
  const withoutNegativeZero = share + 0;
  if (!areBasisPoints(withoutNegativeZero)) throw new RangeError(`Not whole basis points: ${share}`);
  return withoutNegativeZero;
}

/** The integer of hundredths that a decimal of at most two places stands for, or null. */
function hundredths(decimal: number): number | null {
  if (!(Math.abs(decimal) <= LARGEST_EXACT)) return null;
  const nearest = Math.round(decimal * 100);
  return nearest / 100 === decimal ? nearest : null;
}

/** Whether a value is a finite number of dollars (negative allowed) with at most two decimals. */
export function isDollarAmount(value: unknown): value is number {
  return typeof value === 'number' && hundredths(value) !== null;
}

/** Dollars to cents, exactly. Throws RangeError for more than two decimals, NaN and infinities. */
export function centsFromDollars(dollars: number): Cents {
  const amount = hundredths(dollars);
  if (amount === null) throw new RangeError(`Not an amount with at most two decimals: ${dollars}`);
  return cents(amount);
}

/** Cents to a number of dollars with at most two decimals. */
export function dollarsFromCents(amount: Cents): number {
  return amount / 100;
}

/**
 * The one rounding of the product: an exact quotient of integers, halves away from zero.
 * Throws RangeError for a zero denominator, fractions, and results beyond the safe integers.
 */
export function divideRounded(numerator: bigint | number, denominator: bigint | number): number {
  const dividend = BigInt(numerator);
  const divisor = BigInt(denominator);
  const negative = dividend < 0n !== divisor < 0n;
  const size = dividend < 0n ? -dividend : dividend;
  const parts = divisor < 0n ? -divisor : divisor;
  const rounded = (2n * size + parts) / (2n * parts);
  const result = Number(negative ? -rounded : rounded);
  if (!Number.isSafeInteger(result)) throw new RangeError('The quotient is beyond the safe integers');
  return result;
}

/** A share of an amount, in cents, rounded half away from zero. */
export function portion(amount: Cents, share: BasisPoints): Cents {
  return cents(divideRounded(BigInt(amount) * BigInt(share), WHOLE));
}

/** Basis points to percent: 1050 is 10.5. */
export function percentFromBasisPoints(share: BasisPoints): number {
  return share / 100;
}

/** Percent to basis points, exactly. Throws RangeError for more than two decimals. */
export function basisPointsFromPercent(percent: number): BasisPoints {
  const share = hundredths(percent);
  if (share === null) throw new RangeError(`Not a percentage with at most two decimals: ${percent}`);
  return basisPoints(share);
}

/**
 * Divides a profit between trader and firm (specification section 9); the two always add up to the
 * profit. The firm alone carries a loss. Throws RangeError for a share outside 0 to 100 %.
 */
export function splitProfit(profit: Cents, traderShare: BasisPoints): { trader: Cents; firm: Cents } {
  if (traderShare < 0 || traderShare > WHOLE) throw new RangeError(`Not a share of a whole: ${traderShare}`);
  const trader = profit > 0 ? portion(profit, traderShare) : cents(0);
  return { trader, firm: cents(profit - trader) };
}
