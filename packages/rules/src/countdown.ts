import { OFFER_LENGTH_DAYS } from './limits.ts';
import { DAY_MILLISECONDS, type Instant } from './time.ts';

/** Time left, split for display; hours below 24, minutes and seconds below 60. */
export interface Remaining {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** What is left of an offer that runs 7 days from its start; null once it is over. */
export function offerRemaining(offerStart: Instant, now: Instant): Remaining | null {
  const left = offerStart + OFFER_LENGTH_DAYS * DAY_MILLISECONDS - now;
  if (left <= 0) return null;
  const seconds = Math.floor(left / 1000);
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

/** 'Ends in: 5d 0h 25m 3s', or 'Ended' (specification sections 2 and 4). */
export function formatOfferRemaining(remaining: Remaining | null): string {
  if (remaining === null) return 'Ended';
  const { days, hours, minutes, seconds } = remaining;
  return `Ends in: ${days}d ${hours}h ${minutes}m ${seconds}s`;
}

/** Milliseconds left as 'MM:SS'; a begun second still shows, and nothing shows below '00:00'. */
export function formatCountdown(millisecondsLeft: number): string {
  const seconds = Math.max(0, Math.ceil(millisecondsLeft / 1000));
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}
