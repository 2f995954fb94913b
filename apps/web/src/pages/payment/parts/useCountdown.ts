import { formatCountdown, PAYMENT_COUNTDOWN_MILLISECONDS, TICK_MILLISECONDS } from '@firmament/rules';
import { useEffect, useState } from 'react';

/** When this order's page was first opened in this tab; a reload goes on counting. */
function firstOpening(accountId: string): number {
  const key = `payment-opened:${accountId}`;
  try {
    const known = Number(sessionStorage.getItem(key));
    if (known > 0) return known;
    const now = Date.now();
    sessionStorage.setItem(key, String(now));
    return now;
  } catch {
    return Date.now();
  }
}

/**
 * The 59-minute countdown by the wall clock, as 'MM:SS'. It is a display only: at 00:00 nothing is locked
 * (specification section 4).
 */
export function useCountdown(accountId: string): { text: string; minutes: number } {
  const [start] = useState(() => firstOpening(accountId));
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, start + PAYMENT_COUNTDOWN_MILLISECONDS - now);
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [over]);
  return { text: formatCountdown(left), minutes: Math.ceil(left / 60_000) };
}
