import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import {
  checkLimit,
  clearLimit,
  countLimit,
  LIMITS,
  type Limit,
  uncountLimit,
  uncountSliding,
} from '../../platform/limits.ts';
import { tellOfChange } from '../../platform/notices.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { addressKey, type RequestFacts } from '../../platform/request.ts';
import { startSession } from '../../platform/session.ts';
import { transact } from '../../platform/transactions.ts';
import { dummyVerify, hashPassword, needsRehash, verifyPassword } from '../../secrets/passwords.ts';
import { hasActiveAccount } from '../accounts/index.ts';
import { type LoginAnswer, presentUser } from './auth.present.ts';
import { candidatesOf, lockAddress, lockUser } from './auth.queries.ts';
import { emailHash, emailKey } from './email-key.ts';
import { inLine } from './lines.ts';
import { countWrongPassword, endPause, refusePaused } from './login-pauses.ts';

/** Whether any own account is active or failed. An error in that check counts as none (specification section 4). */
export const checkActiveAccount = async (context: Context, userId: string): Promise<boolean> => {
  try {
    return await hasActiveAccount(context.db, userId);
  } catch (error) {
    context.log.warn({ err: error }, 'active account check failed');
    return false;
  }
};

/** What failures count against besides the account itself: the caller's address. */
const ADDRESS_LIMITS: readonly Limit[] = [LIMITS.loginAddress, LIMITS.loginAddressHour];

type LoginRefusal = Refusal<'invalid_credentials' | 'user_disabled' | 'rate_limited'>;

const refuseLocked = async (
  tx: Tx,
  context: Context,
  { email, ip, at }: Try,
): Promise<Refusal<'rate_limited'> | null> => {
  const { rateScale } = context.config;
  const locked = await checkLimit(tx, LIMITS.loginInARow, emailHash(email), at, rateScale);
  if (locked) {
    const { retryAfterSeconds = 1 } = locked;
    return refuse('rate_limited', { message: messages.passwordLocked, retryAfterSeconds });
  }
  const paused = await refusePaused(tx, emailHash(email), at);
  if (paused) return paused;
  for (const limit of ADDRESS_LIMITS) {
    const limited = await checkLimit(tx, limit, addressKey(ip), at, rateScale);
    if (limited) return limited;
  }
  return null;
};

/** One sign-in: the address that was typed, where it came from, and when. */
type Try = { email: string; ip: string; at: Date };

/**
 * Counts a try as a wrong one, committed before anything is compared, so that any number of processes compare at most as many as
 * there are. A refused try counts nowhere; `uncountTry` takes back a right one.
 */
export const countTry = (context: Context, attempt: Try): Promise<null | Refusal<'rate_limited'>> =>
  transact(context.db, async (tx) => {
    const { email, ip, at } = attempt;
    await lockAddress(tx, `ip ${addressKey(ip)}`);
    await lockAddress(tx, emailKey(email));
    const locked = await refuseLocked(tx, context, attempt);
    if (locked) return locked;
    await countWrongPassword(tx, emailHash(email), at, context.config.rateScale);
    for (const limit of ADDRESS_LIMITS) await countLimit(tx, limit, addressKey(ip), at);
    await countLimit(tx, LIMITS.loginInARow, emailHash(email), at);
    return null;
  });

/** Takes back one try. */
const uncountTry = async (tx: Tx, { email, ip, at }: Try): Promise<void> => {
  await uncountSliding(tx, LIMITS.loginAccount, emailHash(email), at);
  await uncountLimit(tx, LIMITS.loginInARow, emailHash(email), at);
  for (const limit of ADDRESS_LIMITS) await uncountLimit(tx, limit, addressKey(ip), at);
};

/** A right password: the try was none, and the wrong ones at this account are forgotten. */
const forgetFailures = async (tx: Tx, attempt: Try): Promise<void> => {
  await uncountTry(tx, attempt);
  await clearFailures(tx, attempt.email);
};

