import type { Context } from '../../context.ts';
import { Refusal } from '../../platform/refusal.ts';

/** How long a finished purchase is remembered for calls that came in before it was done. */
const MEMORY_MILLISECONDS = 30_000;

export type PurchaseRefusal = Refusal<'package_not_found' | 'too_many_unpaid' | 'rate_limited'>;
/** The id of the account, or why there is none. */
export type PurchaseResult = string | PurchaseRefusal;

type Purchases = {
  running: Map<string, Promise<PurchaseResult>>;
  finished: Map<string, { accountId: string; at: number }>;
};
const perContext = new WeakMap<Context, Purchases>();

const purchasesOf = (context: Context): Purchases => {
  const found = perContext.get(context);
  if (found) return found;
  const made: Purchases = { running: new Map(), finished: new Map() };
  perContext.set(context, made);
  return made;
};

const remember = (finished: Purchases['finished'], subject: string, accountId: string): void => {
  const at = performance.now();
  for (const [old, entry] of finished) if (at - entry.at > MEMORY_MILLISECONDS) finished.delete(old);
  finished.set(subject, { accountId, at });
};

/**
 * Lets the process read what came in while it was busy: a connection is accepted, read and parsed in turns of the event
 * loop of their own. A caller who waits for the answer cannot be among them, since nobody was answered yet.
 */
const readArrivals = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/**
 * Makes calls of one subject that overlap in time one purchase: a call joins the one that runs, or takes the result of one
 * that finished after the call came in (`arrivedAt`, milliseconds of performance.now()). Within this process; the database
 * rule in purchase.ts covers the others.
 */
export const mergeOverlapping = async (
  context: Context,
  subject: string,
  arrivedAt: number,
  buy: () => Promise<PurchaseResult>,
): Promise<PurchaseResult> => {
  const { running, finished } = purchasesOf(context);
  const joined = running.get(subject);
  if (joined) return joined;
  const last = finished.get(subject);
  if (last && last.at >= arrivedAt) return last.accountId;
  const own = buy().then(async (result) => {
    await readArrivals();
    if (!(result instanceof Refusal)) remember(finished, subject, result);
    return result;
  });
  running.set(subject, own);
  try {
    return await own;
  } finally {
    running.delete(subject);
  }
};
