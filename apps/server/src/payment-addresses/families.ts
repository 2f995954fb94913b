import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64url, createBase58check } from '@scure/base';
import { NETWORK, Address as ScriptAddress } from '@scure/btc-signer';
import { checksum } from 'ox/Address';
import { decodeAccountID, decodeXAddress, isValidClassicAddress } from 'ripple-address-codec';
import { isZeroAddress } from './lost-addresses.ts';
import type { AddressFamily } from './networks.ts';

/** `warning` is for what a checksum could not tell; a final reason holds even if another network's check passes. */
export type FamilyVerdict = { ok: true; warning?: string } | { ok: false; reason: string; isFinal: boolean };
export type CheckedFamily = Exclude<AddressFamily, 'unknown'>;

const base58check = createBase58check(sha256);
const LITECOIN = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };
/** Dogecoin has no segwit addresses: the prefix can stand in no text. */
const DOGECOIN = { bech32: ' ', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e };
const ZERO = 'This is a zero or system address that nobody holds the key of: money sent to it is lost.';

/** The check of each family; every argument is free of white space. */
export const FAMILY_CHECKS: Record<CheckedFamily, (address: string) => FamilyVerdict> = {
  bitcoin(address) {
    if (/^(?:tb1|bcrt1)/i.test(address) || /^[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) {
      return no('This is an address of a Bitcoin test network. Copy the address of the main network.');
    }
    return checkScript(address, NETWORK, 'Bitcoin');
  },
  litecoin(address) {
    if (/^3[1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) {
      return no(
        'Litecoin addresses that begin with 3 look like Bitcoin addresses, and payers would send the wrong coin. Use the form that begins with M or ltc1.',
      );
    }
    return checkScript(address, LITECOIN, 'Litecoin');
  },
  dogecoin: (address) => checkScript(address, DOGECOIN, 'Dogecoin'),
  evm: checkEvm,
  tron: checkTron,
  solana: checkSolana,
  ton: checkTon,
  xrp: checkXrp,
};

function checkScript(address: string, network: typeof LITECOIN, name: string): FamilyVerdict {
  try {
    const script = ScriptAddress(network).decode(address);
    if ('hash' in script && script.hash instanceof Uint8Array && isZeroAddress(script.hash)) return no(ZERO);
    return { ok: true };
  } catch {
    return invalid(name);
  }
}

function checkEvm(address: string): FamilyVerdict {
  if (/^[0-9a-f]{40}$/i.test(address)) return no('An address of this network begins with 0x.');
  if (/\.eth$/i.test(address)) return no('A name is not an address. Copy the address, which begins with 0x.');
  if (!/^0x[0-9a-f]{40}$/i.test(address) || address.startsWith('0X')) {
    return invalid('EVM', 'it must have 0x and 40 hexadecimal digits');
  }
  const digits = address.slice(2);
  if (/^0{38}/.test(digits)) return no(ZERO);
  if (checksum(`0x${digits.toLowerCase()}`) === address) return { ok: true };
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase()) return invalid('EVM');
  return {
    ok: true,
    warning:
      'This address has no checksum (its letters are all of one case), so a typing error cannot be noticed. Compare it letter by letter with your wallet.',
  };
}

function checkTron(address: string): FamilyVerdict {
  if (/^(?:0x)?41[0-9a-f]{40}$/i.test(address)) return no('Copy the form of the address that begins with T.');
  try {
    const bytes = base58check.decode(address);
    if (bytes.length !== 21 || bytes[0] !== 0x41) return invalid('TRON');
    return isZeroAddress(bytes.slice(1)) ? no(ZERO) : { ok: true };
  } catch {
    return invalid('TRON');
  }
}

function checkSolana(address: string): FamilyVerdict {
  if (/\.sol$/i.test(address)) return no('A name is not an address. Copy the address.');
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return invalid('Solana', 'its form is wrong');
  const bytes = base58.decode(address);
  if (bytes.length !== 32) return invalid('Solana', 'its length is wrong');
  if (isZeroAddress(bytes)) return no(ZERO);
  return {
    ok: true,
    warning:
      'Solana addresses have no checksum, so a typing error cannot be noticed. Compare it letter by letter with your wallet.',
  };
}

/** TON's friendly form: 36 bytes in base64: flags, workchain, hash, CRC-16 (XMODEM) of the 34 bytes before. */
function checkTon(address: string): FamilyVerdict {
  if (/^-?\d+:[0-9a-f]{64}$/i.test(address)) {
    return no('The raw form of a TON address has no checksum. Copy the form that begins with UQ or EQ.');
  }
  if (!/^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/.test(address)) return invalid('TON', 'its form is wrong');
  const bytes = base64url.decode(address.replaceAll('+', '-').replaceAll('/', '_'));
  const [flags = 0, workchain] = bytes;
  if (crc16(bytes) !== 0) return invalid('TON');
  if ((flags & 0x80) !== 0)
    return no('This is an address of the TON test network. Copy the one of the main network.');
  if ((flags !== 0x11 && flags !== 0x51) || (workchain !== 0 && workchain !== 0xff)) return invalid('TON');
  return isZeroAddress(bytes.slice(2, 34)) ? no(ZERO) : { ok: true };
}

/** CRC-16 with polynomial 0x1021 and start 0; zero over data that ends with its own CRC. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  }
  return crc & 0xffff;
}

function checkXrp(address: string): FamilyVerdict {
  if (isValidClassicAddress(address))
    return isZeroAddress(decodeAccountID(address)) ? no(ZERO) : { ok: true };
  try {
    const { accountId, test } = decodeXAddress(address);
    if (test) return no('This is an address of the XRP test network. Copy the one of the main network.');
    return isZeroAddress(accountId) ? no(ZERO) : { ok: true };
  } catch {
    return invalid('XRP');
  }
}

function no(reason: string): FamilyVerdict {
  return { ok: false, reason, isFinal: true };
}

function invalid(name: string, fault = 'its checksum or form is wrong'): FamilyVerdict {
  const article = /^[AEX]/.test(name) ? 'an' : 'a';
  return {
    ok: false,
    reason: `This is not ${article} ${name} address: ${fault}. Copy it again from your wallet.`,
    isFinal: false,
  };
}
