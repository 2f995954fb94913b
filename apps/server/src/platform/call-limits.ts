import type { Context } from '../context.ts';
import { countLimit, LIMITS } from './limits.ts';
import { type Refusal, refuse } from './refusal.ts';

const FLUSH_EVERY = 25;
/** Callers remembered between flushes; beyond it all start anew, so that memory stays bounded. */
const MOST_PENDING = 50_000;

/** What this process remembers of callers: calls that the database does not know of yet, and until when (ms) one is over the limit. */
type Memory = { pending: Map<string, number>; over: Map<string, number> };

const perContext = new WeakMap<Context, Memory>();
const memoryOf = (context: Context): Memory => {
  const found = perContext.get(context);
  if (found) return found;
  const made = { pending: new Map<string, number>(), over: new Map<string, number>() };
  perContext.set(context, made);
  return made;
};

/** Refuses a caller who is known to be over the limit, until its window ends. */
const refuseOver = ({ over }: Memory, key: string, now: number): Refusal<'rate_limited'> | null => {
  const until = over.get(key);
  if (until === undefined) return null;
  if (now < until) return refuse('rate_limited', { retryAfterSeconds: Math.ceil((until - now) / 1000) });
  over.delete(key);
  return null;
};

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
  const memory = memoryOf(context);
  const { pending, over } = memory;
  const key = `${limit.name}|${subject}`;
  const now = context.clock.now();
  const refused = refuseOver(memory, key, now.getTime());
  if (refused) return refused;
  const count = (pending.get(key) ?? 0) + 1;
  if (count < FLUSH_EVERY) {
    if (pending.size >= MOST_PENDING) pending.clear();
    pending.set(key, count);
    return null;
  }
  pending.delete(key);
  const limited = await countLimit(context.db, limit, subject, now, context.config.rateScale, count);
  if (limited) {
    if (over.size >= MOST_PENDING) over.clear();
    over.set(key, now.getTime() + (limited.retryAfterSeconds ?? 1) * 1000);
  }
  return limited;
};
