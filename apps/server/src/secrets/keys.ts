import { createHash, hkdfSync } from 'node:crypto';
import type { Secrets } from './load.ts';

/** Each use has a key of its own, so that no value made for one use is accepted by another. */
export const KEY_PURPOSES = [
  'session-token',
  'signed-name',
  'mt5-credentials',
  'code-pepper',
  'password-pepper',
  'unsubscribe-link',
  'request-fingerprint',
  'payment-address',
  'totp-secrets',
  'retired-keys',
] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** A 256-bit key; `id` (8 hex digits) names it in what it signed or encrypted and tells nothing about it. */
export type Key = { id: string; bytes: Buffer };

/** `current` makes new values; `all` (current first) reads old ones while a key is being replaced. */
export type KeyRing = { current: Key; all: readonly Key[] };

export type Keys = Readonly<Record<KeyPurpose, KeyRing>>;

/** Derives the keys of every purpose from the master secrets by HKDF-SHA-256. */
export function deriveKeys(secrets: Pick<Secrets, 'current' | 'previous'>): Keys {
  return {
    'session-token': ringFor('session-token', secrets),
    'signed-name': ringFor('signed-name', secrets),
    'mt5-credentials': ringFor('mt5-credentials', secrets),
    'code-pepper': ringFor('code-pepper', secrets),
    'password-pepper': ringFor('password-pepper', secrets),
    'unsubscribe-link': ringFor('unsubscribe-link', secrets),
    'request-fingerprint': ringFor('request-fingerprint', secrets),
    'payment-address': ringFor('payment-address', secrets),
    'totp-secrets': ringFor('totp-secrets', secrets),
    'retired-keys': ringFor('retired-keys', secrets),
  };
}

/** The key of the ring that made a value, or null when that key was retired. */
export function findKey(ring: KeyRing, id: string): Key | null {
  return ring.all.find((key) => key.id === id) ?? null;
}

function ringFor(purpose: KeyPurpose, secrets: Pick<Secrets, 'current' | 'previous'>): KeyRing {
  const current = deriveKey(secrets.current, purpose);
  const previous = secrets.previous === null ? [] : [deriveKey(secrets.previous, purpose)];
  return { current, all: [current, ...previous] };
}

function deriveKey(secret: string, purpose: KeyPurpose): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'firmament', `firmament/1/${purpose}`, 32));
  const id = createHash('sha256').update('key id').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}
