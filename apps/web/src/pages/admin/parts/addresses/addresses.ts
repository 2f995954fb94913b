import type { ResponseBody } from '@firmament/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Tone } from '../../../../ui/Badge.tsx';

export type Managed = ResponseBody<'GET /admin/payment-addresses'>;
export type Address = Managed['addresses'][number];
/** What was just stored, with what could not be checked about it. */
export type Saved = Pick<ResponseBody<'POST /payment/addresses'>, 'address' | 'warnings'>;

export const VERDICTS: Readonly<Record<Address['check']['verdict'], { label: string; tone: Tone }>> = {
  proven: { label: 'Checksum right', tone: 'gain' },
  unproven: { label: 'No checksum', tone: 'warn' },
  refused: { label: 'Wrong address', tone: 'loss' },
};

export const ORDERS = [
  { id: 'shown', label: 'As traders see them' },
  { id: 'network', label: 'Network' },
  { id: 'name', label: 'Name' },
  { id: 'changed', label: 'Last changed' },
] as const;
export type Order = (typeof ORDERS)[number]['id'];

let collator: Intl.Collator | undefined;
const compare = (one: string, other: string): number => {
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return collator.compare(one, other);
};

/** The addresses in an order; the server's own is the one in which traders see them. */
export function inOrder(addresses: readonly Address[], order: Order): Address[] {
  const sorted = [...addresses];
  if (order === 'network')
    sorted.sort((one, other) => compare(one.network, other.network) || compare(one.name, other.name));
  if (order === 'name')
    sorted.sort((one, other) => compare(one.name, other.name) || compare(one.network, other.network));
  if (order === 'changed') sorted.sort((one, other) => compare(other.updatedAt, one.updatedAt));
  return sorted;
}

/** "2 open orders", "1 open order". */
export const openOrders = (count: number): string => (count === 1 ? '1 open order' : `${count} open orders`);

/** Asks again for the addresses and for what depends on them. */
export function addressesChanged(client: QueryClient): void {
  for (const key of [
    'GET /admin/payment-addresses',
    'GET /payment/addresses',
    'GET /admin/overview',
    'GET /admin/accounts/{id}/payment',
  ]) {
    void client.invalidateQueries({ queryKey: [key] });
  }
}
