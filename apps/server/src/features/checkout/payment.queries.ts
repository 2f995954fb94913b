import { randomUUID } from 'node:crypto';
import type { Cents } from '@firmament/rules';
import type { AddressSnapshot, Db, PaymentRow, Tx } from '../../db/schema.ts';
import { signOrder } from '../../payment-addresses/signatures.ts';
import { isUuid } from '../../platform/ids.ts';
import type { KeyRing } from '../../secrets/keys.ts';

/** A new payment of an account with the addresses that it shows, signed. */
export const insertPayment = async (
  tx: Tx,
  payment: { accountId: string; amount: Cents; addresses: readonly AddressSnapshot[]; at: Date },
  ring: KeyRing,
): Promise<void> => {
  const id = randomUUID();
  const addresses = [...payment.addresses];
  await tx
    .insertInto('payments')
    .values({
      id,
      account_id: payment.accountId,
      amount_cents: payment.amount,
      addresses: JSON.stringify(addresses),
      addresses_mac: signOrder({ id, account_id: payment.accountId, addresses }, ring),
      state: 'awaiting',
      created_at: payment.at,
    })
    .execute();
};

/** The newest payment of an account, or undefined. */
export const newestPayment = (db: Db | Tx, accountId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** One payment, locked until the transaction ends. */
export const lockPayment = (tx: Tx, id: string): Promise<PaymentRow> =>
  tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** Gives a payment other addresses to show, with their signature. */
export const updateSnapshot = async (
  tx: Tx,
  payment: PaymentRow,
  addresses: AddressSnapshot[],
  ring: KeyRing,
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({
      addresses: JSON.stringify(addresses),
      addresses_mac: signOrder({ ...payment, addresses }, ring),
    })
    .where('id', '=', payment.id)
    .execute();
};

/** Notes when a payment's page was first opened. Returns whether this was the first time. */
export const markOpened = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ opened_at: at })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whether there is an account of this id that is not deleted. */
export const isLiveAccount = async (db: Db, id: string): Promise<boolean> =>
  isUuid(id) &&
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Which of these addresses were withdrawn. */
export const withdrawnAmong = async (db: Db | Tx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment_addresses')
    .select('id')
    .where('id', 'in', [...ids])
    .where('withdrawn_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.id));
};
