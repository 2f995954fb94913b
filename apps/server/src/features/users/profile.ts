import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import { tellOfChange } from '../../platform/notices.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { endSessions, renewToken, type SignedIn } from '../../platform/session.ts';
import { transact } from '../../platform/transactions.ts';
import { hashPassword } from '../../secrets/passwords.ts';
import {
  type CodeRefusal,
  checkOwnPassword,
  emailKey,
  endResetLinks,
  type FreshCode,
  isAddressTaken,
  issueCode,
  lockAddress,
  lockUser,
  makeCode,
  redirectMails,
  refuseResend,
  refuseWeak,
  removeOtherRegistrations,
  takeCode,
  tryCode,
} from '../auth/index.ts';
import { replacePassword, updateUser } from './profile.queries.ts';

type Renewed = { user: UserRow; token: string };

/** Changes the own name or time zone; the new token carries both. */
export const changeProfile = (
  context: Context,
  session: SignedIn,
  change: { name?: string | undefined; timeZone?: string | null | undefined },
): Promise<Renewed | Refusal<'unauthenticated'>> =>
  transact(context.db, async (tx) => {
    const user = await lockUser(tx, session.userId);
    if (!user) return refuse('unauthenticated');
    const changed = await updateUser(tx, user.id, {
      name: change.name ?? user.name,
      time_zone: change.timeZone === undefined ? user.time_zone : change.timeZone,
      updated_at: context.clock.now(),
    });
    return { user: changed, token: await renewToken(context, tx, changed, session) };
  });

type OwnPasswordRefusal = Refusal<'current_password_wrong' | 'rate_limited' | 'unauthenticated'>;

/** The slow part of a new password: the old one checked, the new one hashed. */
export const preparePassword = async (
  context: Context,
  userId: string,
  body: { currentPassword: string; newPassword: string },
): Promise<
  | { oldHash: string; newHash: string }
  | OwnPasswordRefusal
  | Refusal<'password_too_common' | 'validation_failed'>
> => {
  const user = await checkOwnPassword(context, userId, body.currentPassword);
  if (user instanceof Refusal) return user;
  const weak = await refuseWeak(context, body.newPassword, user);
  if (weak) return weak;
  const newHash = await hashPassword(body.newPassword, context.keys['password-pepper']);
  return { oldHash: user.password_hash, newHash };
};

/** Sets the new password; all other sessions and reset links end, and a mail tells of it. */
export const changePassword = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
  userAgent: string,
  hashes: { oldHash: string; newHash: string },
): Promise<null | Refusal<'current_password_wrong'>> => {
  const now = context.clock.now();
  if (!(await replacePassword(tx, session.userId, { ...hashes, now }))) {
    return refuse('current_password_wrong');
  }
  await endSessions(tx, session.userId, now, session.sessionId);
  await endResetLinks(tx, session.userId, now);
  const user = { id: session.userId, name: session.name, email: session.email };
  await tellOfChange(tx, { kind: 'password_changed', user, actorId: user.id, userAgent, now });
  return null;
};

/** The slow part of asking for another address: password, limits, the code's hash. */
export const prepareEmailChange = async (
  context: Context,
  userId: string,
  body: { email: string; password: string },
): Promise<FreshCode | OwnPasswordRefusal | Refusal<'email_taken'>> => {
  const user = await checkOwnPassword(context, userId, body.password);
  if (user instanceof Refusal) return user;
  if (await isAddressTaken(context.db, emailKey(body.email), userId)) return refuse('email_taken');
  const limited = await refuseResend(context, context.db, userId, 'change_email');
  return limited ?? makeCode(context, userId);
};

/** Queues a code to the new address; the old address stays until it is confirmed. */
export const askEmailChange = async (
  tx: Tx,
  context: Context,
  userId: string,
  email: string,
  fresh: FreshCode,
): Promise<null | Refusal<'email_taken' | 'rate_limited' | 'unauthenticated'>> => {
  const user = await lockUser(tx, userId);
  if (!user) return refuse('unauthenticated');
  if (await isAddressTaken(tx, emailKey(email), userId)) return refuse('email_taken');
  const limited = await refuseResend(context, tx, userId, 'change_email');
  if (limited) return limited;
  await issueCode(tx, { user, purpose: 'change_email', email, fresh, now: context.clock.now() });
  return null;
};

const moveToAddress = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
  userAgent: string,
  right: { codeId: string; email: string },
): Promise<Renewed | Refusal<'email_taken' | 'code_wrong'>> => {
  const now = context.clock.now();
  const key = emailKey(right.email);
  await lockAddress(tx, key);
  const user = await lockUser(tx, session.userId);
  if (!user || !(await takeCode(tx, right.codeId, now))) return refuse('code_wrong');
  if (await isAddressTaken(tx, key, user.id)) return refuse('email_taken');
  const columns = { email: right.email, email_key: key, updated_at: now };
  const changed = await updateUser(tx, user.id, columns);
  await endResetLinks(tx, user.id, now);
  await redirectMails(tx, user.id, right.email);
  await removeOtherRegistrations(tx, key, user.id);
  // To the old address: whoever reads the new one knows.
  await tellOfChange(tx, { kind: 'email_changed', user, actorId: user.id, userAgent, now });
  return { user: changed, token: await renewToken(context, tx, changed, session) };
};

/** Confirms the new address with its code; links sent to the old one end, and a mail there tells of it. */
export const confirmEmailChange = async (
  context: Context,
  session: SignedIn,
  code: string,
  request: { ip: string; userAgent: string },
): Promise<Renewed | CodeRefusal | Refusal<'email_taken'>> => {
  const right = await tryCode(context, {
    userId: session.userId,
    purpose: 'change_email',
    code,
    ip: request.ip,
  });
  if (right instanceof Refusal) return right;
  return transact(context.db, (tx) => moveToAddress(tx, context, session, request.userAgent, right));
};
