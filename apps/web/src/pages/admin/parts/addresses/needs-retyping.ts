/** Networks whose addresses carry a checksum that the server verifies. */
const CHECKED =
  /\b(?:tron|trx|trc-?(?:10|20)|bitcoin|btc|litecoin|ltc|doge(?:coin)?|ton(?:coin)?|xrpl?|ripple)\b/i;
const EVM = /^0x[0-9a-f]{40}$/i;

/**
 * Whether a typing error in the address could go unnoticed: an EVM address without the mixed case of its checksum, and any
 * address (Solana's, or of a network unknown here) that has none.
 */
export function needsRetyping(network: string, address: string): boolean {
  const trimmed = address.trim();
  if (trimmed.length < 8 || network.trim() === '') return false;
  if (EVM.test(trimmed)) {
    const digits = trimmed.slice(2);
    return digits === digits.toLowerCase() || digits === digits.toUpperCase();
  }
  return !CHECKED.test(network);
}
