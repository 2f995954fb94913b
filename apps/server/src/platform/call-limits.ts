import type { Context } from '../context.ts';
import { countLimit, LIMITS } from './limits.ts';
import type { Refusal } from './refusal.ts';

const FLUSH_EVERY = 25;
/** Callers remembered between flushes; beyond it all start anew, so that memory stays bounded. */
const MOST_PENDING = 50_000;

/**
 * Counts calls per user, or per address for guests. The count lives in the database; a process adds its calls in steps of 25,
 * so that a read does not cost a write each time. Several processes together are exact to 25 calls each.
 */
export const countCall = async (
  context: Context,
  userId: string | null,
  address: string,
): Promise<Refusal<'rate_limited'> | null> => {
  const limit = userId ? LIMITS.userCalls : LIMITS.guestCalls;
  const subject = userId ?? address;
  const pending = pendingOf(context);
  const key = `${limit.name}|${subject}`;
  const count = (pending.get(key) ?? 0) + 1;
  if (count < FLUSH_EVERY) {
    if (pending.size >= MOST_PENDING) pending.clear();
    pending.set(key, count);
    return null;
  }
  pending.delete(key);
  return countLimit(context.db, limit, subject, context.clock.now(), context.config.rateScale, count);
};

const perContext = new WeakMap<Context, Map<string, number>>();
const pendingOf = (context: Context): Map<string, number> => {
  const found = perContext.get(context);
  if (found) return found;
  const made = new Map<string, number>();
  perContext.set(context, made);
  return made;
};
