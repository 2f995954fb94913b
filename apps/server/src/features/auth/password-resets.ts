import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Tx, UserRow } from '../../db/schema.ts';
import { checkLimit, clearLimit, countLimit, LIMITS } from '../../platform/limits.ts';
import { queueMail } from '../../platform/mails.ts';
import { tellOfChange } from '../../platform/notices.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { addressKey } from '../../platform/request.ts';
import { endSessions } from '../../platform/session.ts';
import { transact } from '../../platform/transactions.ts';
import { hashPassword } from '../../secrets/passwords.ts';
import { cancelMailsTo, candidatesOf, endResetLinks, lockUser } from './auth.queries.ts';
import { emailHash, emailKey } from './email-key.ts';
import { clearFailures } from './login.ts';
import { refuseWeak } from './passwords.ts';
import { hashLinkToken, makeLinkToken } from './tokens.ts';

const LINK_LIFE_MILLISECONDS = 30 * 60_000;

const mayAsk = async (tx: Tx, context: Context, email: string, ip: string): Promise<boolean> => {
  const now = context.clock.now();
  const { rateScale } = context.config;
  const refusals = [
    await countLimit(tx, LIMITS.forgotAddress, addressKey(ip), now, rateScale),
    await countLimit(tx, LIMITS.forgotHour, emailHash(email), now, rateScale),
    await countLimit(tx, LIMITS.forgotDay, emailHash(email), now, rateScale),
  ];
  return refusals.every((refusal) => refusal === null);
};

/** Who gets the link: the verified user of the address, else its newest registration. */
const ownerOf = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const first = (await candidatesOf(tx, emailKey(email)))[0];
  return first && !first.disabled_at ? first : undefined;
};

/** Ends the older links of a user, and queues the mail with a new one. */
const makeLink = async (tx: Tx, user: UserRow, now: Date): Promise<void> => {
  const id = randomUUID();
  const { token, hash } = makeLinkToken();
  await endResetLinks(tx, user.id, now);
  await cancelMailsTo(tx, [user.id], ['password_reset']);
  await tx
    .insertInto('password_resets')
    .values({
      id,
      user_id: user.id,
      token_hash: hash,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFE_MILLISECONDS),
    })
    .execute();
  await queueMail(tx, {
    template: 'password_reset',
    eventKey: id,
    recipient: { id: user.id, email: user.email },
    payload: { name: user.name, token },
    now,
  });
};

/**
 * Notes that somebody wants a new password, if the limits allow it. Whether the address has an owner is not looked at here: the
 * worker does that by its own clock, so that neither the answer nor its time tells.
 */
export const askForReset = (context: Context, email: string, ip: string): Promise<void> =>
  transact(context.db, async (tx) => {
    if (!(await mayAsk(tx, context, email, ip))) return;
    const request = { id: randomUUID(), email, created_at: context.clock.now() };
    await tx.insertInto('reset_requests').values(request).execute();
  });

/** Takes the oldest request, and makes a link where its address has an owner; false when there is none. */
const answerRequest = (context: Context): Promise<boolean> =>
  transact(context.db, async (tx) => {
    const now = context.clock.now();
    const asked = await tx
      .selectFrom('reset_requests')
      .selectAll()
      .orderBy('created_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!asked) return false;
    await tx.deleteFrom('reset_requests').where('id', '=', asked.id).execute();
    const isStale = now.getTime() - asked.created_at.getTime() > LINK_LIFE_MILLISECONDS;
    const user = isStale ? undefined : await ownerOf(tx, asked.email);
    // Who registered the address only afterwards did not ask.
    if (user && user.created_at <= asked.created_at) await makeLink(tx, user, now);
    return true;
  });

/** Makes the links that were asked for, for the worker. */
export const answerResetRequests = async (context: Context): Promise<void> => {
  while (await answerRequest(context)) {
    // One transaction each: a request that fails keeps none of the others.
  }
};

type ResetRefusal = Refusal<
  'reset_link_invalid' | 'rate_limited' | 'password_too_common' | 'validation_failed'
>;

const ownerOfLink = (context: Context, tokenHash: string) =>
  context.db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.name', 'users.email'])
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.used_at', 'is', null)
    .where('password_resets.expires_at', '>', context.clock.now())
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();

/** The slow part of a reset: the link is looked at before anything is hashed, and bad ones are limited. */
export const prepareReset = async (
  context: Context,
  token: string,
  password: string,
  ip: string,
): Promise<{ passwordHash: string } | ResetRefusal> => {
  const now = context.clock.now();
  const { db, keys } = context;
  const { rateScale } = context.config;
  const limited = await checkLimit(db, LIMITS.resetAddress, addressKey(ip), now, rateScale);
  if (limited) return limited;
  const owner = await ownerOfLink(context, hashLinkToken(token));
  if (!owner) {
    await countLimit(db, LIMITS.resetAddress, addressKey(ip), now, rateScale);
    return refuse('reset_link_invalid');
  }
  const weak = await refuseWeak(context, password, owner);
  return weak ?? { passwordHash: await hashPassword(password, keys['password-pepper']) };
};

/** Takes the link once: sets the password, ends all sessions of its user and tells of it by mail. */
export const resetPassword = async (
  tx: Tx,
  context: Context,
  token: string,
  passwordHash: string,
): Promise<null | Refusal<'reset_link_invalid'>> => {
  const now = context.clock.now();
  const taken = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', hashLinkToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  const user = taken && (await lockUser(tx, taken.user_id));
  if (!user || user.closed_at || user.disabled_at) return refuse('reset_link_invalid');
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  await endSessions(tx, user.id, now);
  await endResetLinks(tx, user.id, now);
  await clearFailures(tx, user.email);
  await clearLimit(tx, LIMITS.stepUpInARow, user.id);
  await tellOfChange(tx, { kind: 'password_changed', user, actorId: user.id, userAgent: null, now });
  return null;
};
