import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';
import { decodeSeed } from 'ripple-address-codec';

const base58check = createBase58check(sha256);
/** Version bytes of private keys in wallet import format: Bitcoin, Litecoin, Dogecoin, test networks. */
const WIF_VERSIONS = new Set([0x80, 0xb0, 0x9e, 0xef, 0xf1]);

/**
 * What a text gives away that must never be stored, or null. Whoever reads a key or the seed words can spend
 * the money, so such a text is refused whatever field it stands in.
 */
export function findSecret(text: string): string | null {
  const trimmed = text.trim();
  const compact = trimmed.replace(/\s+/g, '');
  if (/^(?:\p{L}{3,}[\s,]+){11,23}\p{L}{3,}$/u.test(trimmed)) return 'the seed words of a wallet';
  if (/^(?:\d{6}[\s,-]+){7}\d{6}$/.test(trimmed)) return 'the secret numbers of a wallet';
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(compact)) return 'a private key (or the id of a transaction)';
  if (/^(?:0x)?[0-9a-f]{128}$/i.test(compact)) return 'a private key';
  if (/^\[?(?:\d{1,3},){31,63}\d{1,3}\]?$/.test(compact)) return 'a private key';
  if (/^(?:[a-z]prv|Ltpv|Mtpv|dgpv)[1-9A-HJ-NP-Za-km-z]{90,}$/i.test(compact))
    return 'an extended private key';
  if (/^6P[1-9A-HJ-NP-Za-km-z]{56}$/.test(compact)) return 'an encrypted private key';
  if (isImportKey(compact) || isRippleSeed(compact)) return 'a private key';
  if (decodedLength(compact) === 64) return 'a private key (or the signature of a transaction)';
  return null;
}

function isImportKey(text: string): boolean {
  if (text.length < 50 || text.length > 53) return false;
  try {
    const bytes = base58check.decode(text);
    return WIF_VERSIONS.has(bytes[0] ?? 0) && (bytes.length === 33 || bytes.length === 34);
  } catch {
    return false;
  }
}

function isRippleSeed(text: string): boolean {
  if (!/^s[1-9A-HJ-NP-Za-km-z]{25,35}$/.test(text)) return false;
  try {
    decodeSeed(text);
    return true;
  } catch {
    return false;
  }
}

function decodedLength(text: string): number {
  if (!/^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text)) return 0;
  return base58.decode(text).length;
}
