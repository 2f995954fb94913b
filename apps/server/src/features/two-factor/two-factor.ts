import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import { tellOfChange } from '../../platform/notices.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { RequestFacts } from '../../platform/request.ts';
import { endSessions, markSteppedUp, type SignedIn } from '../../platform/session.ts';
import { transact } from '../../platform/transactions.ts';
import { openTotpSecret, sealTotpSecret } from '../../secrets/credentials.ts';
import { generateRecoveryCodes, hashRecoveryCode } from '../../secrets/recovery-codes.ts';
import { matchingStep, newTotpSecret, totpUri } from '../../secrets/totp.ts';
import { checkOwnPassword, findUser, inLine, lockUser } from '../auth/index.ts';
import { readFirm } from '../firm/index.ts';
import {
  checkSecondFactor,
  countFactorTry,
  type FactorRefusal,
  forgetFactorTries,
  noteWrongFactor,
  type RightFactor,
  takeSecondFactor,
} from './second-factor.ts';
import { countRecoveryCodes, replaceRecoveryCodes, turnOff } from './two-factor.queries.ts';

/** Who changes their own sign-in, and from where. */
type Caller = { session: SignedIn; request: RequestFacts };

const told = async (
  tx: Tx,
  context: Context,
  { session, request }: Caller,
  user: UserRow,
  kind: Parameters<typeof tellOfChange>[1]['kind'],
): Promise<void> =>
  tellOfChange(tx, {
    kind,
    user,
    actorId: session.userId,
    userAgent: request.userAgent,
    now: context.clock.now(),
  });

/** Takes a right factor for something; a recovery code used is told to its owner. */
const spend = async (
  tx: Tx,
  context: Context,
  caller: Caller,
  factor: RightFactor,
): Promise<UserRow | Refusal<'otp_wrong' | 'unauthenticated'>> => {
  const user = await lockUser(tx, caller.session.userId);
  if (!user) return refuse('unauthenticated');
  const lost = await takeSecondFactor(tx, context, factor);
  if (lost) return lost;
  if (factor.kind === 'recovery') await told(tx, context, caller, user, 'recovery_code_used');
  return user;
};

/** Gives the session its second factor. Answers how many recovery codes are left. */
export const stepUp = async (
  tx: Tx,
  context: Context,
  caller: Caller,
  factor: RightFactor,
): Promise<{ recoveryCodesLeft: number } | Refusal<'otp_wrong' | 'unauthenticated'>> => {
  const user = await spend(tx, context, caller, factor);
  if (user instanceof Refusal) return user;
  await markSteppedUp(tx, caller.session.sessionId, context.clock.now());
  return { recoveryCodesLeft: await countRecoveryCodes(tx, user.id) };
};

/** Makes a secret for the user's authenticator app and keeps it; nothing is on until a code of it is given. */
export const startSetUp = async (
  context: Context,
  session: SignedIn,
  password: string,
): Promise<
  | { secret: string; uri: string }
  | Refusal<'current_password_wrong' | 'rate_limited' | 'unauthenticated' | 'two_factor_on'>
> => {
  const user = await checkOwnPassword(context, session.userId, password);
  if (user instanceof Refusal) return user;
  const secret = newTotpSecret();
  const { numUpdatedRows } = await context.db
    .updateTable('users')
    .set({ totp_secret: sealTotpSecret(secret, user.id, context.keys['totp-secrets']), totp_step: null })
    .where('id', '=', user.id)
    .where('two_factor_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse('two_factor_on');
  return { secret, uri: totpUri(secret, (await readFirm(context)).name, user.email) };
};

const freshRecoveryCodes = async (context: Context, userId: string) => {
  const codes = generateRecoveryCodes();
  const ring = context.keys['code-pepper'];
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(code, userId, ring))) };
};

type ConfirmRefusal = Refusal<
  'otp_wrong' | 'two_factor_on' | 'two_factor_not_started' | 'unauthenticated' | 'rate_limited'
>;

const confirmInTurn = async (
  context: Context,
  caller: Caller,
  code: string,
): Promise<{ recoveryCodes: string[] } | ConfirmRefusal> => {
  const { userId, sessionId } = caller.session;
  const now = context.clock.now();
  const before = await findUser(context.db, userId);
  if (before?.two_factor_at) return refuse('two_factor_on');
  const stored = before?.totp_secret;
  if (!stored) return refuse('two_factor_not_started');
  const limited = await countFactorTry(context, userId, now);
  if (limited) return limited;
  const secret = openTotpSecret(stored, userId, context.keys['totp-secrets']);
  const step = matchingStep(secret, code.replace(' ', ''), now);
  if (step === null) return noteWrongFactor(context, userId, now);
  const { codes, hashes } = await freshRecoveryCodes(context, userId);
  return transact(context.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) return refuse('unauthenticated');
    if (user.two_factor_at) return refuse('two_factor_on');
    if (user.totp_secret !== stored) return refuse('two_factor_not_started');
    await tx
      .updateTable('users')
      .set({ two_factor_at: now, totp_step: step, version: user.version + 1, updated_at: now })
      .where('id', '=', userId)
      .execute();
    await forgetFactorTries(tx, userId, now);
    await replaceRecoveryCodes(tx, userId, hashes, now);
    await endSessions(tx, userId, now, sessionId);
    await markSteppedUp(tx, sessionId, now);
    await told(tx, context, caller, user, 'two_factor_on');
    return { recoveryCodes: codes };
  });
};

/**
 * Turns two-factor sign-in on with the first code of the app: all other sessions end, this one counts as stepped up. Wrong codes
 * are limited as they are at the step-up: whoever holds the session need not be who was given the secret.
 */
export const confirmSetUp = (
  context: Context,
  caller: Caller,
  code: string,
): Promise<{ recoveryCodes: string[] } | ConfirmRefusal> =>
  inLine(`two-factor|${caller.session.userId}`, () => confirmInTurn(context, caller, code));

/** Turns two-factor sign-in off with a right factor. */
export const disable = async (
  tx: Tx,
  context: Context,
  caller: Caller,
  factor: RightFactor,
): Promise<null | Refusal<'otp_wrong' | 'unauthenticated'>> => {
  const user = await spend(tx, context, caller, factor);
  if (user instanceof Refusal) return user;
  await turnOff(tx, user.id, context.clock.now());
  await told(tx, context, caller, user, 'two_factor_off');
  return null;
};

/** Replaces all recovery codes, with a fresh factor. */
export const renewRecoveryCodes = async (
  context: Context,
  caller: Caller,
  otp: string,
): Promise<{ recoveryCodes: string[] } | FactorRefusal | Refusal<'unauthenticated'>> => {
  const { userId } = caller.session;
  const factor = await checkSecondFactor(context, userId, otp);
  if (factor instanceof Refusal) return factor;
  const { codes, hashes } = await freshRecoveryCodes(context, userId);
  return transact(context.db, async (tx) => {
    const user = await spend(tx, context, caller, factor);
    if (user instanceof Refusal) return user;
    await replaceRecoveryCodes(tx, userId, hashes, context.clock.now());
    await told(tx, context, caller, user, 'recovery_codes_renewed');
    return { recoveryCodes: codes };
  });
};
