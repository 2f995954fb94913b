import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findKey, type Key, type KeyRing } from './keys.ts';

/** A stored password cannot be read: its key was retired, or the text was changed or moved to another row. */
export class CredentialError extends Error {
  override name = 'CredentialError';
}

const VERSION = '1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the password of an MT4 or MT5 account for storage (AES-256-GCM, random 96-bit nonce). The result
 * `1.<key id>.<base64url>` opens only for the same account.
 */
export function sealCredential(password: string, accountId: string, ring: KeyRing): string {
  const key = ring.current;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(contextOf(accountId, key));
  const sealed = Buffer.concat([nonce, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${key.id}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts what `sealCredential` made with the current or the previous key.
 *
 * @throws {CredentialError} without a word of the content
 */
export function openCredential(stored: string, accountId: string, ring: KeyRing): string {
  const [version, keyId = '', text = '', ...rest] = stored.split('.');
  const sealed = Buffer.from(text, 'base64url');
  if (version !== VERSION || rest.length > 0 || sealed.length < NONCE_BYTES + TAG_BYTES) {
    throw new CredentialError('The stored password has an unknown form.');
  }
  const key = findKey(ring, keyId);
  if (key === null) throw new CredentialError(`The stored password needs the retired key ${keyId}.`);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(contextOf(accountId, key)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    throw new CredentialError('The stored password was changed or belongs to another account.');
  }
}

/** True when the text was sealed with a key other than the current one and should be sealed anew. */
export function needsResealing(stored: string, ring: KeyRing): boolean {
  return stored.split('.')[1] !== ring.current.id;
}

function contextOf(accountId: string, key: Key): Buffer {
  return Buffer.from(`mt5|${accountId}|${key.id}|${VERSION}`);
}
