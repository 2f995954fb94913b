import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { checkLimit, countLimit, countSliding, LIMITS } from '../../platform/limits.ts';
import { queueMail } from '../../platform/mails.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { addressKey } from '../../platform/request.ts';
import { transact } from '../../platform/transactions.ts';
import { generateCode, hashCode, verifyCode } from '../../secrets/codes.ts';
import { cancelMailsTo, endCodes, lockAddress } from './auth.queries.ts';
import { emailHash, emailKey } from './email-key.ts';
import { inLine } from './lines.ts';

export type CodePurpose = 'verify_email' | 'change_email';

/** A code ends 10 minutes after its mail was handed over; until then it waits for the mail server for a day at most. */
const LIFE_MILLISECONDS = 10 * 60_000;
const LIFE_BEFORE_HAND_OVER_MILLISECONDS = 86_400_000;
export const TRIES_OF_A_CODE = 5;
/** In the life of a registration, reset by nothing. */
export const TRIES_OF_A_REGISTRATION = 25;
const ALARM_DELAY_MILLISECONDS = 2_000;

const TEMPLATES = { verify_email: 'verification_code', change_email: 'email_change_code' } as const;

/** A code with its hash, made before the transaction that stores it. */
export type FreshCode = { id: string; code: string; hash: string };

export const makeCode = async (context: Context, userId: string): Promise<FreshCode> => {
  const code = generateCode();
  return { id: randomUUID(), code, hash: await hashCode(code, userId, context.keys['code-pepper']) };
};

/** Stores a code as the only good one of its purpose, and queues its mail to `email`. */
export const issueCode = async (
  tx: Tx,
  issue: {
    user: { id: string; name: string };
    purpose: CodePurpose;
    email: string;
    fresh: FreshCode;
    now: Date;
  },
): Promise<void> => {
  const { user, purpose, email, fresh, now } = issue;
  await endCodes(tx, user.id, now, purpose);
  await cancelMailsTo(tx, [user.id], [TEMPLATES[purpose]]);
  await tx
    .insertInto('email_codes')
    .values({
      id: fresh.id,
      user_id: user.id,
      purpose,
      email,
      code_hash: fresh.hash,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFE_BEFORE_HAND_OVER_MILLISECONDS),
    })
    .execute();
  await queueMail(tx, {
    template: TEMPLATES[purpose],
    eventKey: fresh.id,
    recipient: { id: user.id, email },
    payload: { name: user.name, code: fresh.code, codeId: fresh.id },
    now,
  });
};

/** Starts the 10 minutes of a code; to be called when the mail server took its mail. */
export const codeHandedOver = async (context: Context, codeId: string): Promise<void> => {
  const end = new Date(context.clock.now().getTime() + LIFE_MILLISECONDS);
  await context.db
    .updateTable('email_codes')
    .set({ expires_at: end })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', end)
    .execute();
};

type Counted = { codeId: string; hash: string; email: string; triesLeft: number };
export type CodeRefusal = Refusal<'code_wrong' | 'code_tries_used_up' | 'code_tries_locked' | 'rate_limited'>;

