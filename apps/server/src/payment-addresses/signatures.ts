import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressSnapshot, PaymentAddressRow, PaymentRow } from '../db/schema.ts';
import type { Key, KeyRing } from '../secrets/keys.ts';

/** All columns that say what payers see, and when. */
export type SignedAddress = Omit<PaymentAddressRow, 'mac'>;
type OrderAddresses = Pick<PaymentRow, 'id' | 'account_id' | 'addresses'>;

const textOf = (value: string | number | Date | null): string =>
  value instanceof Date ? value.toISOString() : value === null ? '\u0000' : String(value);

/** HMAC-SHA-256 over length-prefixed fields, so that no two lists of fields read alike. */
const signatureOf = (fields: readonly (string | number | Date | null)[], key: Key): string => {
  const hmac = createHmac('sha256', key.bytes);
  for (const field of fields) {
    const bytes = Buffer.from(textOf(field), 'utf8');
    hmac.update(`${bytes.byteLength}:`).update(bytes);
  }
  return `${key.id}.${hmac.digest('base64url')}`;
};

const isSame = (given: string, expected: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
};

const fieldsOf = (row: SignedAddress) => [
  'payment_address',
  row.id,
  row.name,
  row.network,
  row.address,
  row.version,
  row.created_at,
  row.updated_at,
  row.withdrawn_at,
  row.effective_at,
  row.changed_by,
  ...(row.previous ? [row.previous.name, row.previous.network, row.previous.address] : [null]),
];

const orderFieldsOf = ({ id, account_id, addresses }: OrderAddresses) => [
  'order_addresses',
  id,
  account_id,
  ...addresses.flatMap((shown: AddressSnapshot | null) => [
    shown?.id ?? null,
    shown?.name ?? null,
    shown?.network ?? null,
    shown?.address ?? null,
  ]),
];

/** The signature that a row of `payment_addresses` must carry. */
export const signAddress = (row: SignedAddress, ring: KeyRing): string =>
  signatureOf(fieldsOf(row), ring.current);

/** Whether the row is as this program wrote it. */
export const isIntact = (row: PaymentAddressRow, ring: KeyRing): boolean =>
  ring.all.some((key) => isSame(row.mac, signatureOf(fieldsOf(row), key)));

/** The signature over the addresses that an order keeps. */
export const signOrder = (order: OrderAddresses, ring: KeyRing): string =>
  signatureOf(orderFieldsOf(order), ring.current);

/** Whether the addresses of an order are those that this program stored with it. */
export const isOrderIntact = (order: OrderAddresses & { addresses_mac: string }, ring: KeyRing): boolean =>
  // What somebody else wrote there may have any form.
  Array.isArray(order.addresses) &&
  ring.all.some((key) => isSame(order.addresses_mac, signatureOf(orderFieldsOf(order), key)));
