import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import {
  checkLimit,
  clearLimit,
  countLimit,
  countSliding,
  LIMITS,
  uncountSliding,
} from '../../platform/limits.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { transact } from '../../platform/transactions.ts';
import { needsResealing, openTotpSecret, sealTotpSecret } from '../../secrets/credentials.ts';
import { verifyRecoveryCode } from '../../secrets/recovery-codes.ts';
import { matchingStep } from '../../secrets/totp.ts';
import { findUser, lockUser } from '../auth/index.ts';
import { takeRecoveryCode, takeStep, unusedRecoveryCodes } from './two-factor.queries.ts';

/** What was found right: a step of the app with the sealed secret it was compared with, or a recovery code. */
type Match = { kind: 'app'; step: number; stored: string } | { kind: 'recovery'; codeId: string };
/** A second factor that was right when it was compared; it opens something only when it is taken. */
export type RightFactor = Match & { userId: string; triedAt: Date };
export type FactorRefusal = Refusal<'otp_wrong' | 'two_factor_off' | 'rate_limited'>;

const AUTHENTICATOR_CODE = /^\d{3} ?\d{3}$/;

const matchOf = async (context: Context, user: UserRow, otp: string, now: Date): Promise<Match | null> => {
  if (AUTHENTICATOR_CODE.test(otp)) {
    const stored = user.totp_secret ?? '';
    const secret = openTotpSecret(stored, user.id, context.keys['totp-secrets']);
    const step = matchingStep(secret, otp.replace(' ', ''), now);
    return step === null ? null : { kind: 'app', step, stored };
  }
  for (const { id, hash } of await unusedRecoveryCodes(context.db, user.id)) {
    if (await verifyRecoveryCode(otp, user.id, hash, context.keys['code-pepper'])) {
      return { kind: 'recovery', codeId: id };
    }
  }
  return null;
};

/**
 * Counts the try before anything is compared, so that parallel tries compare at most as many as there are: 5 in 15 minutes, 100
 * wrong ones in a row.
 */
export const countFactorTry = async (
  context: Context,
  userId: string,
  now: Date,
): Promise<null | Refusal<'rate_limited'>> => {
  const locked = await checkLimit(context.db, LIMITS.stepUpInARow, userId, now);
  if (locked) {
    const { retryAfterSeconds = 1 } = locked;
    return refuse('rate_limited', { message: messages.otpLocked, retryAfterSeconds });
  }
  return transact(context.db, async (tx) => {
    await lockUser(tx, userId);
    const wait = await countSliding(tx, LIMITS.stepUp, userId, now);
    if (wait === null) return null;
    return refuse('rate_limited', { message: messages.otpTriesUsedUp, retryAfterSeconds: wait });
  });
};

/** A wrong factor: one more in a row. */
export const noteWrongFactor = async (
  context: Context,
  userId: string,
  now: Date,
): Promise<Refusal<'otp_wrong'>> => {
  await countLimit(context.db, LIMITS.stepUpInARow, userId, now);
  return refuse('otp_wrong');
};

/** A right factor: the try of that moment was no wrong one, and those in a row are forgotten. */
export const forgetFactorTries = async (tx: Tx, userId: string, triedAt: Date): Promise<void> => {
  await uncountSliding(tx, LIMITS.stepUp, userId, triedAt);
  await clearLimit(tx, LIMITS.stepUpInARow, userId);
};

/**
 * Compares a code of the app or a recovery code of a user who has two-factor sign-in on. Call it outside a transaction, then
 * take the result with `takeSecondFactor`. Wrong codes are limited: 5 in 15 minutes, 100 in a row.
 */
export const checkSecondFactor = async (
  context: Context,
  userId: string,
  otp: string,
): Promise<RightFactor | FactorRefusal> => {
  const now = context.clock.now();
  const user = await findUser(context.db, userId);
  if (!user?.two_factor_at) return refuse('two_factor_off');
  const limited = await countFactorTry(context, userId, now);
  if (limited) return limited;
  const match = await matchOf(context, user, otp, now);
  if (match) return { ...match, userId, triedAt: now };
  return noteWrongFactor(context, userId, now);
};

const take = (tx: Tx, context: Context, factor: RightFactor): Promise<boolean> => {
  if (factor.kind === 'recovery') {
    return takeRecoveryCode(tx, factor.userId, factor.codeId, context.clock.now());
  }
  const { userId, step, stored } = factor;
  const ring = context.keys['totp-secrets'];
  const sealed = needsResealing(stored, ring)
    ? sealTotpSecret(openTotpSecret(stored, userId, ring), userId, ring)
    : stored;
  return takeStep(tx, userId, { step, stored, sealed });
};

/** Uses a right factor up, once among any number of parallel calls; the try no longer counts as a wrong one. */
export const takeSecondFactor = async (
  tx: Tx,
  context: Context,
  factor: RightFactor,
): Promise<null | Refusal<'otp_wrong'>> => {
  if (!(await take(tx, context, factor))) return refuse('otp_wrong');
  await forgetFactorTries(tx, factor.userId, factor.triedAt);
  return null;
};
