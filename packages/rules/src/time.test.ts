import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DAY_MILLISECONDS,
  dayLengthHours,
  dayOf,
  dayStart,
  instant,
  isTimeZone,
  nextDayStart,
} from './time.ts';

const at = (utc: string) => instant(Date.parse(utc));
const utc = (moment: number) => new Date(moment).toISOString().replace(':00.000Z', 'Z');

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
const zone = fc.constantFrom(...zones);
const moment = fc
  .integer({ min: Date.parse('1970-01-03T00:00Z'), max: Date.parse('2099-12-31T00:00Z') })
  .map(instant);
const day = moment.map((value) => new Date(value).toISOString().slice(0, 10));

/** Days that a zone's move over the date line left out. */
const LEFT_OUT = new Set([
  'Pacific/Apia 2011-12-30',
  'Pacific/Fakaofo 2011-12-30',
  'Pacific/Kwajalein 1993-08-21',
  'Pacific/Enderbury 1994-12-31',
  'Pacific/Kanton 1994-12-31',
  'Pacific/Kiritimati 1994-12-31',
]);
const leftOut = (of: string, where: string): boolean => LEFT_OUT.has(`${where} ${of}`);
const following = (of: string) => new Date(Date.parse(of) + DAY_MILLISECONDS).toISOString().slice(0, 10);

describe('instants', () => {
  test('are whole milliseconds within the years 1 to 9999', () => {
    expect(instant(-0)).toBe(0);
    expect(instant(1_748_736_000_000)).toBe(1_748_736_000_000);
    for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15]) {
      expect(() => instant(bad)).toThrow(RangeError);
    }
  });

  test('have a day at both ends of their range, in every zone', () => {
    for (const name of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Manila', 'America/Juneau']) {
      const first = at('0001-01-03T00:00:00Z');
      const last = at('9999-12-29T00:00:00Z');
      expect(() => instant(first - 1)).toThrow(RangeError);
      expect(() => instant(last + 1)).toThrow(RangeError);
      expect(dayOf(first, name)).toMatch(/^0001-01-0[234]$/);
      expect(dayOf(last, name)).toMatch(/^9999-12-(28|29)$/);
    }
  });
});

