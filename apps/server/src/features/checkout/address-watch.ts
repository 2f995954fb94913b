import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { PaymentRow } from '../../db/schema.ts';
import { brokenAddresses } from '../../payment-addresses/shown.ts';
import type { AddressValues } from '../../platform/mails.ts';
import { transact } from '../../platform/transactions.ts';
import { tellAdministrators } from './addresses.mails.ts';

const WATCH_MILLISECONDS = 30_000;

type Found = { subject: string; orderId: string | null; found: AddressValues[]; mac: string };

/** What was logged by each process already. */
const logged = new WeakMap<Context, Set<string>>();

/** One line of the log in each process, and one mail to each administrator, for each state that was found. */
const raiseAlarm = async (context: Context, { subject, orderId, found, mac }: Found): Promise<void> => {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([found, mac]))
    .digest('hex')
    .slice(0, 16);
  const eventKey = `${subject}|${fingerprint}`;
  const known = logged.get(context) ?? new Set<string>();
  logged.set(context, known);
  if (known.has(eventKey)) return;
  const what = orderId === null ? 'a payment address was' : 'the payment addresses of an order were';
  context.log.error({ subject, found }, `${what} changed outside of this program: traders do not see this`);
  const now = context.clock.now();
  await transact(context.db, (tx) =>
    tellAdministrators(tx, { template: 'address_alarm', eventKey, now, payload: { orderId, found } }),
  );
  known.add(eventKey);
  context.wakeMailWorker();
};

const valuesOf = ({ name, network, address }: AddressValues): AddressValues => ({ name, network, address });

/** What somebody else wrote there may have any form. */
const listed = z.array(z.object({ name: z.string(), network: z.string(), address: z.string() }));

/** Looks for addresses in use that this program did not write, and raises the alarm for each. */
export const watchAddresses = async (context: Context): Promise<void> => {
  for (const row of await brokenAddresses(context.db, context.keys['payment-address'])) {
    await raiseAlarm(context, { subject: row.id, orderId: null, found: [valuesOf(row)], mac: row.mac });
  }
};

/** Raises the alarm for an order whose addresses this program did not write. */
export const alarmOrder = (context: Context, payment: PaymentRow): Promise<void> => {
  const shown = listed.safeParse(payment.addresses);
  return raiseAlarm(context, {
    subject: payment.id,
    orderId: payment.account_id,
    found: shown.success ? shown.data : [],
    mac: payment.addresses_mac,
  });
};

/** Looks at the addresses every half minute until stopped. */
export const startAddressWatch = (context: Context): { stop(): void } => {
  const look = () =>
    watchAddresses(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the payment addresses could not be looked at'),
    );
  const timer = setInterval(() => void look(), WATCH_MILLISECONDS);
  timer.unref();
  void look();
  return { stop: () => clearInterval(timer) };
};
