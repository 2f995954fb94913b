import { randomUUID } from 'node:crypto';
import type { Decoded, Routes } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { AddressSnapshot, PaymentAddressRow, PreviousAddress, Tx } from '../../db/schema.ts';
import { checkAddress } from '../../payment-addresses/checks.ts';
import { addressesInUse, shownOf } from '../../payment-addresses/shown.ts';
import { isIntact, type SignedAddress } from '../../payment-addresses/signatures.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { refuseOutdated } from '../../platform/outdated.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { violatedConstraint } from '../../platform/transactions.ts';
import { tellAdministrators } from './addresses.mails.ts';
import { insertAddress, lockAddress, lockAddressList, namesOf, updateAddress } from './addresses.queries.ts';

export type EditedAddress = Decoded<Routes['POST /payment/addresses']>['body'];
/** An address as it was stored, with what could not be checked about it. */
export type SavedAddress = { row: AddressSnapshot; warnings: string[] };

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
  await lockAddressList(tx);
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

const valuesOf = ({ name, network, address }: EditedAddress): PreviousAddress => ({ name, network, address });
const isSame = (one: EditedAddress, other: EditedAddress): boolean =>
  one.name === other.name && one.network === other.network && one.address === other.address;

export type AddressEvent = 'added' | 'changed' | 'withdrawn' | 'confirmed';

/** Notes a change in the history and tells all administrators of it. */
const announce = async (
  tx: Tx,
  context: Context,
  event: AddressEvent,
  line: { actorId: string; row: SignedAddress; before: EditedAddress | null; after: EditedAddress | null },
): Promise<void> => {
  const { actorId, row } = line;
  const at = row.updated_at;
  const [before, after] = [line.before && valuesOf(line.before), line.after && valuesOf(line.after)];
  await recordAdminEvent(tx, {
    at,
    event: `payment_address_${event}`,
    actorId,
    subjectKind: 'payment_address',
    subjectId: row.id,
    before,
    after,
  });
  const shownFrom = row.effective_at > at && event !== 'withdrawn' ? row.effective_at : null;
  await tellAdministrators(tx, {
    template: 'address_changed',
    eventKey: `${row.id}|${row.version}`,
    now: context.clock.now(),
    payload: {
      event,
      actor: (await namesOf(tx, [actorId])).get(actorId) ?? '',
      at: at.toISOString(),
      before,
      after,
      shownFrom: shownFrom?.toISOString() ?? null,
    },
  });
};

const delayOf = (context: Context): number => context.config.addressChangeDelayMinutes * 60_000;

/** Adds a payment address. Refuses one that fails its checks, saying why, and one that is in use already. */
export const addAddress = async (
  tx: Tx,
  context: Context,
  edited: EditedAddress,
  actorId: string,
): Promise<SavedAddress | Refusal<'address_refused' | 'address_duplicate'>> => {
  const result = checked(edited);
  if (result instanceof Refusal) return result;
  if (await isInUse(tx, result)) return refuse('address_duplicate');
  const now = context.clock.now();
  const row: SignedAddress = {
    id: randomUUID(),
    ...valuesOf(result.values),
    version: 1,
    created_at: now,
    updated_at: now,
    withdrawn_at: null,
    previous: null,
    effective_at: new Date(now.getTime() + delayOf(context)),
    changed_by: actorId,
  };
  const refusal = await store(() => insertAddress(tx, row, context.keys['payment-address']));
  if (refusal) return refusal;
  await announce(tx, context, 'added', { actorId, row, before: null, after: row });
  return { row, warnings: result.warnings };
};

type Act = { id: string; ifMatch: number | null; actorId: string };

const lockAsRead = async (
  tx: Tx,
  { id, ifMatch }: Act,
): Promise<PaymentAddressRow | Refusal<'address_not_found' | 'changed_meanwhile'>> => {
  const row = await lockAddress(tx, id);
  if (!row) return refuse('address_not_found');
  if (ifMatch === null || ifMatch === row.version) return row;
  const name = row.changed_by && (await namesOf(tx, [row.changed_by])).get(row.changed_by);
  return refuseOutdated({ at: row.updated_at, name: name ?? null });
};

