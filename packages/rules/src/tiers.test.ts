import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, centsFromDollars } from './money.ts';
import { formatSize, TIER_SIZES, tierLabel } from './tiers.ts';

describe('tiers', () => {
  // spec 3.5, 3.6
  test.each([
    [5000, 'Starter', '5K'],
    [10_000, 'Basic', '10K'],
    [25_000, 'Standard', '25K'],
    [50_000, 'Professional', '50K'],
    [100_000, 'Elite', '100K'],
    [7500, 'Custom', '7.5K'],
    [12_500, 'Custom', '12.5K'],
    [200_000, 'Custom', '200K'],
    [1000, 'Custom', '1K'],
    [999, 'Custom', '999'],
    [500, 'Custom', '500'],
    [0, 'Custom', '0'],
    [5000.01, 'Custom', '5.00001K'],
    [1_000_000, 'Custom', '1000K'],
  ])('%s dollars are %s and show as %s', (dollars, label, text) => {
    expect(tierLabel(centsFromDollars(dollars))).toBe(label);
    expect(formatSize(centsFromDollars(dollars))).toBe(text);
  });

  // spec 3.5, 9.6
  test('have five sizes', () => {
    expect(TIER_SIZES).toEqual([500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000]);
    expect(TIER_SIZES.map(tierLabel)).not.toContain('Custom');
  });

  test('a size with a K means a thousand times its figure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 10_000_000_000 }), (size) => {
        const text = formatSize(cents(size));
        expect(text).toMatch(/^\d+(\.\d*[1-9])?K$/);
        expect(Math.round(Number.parseFloat(text) * 100_000)).toBe(size);
      }),
    );
  });
});
