import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { UserRow } from '../../db/schema.ts';
import { countLimit, LIMITS, uncountLimit } from '../../platform/limits.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { isCommonPassword } from '../../secrets/common-passwords.ts';
import { isHashablePassword, verifyPassword } from '../../secrets/passwords.ts';
import { readFirm } from '../firm/index.ts';
import { findUser } from './auth.queries.ts';
import { inLine } from './lines.ts';

/** Refuses a new password that everybody tries first, where the configuration asks for it, and one that is too long to hash. */
export const refuseWeak = async (
  context: Context,
  password: string,
  person: { name: string; email: string },
): Promise<Refusal<'password_too_common' | 'validation_failed'> | null> => {
  if (!isHashablePassword(password))
    return refuse('validation_failed', { message: messages.passwordTooLong });
  if (!context.config.refuseCommonPasswords) return null;
  const words = { userName: person.name, email: person.email, firmName: (await readFirm(context)).name };
  return (await isCommonPassword(password, words)) ? refuse('password_too_common') : null;
};

/** The signed-in user, when the password given with a sensitive call is right. Failures are limited; never a 401. */
export const checkOwnPassword = (
  context: Context,
  userId: string,
  password: string,
): Promise<UserRow | Refusal<'current_password_wrong' | 'rate_limited' | 'unauthenticated'>> =>
  inLine(`user|${userId}`, async () => {
    const now = context.clock.now();
    const { rateScale } = context.config;
    // Counted before it is compared, so that any number of processes compare at most as many as there are.
    const limited = await countLimit(context.db, LIMITS.password, userId, now, rateScale);
    if (limited) return limited;
    const user = await findUser(context.db, userId);
    if (!user) return refuse('unauthenticated');
    const isRight = await verifyPassword(password, user.password_hash, context.keys['password-pepper']);
    if (!isRight) return refuse('current_password_wrong');
    await uncountLimit(context.db, LIMITS.password, userId, now);
    return user;
  });
