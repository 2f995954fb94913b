import type { ErrorCode, RouteKey } from '@firmament/contract';
import type { Context } from '../context.ts';
import type { RequestFacts } from './request.ts';
import type { SignedIn } from './session.ts';

/** Calls that open, prove or end a session, or change what opens one. */
const OF_IDENTITY: ReadonlySet<RouteKey> = new Set([
  'POST /auth/register',
  'POST /auth/verify-email',
  'POST /auth/login',
  'POST /auth/step-up',
  'POST /auth/logout',
  'POST /auth/forgot-password',
  'POST /auth/reset-password/{resetToken}',
  'POST /auth/setup/{setupToken}',
  'POST /profile/password',
  'POST /profile/email/confirm',
  'POST /profile/two-factor/confirm',
  'POST /profile/two-factor/disable',
  'POST /profile/two-factor/recovery-codes',
  'POST /profile/sign-out-everywhere',
  'DELETE /profile/sessions/{id}',
  'POST /profile/close',
]);

type Caller = { session: SignedIn | null; request: RequestFacts };

/** Who, from where, in which request; never what was sent. */
const factsOf = (route: RouteKey, { session, request }: Caller) => ({
  route,
  request: request.id,
  ip: request.ip,
  user: session?.userId ?? null,
  session: session?.sessionId ?? null,
});

/** The user that an answer tells of, where the call came without a session. */
const userOf = (answer: object): string | null => {
  if ('userId' in answer && typeof answer.userId === 'string') return answer.userId;
  if (!('user' in answer) || typeof answer.user !== 'object' || answer.user === null) return null;
  return '_id' in answer.user && typeof answer.user._id === 'string' ? answer.user._id : null;
};

/** Writes into the log that a call was refused: by rights, limits, rules or the form of its input (ASVS 16.3). */
export const noteRefused = (context: Context, route: RouteKey, caller: Caller, code: ErrorCode): void =>
  context.log.info({ ...factsOf(route, caller), code }, 'call refused');

/** Writes into the log that a call of identity was done; the other calls that change something are in the audit log. */
export const noteDone = (context: Context, route: RouteKey, caller: Caller, answer: object): void => {
  if (!OF_IDENTITY.has(route)) return;
  const facts = factsOf(route, caller);
  context.log.info({ ...facts, user: facts.user ?? userOf(answer) }, 'identity');
};