/** Forgets the wrong passwords of an account, after a right one or a reset. */
export const clearFailures = async (tx: Tx, email: string): Promise<void> => {
  await clearLimit(tx, LIMITS.loginInARow, emailHash(email));
  await endPause(tx, emailHash(email));
};

/** The registration of the address whose password fits; one hash is spent where there is none at all. */
const findByPassword = async (
  context: Context,
  email: string,
  password: string,
): Promise<UserRow | undefined> => {
  const ring = context.keys['password-pepper'];
  const candidates = await candidatesOf(context.db, emailKey(email));
  for (const candidate of candidates) {
    if (await verifyPassword(password, candidate.password_hash, ring)) return candidate;
  }
  if (candidates.length === 0) await dummyVerify(password, ring);
  return undefined;
};

/** Wrong passwords in a row, and the right one, after which its owner is told of a sign-in: somebody may have guessed it. */
const SUSPICIOUS: Limit = { ...LIMITS.loginInARow, max: 10 + 1 };

const tellAfterFailures = async (
  tx: Tx,
  user: UserRow,
  { email, at }: Try,
  userAgent: string,
): Promise<void> => {
  if ((await checkLimit(tx, SUSPICIOUS, emailHash(email), at)) === null) return;
  await tellOfChange(tx, { kind: 'sign_in_after_failures', user, actorId: user.id, userAgent, now: at });
};

const openSession = async (
  tx: Tx,
  context: Context,
  user: UserRow,
  { attempt, newHash, request }: { attempt: Try; newHash: string | null; request: RequestFacts },
): Promise<{ user: UserRow; token: string } | LoginRefusal> => {
  const present = await lockUser(tx, user.id);
  if (!present || present.closed_at || present.password_hash !== user.password_hash) {
    return refuse('invalid_credentials');
  }
  if (present.disabled_at) return refuse('user_disabled');
  if (newHash) {
    await tx.updateTable('users').set({ password_hash: newHash }).where('id', '=', user.id).execute();
  }
  await tellAfterFailures(tx, present, attempt, request.userAgent);
  await forgetFailures(tx, attempt);
  return { user: present, token: await startSession(context, tx, present, request) };
};

/**
 * Parallel tries of one network address or at one account wait for each other, so that many right ones at once, each counted
 * until it is known to be right, never meet a limit.
 */
const oneByOne = <T>(email: string, ip: string, job: () => Promise<T>): Promise<T> =>
  inLine(`ip|${addressKey(ip)}`, () => inLine(`email|${emailKey(email)}`, job));

/**
 * Signs in. One message for an unknown address and a wrong password; while locked, a right password is not told to be right;
 * that a user is disabled is told only after the right password.
 */
export const login = async (
  context: Context,
  body: { email: string; password: string },
  request: RequestFacts,
): Promise<LoginAnswer | LoginRefusal> => {
  const { email, password } = body;
  const opened = await oneByOne(email, request.ip, async () => {
    const attempt = { email, ip: request.ip, at: context.clock.now() };
    const locked = await countTry(context, attempt);
    if (locked) return locked;
    const user = await findByPassword(context, email, password).catch(async (error: unknown) => {
      // Nothing was compared: the server is busy.
      await transact(context.db, (tx) => uncountTry(tx, attempt));
      throw error;
    });
    if (!user) return refuse('invalid_credentials');
    const ring = context.keys['password-pepper'];
    const newHash = needsRehash(user.password_hash, ring) ? await hashPassword(password, ring) : null;
    const signedIn = { attempt, newHash, request };
    const result = await transact(context.db, (tx) => openSession(tx, context, user, signedIn));
    if (result instanceof Refusal && result.code === 'user_disabled')
      await transact(context.db, (tx) => forgetFailures(tx, attempt));
    return result;
  });
  if (!('user' in opened)) return opened;
  return {
    success: true,
    message: messages.loginSuccess,
    token: opened.token,
    user: presentUser(opened.user),
    hasActiveAccount: await checkActiveAccount(context, opened.user.id),
    twoFactorRequired: opened.user.two_factor_at !== null,
  };
};
