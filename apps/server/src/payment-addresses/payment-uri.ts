import { networkFamily } from './networks.ts';

const SCHEMES: Partial<Record<ReturnType<typeof networkFamily>, string>> = {
  bitcoin: 'bitcoin',
  litecoin: 'litecoin',
  dogecoin: 'dogecoin',
};
/** Bitcoin, Litecoin and Dogecoin all count in hundred-millionths. */
const DECIMALS = 8;

/**
 * The text of a QR code: a BIP-21 URI for Bitcoin, Litecoin and Dogecoin, the bare address for everything
 * else, since wallets have paid the token's contract on reading token URIs.
 *
 * @param network free text, as `checkAddress` reads it, with `payment.name` where it says nothing
 * @param payment `units` is the amount in hundred-millionths of a coin; `label` is shown by the wallet
 */
export function paymentUri(
  network: string,
  address: string,
  payment: { name?: string | undefined; units?: bigint | undefined; label?: string | undefined } = {},
): string {
  const scheme = SCHEMES[networkFamily(network, payment.name)];
  if (scheme === undefined) return address.trim();
  const parameters = [
    ...(payment.units === undefined || payment.units <= 0n ? [] : [`amount=${formatCoins(payment.units)}`]),
    ...(payment.label === undefined || payment.label === ''
      ? []
      : [`label=${encodeURIComponent(payment.label)}`]),
  ];
  return `${scheme}:${address.trim()}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`;
}

/** 123450000n → "1.2345": plain decimal, never an exponent. */
function formatCoins(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}
