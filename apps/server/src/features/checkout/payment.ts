import type { Context } from '../../context.ts';
import type { AddressSnapshot, Db, PaymentRow } from '../../db/schema.ts';
import { shownAddresses } from '../../payment-addresses/shown.ts';
import { isOrderIntact } from '../../payment-addresses/signatures.ts';
import { recordAccountEvent } from '../../platform/events.ts';
import { transact } from '../../platform/transactions.ts';
import { alarmOrder } from './address-watch.ts';
import { lockPayment, markOpened, newestPayment, updateSnapshot, withdrawnAmong } from './payment.queries.ts';

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
const fillSnapshot = (context: Context, paymentId: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const ring = context.keys['payment-address'];
    const payment = await lockPayment(tx, paymentId);
    if (payment.addresses.length > 0) return;
    const addresses = await shownAddresses(tx, ring, context.clock.now());
    if (addresses.length > 0) await updateSnapshot(tx, payment, addresses, ring);
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
 * The addresses of an order as they were when it was made. Where they were changed outside of this program, the alarm is
 * raised and those of today are shown.
 */
export const readPayment = async (context: Context, accountId: string): Promise<PaymentView | undefined> => {
  const ring = context.keys['payment-address'];
  const payment = await newestPayment(context.db, accountId);
  if (!payment) return undefined;
  const today = await shownAddresses(context.db, ring, context.clock.now());
  const isIntact = isOrderIntact(payment, ring);
  if (!isIntact) await alarmOrder(context, payment);
  return viewOf(context.db, payment, isIntact, today);
};

/** Notes the first opening of a payment's page by its trader, with a line of history. */
const noteOpening = (context: Context, payment: PaymentRow, userId: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const at = context.clock.now();
    if (!(await markOpened(tx, payment.id, at))) return;
    const { account_id: accountId } = payment;
    await recordAccountEvent(tx, { accountId, at, event: 'payment_opened', by: 'trader', actorId: userId });
  });

/** The same when the trader opens the page: an order without addresses takes those of the first opening that finds any. */
export const openPayment = async (
  context: Context,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<PaymentView | undefined> => {
  const view = await readPayment(context, accountId);
  if (!view) return undefined;
  if (view.payment.opened_at === null) await noteOpening(context, view.payment, userId);
  const isEmpty = view.isIntact && view.addresses.length === 0 && view.changed;
  if (!isEmpty) return view;
  await fillSnapshot(context, view.payment.id);
  return readPayment(context, accountId);
};
