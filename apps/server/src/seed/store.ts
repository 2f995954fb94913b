import type { Insertable } from 'kysely';
import type { AccountRow, PaymentRow, ProofRow, Schema, Tx } from '../db/schema.ts';
import { type SignedAddress, signAddress, signOrder } from '../payment-addresses/signatures.ts';
import type { KeyRing } from '../secrets/keys.ts';
import type { Demo } from './demo.ts';

/** Rows of one statement: far below the 65,535 parameters that it may have. */
const ROWS_AT_ONCE = 400;

const insertAll = async <T extends keyof Schema>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
};

const accountValues = (row: AccountRow) => ({ ...row, phases: JSON.stringify(row.phases) });
const paymentValues = (row: PaymentRow, ring: KeyRing) => ({
  ...row,
  addresses: JSON.stringify(row.addresses),
  addresses_mac: signOrder(row, ring),
});
const addressValues = (row: SignedAddress, ring: KeyRing) => ({
  ...row,
  previous: null,
  mac: signAddress(row, ring),
});
const byTime = (one: { at: Date }, other: { at: Date }): number => one.at.getTime() - other.at.getTime();

/** Both histories in the order of time: the audit log numbers what it gets one after the other. */
const insertHistory = async (
  tx: Tx,
  accountEvents: readonly (Insertable<Schema['account_events']> & { at: Date })[],
  adminEvents: readonly (Insertable<Schema['admin_events']> & { at: Date })[],
): Promise<void> => {
  const ahead = accountEvents.toSorted(byTime);
  for (const event of adminEvents.toSorted(byTime)) {
    const later = ahead.findIndex(({ at }) => at > event.at);
    await insertAll(tx, 'account_events', ahead.splice(0, later < 0 ? ahead.length : later));
    await insertAll(tx, 'admin_events', [event]);
  }
  await insertAll(tx, 'account_events', ahead);
};

/** Writes the whole demonstration; histories in the order of time, as they would have come. `ring` signs the addresses. */
export const storeDemo = async (
  tx: Tx,
  demo: Demo,
  proofs: readonly ProofRow[],
  ring: KeyRing,
): Promise<void> => {
  const { stories } = demo;
  await insertAll(tx, 'users', demo.users);
  await insertAll(tx, 'packages', [{ ...demo.oldPackage, phases: JSON.stringify(demo.oldPackage.phases) }]);
  await insertAll(
    tx,
    'payment_addresses',
    demo.addresses.map((row) => addressValues(row, ring)),
  );
  await insertAll(
    tx,
    'accounts',
    stories.map(({ account }) => accountValues(account)),
  );
  await insertAll(
    tx,
    'account_phases',
    stories.flatMap(({ phases }) => phases),
  );
  await insertAll(
    tx,
    'payments',
    stories.flatMap(({ payments }) => payments).map((row) => paymentValues(row, ring)),
  );
  await insertAll(tx, 'proofs', proofs);
  const events = stories.flatMap((story) => story.events);
  await insertHistory(tx, events, demo.adminEvents);
  await insertAll(tx, 'mailings', demo.mailings);
  await insertAll(tx, 'mails', [...demo.mails, ...stories.flatMap(({ mails }) => mails)]);
};
