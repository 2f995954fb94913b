import { randomUUID } from 'node:crypto';
import type { Decoded, Routes } from '@firmament/contract';
import type { AddressSnapshot, PaymentAddressRow, Tx } from '../../db/schema.ts';
import { checkAddress } from '../../payment-addresses/checks.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { violatedConstraint } from '../../platform/transactions.ts';
import { insertAddress, lockAddress, updateAddress, withdrawAddressRow } from './addresses.queries.ts';
import { addressesInUse } from './payment.queries.ts';

export type EditedAddress = Decoded<Routes['POST /payment/addresses']>['body'];
/** An address as it was stored, with what could not be checked about it. */
export type SavedAddress = { row: AddressSnapshot; warnings: string[] };

type Act = { actorId: string; now: Date };

type Checked = { values: EditedAddress; warnings: string[]; ignoresCase: boolean };

const checked = (edited: EditedAddress): Checked | Refusal<'address_refused'> => {
  const result = checkAddress(edited.network, edited.address, edited.name);
  if (result.verdict === 'refused') return refuse('address_refused', { message: result.reason });
  const values = { ...edited, address: edited.address.trim() };
  return { values, warnings: result.warnings, ignoresCase: result.family === 'evm' };
};

/** EVM addresses are the same in any case; the index of the table tells all others apart. */
const isInUse = async (tx: Tx, { values, ignoresCase }: Checked, except?: string): Promise<boolean> => {
  if (!ignoresCase) return false;
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return (await addressesInUse(tx)).some(
    (row) => row.id !== except && same(row.network, values.network) && same(row.address, values.address),
  );
};

const store = async (work: () => Promise<void>): Promise<Refusal<'address_duplicate'> | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    if (violatedConstraint(error) === 'payment_addresses_in_use') return refuse('address_duplicate');
    throw error;
  }
};

const history = (row: EditedAddress) => ({ name: row.name, network: row.network, address: row.address });

const record = (
  tx: Tx,
  event: 'payment_address_added' | 'payment_address_changed' | 'payment_address_withdrawn',
  line: Act & { id: string; before: EditedAddress | null; after: EditedAddress | null },
): Promise<void> =>
  recordAdminEvent(tx, {
    at: line.now,
    event,
    actorId: line.actorId,
    subjectKind: 'payment_address',
    subjectId: line.id,
    before: line.before && history(line.before),
    after: line.after && history(line.after),
  });

/** Adds a payment address. Refuses one that fails its checks, saying why, and one that is in use already. */
export const addAddress = async (
  tx: Tx,
  edited: EditedAddress,
  act: Act,
): Promise<SavedAddress | Refusal<'address_refused' | 'address_duplicate'>> => {
  const result = checked(edited);
  if (result instanceof Refusal) return result;
  if (await isInUse(tx, result)) return refuse('address_duplicate');
  const row = { id: randomUUID(), ...result.values };
  const refusal = await store(() => insertAddress(tx, row, act.now));
  if (refusal) return refusal;
  await record(tx, 'payment_address_added', { ...act, id: row.id, before: null, after: row });
  return { row, warnings: result.warnings };
};

type Change = Act & { id: string; ifMatch: number | null };

const lockAsRead = async (
  tx: Tx,
  { id, ifMatch }: Change,
): Promise<PaymentAddressRow | Refusal<'address_not_found' | 'changed_meanwhile'>> => {
  const row = await lockAddress(tx, id);
  if (!row) return refuse('address_not_found');
  return ifMatch !== null && ifMatch !== row.version ? refuse('changed_meanwhile') : row;
};

/** Changes a payment address in place. Orders keep showing the address that they showed. */
export const changeAddress = async (
  tx: Tx,
  edited: EditedAddress,
  change: Change,
): Promise<
  SavedAddress | Refusal<'address_not_found' | 'address_refused' | 'address_duplicate' | 'changed_meanwhile'>
> => {
  const before = await lockAsRead(tx, change);
  if (before instanceof Refusal) return before;
  const result = checked(edited);
  if (result instanceof Refusal) return result;
  if (await isInUse(tx, result, before.id)) return refuse('address_duplicate');
  const row = { id: before.id, ...result.values };
  const refusal = await store(() => updateAddress(tx, before, row, change.now));
  if (refusal) return refusal;
  await record(tx, 'payment_address_changed', { ...change, before, after: row });
  return { row, warnings: result.warnings };
};

/** Takes a payment address out of use; a second time it is not found. Orders that show it strike it out. */
export const withdrawAddress = async (
  tx: Tx,
  change: Change,
): Promise<Refusal<'address_not_found' | 'changed_meanwhile'> | null> => {
  const before = await lockAsRead(tx, change);
  if (before instanceof Refusal) return before;
  await withdrawAddressRow(tx, before, change.now);
  await record(tx, 'payment_address_withdrawn', { ...change, before, after: null });
  return null;
};
