import { RESEND_SECONDS } from '@firmament/rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { type Refusal, refuse } from './refusal.ts';

/** How often something may happen: `max` times in `seconds`. Figures: docs/operations.md. */
export type Limit = { name: string; max: number; seconds: number };

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** All limits. `scaled` ones are multiplied by RATE_SCALE; those on code tries never are. */
export const LIMITS = {
  register: { name: 'register', max: 200, seconds: HOUR },
  /** Registrations with one e-mail address: each sends it a mail. */
  registerEmail: { name: 'register-email', max: 10, seconds: HOUR },
  loginAccount: { name: 'login-account', max: 10, seconds: 15 * MINUTE },
  loginAddress: { name: 'login-address', max: 20, seconds: 5 * MINUTE },
  loginAddressHour: { name: 'login-address-hour', max: 100, seconds: HOUR },
  /** Wrong passwords in a row (NIST SP 800-63B-4 3.2.2): a right one or a reset clears them. */
  loginInARow: { name: 'login-in-a-row', max: 100, seconds: 30 * DAY },
  codeDay: { name: 'code-day', max: 10, seconds: DAY },
  codeEmail: { name: 'code-email', max: 25, seconds: 30 * DAY },
  codeAddress: { name: 'code-address', max: 30, seconds: HOUR },
  /** Wrong codes of all users together; beyond, each answer to a wrong code waits. */
  codeAlarm: { name: 'code-alarm', max: 200, seconds: HOUR },
  resendMinute: { name: 'resend-minute', max: 1, seconds: RESEND_SECONDS },
  resendHour: { name: 'resend-hour', max: 3, seconds: HOUR },
  resendDay: { name: 'resend-day', max: 5, seconds: DAY },
  forgotHour: { name: 'forgot-hour', max: 3, seconds: HOUR },
  forgotDay: { name: 'forgot-day', max: 5, seconds: DAY },
  forgotAddress: { name: 'forgot-address', max: 20, seconds: HOUR },
  resetAddress: { name: 'reset-address', max: 30, seconds: HOUR },
  purchase: { name: 'purchase', max: 60, seconds: MINUTE },
  upload: { name: 'upload', max: 30, seconds: HOUR },
  /** Uploaded KiB of a user: 100 MiB a day. */
  uploadKibibytes: { name: 'upload-kibibytes', max: 100 * 1024, seconds: DAY },
  massMail: { name: 'mass-mail', max: 5, seconds: HOUR },
  massMailTest: { name: 'mass-mail-test', max: 20, seconds: HOUR },
  /** Wrong second factors: codes of the app and recovery codes together. */
  stepUp: { name: 'step-up', max: 5, seconds: 15 * MINUTE },
  /** The same in a row (NIST SP 800-63B-4 3.2.2): a right one or a new password clears them. */
  stepUpInARow: { name: 'step-up-in-a-row', max: 100, seconds: 30 * DAY },
  password: { name: 'password', max: 10, seconds: 15 * MINUTE },
  policyReports: { name: 'policy-reports', max: 60, seconds: HOUR },
  userCalls: { name: 'user-calls', max: 3000, seconds: 5 * MINUTE },
  guestCalls: { name: 'guest-calls', max: 1500, seconds: 5 * MINUTE },
} as const satisfies Record<string, Limit>;

const windowStart = (limit: Limit, now: Date): Date => {
  const length = limit.seconds * 1000;
  return new Date(Math.floor(now.getTime() / length) * length);
};

const refusal = (limit: Limit, now: Date): Refusal<'rate_limited'> => {
  const end = windowStart(limit, now).getTime() + limit.seconds * 1000;
  const seconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000));
  return refuse('rate_limited', { retryAfterSeconds: seconds });
};

/**
 * Counts `amount` events and refuses when the limit is passed; whatever the scale, one is allowed. Call it outside a
 * transaction: it must outlive a rollback.
 */
export const countLimit = async (
  db: Db,
  limit: Limit,
  subject: string,
  now: Date,
  scale = 1,
  amount = 1,
): Promise<Refusal<'rate_limited'> | null> => {
  const row = await db
    .insertInto('rate_limits')
    .values({ key: `${limit.name}|${subject}`, window_start: windowStart(limit, now), count: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ count: sql<number>`rate_limits.count + ${amount}` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count > Math.max(1, limit.max * scale) ? refusal(limit, now) : null;
};

/** Refuses when the limit is already used up, without counting (for limits on failures). */
export const checkLimit = async (
  db: Db,
  limit: Limit,
  subject: string,
  now: Date,
  scale = 1,
): Promise<Refusal<'rate_limited'> | null> => {
  const row = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', `${limit.name}|${subject}`)
    .where('window_start', '=', windowStart(limit, now))
    .executeTakeFirst();
  return row && row.count >= limit.max * scale ? refusal(limit, now) : null;
};

/**
 * Counts one try in a window that slides: exactly the tries of the last `seconds`. Null, or seconds until one leaves it. Exact
 * among parallel calls only under a lock of the subject.
 */
export const countSliding = async (
  tx: Tx,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<number | null> => {
  const key = `${limit.name}|${subject}`;
  await tx
    .insertInto('rate_limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql<number>`rate_limits.count + 1` }),
    )
    .execute();
  const { tries, oldest } = await tx
    .selectFrom('rate_limits')
    .select(({ fn }) => [fn.sum<number>('count').as('tries'), fn.min('window_start').as('oldest')])
    .where('key', '=', key)
    .where('window_start', '>', new Date(now.getTime() - limit.seconds * 1000))
    .executeTakeFirstOrThrow();
  if (Number(tries) <= limit.max) return null;
  return Math.max(1, Math.ceil((oldest.getTime() - now.getTime()) / 1000) + limit.seconds);
};

/** Takes back what `countSliding` counted at that instant. */
export const uncountSliding = async (tx: Tx, limit: Limit, subject: string, at: Date): Promise<void> => {
  const key = `${limit.name}|${subject}`;
  await tx
    .updateTable('rate_limits')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', key)
    .where('window_start', '=', at)
    .execute();
  await tx.deleteFrom('rate_limits').where('key', '=', key).where('count', '<=', 0).execute();
};

/** Takes back one of what `countLimit` counted at that instant. */
export const uncountLimit = async (db: Db, limit: Limit, subject: string, at: Date): Promise<void> => {
  await db
    .updateTable('rate_limits')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('key', '=', `${limit.name}|${subject}`)
    .where('window_start', '=', windowStart(limit, at))
    .execute();
};

/** Forgets all that was counted for a subject. */
export const clearLimit = async (tx: Tx, limit: Limit, subject: string): Promise<void> => {
  await tx.deleteFrom('rate_limits').where('key', '=', `${limit.name}|${subject}`).execute();
};