const withoutSignature = ({ mac: _, ...row }: PaymentAddressRow): SignedAddress => row;

/** What payers see from when on: at once where no delay is set, or where it is what they see already. */
const effectOf = (
  before: PaymentAddressRow,
  values: EditedAddress,
  context: Context,
): Pick<SignedAddress, 'previous' | 'effective_at'> => {
  const now = context.clock.now();
  const shown = isIntact(before, context.keys['payment-address']) ? shownOf(before, now) : null;
  const delay = shown && isSame(shown, values) ? 0 : delayOf(context);
  return {
    previous: delay > 0 && shown ? valuesOf(shown) : null,
    effective_at: new Date(now.getTime() + delay),
  };
};

/** Changes a payment address in place. Orders keep showing the address that they showed. */
export const changeAddress = async (
  tx: Tx,
  context: Context,
  edited: EditedAddress,
  act: Act,
): Promise<
  SavedAddress | Refusal<'address_not_found' | 'address_refused' | 'address_duplicate' | 'changed_meanwhile'>
> => {
  const before = await lockAsRead(tx, act);
  if (before instanceof Refusal) return before;
  const ring = context.keys['payment-address'];
  const result = checked(edited);
  if (result instanceof Refusal) return result;
  if (await isInUse(tx, result, before.id)) return refuse('address_duplicate');
  const unchanged = isSame(before, result.values) && isIntact(before, ring);
  if (unchanged) return { row: before, warnings: result.warnings };
  const row: SignedAddress = {
    ...withoutSignature(before),
    ...valuesOf(result.values),
    ...effectOf(before, result.values, context),
    version: before.version + 1,
    updated_at: context.clock.now(),
    changed_by: act.actorId,
  };
  const refusal = await store(() => updateAddress(tx, row, ring));
  if (refusal) return refusal;
  await announce(tx, context, 'changed', { actorId: act.actorId, row, before, after: row });
  return { row, warnings: result.warnings };
};

/** Shows a change that waits at once; somebody else than its author must ask for it. Asked again it changes nothing. */
export const confirmAddress = async (
  tx: Tx,
  context: Context,
  act: Act,
): Promise<
  | PaymentAddressRow
  | Refusal<'address_not_found' | 'changed_meanwhile' | 'address_own_change' | 'address_not_intact'>
> => {
  const before = await lockAsRead(tx, act);
  if (before instanceof Refusal) return before;
  if (!isIntact(before, context.keys['payment-address'])) return refuse('address_not_intact');
  const now = context.clock.now();
  if (before.effective_at <= now) return before;
  if (before.changed_by === act.actorId) return refuse('address_own_change');
  const row: SignedAddress = {
    ...withoutSignature(before),
    version: before.version + 1,
    updated_at: now,
    previous: null,
    effective_at: now,
  };
  await updateAddress(tx, row, context.keys['payment-address']);
  await announce(tx, context, 'confirmed', {
    actorId: act.actorId,
    row,
    before: before.previous,
    after: row,
  });
  return { ...before, ...row };
};

/** Takes a payment address out of use; a second time it is not found. Orders that show it strike it out. */
export const withdrawAddress = async (
  tx: Tx,
  context: Context,
  act: Act,
): Promise<Refusal<'address_not_found' | 'changed_meanwhile'> | null> => {
  const before = await lockAsRead(tx, act);
  if (before instanceof Refusal) return before;
  const now = context.clock.now();
  const row: SignedAddress = {
    ...withoutSignature(before),
    version: before.version + 1,
    updated_at: now,
    withdrawn_at: now,
    changed_by: act.actorId,
  };
  await updateAddress(tx, row, context.keys['payment-address']);
  await announce(tx, context, 'withdrawn', { actorId: act.actorId, row, before, after: null });
  return null;
};
