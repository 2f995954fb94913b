import { randomUUID } from 'node:crypto';
import { PURCHASED } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { PackageRow, Tx } from '../../db/schema.ts';
import { shownAddresses } from '../../payment-addresses/shown.ts';
import { recordAccountEvent } from '../../platform/events.ts';
import { countLimit, LIMITS } from '../../platform/limits.ts';
import { refuse } from '../../platform/refusal.ts';
import { transact } from '../../platform/transactions.ts';
import { packageOnSale } from '../catalogue/index.ts';
import { mergeOverlapping, type PurchaseResult } from './overlap.ts';
import { insertPayment } from './payment.queries.ts';
import { insertAccount, lockPurchasesOf, newestPurchase, unpaidOrders } from './purchase.queries.ts';

/** Orders of one user that may wait for their payment at a time. */
const MOST_UNPAID = 20;

export type Order = { userId: string; packageId: string; timeZone: string };

const store = async (tx: Tx, context: Context, order: Order, chosen: PackageRow): Promise<string> => {
  const now = context.clock.now();
  const ring = context.keys['payment-address'];
  const id = randomUUID();
  const price = chosen.discounted_price_cents;
  await insertAccount(tx, { id, userId: order.userId, chosen, timeZone: order.timeZone, now });
  const addresses = await shownAddresses(tx, ring, now);
  await insertPayment(tx, { accountId: id, amount: price, addresses, at: now }, ring);
  await recordAccountEvent(tx, {
    accountId: id,
    at: now,
    event: 'purchased',
    by: 'trader',
    actorId: order.userId,
    after: {
      status: PURCHASED.status,
      packageName: chosen.challenge_type,
      accountSizeCents: chosen.size_cents,
      priceCents: price,
    },
  });
  return id;
};

/**
 * Buys a package and returns the id of the new account: price, size and criteria are those of the package's row. With
 * `unlessAfter`, a purchase of the same package with a later line of history is taken instead of a new one. Refuses a
 * package that is off sale, more than 20 unpaid orders, and more than 60 new purchases a minute.
 */
export const createPurchase = async (
  tx: Tx,
  context: Context,
  order: Order & { unlessAfter?: number },
): Promise<PurchaseResult> => {
  const now = context.clock.now();
  await lockPurchasesOf(tx, order.userId);
  if (order.unlessAfter !== undefined) {
    const newest = await newestPurchase(tx, order.userId, order.packageId);
    if (newest && newest.line > order.unlessAfter) return newest.accountId;
  }
  const chosen = await packageOnSale(tx, order.packageId);
  if (!chosen) return refuse('package_not_found');
  // Counted here and not before, so that replayed, merged and refused calls do not count.
  const limited = await countLimit(tx, LIMITS.purchase, order.userId, now, context.config.rateScale);
  if (limited) return limited;
  if ((await unpaidOrders(tx, order.userId)) >= MOST_UNPAID) return refuse('too_many_unpaid');
  return store(tx, context, order, chosen);
};

/** Buys a package for a call without an Idempotency-Key: such calls that overlap in time are one purchase. */
export const createMergedPurchase = (
  context: Context,
  order: Order,
  arrivedAt: number,
): Promise<PurchaseResult> =>
  mergeOverlapping(context, `${order.userId}|${order.packageId}`, arrivedAt, async () => {
    const newest = await newestPurchase(context.db, order.userId, order.packageId);
    return transact(context.db, (tx) =>
      createPurchase(tx, context, { ...order, unlessAfter: newest?.line ?? 0 }),
    );
  });
