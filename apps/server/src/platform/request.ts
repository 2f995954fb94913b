import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';

/** What a handler may know of the request itself. */
export type RequestFacts = {
  id: string;
  ip: string;
  userAgent: string;
  /** Version asked for by If-Match; null when absent or `*`. */
  ifMatch: number | null;
  /** What If-None-Match says; '' when absent. */
  ifNoneMatch: string;
  idempotencyKey: string | null;
  /** When the call came in, on the process's monotonic clock (milliseconds). */
  arrivedAt: number;
};

/** Some proxies append the port too; with it, each connection would count as a caller of its own. */
const withoutPort = (hop: string): string =>
  /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/**
 * The caller's address. With `trustProxy` = n the n-th address from the right of X-Forwarded-For is believed,
 * because each trusted proxy appends the address it saw.
 */
export const clientAddress = (peer: string, forwarded: string | undefined, trustProxy: number): string => {
  if (trustProxy === 0 || !forwarded) return peer;
  const hops = forwarded.split(',');
  const hop = withoutPort((hops[hops.length - trustProxy] ?? '').trim());
  return isIP(hop) === 0 ? peer : hop;
};

/** Address as a key for limits: an IPv6 address counts by its /64. */
export const addressKey = (ip: string): string => {
  const plain = ip.replace(/^::ffff:/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
};

/** A version that no row has: what is no version of ours matches nothing. */
const NO_VERSION = -1;

const readIfMatch = (header: string | undefined): number | null => {
  const text = header?.trim() ?? '';
  if (text === '' || text === '*') return null;
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text)?.[1];
  return digits === undefined ? NO_VERSION : Number(digits);
};

/** Collects the facts of a request. */
export const requestFacts = (
  c: HonoContext<{ Bindings: HttpBindings }>,
  trustProxy: number,
): RequestFacts => ({
  id: crypto.randomUUID(),
  ip: clientAddress(
    c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1',
    c.req.header('x-forwarded-for'),
    trustProxy,
  ),
  userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
  ifMatch: readIfMatch(c.req.header('if-match')),
  ifNoneMatch: c.req.header('if-none-match') ?? '',
  idempotencyKey: c.req.header('idempotency-key') ?? null,
  arrivedAt: performance.now(),
});
