const MINUS = '\u2212';

/*
 * Numbers and the times that every page shows are written here and not by Intl: its first formatter of a kind takes up to
 * 28 ms, at a quarter of the speed 110, in the middle of a page's first picture (decision 017). Tests hold them to what
 * Intl writes for en-US and en-GB.
 */

/** The decimals of a number without a sign, half rounded up: of 1.005 as it is written, not as the double holds it. */
function rounded(size: number, digits: number): string {
  const [mantissa, exponent = '0'] = String(size).split('e');
  const steps = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  // So large a number holds fewer decimals than are asked for.
  if (!Number.isSafeInteger(steps)) return size.toFixed(digits);
  return (steps / 10 ** digits).toFixed(digits);
}

/** 1234567.5 → ["1,234,567", ".50"], of a number without a sign. */
function decimalParts(size: number, digits: number): [whole: string, fraction: string] {
  const [whole = '', fraction] = rounded(size, digits).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), fraction === undefined ? '' : `.${fraction}`];
}

const decimal = (value: number, digits: number): string =>
  (value < 0 ? '-' : '') + decimalParts(Math.abs(value), digits).join('');

export type MoneyFormat = {
  /** `+` before gains. */
  signed?: boolean;
  /** 'auto' leaves out `.00`. */
  cents?: 'always' | 'auto' | 'never';
};

export type MoneyParts = { sign: string; whole: string; fraction: string };

/** An amount in dollars (the wire's number) as sign, whole part with currency, and `.cc`; −0.00 never appears. */
export function moneyParts(
  dollars: number,
  { signed = false, cents = 'always' }: MoneyFormat = {},
): MoneyParts {
  const all = Math.round(Math.abs(dollars) * 100);
  const showCents = cents === 'always' || (cents === 'auto' && all % 100 !== 0);
  const shown = showCents ? all / 100 : Math.round(all / 100);
  const sign = shown === 0 ? '' : dollars < 0 ? MINUS : signed ? '+' : '';
  const [whole, fraction] = decimalParts(shown, showCents ? 2 : 0);
  return { sign, whole: `$${whole}`, fraction };
}

/** "$52,140.20", "−$40.00", "+$2,140.20" with `signed`. */
export function formatMoney(dollars: number, format?: MoneyFormat): string {
  const { sign, whole, fraction } = moneyParts(dollars, format);
  return sign + whole + fraction;
}

/** 10.5 → "10.50%"; `digits` is fixed within a column. */
export function formatPercent(percent: number, digits = 2, signed = false): string {
  const text = decimal(Math.abs(percent), digits);
  const zero = !/[1-9]/.test(text);
  return `${zero ? '' : percent < 0 ? MINUS : signed ? '+' : ''}${text}%`;
}

/** 1284 → "1,284". */
export const formatCount = (count: number): string => decimal(count, 0);

/** 11000 → "11,000.00". */
export const formatDecimal = (value: number): string => decimal(value, 2);

/**
 * The dollars in a typed amount: "1,234.50", "1.234,50", "$ 1 234,5"; null if it is none or has more than two decimals.
 * "1,234" is a thousand; "1.234" is refused, because it may be either.
 */
export function parseAmount(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f'’$€£]/g, '').replace(MINUS, '-');
  const match = /^(-?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*|\d+)(?:([.,])(\d{0,2}))?$/.exec(bare);
  if (!match) return null;
  const [, minus = '', whole = '', grouping, decimal, fraction = ''] = match;
  if (grouping && grouping === decimal) return null;
  if (grouping === '.' && decimal === undefined && whole.split('.').length === 2) return null;
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0') || 0);
  if (!Number.isSafeInteger(cents)) return null;
  return (minus && cents !== 0 ? -cents : cents) / 100;
}

export type DateStyle = 'date' | 'time' | 'datetime';

/** British short names, as Intl has them. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** What a clock and calendar show, and how many minutes they are ahead of UTC. */
type Reading = { date: Date; offset: number };

let home: string | undefined;
/** Sets the zone (IANA) that is meant where none is given; undefined: the browser's own. */
export function setHomeZone(zone: string | undefined): void {
  home = zone;
}

/** The reading of a zone, as the UTC fields of a date. */
function readingOf(value: Date, zone = home): Reading {
  const offset = zone === 'UTC' ? 0 : zone === undefined ? -value.getTimezoneOffset() : offsetIn(zone, value);
  return { date: new Date(value.getTime() + offset * 60_000), offset };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

const offsetFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

/** A zone that this browser is too old to know is shown as UTC, and says so. */
function offsetFormatOrUtc(zone: string): Intl.DateTimeFormat {
  try {
    return offsetFormat(zone);
  } catch {
    return offsetFormat('UTC');
  }
}

/** Minutes that a zone is ahead of UTC at a moment. */
function offsetIn(zone: string, value: Date): number {
  const formatter = formatters.get(zone) ?? offsetFormatOrUtc(zone);
  formatters.set(zone, formatter);
  const name = formatter.formatToParts(value).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/** 0 → "UTC", 330 → "UTC+5:30", −180 → "UTC−3". */
function offsetName(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `UTC${offset < 0 ? MINUS : '+'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`;
}

/**
 * "27 Nov 2026, 14:02 UTC", "27 Nov 2026, 15:02 UTC+1"; without a zone the user's own is used. A zone is named by its
 * distance from UTC: "CST" is two zones, and times beside each other can be compared.
 */
export function formatDateTime(value: string | Date, style: DateStyle = 'datetime', zone?: string): string {
  const { date, offset } = readingOf(typeof value === 'string' ? new Date(value) : value, zone);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  if (style === 'date') return day;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} ${offsetName(offset)}`;
  return style === 'time' ? time : `${day}, ${time}`;
}

/** "12 sec. ago", "in 3 hr.", "now"; null once it is more than 24 hours away. */
export function formatRelative(value: string | Date, now: number): string | null {
  const seconds = Math.round((new Date(value).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (size > 86_400) return null;
  if (size === 0) return 'now';
  const [count, unit] =
    size < 60
      ? [size, 'sec.']
      : size < 3600
        ? [Math.round(size / 60), 'min.']
        : [Math.round(size / 3600), 'hr.'];
  return seconds < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}
