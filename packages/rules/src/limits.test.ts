import { expect, test } from 'vitest';
import * as limits from './limits.ts';

test('the constants are those of the specification', () => {
  expect({ ...limits }).toEqual({
    PASSWORD_MINIMUM: 6,
    NAME_MINIMUM: 2,
    CODE_LENGTH: 4,
    PAYMENT_COUNTDOWN_MILLISECONDS: 3_540_000,
    OFFER_LENGTH_DAYS: 7,
    DEFAULT_OFFER_START: Date.parse('2025-06-01T00:00:00Z'),
    REDIRECT_DELAY_MILLISECONDS: 1000,
    TICK_MILLISECONDS: 1000,
    COPY_TIP_MILLISECONDS: 1200,
    FEEDBACK_MILLISECONDS: 3000,
    MOBILE_BREAKPOINT_PIXELS: 768,
    MASS_MAIL_IMAGES_MAXIMUM: 5,
    UPLOAD_MAXIMUM_BYTES: 10_485_760,
    MINIMUM_WITHDRAWAL: 10_000,
    PAYOUT_CYCLE_DAYS: 14,
  });
});
