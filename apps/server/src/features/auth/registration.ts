import { randomUUID } from 'node:crypto';
import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import { countLimit, LIMITS } from '../../platform/limits.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { addressKey, type RequestFacts } from '../../platform/request.ts';
import { startSession } from '../../platform/session.ts';
import { transact } from '../../platform/transactions.ts';
import { hashPassword } from '../../secrets/passwords.ts';
import { presentUser, type VerifiedAnswer } from './auth.present.ts';
import {
  findUser,
  insertUser,
  isAddressTaken,
  lockAddress,
  lockUser,
  removeOtherRegistrations,
} from './auth.queries.ts';
import {
  type CodeRefusal,
  type FreshCode,
  issueCode,
  makeCode,
  refuseResend,
  takeCode,
  tryCode,
} from './codes.ts';
import { emailHash, emailKey } from './email-key.ts';
import { checkActiveAccount } from './login.ts';
import { refuseWeak } from './passwords.ts';

type Registration = { name: string; email: string; password: string };
export type ReadyRegistration = { userId: string; passwordHash: string; fresh: FreshCode };

/** The slow part of a registration, before its transaction: limit, checks, both hashes. */
export const prepareRegistration = async (
  context: Context,
  body: Registration,
  ip: string,
): Promise<
  ReadyRegistration | Refusal<'rate_limited' | 'email_taken' | 'password_too_common' | 'validation_failed'>
> => {
  const now = context.clock.now();
  const { db, config, keys } = context;
  const limited = await countLimit(db, LIMITS.register, addressKey(ip), now, config.rateScale);
  if (limited) return limited;
  if (await isAddressTaken(db, emailKey(body.email))) return refuse('email_taken');
  const weak = await refuseWeak(context, body.password, body);
  if (weak) return weak;
  // Counted before the mail is: nobody is to fill a stranger's mailbox by registering them.
  const mailed = await countLimit(db, LIMITS.registerEmail, emailHash(body.email), now, config.rateScale);
  if (mailed) return mailed;
  const userId = randomUUID();
  const [passwordHash, fresh] = await Promise.all([
    hashPassword(body.password, keys['password-pepper']),
    makeCode(context, userId),
  ]);
  return { userId, passwordHash, fresh };
};

/** Makes a registration of its own, even where the address has unverified ones already, and queues its code. */
export const register = async (
  tx: Tx,
  context: Context,
  body: Registration,
  ready: ReadyRegistration,
): Promise<{ userId: string } | Refusal<'email_taken'>> => {
  const now = context.clock.now();
  const key = emailKey(body.email);
  await lockAddress(tx, key);
  if (await isAddressTaken(tx, key)) return refuse('email_taken');
  const user = await insertUser(tx, {
    id: ready.userId,
    name: body.name,
    email: body.email,
    emailKey: key,
    passwordHash: ready.passwordHash,
    role: 'user',
    verifiedAt: null,
    now,
  });
  await issueCode(tx, { user, purpose: 'verify_email', email: user.email, fresh: ready.fresh, now });
  return { userId: user.id };
};

/** Whether a registration can still be verified, or why not. A verified user's id opens nothing. */
const refuseFinished = (
  user: UserRow | undefined,
): Refusal<'registration_unknown' | 'already_verified'> | null => {
  if (!user || user.closed_at || user.disabled_at) return refuse('registration_unknown');
  return user.email_verified_at ? refuse('already_verified') : null;
};

type VerifyRefusal = CodeRefusal | Refusal<'registration_unknown' | 'already_verified' | 'email_taken'>;

/** Takes a right code: verifies this registration, removes the others of its address and opens a session. */
const completeVerification = async (
  tx: Tx,
  context: Context,
  userId: string,
  right: { codeId: string; email: string },
  request: RequestFacts,
): Promise<{ user: UserRow; token: string } | VerifyRefusal> => {
  const now = context.clock.now();
  const key = emailKey(right.email);
  await lockAddress(tx, key);
  const user = await lockUser(tx, userId);
  const finished = refuseFinished(user);
  if (finished) return finished;
  if (user?.email_key !== key || !(await takeCode(tx, right.codeId, now))) return refuse('code_wrong');
  if (await isAddressTaken(tx, key)) return refuse('email_taken');
  const verified = await tx
    .updateTable('users')
    .set((eb) => ({ email_verified_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await removeOtherRegistrations(tx, key, userId);
  return { user: verified, token: await startSession(context, tx, verified, request) };
};

/** Verifies a registration with its code and signs in. The tries are counted and committed before the code is compared. */
export const verifyEmail = async (
  context: Context,
  body: { userId: string; code: string },
  request: RequestFacts,
): Promise<VerifiedAnswer | VerifyRefusal> => {
  const user = await findUser(context.db, body.userId);
  const finished = refuseFinished(user);
  if (finished || !user) return finished ?? refuse('registration_unknown');
  // The id as it is stored: tries are counted by it, and the caller may write it in capitals.
  const attempt = { userId: user.id, code: body.code, ip: request.ip };
  const right = await tryCode(context, { ...attempt, purpose: 'verify_email' });
  if (!('codeId' in right)) return right;
  const done = await transact(context.db, (tx) => completeVerification(tx, context, user.id, right, request));
  if (!('user' in done)) return done;
  return {
    success: true,
    message: messages.verificationSuccess,
    token: done.token,
    user: presentUser(done.user),
    hasActiveAccount: await checkActiveAccount(context, done.user.id),
  };
};

type ResendRefusal = Refusal<'registration_unknown' | 'already_verified' | 'rate_limited'>;

/** Refuses cheaply, before anything is hashed. */
export const prepareResend = async (context: Context, userId: string): Promise<FreshCode | ResendRefusal> => {
  const user = await findUser(context.db, userId);
  const finished = refuseFinished(user);
  if (finished || !user) return finished ?? refuse('registration_unknown');
  const limited = await refuseResend(context, context.db, user.id, 'verify_email');
  return limited ?? makeCode(context, user.id);
};

/** Queues a new code; the older ones end. */
export const resend = async (
  tx: Tx,
  context: Context,
  userId: string,
  fresh: FreshCode,
): Promise<null | ResendRefusal> => {
  const user = await lockUser(tx, userId);
  const refused = refuseFinished(user) ?? (await refuseResend(context, tx, userId, 'verify_email'));
  if (refused || !user) return refused;
  const now = context.clock.now();
  await issueCode(tx, { user, purpose: 'verify_email', email: user.email, fresh, now });
  return null;
};
