import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  basisPoints,
  basisPointsFromPercent,
  cents,
  centsFromDollars,
  divideRounded,
  dollarsFromCents,
  isDollarAmount,
  percentFromBasisPoints,
  portion,
  splitProfit,
} from './money.ts';

const LARGEST = 2 ** 45 * 100;
const exactAmount = fc
  .oneof(
    fc.integer({ min: -LARGEST, max: LARGEST }),
    fc.integer({ min: LARGEST - 10 ** 12, max: LARGEST }),
    fc.integer({ min: -100_000_000, max: 100_000_000 }),
  )
  .map(cents);
const amount = fc.maxSafeInteger().map(cents);
const share = fc.integer({ min: 0, max: 10_000 }).map(basisPoints);

describe('brands', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 53, -(2 ** 53)])('refuse %s', (bad) => {
    expect(() => cents(bad)).toThrow(RangeError);
    expect(() => basisPoints(bad)).toThrow(RangeError);
  });

  test('keep safe integers and drop the sign of zero', () => {
    expect(cents(-123)).toBe(-123);
    expect(basisPoints(1050)).toBe(1050);
    expect(cents(-0)).toBe(0);
    expect(basisPoints(-0)).toBe(0);
  });
});

describe('dollars and cents', () => {
  test.each([
    [1.15, 115],
    [0.29, 29],
    [0.57, 57],
    [1.005e2, 10_050],
    [11000.0, 1_100_000],
    [-0.07, -7],
    [-4035.67, -403_567],
    [-0, 0],
    [9_999_999_999.99, 999_999_999_999],
    [35_184_372_088_831.99, 3_518_437_208_883_199],
  ])('%s dollars are %s cents', (dollars, expected) => {
    expect(centsFromDollars(dollars)).toBe(expected);
    expect(isDollarAmount(dollars)).toBe(true);
  });

  test.each([0.001, 1.155, -3.333, 1e-7, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, -Infinity, 1e15])(
    '%s is not an amount',
    (dollars) => {
      expect(() => centsFromDollars(dollars)).toThrow(RangeError);
      expect(isDollarAmount(dollars)).toBe(false);
    },
  );

  test.each(['1.15', null, undefined, 5n, {}, [1]])('%s is not a number', (value) => {
    expect(isDollarAmount(value)).toBe(false);
  });

  test('cents survive the way over dollars and over JSON', () => {
    fc.assert(
      fc.property(exactAmount, (money) => {
        expect(centsFromDollars(dollarsFromCents(money))).toBe(money);
        expect(centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(money))))).toBe(money);
      }),
    );
  });

  test('a text with two decimals means its digits', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.nat(99), (whole, hundredths) => {
        const text = `${whole}.${String(hundredths).padStart(2, '0')}`;
        expect(centsFromDollars(Number(text))).toBe(whole * 100 + hundredths);
      }),
    );
  });

  test('a third decimal is never rounded away', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.nat(99), fc.integer({ min: 1, max: 9 }), (whole, hundredths, third) => {
        const dollars = Number(`${whole}.${String(hundredths).padStart(2, '0')}${third}`);
        expect(isDollarAmount(dollars)).toBe(false);
      }),
    );
  });
});

describe('percent and basis points', () => {
  test.each([
    [10.5, 1050],
    [0.01, 1],
    [-2.25, -225],
    [80, 8000],
  ])('%s percent are %s basis points', (percent, points) => {
    expect(basisPointsFromPercent(percent)).toBe(points);
    expect(percentFromBasisPoints(basisPoints(points))).toBe(percent);
  });

  test('a third decimal is refused', () => {
    expect(() => basisPointsFromPercent(0.125)).toThrow(RangeError);
  });
});

describe('rounding', () => {
  test.each([
    [1, 2, 1],
    [-1, 2, -1],
    [1, -2, -1],
    [-1, -2, 1],
    [5, 2, 3],
    [-5, 2, -3],
    [1, 3, 0],
    [2, 3, 1],
    [-2, 3, -1],
    [0, 7, 0],
    [0, -7, 0],
    [10n ** 40n + 5n, 10n ** 30n, 10 ** 10],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });

  test.each([
    [1, 0],
    [1.5, 2],
    [1, 0.5],
    [Number.NaN, 1],
    [10n ** 30n, 3],
  ])('%s / %s is refused', (numerator, denominator) => {
    expect(() => divideRounded(numerator, denominator)).toThrow(RangeError);
  });

  test('the error is at most a half, and a half goes away from zero', () => {
    const safe = fc.maxSafeInteger();
    fc.assert(
      fc.property(
        safe,
        safe.filter((divisor) => divisor !== 0),
        (numerator, denominator) => {
          const error =
            2n * (BigInt(divideRounded(numerator, denominator)) * BigInt(denominator) - BigInt(numerator));
          const size = (value: bigint): bigint => (value < 0n ? -value : value);
          expect(size(error) <= size(BigInt(denominator))).toBe(true);
          if (size(error) === size(BigInt(denominator))) expect(error < 0n === numerator < 0).toBe(true);
        },
      ),
    );
  });

  test('mirrors at zero', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 100_000 }), (numerator, denominator) => {
        expect(divideRounded(-numerator, denominator) + divideRounded(numerator, denominator)).toBe(0);
      }),
    );
  });
});

describe('portions', () => {
  test.each([
    [1_000_000, 1000, 100_000],
    [1, 5000, 1],
    [-1, 5000, -1],
    [1, 4999, 0],
    [333, 3333, 111],
  ])('of %s cents %s basis points are %s cents', (money, points, expected) => {
    expect(portion(cents(money), basisPoints(points))).toBe(expected);
  });

  test('lie between nothing and the whole', () => {
    fc.assert(
      fc.property(amount, share, (money, part) => {
        const result = portion(money, part);
        expect(Math.abs(result)).toBeLessThanOrEqual(Math.abs(money));
        expect(result === 0 || result < 0 === money < 0).toBe(true);
      }),
    );
  });

  test('grow with the share', () => {
    fc.assert(
      fc.property(fc.maxSafeNat().map(cents), share, share, (money, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(portion(money, less)).toBeLessThanOrEqual(portion(money, more));
      }),
    );
  });
});

describe('the profit split', () => {
  // spec 9.2
  test('of 5,000 dollars at 80 % is 4,000 and 1,000', () => {
    expect(splitProfit(cents(500_000), basisPoints(8000))).toEqual({ trader: 400_000, firm: 100_000 });
  });

  test('of 200 dollars at 80 % pays 160', () => {
    expect(splitProfit(cents(20_000), basisPoints(8000)).trader).toBe(16_000);
  });

  test('leaves a loss to the firm', () => {
    expect(splitProfit(cents(-500), basisPoints(8000))).toEqual({ trader: 0, firm: -500 });
    expect(splitProfit(cents(0), basisPoints(8000))).toEqual({ trader: 0, firm: 0 });
  });

  test.each([-1, 10_001])('refuses a share of %s basis points', (points) => {
    expect(() => splitProfit(cents(1), basisPoints(points))).toThrow(RangeError);
  });

  test('adds up to the whole', () => {
    fc.assert(
      fc.property(amount, share, (profit, part) => {
        const { trader, firm } = splitProfit(profit, part);
        expect(trader + firm).toBe(profit);
        expect(trader).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
