import type { Context } from '../context.ts';
import { isIntact, isOrderIntact, signAddress, signOrder } from './signatures.ts';

const ROWS_AT_ONCE = 500;

type Renewal = { context: Pick<Context, 'db' | 'keys'>; unsignedToo: boolean };

const renewAddresses = async ({ context: { db, keys }, unsignedToo }: Renewal): Promise<void> => {
  const ring = keys['payment-address'];
  for (const row of await db.selectFrom('payment_addresses').selectAll().execute()) {
    const isOld = !row.mac.startsWith(`${ring.current.id}.`);
    if (!isOld || !(isIntact(row, ring) || (unsignedToo && row.mac === ''))) continue;
    await db
      .updateTable('payment_addresses')
      .set({ mac: signAddress(row, ring) })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .execute();
  }
};

const renewOrders = async ({ context: { db, keys }, unsignedToo }: Renewal): Promise<void> => {
  const ring = keys['payment-address'];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'account_id', 'addresses', 'addresses_mac'])
      .where('id', '>', after)
      .where('addresses_mac', 'not like', `${ring.current.id}.%`)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const row of rows) {
      if (!(isOrderIntact(row, ring) || (unsignedToo && row.addresses_mac === ''))) continue;
      await db
        .updateTable('payments')
        .set({ addresses_mac: signOrder(row, ring) })
        .where('id', '=', row.id)
        .where('addresses_mac', '=', row.addresses_mac)
        .execute();
    }
  }
};

/**
 * Signs anew what a previous key signed, so that it can be retired. With `unsignedToo` (once, when the database comes from a
 * version without signatures) also what has none.
 */
export const renewSignatures = async (
  context: Pick<Context, 'db' | 'keys'>,
  unsignedToo: boolean,
): Promise<void> => {
  await renewAddresses({ context, unsignedToo });
  await renewOrders({ context, unsignedToo });
};
