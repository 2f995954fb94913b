import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Key, KeyRing } from './keys.ts';

const NAME = /^([0-9a-f]{32})\.(\d{1,12})\.([A-Za-z0-9_-]{43})\.webp$/;

/** A new id for a stored file: 128 random bits as 32 hex digits. */
export function newFileId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * A link name for a stored image that works until `expiresAt` (whole seconds, rounded up):
 * `<id>.<expiry>.<HMAC-SHA-256 over id, expiry and purpose>.webp`.
 *
 * @param purpose what the image is to be opened for, as 'proof'; a name made for another one is not accepted
 */
export function signName(id: string, purpose: string, expiresAt: Date, ring: KeyRing): string {
  const expiry = Math.ceil(expiresAt.getTime() / 1_000).toString();
  return `${id}.${expiry}.${signatureOf(id, expiry, purpose, ring.current).toString('base64url')}.webp`;
}

/** The id within a signed name, or null when the name is malformed, expired, of another purpose or forged. */
export function readSignedName(name: string, purpose: string, now: Date, ring: KeyRing): string | null {
  const [, id, expiry, signature] = NAME.exec(name) ?? [];
  if (id === undefined || expiry === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const isSigned = ring.all.some((key) => timingSafeEqual(given, signatureOf(id, expiry, purpose, key)));
  return isSigned && now.getTime() < Number(expiry) * 1_000 ? id : null;
}

function signatureOf(id: string, expiry: string, purpose: string, key: Key): Buffer {
  return createHmac('sha256', key.bytes).update(`${id}|${expiry}|${purpose}`).digest();
}
