import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { UserRow } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { endSession, endSessions, idleLife, type SignedIn } from '../../platform/session.ts';
import { checkOwnPassword, findUser } from '../auth/index.ts';
import { countRecoveryCodes } from '../two-factor/index.ts';
import { presentExportedAccount, presentExportedEvent } from './export.present.ts';
import { openSessions, ownAccounts, ownEvents, pendingEmail } from './profile.queries.ts';
import {
  askEmailChange,
  changePassword,
  changeProfile,
  confirmEmailChange,
  prepareEmailChange,
  preparePassword,
} from './profile.ts';
import { type ListedSession, type Profile, presentProfile, presentSession } from './users.present.ts';
import { closeOwn } from './users.ts';

const done = (message: string) => ({ success: true as const, message });

const profileOf = async (context: Context, user: UserRow): Promise<Profile> =>
  presentProfile(user, {
    pendingEmail: await pendingEmail(context.db, user.id, context.clock.now()),
    recoveryCodesLeft: user.two_factor_at ? await countRecoveryCodes(context.db, user.id) : 0,
    adminsNeedTwoFactor: context.config.requireAdminTwoFactor,
  });

const readProfile = async (
  context: Context,
  userId: string,
): Promise<Profile | Refusal<'unauthenticated'>> => {
  const user = await findUser(context.db, userId);
  return user ? profileOf(context, user) : refuse('unauthenticated');
};

const readSessions = async (context: Context, session: SignedIn): Promise<ListedSession[]> => {
  const now = context.clock.now();
  const idleSince = new Date(now.getTime() - idleLife(context, session.role));
  const rows = await openSessions(context.db, session.userId, now, idleSince);
  return rows.map((row) => presentSession(row, session.sessionId));
};

const detailRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /profile', ({ session }) => readProfile(context, session.userId));

  // These two answer a token, which must not be kept with an Idempotency-Key, so they open their own transactions.
  serve.call('PATCH /profile', async ({ session, body }) => {
    const { name, timeZone } = body;
    if (name === undefined && timeZone === undefined) {
      return refuse('validation_failed', { message: messages.nothingToChange });
    }
    const changed = await changeProfile(context, session, { name, timeZone });
    if (changed instanceof Refusal) return changed;
    const profile = await profileOf(context, changed.user);
    return { ...done(messages.profileUpdated), profile, token: changed.token };
  });
  serve.call('POST /profile/email/confirm', async ({ session, body, request }) => {
    const changed = await confirmEmailChange(context, session, body.code, request);
    if (changed instanceof Refusal) return changed;
    return {
      ...done(messages.emailChanged),
      profile: await profileOf(context, changed.user),
      token: changed.token,
    };
  });

  serve.prepared('POST /profile/email', {
    prepare: ({ session, body }) => prepareEmailChange(context, session.userId, body),
    run: async ({ session, body }, tx, fresh) =>
      (await askEmailChange(tx, context, session.userId, body.email, fresh)) ??
      done(messages.emailChangeSent),
  });

  serve.prepared('POST /profile/password', {
    prepare: ({ session, body }) => preparePassword(context, session.userId, body),
    run: async ({ session, request }, tx, hashes) =>
      (await changePassword(tx, context, session, request.userAgent, hashes)) ??
      done(messages.passwordChanged),
  });
};

const sessionRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /profile/sessions', async ({ session }) => ({
    sessions: await readSessions(context, session),
  }));

  serve.write('DELETE /profile/sessions/{id}', async ({ session, params }, tx) => {
    const ended = isUuid(params.id) && (await endSession(tx, session.userId, params.id, context.clock.now()));
    return ended ? done(messages.sessionEnded) : refuse('session_not_found');
  });

  serve.write('POST /profile/sign-out-everywhere', async ({ session }, tx) => {
    await endSessions(tx, session.userId, context.clock.now(), session.sessionId);
    return done(messages.sessionsEnded);
  });
};

/** The caller's own profile. */
export const profileRoutes = (serve: Serve, context: Context): void => {
  detailRoutes(serve, context);
  sessionRoutes(serve, context);

  serve.call('GET /profile/export', async ({ session }) => {
    const profile = await readProfile(context, session.userId);
    if (profile instanceof Refusal) return profile;
    return {
      profile,
      accounts: (await ownAccounts(context.db, session.userId)).map(presentExportedAccount),
      events: (await ownEvents(context.db, session.userId)).map(presentExportedEvent),
      sessions: await readSessions(context, session),
    };
  });

  serve.prepared('POST /profile/close', {
    prepare: ({ session, body }) => checkOwnPassword(context, session.userId, body.password),
    run: async ({ session }, tx) => (await closeOwn(tx, context, session)) ?? done(messages.profileClosed),
  });
};
