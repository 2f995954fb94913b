declare const instantBrand: unique symbol;

/** A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly [instantBrand]: true };

const HOUR_MILLISECONDS = 3_600_000;
export const DAY_MILLISECONDS = 86_400_000;

/** 0001-01-03 and 9999-12-29: inside them every zone's year has one to four digits. */
const EARLIEST = -62_135_424_000_000;
const LATEST = 253_402_041_600_000;

/** No zone was ever further from UTC than 15:56. */
const FURTHEST_OFFSET = 16 * HOUR_MILLISECONDS;

const isInstant = (at: number): at is Instant => Number.isSafeInteger(at) && at >= EARLIEST && at <= LATEST;

/** Brands epoch milliseconds. Throws RangeError for fractions and for moments outside years 1 to 9999. */
export function instant(milliseconds: number): Instant {
  const withoutNegativeZero = milliseconds + 0;
  if (!isInstant(withoutNegativeZero)) throw new RangeError(`Not an instant: ${milliseconds}`);
  return withoutNegativeZero;
}

interface ZoneClock {
  readonly formatter: Intl.DateTimeFormat;
  /** The day that was asked for last: callers mostly ask in order of time. */
  latest: { readonly day: string; readonly start: number; readonly end: number } | null;
}

const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]/.test(zone)) throw new RangeError(`Not an IANA time zone: ${zone}`);
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const clock: ZoneClock = { formatter, latest: null };
  clocks.set(zone, clock);
  return clock;
}

/** Whether a text names an IANA time zone that this engine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** What the zone's wall clock shows: its date, and its reading as if it were UTC milliseconds. */
function wallClock(at: number, { formatter }: ZoneClock): { day: string; reading: number } {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatter.formatToParts(at)) fields[type] = value;
  const field = (name: Intl.DateTimeFormatPartTypes): number => Number(fields[name]);
  const days = daysFromCivil(field('year'), field('month'), field('day'));
  const seconds = (field('hour') * 60 + field('minute')) * 60 + field('second');
  const fraction = at - Math.floor(at / 1000) * 1000;
  return {
    day: `${fields.year?.padStart(4, '0')}-${fields.month}-${fields.day}`,
    reading: days * DAY_MILLISECONDS + seconds * 1000 + fraction,
  };
}

const readingAt = (at: number, clock: ZoneClock): number => wallClock(at, clock).reading;

/** Midnight of a date as if it were UTC. Throws RangeError for a date that does not exist. */
function midnightOf(day: string): number {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const midnight = daysFromCivil(Number(year), Number(month), Number(date)) * DAY_MILLISECONDS;
  if (!Number.isFinite(midnight) || wallClock(midnight, clockOf('UTC')).day !== day) {
    throw new RangeError(`Not a calendar day: ${day}`);
  }
  return midnight;
}

const dayAfter = (day: string): string => wallClock(midnightOf(day) + DAY_MILLISECONDS, clockOf('UTC')).day;

/** The first millisecond at which the zone's clock shows `midnight` or later, where it skips midnight. */
function momentOfSkip(midnight: number, clock: ZoneClock): number {
  let before = midnight - FURTHEST_OFFSET;
  let after = midnight + FURTHEST_OFFSET;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (readingAt(middle, clock) < midnight) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * The first instant of a calendar day ('YYYY-MM-DD') in an IANA zone: midnight, or the end of the gap
 * where the clock skips midnight, or the first midnight where it shows two. A day that the zone left
 * out altogether starts, with no length, where the next one does. Throws RangeError for a date or zone
 * that does not exist.
 */
export function dayStart(day: string, zone: string): Instant {
  return instant(startOf(day, clockOf(zone)));
}

function startOf(day: string, clock: ZoneClock): number {
  const midnight = midnightOf(day);
  for (const probe of [midnight - FURTHEST_OFFSET, midnight + FURTHEST_OFFSET]) {
    const candidate = midnight - (readingAt(probe, clock) - probe);
    if (readingAt(candidate, clock) === midnight) return candidate;
  }
  return momentOfSkip(midnight, clock);
}

/**
 * The calendar day ('YYYY-MM-DD') of an instant in an IANA zone. A day that has begun stays: where a
 * clock turned back over midnight shows the old date again, the new day goes on.
 */
export function dayOf(at: Instant, zone: string): string {
  return dayAround(at, zone).day;
}

function dayAround(at: Instant, zone: string): NonNullable<ZoneClock['latest']> {
  const clock = clockOf(zone);
  const { latest } = clock;
  if (latest !== null && at >= latest.start && at < latest.end) return latest;
  let { day } = wallClock(at, clock);
  let start = startOf(day, clock);
  let end = startOf(dayAfter(day), clock);
  if (at >= end) {
    day = dayAfter(day);
    start = end;
    end = startOf(dayAfter(day), clock);
  }
  clock.latest = { day, start, end };
  return clock.latest;
}

/** The first instant of the calendar day after the one that `at` falls in. */
export function nextDayStart(at: Instant, zone: string): Instant {
  return instant(dayAround(at, zone).end);
}

/** The length of a calendar day in hours: 24, or what a change of the clock makes of it. */
export function dayLengthHours(day: string, zone: string): number {
  return (dayStart(dayAfter(day), zone) - dayStart(day, zone)) / HOUR_MILLISECONDS;
}
