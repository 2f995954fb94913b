import type { RequestBody, RouteKey } from '@firmament/contract';

export type BulkKey = Extract<RouteKey, `POST ${string}/bulk/${string}`>;

/** A bulk change as it was asked for; repeated with the same key it goes on where it stands. */
export type BulkRequest<Key extends BulkKey = BulkKey> = {
  route: Key;
  body: RequestBody<Key>;
  key: string;
  /** What is to be done, with its object: 'Verify the payment of 3 accounts'. */
  label: string;
};

/** The one whose change it is belongs to the name: nobody goes on with what somebody else began in this tab. */
const nameOf = (place: string, userId: string) => `unfinished-bulk-${place}-${userId}`;

/** Keeps a bulk change that is under way for this tab, or forgets it. */
export function keepUnfinished(place: string, userId: string, request: BulkRequest | null): void {
  try {
    if (request) sessionStorage.setItem(nameOf(place, userId), JSON.stringify(request));
    else sessionStorage.removeItem(nameOf(place, userId));
  } catch {
    // Storage is blocked or full: the change then cannot be gone on with after a reload.
  }
}

/** A bulk change that this tab began and did not finish. The server checks it like any other call. */
export function readUnfinished(place: string, userId: string): BulkRequest | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(place, userId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { route, key, label, body } = kept as Partial<BulkRequest>;
    return route && key && label && body && route.startsWith(`POST /admin/${place}/bulk/`)
      ? { route, key, label, body }
      : null;
  } catch {
    return null;
  }
}
