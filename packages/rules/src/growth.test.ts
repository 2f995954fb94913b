import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatGrowth,
  growth,
  growthTargetPercent,
  growthTargetValue,
  specifiedTradingDays,
  targetReached,
} from './growth.ts';
import { basisPoints, cents, centsFromDollars } from './money.ts';
import { STAGES } from './states.ts';
import { instant } from './time.ts';

const size = fc.integer({ min: 1000, max: 100_000_000_000 }).map(cents);
const balance = fc.integer({ min: -100_000_000_000, max: 1_000_000_000_000 }).map(cents);

describe('growth', () => {
  // spec 9.19
  test.each([
    [11_000, 10_000, 1000, '10.00%'],
    [10_000, 10_000, 0, '0.00%'],
    [9_999.5, 10_000, -1, '-0.01%'],
    [9_999.51, 10_000, 0, '0.00%'],
    [10_000.49, 10_000, 0, '0.00%'],
    [10_000.5, 10_000, 1, '0.01%'],
    [9_000, 10_000, -1000, '-10.00%'],
    [0, 10_000, -10_000, '-100.00%'],
    [123_456.78, 100_000, 2346, '23.46%'],
    [10_005, 10_000, 5, '0.05%'],
    [9_995, 10_000, -5, '-0.05%'],
  ])('of %s on %s dollars is %s basis points, %s', (now, of, points, text) => {
    const result = growth(centsFromDollars(now), centsFromDollars(of));
    expect(result).toBe(points);
    expect(formatGrowth(result)).toBe(text);
  });

  test('on nothing is refused', () => {
    expect(() => growth(cents(1), cents(0))).toThrow(RangeError);
  });

  test('never falls as the balance rises', () => {
    fc.assert(
      fc.property(balance, balance, size, (one, other, of) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(growth(less, of)).toBeLessThanOrEqual(growth(more, of));
      }),
    );
  });

  test('as text is the figure in percent with two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (points) => {
        expect(formatGrowth(basisPoints(points))).toBe(`${(points / 100).toFixed(2)}%`);
      }),
    );
  });
});

describe('the growth target', () => {
  // spec 9.17
  test.each([
    ['phase1', 10, 100_000],
    ['phase2', 5, 50_000],
    ['live', 10, 100_000],
  ] as const)('of %s is %s percent: %s cents on 10,000 dollars', (stage, percent, value) => {
    expect(growthTargetPercent(stage)).toBe(percent);
    expect(growthTargetValue(cents(1_000_000), stage)).toBe(value);
  });

  // spec 9.18
  test.each([
    ['phase1', 1_099_999, false],
    ['phase1', 1_100_000, true],
    ['phase1', 1_100_001, true],
    ['phase2', 1_049_999, false],
    ['phase2', 1_050_000, true],
    ['live', 1_099_999, false],
    ['live', 1_100_000, true],
  ] as const)('of %s on 10,000 dollars with %s cents reached: %s', (stage, now, reached) => {
    expect(targetReached(cents(now), cents(1_000_000), stage)).toBe(reached);
  });

  test('is not reached by rounding', () => {
    const now = centsFromDollars(109_999.99);
    expect(formatGrowth(growth(now, centsFromDollars(100_000)))).toBe('10.00%');
    expect(targetReached(now, centsFromDollars(100_000), 'phase1')).toBe(false);
    expect(growthTargetValue(cents(4), 'phase1')).toBe(0);
    expect(targetReached(cents(4), cents(4), 'phase1')).toBe(false);
  });

  test('stays reached as the balance rises, and a reached one shows at least its percentage', () => {
    fc.assert(
      fc.property(balance, fc.nat(1000), size, fc.constantFrom(...STAGES), (now, more, of, stage) => {
        fc.pre(targetReached(now, of, stage));
        expect(targetReached(cents(now + more), of, stage)).toBe(true);
        expect(growth(now, of)).toBeGreaterThanOrEqual(growthTargetPercent(stage) * 100);
      }),
    );
  });
});

describe('the specified trading days', () => {
  const start = instant(Date.parse('2025-06-01T12:00:00Z'));
  // spec 9.20
  test.each([
    ['2025-06-01T12:00:00.000Z', 1],
    ['2025-06-02T11:59:59.999Z', 1],
    ['2025-06-02T12:00:00.000Z', 2],
    ['2025-06-11T12:00:00.000Z', 11],
    ['2025-05-01T00:00:00.000Z', 1],
  ])('at %s are %s', (now, days) => {
    expect(specifiedTradingDays(start, instant(Date.parse(now)))).toBe(days);
  });

  // spec 9.20
  test('before the start are 1', () => {
    expect(specifiedTradingDays(null, start)).toBe(1);
  });
});
