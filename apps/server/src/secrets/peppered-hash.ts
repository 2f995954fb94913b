import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../bounded-queue.ts';
import { findKey, type KeyRing } from './keys.ts';

/** Argon2id cost: `memoryCost` in KiB, `timeCost` in passes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** One queue for all slow hashes of the process: a flood of log-ins answers 503 instead of filling memory. */
const queue = createBoundedQueue({ running: 4, waiting: 100 });

/**
 * Hashes `text` to `<key id>$argon2id$…`: Argon2id over HMAC-SHA-256 with a key that the database does not
 * hold, so that a stolen table alone cannot be searched.
 *
 * @throws {BusyError} when 100 hashes wait already
 */
export async function pepperedHash(text: string, ring: KeyRing, cost: HashCost): Promise<string> {
  const peppered = createHmac('sha256', ring.current.bytes).update(text, 'utf8').digest('base64url');
  const hashed = await queue.run(() => hash(peppered, cost));
  return `${ring.current.id}${hashed}`;
}

/**
 * Compares `text` with what `pepperedHash` made; false also for a hash whose key was retired.
 *
 * @throws {BusyError} when 100 hashes wait already
 */
export async function matchesPepperedHash(text: string, stored: string, ring: KeyRing): Promise<boolean> {
  const split = stored.indexOf('$');
  const key = findKey(ring, stored.slice(0, split));
  if (key === null) return false;
  const peppered = createHmac('sha256', key.bytes).update(text, 'utf8').digest('base64url');
  return queue.run(() => verify(stored.slice(split), peppered));
}
