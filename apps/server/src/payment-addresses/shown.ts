import type { AddressSnapshot, Db, PaymentAddressRow, Tx } from '../db/schema.ts';
import type { KeyRing } from '../secrets/keys.ts';
import { isIntact } from './signatures.ts';

/** The rows in use, oldest first, whatever their signatures say: for administrators, never for payers. */
export const addressesInUse = (db: Db | Tx): Promise<PaymentAddressRow[]> =>
  db
    .selectFrom('payment_addresses')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** What a payer sees of an intact row at a moment: while a change waits what was there before, which may be nothing. */
export const shownOf = (row: PaymentAddressRow, now: Date): AddressSnapshot | null => {
  const { id, name, network, address } = row;
  if (row.effective_at <= now) return { id, name, network, address };
  return row.previous && { ...row.previous, id };
};

/** The addresses that payers are shown at a moment, oldest first. A row that this program did not write is not among them. */
export const shownAddresses = async (db: Db | Tx, ring: KeyRing, now: Date): Promise<AddressSnapshot[]> =>
  (await addressesInUse(db)).flatMap((row) => (isIntact(row, ring) ? (shownOf(row, now) ?? []) : []));

/** The rows in use that this program did not write. */
export const brokenAddresses = async (db: Db | Tx, ring: KeyRing): Promise<PaymentAddressRow[]> =>
  (await addressesInUse(db)).filter((row) => !isIntact(row, ring));
