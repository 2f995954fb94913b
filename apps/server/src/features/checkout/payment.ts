import type { Context } from '../../context.ts';
import type { AddressSnapshot, PaymentRow } from '../../db/schema.ts';
import { transact } from '../../platform/transactions.ts';
import {
  addressesInUse,
  lockPayment,
  newestPayment,
  snapshotOf,
  updateSnapshot,
  withdrawnAmong,
} from './payment.queries.ts';

/** How to pay one order. */
export type PaymentView = {
  payment: PaymentRow;
  addresses: (AddressSnapshot & { withdrawn: boolean })[];
  /** The list in use differs from the one that the order shows. */
  changed: boolean;
};

const keyOf = ({ network, address }: { network: string; address: string }): string =>
  `${network.trim().toLowerCase()}|${address}`;

/** Gives an order without addresses those of today, once; whoever comes second finds them there. */
const fillSnapshot = (context: Context, paymentId: string): Promise<PaymentRow> =>
  transact(context.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment.addresses.length > 0) return payment;
    const addresses = snapshotOf(await addressesInUse(tx));
    if (addresses.length > 0) await updateSnapshot(tx, payment.id, addresses);
    return { ...payment, addresses };
  });

/**
 * The addresses of an order as they were when it was made; an order that has none takes those of the first opening that
 * finds any. An address counts as withdrawn when its row is and no row in use repeats it.
 */
export const openPayment = async (context: Context, accountId: string): Promise<PaymentView | undefined> => {
  let payment = await newestPayment(context.db, accountId);
  if (!payment) return undefined;
  const today = await addressesInUse(context.db);
  if (payment.addresses.length === 0 && today.length > 0) payment = await fillSnapshot(context, payment.id);
  const shown = payment.addresses;
  const withdrawn = await withdrawnAmong(
    context.db,
    shown.map(({ id }) => id),
  );
  const inUse = new Set(today.map(keyOf));
  const changed = inUse.size !== shown.length || shown.some((address) => !inUse.has(keyOf(address)));
  return {
    payment,
    addresses: shown.map((address) => ({
      ...address,
      withdrawn: withdrawn.has(address.id) && !inUse.has(keyOf(address)),
    })),
    changed,
  };
};
