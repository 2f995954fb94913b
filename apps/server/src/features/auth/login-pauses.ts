import { loginPaused } from '@firmament/contract';
import type { Tx } from '../../db/schema.ts';
import { clearLimit, countSliding, LIMITS } from '../../platform/limits.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** The first wait after too many wrong passwords, and the longest that doubling makes of it. */
const FIRST_SECONDS = 30;
const LONGEST_SECONDS = 15 * 60;

const waitSeconds = (level: number): number => Math.min(FIRST_SECONDS * 2 ** (level - 1), LONGEST_SECONDS);

/** Refuses a sign-in whose account waits. `subject` names the account by its address, whether it exists or not. */
export const refusePaused = async (
  tx: Tx,
  subject: string,
  now: Date,
): Promise<Refusal<'rate_limited'> | null> => {
  const pause = await tx
    .selectFrom('login_pauses')
    .select('until')
    .where('subject', '=', subject)
    .where('until', '>', now)
    .executeTakeFirst();
  if (!pause) return null;
  const seconds = Math.ceil((pause.until.getTime() - now.getTime()) / 1000);
  return refuse('rate_limited', { message: loginPaused(seconds), retryAfterSeconds: seconds });
};

/**
 * Counts a wrong password. From the tenth within 15 minutes on, the account waits 30 s before the next try, twice as long after
 * each further one, 15 minutes at most; a quarter of an hour without a wrong one begins afresh.
 */
export const countWrongPassword = async (
  tx: Tx,
  subject: string,
  now: Date,
  rateScale: number,
): Promise<void> => {
  const limit = LIMITS.loginAccount;
  const isOver =
    (await countSliding(tx, { ...limit, max: limit.max * rateScale - 1 }, subject, now)) !== null;
  const pause = await tx
    .selectFrom('login_pauses')
    .select(['level', 'until'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  const isRecent = pause !== undefined && now.getTime() - pause.until.getTime() < limit.seconds * 1000;
  if (!isOver && !isRecent) return;
  const level = isRecent ? pause.level + 1 : 1;
  const next = { level, until: new Date(now.getTime() + waitSeconds(level) * 1000) };
  await tx
    .insertInto('login_pauses')
    .values({ subject, ...next })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(next))
    .execute();
};

/** Forgets wrong passwords and the wait, after a right one or a reset. */
export const endPause = async (tx: Tx, subject: string): Promise<void> => {
  await tx.deleteFrom('login_pauses').where('subject', '=', subject).execute();
  await clearLimit(tx, LIMITS.loginAccount, subject);
};
