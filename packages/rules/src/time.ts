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

/** A calendar day of a zone: its date, its first moment and that of the next day. */
interface ZoneDay {
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

interface ZoneClock {
  readonly formatter: Intl.DateTimeFormat;
  /** The day that was asked for last: callers mostly ask in order of time. */
  latest: ZoneDay | null;
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

/** The date ('YYYY-MM-DD') that lies a number of days after 1970-01-01. */
function civilFromDays(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = ((monthFromMarch + 2) % 12) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const digits = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** What the zone's wall clock shows at a moment, as if it were UTC milliseconds. */
function readingAt(at: number, { formatter }: ZoneClock): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatter.formatToParts(at)) fields[type] = value;
  const field = (name: Intl.DateTimeFormatPartTypes): number => Number(fields[name]);
  const days = daysFromCivil(field('year'), field('month'), field('day'));
  const seconds = (field('hour') * 60 + field('minute')) * 60 + field('second');
  const fraction = at - Math.floor(at / 1000) * 1000;
  return days * DAY_MILLISECONDS + seconds * 1000 + fraction;
}

/** The number of days from 1970-01-01 to a date. Throws RangeError for a date that does not exist. */
function daysOf(day: string): number {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const days = daysFromCivil(Number(year), Number(month), Number(date));
  if (civilFromDays(days) !== day || year === '0000') throw new RangeError(`Not a calendar day: ${day}`);
  return days;
}

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
  return instant(startOf(daysOf(day), clockOf(zone)));
}

function startOf(days: number, clock: ZoneClock): number {
  const midnight = days * DAY_MILLISECONDS;
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

function dayAround(at: Instant, zone: string): ZoneDay {
  const clock = clockOf(zone);
  const { latest } = clock;
  if (latest !== null && at >= latest.start && at < latest.end) return latest;
  let days = Math.floor(readingAt(at, clock) / DAY_MILLISECONDS);
  let end = startOf(days + 1, clock);
  if (at >= end) {
    days += 1;
    end = startOf(days + 1, clock);
  }
  clock.latest = { day: civilFromDays(days), start: startOf(days, clock), end };
  return clock.latest;
}

/** The first instant of the calendar day after the one that `at` falls in. */
export function nextDayStart(at: Instant, zone: string): Instant {
  return instant(dayAround(at, zone).end);
}

/** The length of a calendar day in hours: 24, or what a change of the clock makes of it. */
export function dayLengthHours(day: string, zone: string): number {
  const days = daysOf(day);
  const clock = clockOf(zone);
  return (startOf(days + 1, clock) - startOf(days, clock)) / HOUR_MILLISECONDS;
}
