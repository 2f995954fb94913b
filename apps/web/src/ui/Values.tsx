import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import {
  type DateStyle,
  formatDateTime,
  formatMoney,
  formatRelative,
  type MoneyFormat,
  moneyParts,
} from './format.ts';

export type MoneyProps = MoneyFormat & {
  /** Dollars, as on the wire. */
  amount: number;
  /** Colours gains and losses; a sign is then always shown. */
  coloured?: boolean;
  /** Smaller cents, for figures. */
  smallCents?: boolean;
  className?: string;
};

const toneOf = (value: number) => (value > 0 ? 'text-gain' : value < 0 ? 'text-loss' : '');

/** An amount with a true minus sign. */
export function Money({ amount, coloured = false, smallCents = false, className, ...format }: MoneyProps) {
  const options = { ...format, signed: format.signed ?? coloured };
  const { sign, whole, fraction } = moneyParts(amount, options);
  return (
    <span className={clsx('whitespace-nowrap', coloured && toneOf(Math.round(amount * 100)), className)}>
      {smallCents ? (
        <>
          {sign + whole}
          <span className={clsx('text-[0.58em] tracking-normal', !coloured && 'font-medium text-ink-3')}>
            {fraction}
          </span>
        </>
      ) : (
        formatMoney(amount, options)
      )}
    </span>
  );
}

export type DateTimeProps = {
  value: string | Date;
  style?: DateStyle;
  /** IANA zone; by default the user's own. Times always name their zone. */
  zone?: string;
  className?: string;
};

const isoOf = (value: string | Date) => (typeof value === 'string' ? value : value.toISOString());

/** A moment with its zone; the tooltip gives local time and UTC. */
export function DateTime({ value, style = 'datetime', zone, className }: DateTimeProps) {
  const title = `${formatDateTime(value)} · ${formatDateTime(value, 'datetime', 'UTC')}`;
  return (
    <time dateTime={isoOf(value)} title={title} className={clsx('whitespace-nowrap', className)}>
      {formatDateTime(value, style, zone)}
    </time>
  );
}

/** "12 sec. ago", kept current; the full date after 24 hours. */
export function RelativeTime({ value, zone, className }: Omit<DateTimeProps, 'style'>) {
  const [now, setNow] = useState(() => Date.now());
  const young = Math.abs(now - new Date(value).getTime()) < 60_000;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), young ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [young]);
  return (
    <time
      dateTime={isoOf(value)}
      title={formatDateTime(value, 'datetime', zone)}
      className={clsx('whitespace-nowrap', className)}
    >
      {formatRelative(value, now) ?? formatDateTime(value, 'datetime', zone)}
    </time>
  );
}
