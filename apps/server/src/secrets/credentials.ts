import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findKey, type Key, type KeyRing } from './keys.ts';

/** A stored secret cannot be read: its key was retired, or the text was changed or moved to another row. */
export class CredentialError extends Error {
  override name = 'CredentialError';
}

const VERSION = '1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is and whose: it opens for nothing else. */
type Owner = { kind: 'mt5' | 'totp' | 'key'; id: string };

/**
 * Encrypts the password of an MT4 or MT5 account for storage (AES-256-GCM, random 96-bit nonce). The result
 * `1.<key id>.<base64url>` opens only for the same account.
 */
export const sealCredential = (password: string, accountId: string, ring: KeyRing): string =>
  seal(password, { kind: 'mt5', id: accountId }, ring);

/**
 * Decrypts what `sealCredential` made with the current or the previous key.
 *
 * @throws {CredentialError} without a word of the content
 */
export const openCredential = (stored: string, accountId: string, ring: KeyRing): string =>
  open(stored, { kind: 'mt5', id: accountId }, ring);

/** Encrypts the secret of a user's authenticator app in the same way; it opens only for the same user. */
export const sealTotpSecret = (secret: string, userId: string, ring: KeyRing): string =>
  seal(secret, { kind: 'totp', id: userId }, ring);

/**
 * Decrypts what `sealTotpSecret` made with the current or the previous key.
 *
 * @throws {CredentialError} without a word of the content
 */
export const openTotpSecret = (stored: string, userId: string, ring: KeyRing): string =>
  open(stored, { kind: 'totp', id: userId }, ring);

/** Encrypts a retired key in the same way; it opens only under the same name. */
export const sealKey = (bytes: Buffer, name: string, ring: KeyRing): string =>
  seal(bytes.toString('base64url'), { kind: 'key', id: name }, ring);

/**
 * Decrypts what `sealKey` made with the current or the previous key.
 *
 * @throws {CredentialError} without a word of the content
 */
export const openKey = (stored: string, name: string, ring: KeyRing): Buffer =>
  Buffer.from(open(stored, { kind: 'key', id: name }, ring), 'base64url');

/** How a text begins that is sealed with the current key. */
export const sealedPrefix = (ring: KeyRing): string => `${VERSION}.${ring.current.id}.`;

/** True when the text was sealed with a key other than the current one and should be sealed anew. */
export function needsResealing(stored: string, ring: KeyRing): boolean {
  return !stored.startsWith(sealedPrefix(ring));
}

function seal(text: string, owner: Owner, ring: KeyRing): string {
  const key = ring.current;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(contextOf(owner, key));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${key.id}.${sealed.toString('base64url')}`;
}

function open(stored: string, owner: Owner, ring: KeyRing): string {
  const [version, keyId = '', text = '', ...rest] = stored.split('.');
  const sealed = Buffer.from(text, 'base64url');
  if (version !== VERSION || rest.length > 0 || sealed.length < NONCE_BYTES + TAG_BYTES) {
    throw new CredentialError('The stored secret has an unknown form.');
  }
  const key = findKey(ring, keyId);
  if (key === null) throw new CredentialError(`The stored secret needs the retired key ${keyId}.`);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(contextOf(owner, key)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    throw new CredentialError('The stored secret was changed or belongs to another owner.');
  }
}

function contextOf({ kind, id }: Owner, key: Key): Buffer {
  return Buffer.from(`${kind}|${id}|${key.id}|${VERSION}`);
}
