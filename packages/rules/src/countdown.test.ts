import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCountdown, formatOfferRemaining, offerRemaining } from './countdown.ts';
import { DEFAULT_OFFER_START, PAYMENT_COUNTDOWN_MILLISECONDS } from './limits.ts';
import { DAY_MILLISECONDS, instant } from './time.ts';

describe('the offer', () => {
  // spec 4.38, 4.39, 4.41, 9.15
  test.each([
    ['2025-06-01T00:00:00.000Z', 'Ends in: 7d 0h 0m 0s'],
    ['2025-06-02T23:34:57.000Z', 'Ends in: 5d 0h 25m 3s'],
    ['2025-06-07T23:59:59.000Z', 'Ends in: 0d 0h 0m 1s'],
    ['2025-06-07T23:59:59.999Z', 'Ends in: 0d 0h 0m 0s'],
    ['2025-06-08T00:00:00.000Z', 'Ended'],
    ['2026-11-27T00:00:00.000Z', 'Ended'],
  ])('at %s: %s', (now, text) => {
    expect(formatOfferRemaining(offerRemaining(DEFAULT_OFFER_START, instant(Date.parse(now))))).toBe(text);
  });

  // spec 4.39
  test('its parts add up to the whole seconds that are left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 * DAY_MILLISECONDS }), (left) => {
        const now = instant(DEFAULT_OFFER_START + 7 * DAY_MILLISECONDS - left);
        const remaining = offerRemaining(DEFAULT_OFFER_START, now);
        expect(remaining).not.toBeNull();
        if (remaining === null) return;
        const { days, hours, minutes, seconds } = remaining;
        expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.floor(left / 1000));
        expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true);
      }),
    );
  });
});

// spec 4.35, 4.36
test.each([
  [PAYMENT_COUNTDOWN_MILLISECONDS, '59:00'],
  [PAYMENT_COUNTDOWN_MILLISECONDS - 1, '59:00'],
  [PAYMENT_COUNTDOWN_MILLISECONDS - 1000, '58:59'],
  [61_000, '01:01'],
  [1, '00:01'],
  [0, '00:00'],
  [-5000, '00:00'],
])('%s ms left show as %s', (left, text) => {
  expect(formatCountdown(left)).toBe(text);
});
