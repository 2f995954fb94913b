import { randomInt } from 'node:crypto';
import type { KeyRing } from './keys.ts';
import { type HashCost, matchesPepperedHash, pepperedHash } from './peppered-hash.ts';

/**
 * Four digits fall to any search once the pepper is known, so the cost only has to slow an attacker who has
 * the table alone; the limits on tries protect the code.
 */
const COST: HashCost = { memoryCost: 4_096, timeCost: 1, parallelism: 1 };

/** A new verification code: four digits, each of the 10,000 equally likely. */
export function generateCode(): string {
  return randomInt(0, 10_000).toString().padStart(4, '0');
}

/** Hashes a code for storage, bound to the user that it was made for. */
export function hashCode(code: string, userId: string, ring: KeyRing): Promise<string> {
  return pepperedHash(`${userId}|${code}`, ring, COST);
}

/** Compares a code with a stored hash; count the try before. */
export function verifyCode(code: string, userId: string, stored: string, ring: KeyRing): Promise<boolean> {
  return matchesPepperedHash(`${userId}|${code}`, stored, ring);
}
