import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@firmament/rules';
import type { KeyRing } from './keys.ts';
import { type HashCost, matchesPepperedHash, pepperedHash } from './peppered-hash.ts';

/** Crockford's base 32: no letter that is mistaken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;
/** 50 random bits behind a pepper: the cost slows whoever has both the table and the pepper. */
const COST: HashCost = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };

const group = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten new recovery codes as they are shown: `7K2QM-X9RTB`, 50 random bits each. */
export const generateRecoveryCodes = (): string[] => {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(`${group()}-${group()}`);
  return [...codes];
};

/** A recovery code as it is compared: capitals without separators, look-alikes read as what they were meant. */
const normalised = (code: string): string =>
  code.toUpperCase().replace(/[ -]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');

/** Hashes a recovery code for storage, bound to its user. */
export const hashRecoveryCode = (code: string, userId: string, ring: KeyRing): Promise<string> =>
  pepperedHash(`recovery|${userId}|${normalised(code)}`, ring, COST);

/** Compares what was typed with a stored hash; count the try before. */
export const verifyRecoveryCode = (
  code: string,
  userId: string,
  stored: string,
  ring: KeyRing,
): Promise<boolean> => matchesPepperedHash(`recovery|${userId}|${normalised(code)}`, stored, ring);
