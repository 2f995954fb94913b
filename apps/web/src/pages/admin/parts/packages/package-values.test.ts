import { describe, expect, it } from 'vitest';
import { bodyOf, criterionError, readCount, readPercent, valuesOf } from './package-values.ts';

describe('a package as typed', () => {
  it('reads percentages with at most two decimals', () => {
    expect(readPercent('10')).toBe(10);
    expect(readPercent(' 7,5 % ')).toBe(7.5);
    expect(readPercent('0.25')).toBe(0.25);
    for (const wrong of ['', 'ten', '101', '-5', '5.125', '1e2']) expect(readPercent(wrong)).toBeNull();
  });

  it('reads whole numbers within bounds', () => {
    expect(readCount('3', 0, 365)).toBe(3);
    for (const wrong of ['', '3.5', '366', '-1', 'x']) expect(readCount(wrong, 0, 365)).toBeNull();
  });

  it('says what is wrong', () => {
    expect(criterionError('profitTarget', '10')).toBeUndefined();
    expect(criterionError('profitTarget', '')).toMatch(/percentage/);
    expect(criterionError('minTradingDays', '2.5')).toMatch(/whole number/);
  });

  it('becomes a body, the second phase only with two steps', () => {
    const typed = {
      ...valuesOf(null),
      size: '10,000.00',
      originalPrice: '109',
      discountedPrice: '89.50',
      timeLimitDays: '30',
      timeZone: 'Europe/Prague',
    };
    expect(bodyOf(typed)).toEqual({
      name: '2-Step Challenge',
      subscriberCount: 10_000,
      originalPrice: 109,
      discountedPrice: 89.5,
      criteria: { profitTarget: 10, maxDailyLoss: 5, maxTotalLoss: 10, minTradingDays: 3, profitSplit: 80 },
      phase2Criteria: {
        profitTarget: 5,
        maxDailyLoss: 5,
        maxTotalLoss: 10,
        minTradingDays: 2,
        profitSplit: 80,
      },
      mostPopular: false,
      timeLimitDays: 30,
      timeZone: 'Europe/Prague',
    });
    expect(bodyOf({ ...typed, name: '1-Step Challenge', timeLimitDays: '', timeZone: '' })).toMatchObject({
      phase2Criteria: null,
      timeLimitDays: null,
      timeZone: null,
    });
  });
});
