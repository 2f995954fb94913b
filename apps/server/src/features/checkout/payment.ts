import type { Context } from '../../context.ts';
import type { AddressSnapshot, Db, PaymentRow } from '../../db/schema.ts';
import { shownAddresses } from '../../payment-addresses/shown.ts';
import { isOrderIntact } from '../../payment-addresses/signatures.ts';
import { transact } from '../../platform/transactions.ts';
import { alarmOrder } from './address-watch.ts';
import { lockPayment, newestPayment, updateSnapshot, withdrawnAmong } from './payment.queries.ts';

/** How to pay one order. */
export type PaymentView = {
  payment: PaymentRow;
  addresses: (AddressSnapshot & { withdrawn: boolean })[];
  /** The list in use differs from the one that the order shows. */
  changed: boolean;
  /** False: the addresses of the order were changed outside of this program, and those of today are shown. */
  isIntact: boolean;
};

const keyOf = ({ network, address }: { network: string; address: string }): string =>
  `${network.trim().toLowerCase()}|${address}`;

/** Gives an order without addresses those of today, once; whoever comes second finds them there. */
const fillSnapshot = (context: Context, paymentId: string): Promise<PaymentRow> =>
  transact(context.db, async (tx) => {
    const ring = context.keys['payment-address'];
    const payment = await lockPayment(tx, paymentId);
    if (payment.addresses.length > 0) return payment;
    const addresses = await shownAddresses(tx, ring, context.clock.now());
    if (addresses.length > 0) await updateSnapshot(tx, payment, addresses, ring);
    return { ...payment, addresses };
  });

/** What an order shows, given what new orders show: an address counts as withdrawn when its row is and no row in use repeats it. */
const viewOf = async (
  db: Db,
  payment: PaymentRow,
  isIntact: boolean,
  today: readonly AddressSnapshot[],
): Promise<PaymentView> => {
  // Addresses that this program did not write are shown to nobody: the order then shows those of today.
  const shown = isIntact ? payment.addresses : today;
  const withdrawn = await withdrawnAmong(
    db,
    shown.map(({ id }) => id),
  );
  const inUse = new Set(today.map(keyOf));
  const isOther = inUse.size !== shown.length || shown.some((address) => !inUse.has(keyOf(address)));
  return {
    payment,
    addresses: shown.map((address) => ({
      ...address,
      withdrawn: withdrawn.has(address.id) && !inUse.has(keyOf(address)),
    })),
    changed: isOther || !isIntact,
    isIntact,
  };
};

/**
 * The addresses of an order as they were when it was made; an order that has none takes those of the first opening that
 * finds any. Where they were changed outside of this program, the alarm is raised and those of today are shown.
 */
export const openPayment = async (context: Context, accountId: string): Promise<PaymentView | undefined> => {
  const ring = context.keys['payment-address'];
  const payment = await newestPayment(context.db, accountId);
  if (!payment) return undefined;
  const today = await shownAddresses(context.db, ring, context.clock.now());
  if (!isOrderIntact(payment, ring)) {
    await alarmOrder(context, payment);
    return viewOf(context.db, payment, false, today);
  }
  const isEmpty = payment.addresses.length === 0 && today.length > 0;
  return viewOf(context.db, isEmpty ? await fillSnapshot(context, payment.id) : payment, true, today);
};
