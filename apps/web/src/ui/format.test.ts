import { describe, expect, it } from 'vitest';
import { digitsOf } from './CodeInput.tsx';
import {
  formatDateTime,
  formatMoney,
  formatPercent,
  formatRelative,
  moneyParts,
  parseAmount,
} from './format.ts';

describe('formatMoney', () => {
  it.each([
    [52140.2, {}, '$52,140.20'],
    [-40, {}, '\u2212$40.00'],
    [2140.2, { signed: true }, '+$2,140.20'],
    [-0.001, {}, '$0.00'],
    [-0, { signed: true }, '$0.00'],
    [-0.3, { cents: 'never' }, '$0'],
    [1.005, {}, '$1.00'],
    [50000, { cents: 'auto' }, '$50,000'],
    [50000.5, { cents: 'auto' }, '$50,000.50'],
    [12, { currency: 'EUR' }, '€12.00'],
  ] as const)('%f %j → %s', (amount, format, text) => {
    expect(formatMoney(amount, format)).toBe(text);
  });

  it('parts sign, whole and cents', () => {
    expect(moneyParts(-2140.2)).toEqual({ sign: '\u2212', whole: '$2,140', fraction: '.20' });
  });
});

describe('formatPercent', () => {
  it('keeps its digits and never shows a negative zero', () => {
    expect(formatPercent(10)).toBe('10.00%');
    expect(formatPercent(-0.004)).toBe('0.00%');
    expect(formatPercent(-4.5, 1)).toBe('\u22124.5%');
    expect(formatPercent(4.5, 1, true)).toBe('+4.5%');
  });
});

describe('parseAmount', () => {
  it.each([
    ['11000', 11000],
    ['11,000.00', 11000],
    ['1.234,50', 1234.5],
    ['1,234', 1234],
    ['1,234,567.89', 1234567.89],
    ['$ 1 234,5', 1234.5],
    ['0.1', 0.1],
    ['12.', 12],
    ['-5', -5],
    ['\u22125.25', -5.25],
    ['-0', 0],
  ])('%s → %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each(['', 'abc', '1.234.5', '1,23,4', '12.345', '1e5', 'NaN', '--1', '1,234,50', '99999999999999999'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeNull();
    },
  );
});

describe('dates', () => {
  it('names the zone', () => {
    expect(formatDateTime('2026-11-27T14:02:00Z', 'datetime', 'UTC')).toBe('27 Nov 2026, 14:02 UTC');
  });

  it('is relative for a day', () => {
    const now = Date.parse('2026-11-27T14:00:00Z');
    expect(formatRelative('2026-11-27T13:59:48Z', now)).toBe('12 sec. ago');
    expect(formatRelative('2026-11-26T13:00:00Z', now)).toBeNull();
  });
});

describe('digitsOf', () => {
  it('finds the code in what was pasted', () => {
    expect(digitsOf('1 2 3 4', 4)).toBe('1234');
    expect(digitsOf('Your code of 2026: 12 is 0042.', 4)).toBe('2026');
    expect(digitsOf('code: 0042.', 4)).toBe('0042');
    expect(digitsOf('123456', 4)).toBe('1234');
    expect(digitsOf('none', 4)).toBe('');
  });
});
