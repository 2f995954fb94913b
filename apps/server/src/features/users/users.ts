import { messages } from '@firmament/contract';
import { may } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { SECRET_MAILS } from '../../platform/mails.ts';
import { tellOfChange } from '../../platform/notices.ts';
import { refuseOutdatedSubject } from '../../platform/outdated.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { actorOf, endSessions, type SignedIn } from '../../platform/session.ts';
import {
  cancelMailsTo,
  emailKey,
  endCodes,
  endResetLinks,
  isAddressTaken,
  lockAddress,
  redirectMails,
  removeOtherRegistrations,
} from '../auth/index.ts';
import { turnOff } from '../two-factor/index.ts';
import { lockUserAndAdmins, type UserWithAccounts, userWithAccounts } from './users.queries.ts';

type Refused<
  Code extends 'user_not_found' | 'user_closed' | 'email_taken' | 'last_admin' | 'changed_meanwhile',
> = Refusal<Code | 'forbidden'>;

/** Refuses to take away the last one who can administer; `user` is the one who would stop being an admin. */
const refuseLastAdmin = (
  session: SignedIn,
  user: UserRow,
  admins: UserRow[],
  now: Date,
): Refusal<'last_admin'> | null => {
  if (!admins.some((admin) => admin.id === user.id)) return null;
  return may(actorOf(session, now), 'remove_admin_role', { adminCount: admins.length })
    ? null
    : refuse('last_admin');
};

/** The user and the admins, locked; refused when the caller lost the role while waiting. */
const lockForAdmin = async (
  tx: Tx,
  session: SignedIn,
  id: string,
): Promise<{ user: UserRow; admins: UserRow[] } | Refused<'user_not_found' | 'user_closed'>> => {
  const { user, admins } = await lockUserAndAdmins(tx, id);
  if (!user) return refuse('user_not_found');
  if (!admins.some((admin) => admin.id === session.userId)) return refuse('forbidden');
  if (user.closed_at) return refuse('user_closed');
  return { user, admins };
};

const reload = async (tx: Tx, id: string): Promise<UserWithAccounts> => {
  const row = await userWithAccounts(tx, id);
  if (!row) throw new Error('a locked user is gone');
  return row;
};

type UserChange = {
  name?: string | undefined;
  email?: string | undefined;
  role?: 'user' | 'admin' | undefined;
};

/** The columns that really change. */
const changesOf = (user: UserRow, change: UserChange) => ({
  ...(change.name !== undefined && change.name !== user.name ? { name: change.name } : {}),
  ...(change.email !== undefined && change.email !== user.email
    ? { email: change.email, email_key: emailKey(change.email) }
    : {}),
  ...(change.role !== undefined && change.role !== user.role ? { role: change.role } : {}),
});

/** Another address: what was sent to the old one opens nothing any more. */
const leaveOldAddress = async (tx: Tx, user: UserRow, email: string, now: Date): Promise<void> => {
  await endCodes(tx, user.id, now);
  await endResetLinks(tx, user.id, now);
  await cancelMailsTo(tx, [user.id], SECRET_MAILS);
  await redirectMails(tx, user.id, email);
  if (user.email_verified_at) await removeOtherRegistrations(tx, emailKey(email), user.id);
};

/**
 * Changes a user by an admin. Nothing that stays the same is written; a really changed role ends the user's sessions.
 * `ifMatch` is the version that the admin saw; null: the later write wins.
 */
export const changeUser = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
  asked: { id: string; change: UserChange; ifMatch: number | null },
): Promise<
  | UserWithAccounts
  | Refused<'user_not_found' | 'user_closed' | 'email_taken' | 'last_admin' | 'changed_meanwhile'>
