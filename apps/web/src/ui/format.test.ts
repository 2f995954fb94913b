import { assert, double, integer, property } from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { digitsOf } from './CodeInput.tsx';
import {
  formatCount,
  formatDateTime,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatRelative,
  moneyParts,
  parseAmount,
  setHomeZone,
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
    [90_071_992_547_409.91, {}, '$90,071,992,547,409.91'],
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

const amounts = double({ min: -1e11, max: 1e11, noNaN: true });

describe('numbers beside what Intl writes', () => {
  const written = (value: number, digits: number) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );

  it('are the same, with any number of decimals', () => {
    assert(
      property(amounts, integer({ min: 0, max: 4 }), (value, digits) => {
        const text = formatPercent(Math.abs(value), digits);
        expect(text).toBe(`${written(Math.abs(value), digits)}%`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([0, -0.001, -40, 1.005, 0.045, 1e-7, 999.995, 999_999.999, -1234.5, 123_456_789.01])(
    '%f',
    (value) => {
      expect(formatDecimal(value)).toBe(written(value, 2));
      expect(formatCount(value)).toBe(written(value, 0));
    },
  );

  it('are the same of cents', () => {
    assert(
      property(integer({ min: 0, max: 1e13 }), (cents) => {
        const written = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
        expect(formatMoney(cents / 100)).toBe(written.format(cents / 100));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('dates', () => {
  const home = process.env.TZ;
  afterEach(() => {
    if (home === undefined) delete process.env.TZ;
    else process.env.TZ = home;
    setHomeZone(undefined);
  });

  it('names the zone', () => {
    expect(formatDateTime('2026-11-27T14:02:00Z', 'datetime', 'UTC')).toBe('27 Nov 2026, 14:02 UTC');
  });

  it.each([
    ['Europe/Prague', '2026-11-27T14:02:00Z', '27 Nov 2026, 15:02 UTC+1'],
    ['Europe/Prague', '2026-07-27T22:02:00Z', '28 Jul 2026, 00:02 UTC+2'],
    ['Asia/Kolkata', '2026-12-31T19:00:00Z', '1 Jan 2027, 00:30 UTC+5:30'],
    ['America/St_Johns', '2026-03-01T02:00:00Z', '28 Feb 2026, 22:30 UTC\u22123:30'],
    ['Europe/London', '2026-01-05T00:00:00Z', '5 Jan 2026, 00:00 UTC'],
    ['Asia/Seoul', '2026-09-30T23:59:59Z', '1 Oct 2026, 08:59 UTC+9'],
  ])('reads %s, given or the own one', (zone, moment, text) => {
    expect(formatDateTime(moment, 'datetime', zone)).toBe(text);
    process.env.TZ = zone;
    expect(formatDateTime(moment)).toBe(text);
  });

  it('is read in the zone that the user chose, unless another is given', () => {
    setHomeZone('Asia/Seoul');
    expect(formatDateTime('2026-09-30T23:59:59Z')).toBe('1 Oct 2026, 08:59 UTC+9');
    expect(formatDateTime('2026-09-30T23:59:59Z', 'time', 'UTC')).toBe('23:59 UTC');
  });

  it('is read as UTC where the browser does not know the zone', () => {
    setHomeZone('Mars/Olympus');
    expect(formatDateTime('2026-09-30T23:59:59Z')).toBe('30 Sept 2026, 23:59 UTC');
  });

  it('shows the day and time that Intl shows', () => {
    const options = {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    for (const zone of ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham']) {
      const written = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
      assert(
        property(integer({ min: Date.UTC(1975), max: Date.UTC(2100) }), (at) => {
          const text = formatDateTime(new Date(at), 'datetime', zone);
          expect(text.slice(0, text.lastIndexOf(' '))).toBe(written.format(at));
        }),
      );
    }
  });

  it('shows a day or a time alone', () => {
    expect(formatDateTime('2026-09-05T09:02:00Z', 'date', 'UTC')).toBe('5 Sept 2026');
    expect(formatDateTime('2026-09-05T09:02:00Z', 'time', 'UTC')).toBe('09:02 UTC');
  });

  it('is relative for a day, in the words of Intl', () => {
    const now = Date.parse('2026-11-27T14:00:00Z');
    const words = new Intl.RelativeTimeFormat('en', { style: 'short', numeric: 'auto' });
    const at = (seconds: number) => formatRelative(new Date(now + seconds * 1000), now);
    for (const seconds of [-59, -12, -1, 0, 1, 59]) expect(at(seconds)).toBe(words.format(seconds, 'second'));
    for (const minutes of [-59, -1, 1, 59]) expect(at(minutes * 60)).toBe(words.format(minutes, 'minute'));
    for (const hours of [-24, -1, 1, 24]) expect(at(hours * 3600)).toBe(words.format(hours, 'hour'));
    expect(at(-86_401)).toBeNull();
    expect(at(86_401)).toBeNull();
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
