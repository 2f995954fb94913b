import { createHmac, timingSafeEqual } from 'node:crypto';
import { findKey, type Key, type KeyRing } from '../../secrets/keys.ts';

const TOKEN = /^([0-9a-f]{8})\.([0-9a-f]{32})\.([A-Za-z0-9_-]{43})$/;

const signatureOf = (userHex: string, key: Key): Buffer =>
  createHmac('sha256', key.bytes).update(`unsubscribe|${userHex}`).digest();

/** The token of a user's unsubscribe link: `<key id>.<user id>.<HMAC-SHA-256>`. It does not expire. */
export const unsubscribeToken = (userId: string, ring: KeyRing): string => {
  const userHex = userId.replaceAll('-', '');
  return `${ring.current.id}.${userHex}.${signatureOf(userHex, ring.current).toString('base64url')}`;
};

/** The user that an unsubscribe token was made for, or null for a forged or malformed one. */
export const readUnsubscribeToken = (token: string, ring: KeyRing): string | null => {
  const [, keyId, userHex, signature] = TOKEN.exec(token) ?? [];
  if (keyId === undefined || userHex === undefined || signature === undefined) return null;
  const key = findKey(ring, keyId);
  if (key === null) return null;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(userHex, key))) return null;
  return userHex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
