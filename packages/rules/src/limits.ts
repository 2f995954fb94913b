import { cents } from './money.ts';
import { instant } from './time.ts';

/** Fewest characters of a password (specification section 5). */
export const PASSWORD_MINIMUM = 6;
/** Fewest characters of a user's name (specification section 5). */
export const NAME_MINIMUM = 2;
/** Digits of an e-mail verification code (specification section 5). */
export const CODE_LENGTH = 4;
/** Digits of a code of an authenticator app (RFC 6238). */
export const AUTHENTICATOR_CODE_LENGTH = 6;
/** Recovery codes of a user with two-factor sign-in. */
export const RECOVERY_CODES = 10;
/** How long a second factor counts as given moments ago: 5 minutes. */
export const FRESH_STEP_UP_MILLISECONDS = 5 * 60_000;
/** How long a second factor opens the administration: 12 hours. */
export const ADMIN_STEP_UP_MILLISECONDS = 12 * 3_600_000;

/** From one sent code to the next, once the first was sent again. */
export const RESEND_SECONDS = 60;

/** What the payment page counts down from (specification section 9: 59 minutes). */
export const PAYMENT_COUNTDOWN_MILLISECONDS = 59 * 60_000;
/** How long an offer runs from its start (specification section 9). */
export const OFFER_LENGTH_DAYS = 7;
/** 2025-06-01T00:00:00Z, the start of the offer until a firm sets another. */
export const DEFAULT_OFFER_START = instant(1_748_736_000_000);

/** From a successful verification to the dashboard (specification section 9). */
export const REDIRECT_DELAY_MILLISECONDS = 1_000;
/** Step of the countdowns (specification section 9). */
export const TICK_MILLISECONDS = 1_000;
/** How long 'Copied!' shows (specification section 9). */
export const COPY_TIP_MILLISECONDS = 1_200;
/** How long feedback messages show (specification section 9). */
export const FEEDBACK_MILLISECONDS = 3_000;
/** Narrower than this is a phone (specification section 9). */
export const MOBILE_BREAKPOINT_PIXELS = 768;

/** Most uploaded images of a mass mail (specification section 5). */
export const MASS_MAIL_IMAGES_MAXIMUM = 5;
/** Largest uploaded image, in bytes: 10 MiB. */
export const UPLOAD_MAXIMUM_BYTES = 10 * 1024 * 1024;
/** Pixels that are kept of a payment proof, on its longer side. */
export const PROOF_LONGEST_SIDE = 2500;

/** Least payout of the trader's share, after the split: 100 dollars (specification section 9). */
export const MINIMUM_WITHDRAWAL = cents(10_000);
/** From the first profitable trade of the live stage to a payout, and from one to the next. */
export const PAYOUT_CYCLE_DAYS = 14;
