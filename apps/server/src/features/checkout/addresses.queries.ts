import type { AddressSnapshot, PaymentAddressRow, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

/** One address in use, locked until the transaction ends, or undefined. */
export const lockAddress = async (tx: Tx, id: string): Promise<PaymentAddressRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('payment_addresses')
        .selectAll()
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined;

export const insertAddress = async (tx: Tx, values: AddressSnapshot, now: Date): Promise<void> => {
  await tx
    .insertInto('payment_addresses')
    .values({ ...values, created_at: now, updated_at: now })
    .execute();
};

export const updateAddress = async (
  tx: Tx,
  row: PaymentAddressRow,
  { name, network, address }: AddressSnapshot,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('payment_addresses')
    .set({ name, network, address, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute();
};

export const withdrawAddressRow = async (tx: Tx, row: PaymentAddressRow, now: Date): Promise<void> => {
  await tx
    .updateTable('payment_addresses')
    .set({ withdrawn_at: now, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute();
};