const newestCode = (db: Context['db'], userId: string, purpose: CodePurpose) =>
  db
    .selectFrom('email_codes')
    .select(['id', 'email', 'tries', 'used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    // Two of one instant: the ended one is the older.
    .orderBy('created_at', 'desc')
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();

const countRegistrationTry = async (tx: Tx, userId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ code_tries: sql<number>`code_tries + 1` })
    .where('id', '=', userId)
    .where('code_tries', '<', TRIES_OF_A_REGISTRATION)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

type NewestCode = Awaited<ReturnType<typeof newestCode>>;

/** Why a code opens nothing, whatever is typed. */
const refuseDead = (code: NewestCode, now: Date): Refusal<'code_wrong' | 'code_tries_used_up'> | null => {
  if (!code || code.used_at || code.expires_at <= now) return refuse('code_wrong');
  return code.tries >= TRIES_OF_A_CODE ? refuse('code_tries_used_up') : null;
};

/**
 * Counts a try everywhere and answers the hash to compare with. The counts are committed before anything is compared, so that
 * any number of parallel tries compares at most as many as there are. A refused try counts nowhere.
 */
const countTry = async (
  tx: Tx,
  userId: string,
  purpose: CodePurpose,
  newest: NonNullable<NewestCode>,
  now: Date,
): Promise<Counted | CodeRefusal> => {
  await lockAddress(tx, emailKey(newest.email));
  if (purpose === 'verify_email' && !(await countRegistrationTry(tx, userId))) {
    return refuse('code_tries_locked');
  }
  const day = await countSliding(tx, LIMITS.codeDay, userId, now);
  const month = await countSliding(tx, LIMITS.codeEmail, emailHash(newest.email), now);
  if (day !== null || month !== null) {
    return refuse('code_tries_locked', { retryAfterSeconds: Math.max(day ?? 0, month ?? 0) });
  }
  const code = await tx
    .updateTable('email_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', newest.id)
    .where('tries', '<', TRIES_OF_A_CODE)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash', 'email', 'tries'])
    .executeTakeFirst();
  if (!code) return refuseDead(await newestCode(tx, userId, purpose), now) ?? refuse('code_wrong');
  return {
    codeId: code.id,
    hash: code.code_hash,
    email: code.email,
    triesLeft: TRIES_OF_A_CODE - code.tries,
  };
};

const countWrong = async (context: Context, address: string): Promise<void> => {
  const now = context.clock.now();
  const { rateScale } = context.config;
  await countLimit(context.db, LIMITS.codeAddress, address, now, rateScale);
  if (await countLimit(context.db, LIMITS.codeAlarm, 'all', now, rateScale)) {
    context.log.error({ limit: LIMITS.codeAlarm.max }, 'unusually many wrong verification codes this hour');
    await sleep(ALARM_DELAY_MILLISECONDS);
  }
};

/**
 * Tries a code of a user: the code's id and address when it is right, else why not. Call it outside a transaction, then take the
 * code with `takeCode`.
 */
export const tryCode = async (
  context: Context,
  attempt: { userId: string; purpose: CodePurpose; code: string; ip: string },
): Promise<{ codeId: string; email: string } | CodeRefusal> => {
  const now = context.clock.now();
  const address = addressKey(attempt.ip);
  const limited = await checkLimit(context.db, LIMITS.codeAddress, address, now, context.config.rateScale);
  if (limited) return limited;
  const { userId, purpose } = attempt;
  // In line, a flood of tries finds a used-up code by one read each.
  const counted = await inLine(`code|${userId}`, async () => {
    const newest = await newestCode(context.db, userId, purpose);
    const dead = refuseDead(newest, now);
    if (dead || !newest) return dead ?? refuse('code_wrong');
    return transact(context.db, (tx) => countTry(tx, userId, purpose, newest, now));
  });
  if (!('codeId' in counted)) return counted;
  if (await verifyCode(attempt.code, userId, counted.hash, context.keys['code-pepper'])) return counted;
  await countWrong(context, address);
  return refuse(counted.triesLeft > 0 ? 'code_wrong' : 'code_tries_used_up');
};

/** Takes a right code once; false when it was taken or ended meanwhile. */
export const takeCode = async (tx: Tx, codeId: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('email_codes')
    .set({ used_at: now })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** How many codes may be asked for, and how soon again. */
const RESEND_LIMITS = [LIMITS.resendMinute, LIMITS.resendHour, LIMITS.resendDay];

/**
 * Refuses another code while a limit is used up, from the codes themselves, so exactly. The code that came with a registration
 * does not count.
 */
export const refuseResend = async (
  context: Context,
  db: Context['db'] | Tx,
  userId: string,
  purpose: CodePurpose,
): Promise<Refusal<'rate_limited'> | null> => {
  const now = context.clock.now().getTime();
  const rows = await db
    .selectFrom('email_codes')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .execute();
  const times = rows.map((row) => row.created_at.getTime());
  if (purpose === 'verify_email') times.pop();
  const waits = RESEND_LIMITS.map((limit) => {
    const nth = times[Math.ceil(limit.max * context.config.rateScale) - 1];
    return nth === undefined ? 0 : nth + limit.seconds * 1000 - now;
  });
  const wait = Math.max(...waits);
  return wait > 0 ? refuse('rate_limited', { retryAfterSeconds: Math.ceil(wait / 1000) }) : null;
};