> => {
  const now = context.clock.now();
  if (asked.change.email !== undefined) await lockAddress(tx, emailKey(asked.change.email));
  const locked = await lockForAdmin(tx, session, asked.id);
  if (locked instanceof Refusal) return locked;
  const { user, admins } = locked;
  if (asked.ifMatch !== null && asked.ifMatch !== user.version)
    return refuseOutdatedSubject(tx, { kind: 'user', id: user.id, updatedAt: user.updated_at });
  const changes = changesOf(user, asked.change);
  if (Object.keys(changes).length === 0) return reload(tx, user.id);
  if (changes.role === 'user') {
    const last = refuseLastAdmin(session, user, admins, now);
    if (last) return last;
  }
  if (changes.email_key !== undefined && (await isAddressTaken(tx, changes.email_key, user.id))) {
    return refuse('email_taken', { message: messages.userEmailTaken });
  }
  await tx
    .updateTable('users')
    .set({ ...changes, version: user.version + 1, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  if (changes.role) await endSessions(tx, user.id, now);
  if (changes.email !== undefined && emailKey(changes.email) !== user.email_key) {
    await leaveOldAddress(tx, user, changes.email, now);
  }
  await recordAdminEvent(tx, {
    at: now,
    event: 'user_changed',
    actorId: session.userId,
    subjectKind: 'user',
    subjectId: user.id,
    before: { name: user.name, email: user.email, role: user.role },
    after: {
      name: changes.name ?? user.name,
      email: changes.email ?? user.email,
      role: changes.role ?? user.role,
    },
  });
  return reload(tx, user.id);
};

const writeDisabled = async (
  tx: Tx,
  session: SignedIn,
  user: UserRow,
  change: { disabled: boolean; now: Date },
): Promise<UserWithAccounts> => {
  const { disabled, now } = change;
  await tx
    .updateTable('users')
    .set({ disabled_at: disabled ? now : null, version: user.version + 1, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  await recordAdminEvent(tx, {
    at: now,
    event: disabled ? 'user_disabled' : 'user_enabled',
    actorId: session.userId,
    subjectKind: 'user',
    subjectId: user.id,
    before: { disabled: !disabled },
    after: { disabled },
  });
  return reload(tx, user.id);
};

/** Disables a user: the sessions, links and codes end. Already disabled: unchanged. */
export const disableUser = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
  id: string,
): Promise<UserWithAccounts | Refused<'user_not_found' | 'user_closed' | 'last_admin'>> => {
  const now = context.clock.now();
  const locked = await lockForAdmin(tx, session, id);
  if (locked instanceof Refusal) return locked;
  const { user, admins } = locked;
  if (user.disabled_at) return reload(tx, user.id);
  const last = refuseLastAdmin(session, user, admins, now);
  if (last) return last;
  await endSessions(tx, user.id, now);
  await endResetLinks(tx, user.id, now);
  await endCodes(tx, user.id, now);
  return writeDisabled(tx, session, user, { disabled: true, now });
};

/** Enables a user; ended sessions stay ended. Not disabled: unchanged. */
export const enableUser = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
  id: string,
): Promise<UserWithAccounts | Refused<'user_not_found' | 'user_closed'>> => {
  const locked = await lockForAdmin(tx, session, id);
  if (locked instanceof Refusal) return locked;
  const { user } = locked;
  if (!user.disabled_at) return reload(tx, user.id);
  return writeDisabled(tx, session, user, { disabled: false, now: context.clock.now() });
};

/**
 * Switches two-factor sign-in off for a user who lost the device; the sessions end, because the device may be in other hands.
 * Not on: unchanged.
 */
export const resetTwoFactor = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
  id: string,
): Promise<UserWithAccounts | Refused<'user_not_found' | 'user_closed'>> => {
  const locked = await lockForAdmin(tx, session, id);
  if (locked instanceof Refusal) return locked;
  const { user } = locked;
  if (!user.two_factor_at) return reload(tx, user.id);
  const now = context.clock.now();
  await turnOff(tx, user.id, now);
  await endSessions(tx, user.id, now);
  await tellOfChange(tx, { kind: 'two_factor_reset', user, actorId: session.userId, userAgent: null, now });
  return reload(tx, user.id);
};

/**
 * Closes the caller's own account: it signs in no more, its address is free for a new registration, its accounts and their
 * history stay for the audit.
 */
export const closeOwn = async (
  tx: Tx,
  context: Context,
  session: SignedIn,
): Promise<null | Refusal<'last_admin' | 'unauthenticated'>> => {
  const now = context.clock.now();
  const { user, admins } = await lockUserAndAdmins(tx, session.userId);
  if (!user || user.closed_at) return refuse('unauthenticated');
  if (admins.length === 1 && admins[0]?.id === user.id) return refuse('last_admin');
  await tx
    .updateTable('users')
    .set({ closed_at: now, version: user.version + 1, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  await turnOff(tx, user.id, now);
  await endSessions(tx, user.id, now);
  await endResetLinks(tx, user.id, now);
  await endCodes(tx, user.id, now);
  await cancelMailsTo(tx, [user.id], SECRET_MAILS);
  await recordAdminEvent(tx, {
    at: now,
    event: 'user_closed',
    actorId: user.id,
    subjectKind: 'user',
    subjectId: user.id,
    after: { closed: true },
  });
  return null;
};