describe('zones', () => {
  test.each(['UTC', 'Europe/Prague', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each(['', 'Europe/Atlantis', '+02:00', '-0500', ' UTC', 'Prague', '../etc'])('%s is none', (name) => {
    expect(isTimeZone(name)).toBe(false);
    expect(() => dayOf(instant(0), name)).toThrow(RangeError);
  });
});

describe('days', () => {
  test.each([
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-01-32',
    '2025-1-1',
    'today',
    '',
    '10000-01-01',
    '0000-01-01',
  ])('%s is none', (bad) => {
    expect(() => dayStart(bad, 'UTC')).toThrow(RangeError);
  });

  test.each([
    ['Europe/Prague', '2023-03-26', '2023-03-25T23:00Z', 23],
    ['Europe/Prague', '2023-03-27', '2023-03-26T22:00Z', 24],
    ['Europe/Prague', '2024-10-27', '2024-10-26T22:00Z', 25],
    ['Europe/Prague', '2024-10-28', '2024-10-27T23:00Z', 24],
    ['Europe/Prague', '2023-03-15', '2023-03-14T23:00Z', 24],
    ['UTC', '2024-02-29', '2024-02-29T00:00Z', 24],
    ['Australia/Lord_Howe', '2025-04-06', '2025-04-05T13:00Z', 24.5],
    ['Australia/Lord_Howe', '2025-10-05', '2025-10-04T13:30Z', 23.5],
    ['Asia/Kathmandu', '2025-06-01', '2025-05-31T18:15Z', 24],
    ['Pacific/Kiritimati', '2025-06-01', '2025-05-31T10:00Z', 24],
    ['Pacific/Pago_Pago', '2025-06-01', '2025-06-01T11:00Z', 24],
    // the clock skips midnight
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', 23],
    ['America/Sao_Paulo', '2018-11-05', '2018-11-05T02:00Z', 24],
    ['Asia/Beirut', '2025-03-30', '2025-03-29T22:00Z', 23],
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00Z', 23],
    // the clock falls back to before midnight, and to midnight
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00Z', 25],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00Z', 24],
    ['America/Havana', '2025-11-02', '2025-11-02T04:00Z', 25],
    // one minute of the new day, then an hour of the old one again
    ['America/St_Johns', '2010-11-07', '2010-11-07T02:30Z', 25],
    // a day that was left out, and its neighbours
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00Z', 24],
  ])('in %s the day %s starts at %s and has %s hours', (where, of, start, hours) => {
    expect(utc(dayStart(of, where))).toBe(start);
    expect(dayLengthHours(of, where)).toBe(hours);
  });

  test.each([
    ['2023-03-25T22:59:59.999Z', 'Europe/Prague', '2023-03-25'],
    ['2023-03-25T23:00:00.000Z', 'Europe/Prague', '2023-03-26'],
    ['2023-03-26T21:59:59.999Z', 'Europe/Prague', '2023-03-26'],
    ['2018-11-04T02:59:59.999Z', 'America/Sao_Paulo', '2018-11-03'],
    ['2018-11-04T03:00:00.000Z', 'America/Sao_Paulo', '2018-11-04'],
    ['2018-02-18T02:30:00.000Z', 'America/Sao_Paulo', '2018-02-17'],
    ['2010-11-07T02:30:30.000Z', 'America/St_Johns', '2010-11-07'],
    ['2010-11-07T02:31:00.000Z', 'America/St_Johns', '2010-11-07'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
  ])('%s in %s is %s', (when, where, expected) => {
    dayOf(instant(0), where);
    expect(dayOf(at(when), where)).toBe(expected);
  });

  test.each([
    ['2023-03-26T12:00Z', 'Europe/Prague', '2023-03-26T22:00Z'],
    ['2018-11-03T12:00Z', 'America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['2011-12-29T12:00Z', 'Pacific/Apia', '2011-12-30T10:00Z'],
    ['2010-11-07T02:31Z', 'America/St_Johns', '2010-11-08T03:30Z'],
  ])('after %s in %s the next day starts at %s', (when, where, expected) => {
    expect(utc(nextDayStart(at(when), where))).toBe(expected);
  });

  test('a reset at midnight in Prague moves against a server three hours ahead of UTC', () => {
    const serverHour = (of: string) => (dayStart(of, 'Europe/Prague') / 3_600_000 + 3) % 24;
    expect(serverHour('2023-03-16')).toBe(2);
    expect(serverHour('2023-03-28')).toBe(1);
  });
});

test('in UTC days are those of the calendar, from the first to the last', () => {
  const first = Date.parse('0001-01-04');
  const last = Date.parse('9999-12-28');
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (when) => {
      const expected = new Date(when).toISOString().slice(0, 10);
      expect(dayOf(instant(when), 'UTC')).toBe(expected);
      expect(dayStart(expected, 'UTC')).toBe(Date.parse(expected));
    }),
    { numRuns: 1000 },
  );
});

describe('in every zone', () => {
  test('each instant lies in exactly the day that its boundaries enclose', () => {
    fc.assert(
      fc.property(moment, zone, (when, where) => {
        const today = dayOf(when, where);
        const next = nextDayStart(when, where);
        expect(dayStart(today, where)).toBeLessThanOrEqual(when);
        expect(next).toBeGreaterThan(when);
        expect(dayOf(instant(next - 1), where)).toBe(today);
        expect(dayOf(next, where) > today).toBe(true);
        expect(dayStart(dayOf(next, where), where)).toBe(next);
      }),
      { numRuns: 400 },
    );
  });

  test('a day that is left out is no day', () => {
    for (const [where = '', of = ''] of [...LEFT_OUT].map((pair) => pair.split(' '))) {
      expect(dayLengthHours(of, where)).toBe(0);
      expect(dayOf(dayStart(of, where), where)).toBe(following(of));
    }
  });

  test('a day is the day of its start', () => {
    fc.assert(
      fc.property(day, zone, (of, where) => {
        fc.pre(!leftOut(of, where));
        expect(dayOf(dayStart(of, where), where)).toBe(of);
      }),
      { numRuns: 400 },
    );
  });

  test('days follow each other without gap or overlap', () => {
    fc.assert(
      fc.property(day, zone, (of, where) => {
        const length = (dayStart(following(of), where) - dayStart(of, where)) / 3_600_000;
        expect(length).toBe(dayLengthHours(of, where));
        expect(length).toBeGreaterThanOrEqual(0);
        expect(length).toBeLessThanOrEqual(48);
      }),
      { numRuns: 400 },
    );
  });

  test('the answer does not depend on what was asked before', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 2, maxLength: 6 }), zone, (moments, where) => {
        const forwards = moments.map((when) => dayOf(when, where));
        const backwards = [...moments].reverse().map((when) => dayOf(when, where));
        expect(backwards.reverse()).toEqual(forwards);
      }),
    );
  });

  test('changes of the clock near midnight keep the order of the days', () => {
    const moments = [at('2018-11-03T00:00Z'), at('2010-11-06T00:00Z'), at('2011-12-28T00:00Z')];
    for (const where of [
      'America/Sao_Paulo',
      'America/St_Johns',
      'Pacific/Apia',
      'Asia/Beirut',
      'America/Havana',
    ]) {
      for (const first of moments) {
        const days = Array.from({ length: 6 * 96 }, (_, index) =>
          dayOf(instant(first + index * 900_000), where),
        );
        expect([...days].sort()).toEqual(days);
      }
    }
  });
});
