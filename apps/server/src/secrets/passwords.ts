import type { KeyRing } from './keys.ts';
import { type HashCost, matchesPepperedHash, pepperedHash } from './peppered-hash.ts';

/** Longest password, in bytes of UTF-8; longer ones are refused, never cut. */
export const LONGEST_PASSWORD_BYTES = 1_024;

/** The OWASP cheat sheet's first choice for Argon2id: 19 MiB, 2 passes, 1 lane; about 20 ms. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** True when the password is short enough to be hashed; validate with it before `hashPassword`. */
export function isHashablePassword(password: string): boolean {
  return Buffer.byteLength(password, 'utf8') <= LONGEST_PASSWORD_BYTES;
}

/**
 * Hashes a new password for storage.
 *
 * @throws {RangeError} for a password over 1,024 bytes
 * @throws {BusyError} when too many hashes wait already
 */
export async function hashPassword(password: string, ring: KeyRing): Promise<string> {
  if (!isHashablePassword(password)) throw new RangeError('The password is longer than 1,024 bytes.');
  return pepperedHash(normalize(password), ring, COST);
}

/**
 * Compares a password with a stored hash, in the same time whether it fits or not.
 *
 * @throws {BusyError} when too many hashes wait already
 */
export async function verifyPassword(password: string, stored: string, ring: KeyRing): Promise<boolean> {
  if (!isHashablePassword(password)) {
    await dummyVerify('', ring);
    return false;
  }
  return matchesPepperedHash(normalize(password), stored, ring);
}

/** Spends the time of one `verifyPassword` where there is no user, so that time does not tell who exists. */
export async function dummyVerify(password: string, ring: KeyRing): Promise<false> {
  await pepperedHash(isHashablePassword(password) ? normalize(password) : '', ring, COST);
  return false;
}

/** True when a hash was made with another key or another cost: hash anew at the next log-in. */
export function needsRehash(stored: string, ring: KeyRing): boolean {
  const { memoryCost, timeCost, parallelism } = COST;
  return !stored.startsWith(
    `${ring.current.id}$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`,
  );
}

/** NFKC: the same word typed on another keyboard or system is the same password. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
