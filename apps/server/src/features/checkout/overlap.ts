import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { Refusal } from '../../platform/refusal.ts';

/** How long a finished purchase is remembered for calls that came in before it was done. */
const MEMORY_MILLISECONDS = 30_000;
/** A purchase is answered when no call joined it for so long; at most so many times. */
const QUIET_MILLISECONDS = 25;
const MOST_PAUSES = 20;

export type PurchaseRefusal = Refusal<'package_not_found' | 'too_many_unpaid' | 'rate_limited'>;
/** The id of the account, or why there is none. */
export type PurchaseResult = string | PurchaseRefusal;

type Running = { result: Promise<PurchaseResult>; calls: number };
type Purchases = {
  running: Map<string, Running>;
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
 * Lets the process read the calls that were sent while it was busy: each is accepted, read and parsed in turns of the event
 * loop of its own. A caller who waits for the answer before buying again is not among them, since nobody was answered yet.
 */
const readArrivals = async (entry: Running | undefined): Promise<void> => {
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    const before = entry?.calls;
    await pause(QUIET_MILLISECONDS);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    if (entry?.calls === before) return;
  }
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
  if (joined) {
    joined.calls += 1;
    return joined.result;
  }
  const last = finished.get(subject);
  if (last && last.at >= arrivedAt) return last.accountId;
  const result = buy().then(async (bought) => {
    await readArrivals(running.get(subject));
    if (!(bought instanceof Refusal)) remember(finished, subject, bought);
    return bought;
  });
  running.set(subject, { result, calls: 1 });
  try {
    return await result;
  } finally {
    running.delete(subject);
  }
};
