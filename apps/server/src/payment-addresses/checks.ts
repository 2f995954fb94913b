import { type CheckedFamily, FAMILY_CHECKS, type FamilyVerdict } from './families.ts';
import { findLostAddress } from './lost-addresses.ts';
import { type AddressFamily, networkFamily } from './networks.ts';
import { findSecret } from './secret-shapes.ts';

export { paymentUri } from './payment-uri.ts';

/** Texts are for the admin who enters the address; none repeats it. */
export type AddressVerdict =
  | { verdict: 'ok'; family: AddressFamily; warnings: string[] }
  | { verdict: 'refused'; reason: string };

const NAMES: Record<CheckedFamily, string> = {
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  evm: 'EVM (Ethereum, BNB Smart Chain, Polygon …)',
  tron: 'TRON',
  solana: 'Solana',
  ton: 'TON',
  xrp: 'XRP',
};
const CHECKED: CheckedFamily[] = ['bitcoin', 'litecoin', 'dogecoin', 'evm', 'tron', 'ton', 'xrp'];

/**
 * Checks a payment address before it is shown to payers: its checksum by network, and that it is neither a
 * secret nor a place where money is lost. What no checksum can tell is accepted with a warning.
 *
 * @param network free text of the admin, as "TRC20" or "Bitcoin"
 * @param address white space around it is ignored, within it refused
 * @param name free text; read for secrets, and for the network where `network` says nothing
 */
export function checkAddress(network: string, address: string, name = ''): AddressVerdict {
  for (const text of [address, name, network]) {
    const secret = findSecret(text);
    if (secret !== null) {
      return refused(
        `This looks like ${secret}. Never enter it anywhere: whoever sees it can take the money.`,
      );
    }
  }
  const trimmed = address.trim();
  if (trimmed === '') return refused('Enter the address.');
  if (/[\s\p{Cc}\p{Cf}]/u.test(trimmed))
    return refused('An address has no spaces or hidden characters. Copy it again.');
  if (/^(?:[xyztuv]pub|Ltub|Mtub|dgub)[1-9A-HJ-NP-Za-km-z]{90,}$/i.test(trimmed)) {
    return refused(
      'This is an extended public key, which shows all payments of a wallet. Enter a single address.',
    );
  }
  const lost = findLostAddress(trimmed);
  if (lost !== null) return refused(lost);
  return checkFamily(networkFamily(network, name), trimmed);
}

function checkFamily(family: AddressFamily, address: string): AddressVerdict {
  if (family === 'unknown') {
    const zero = CHECKED.map((other) => FAMILY_CHECKS[other](address)).find(isAboutZero);
    if (zero !== undefined && !zero.ok) return refused(zero.reason);
    const warning =
      'This network is not known here, so the address could not be checked. Compare it letter by letter.';
    return { verdict: 'ok', family, warnings: [warning] };
  }
  const result = FAMILY_CHECKS[family](address);
  if (result.ok)
    return { verdict: 'ok', family, warnings: result.warning === undefined ? [] : [result.warning] };
  if (result.isFinal) return refused(result.reason);
  const other = CHECKED.find((candidate) => candidate !== family && FAMILY_CHECKS[candidate](address).ok);
  if (other === undefined) return refused(result.reason);
  return refused(
    `This is an address of ${NAMES[other]}, but the network says ${NAMES[family]}. Correct one of them.`,
  );
}

function isAboutZero(result: FamilyVerdict): boolean {
  return !result.ok && result.reason.startsWith('This is a zero');
}

function refused(reason: string): AddressVerdict {
  return { verdict: 'refused', reason };
}
