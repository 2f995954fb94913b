import { sql } from 'kysely';
import type { Db, PaymentAddressRow, Tx } from '../../db/schema.ts';
import { type SignedAddress, signAddress } from '../../payment-addresses/signatures.ts';
import { isUuid } from '../../platform/ids.ts';
import type { KeyRing } from '../../secrets/keys.ts';

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

/** Lets those who add or change addresses wait for each other until the transaction ends, so that each sees all others. */
export const lockAddressList = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-addresses', 0))`.execute(tx);
};

const columnsOf = (row: SignedAddress, ring: KeyRing) => ({
  ...row,
  previous: row.previous && JSON.stringify(row.previous),
  mac: signAddress(row, ring),
});

/** Stores a new address with its signature. */
export const insertAddress = async (tx: Tx, row: SignedAddress, ring: KeyRing): Promise<void> => {
  await tx.insertInto('payment_addresses').values(columnsOf(row, ring)).execute();
};

/** Stores all columns of a changed address with their signature. */
export const updateAddress = async (tx: Tx, row: SignedAddress, ring: KeyRing): Promise<void> => {
  await tx.updateTable('payment_addresses').set(columnsOf(row, ring)).where('id', '=', row.id).execute();
};

/** How many orders that wait for a payment or a verdict show each address, by `id|address`. */
export const openOrdersByAddress = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ key: string; count: number }>`
    select (shown->>'id') || '|' || (shown->>'address') as key, count(distinct accounts.id)::int8 as count
    from payments
      join accounts on accounts.id = payments.account_id and accounts.deleted_at is null
        and accounts.status in ('pending_payment', 'payment_submitted') and accounts.payment_status <> 'verified'
      cross join lateral jsonb_array_elements(
        case when jsonb_typeof(payments.addresses) = 'array' then payments.addresses else '[]' end) as shown
    where payments.state in ('awaiting', 'submitted')
    group by 1`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, Number(count)]));
};

/** The names of users by their ids. */
export const namesOf = async (db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
