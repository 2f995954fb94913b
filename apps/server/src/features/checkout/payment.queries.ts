import { randomUUID } from 'node:crypto';
import type { Cents } from '@firmament/rules';
import type { AddressSnapshot, Db, PaymentAddressRow, PaymentRow, Tx } from '../../db/schema.ts';

/** The payment addresses in use, oldest first. */
export const addressesInUse = (db: Db | Tx): Promise<PaymentAddressRow[]> =>
  db
    .selectFrom('payment_addresses')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** What an order keeps of the addresses that it showed. */
export const snapshotOf = (rows: readonly PaymentAddressRow[]): AddressSnapshot[] =>
  rows.map(({ id, name, network, address }) => ({ id, name, network, address }));

export const insertPayment = async (
  tx: Tx,
  payment: { accountId: string; amount: Cents; addresses: readonly AddressSnapshot[]; at: Date },
): Promise<void> => {
  await tx
    .insertInto('payments')
    .values({
      id: randomUUID(),
      account_id: payment.accountId,
      amount_cents: payment.amount,
      addresses: JSON.stringify(payment.addresses),
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

export const updateSnapshot = async (
  tx: Tx,
  id: string,
  addresses: readonly AddressSnapshot[],
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ addresses: JSON.stringify(addresses) })
    .where('id', '=', id)
    .execute();
};

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
