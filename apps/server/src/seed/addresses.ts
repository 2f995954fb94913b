import type { SignedAddress } from '../payment-addresses/signatures.ts';
import type { Random } from './random.ts';

/** A coin as the drawn transfers show it; prices in dollars are rough and fixed. */
export type Coin = { asset: string; price: number; decimals: number; fee: string; hashPrefix: '' | '0x' };

type DemoAddress = {
  name: string;
  network: string;
  address: string;
  daysAgo: number;
  withdrawnDaysAgo?: number;
  coin: Coin;
};

const TETHER = { asset: 'USDT', price: 1, decimals: 2 } as const;
const BITCOIN: Coin = { asset: 'BTC', price: 64_000, decimals: 8, fee: '0.00002140 BTC', hashPrefix: '' };

/**
 * Publicly known test vectors of the standards, not addresses of a firm: BIP-173 and BIP-350 (Bitcoin), the program of
 * BIP-173 under Litecoin's prefix, EIP-55 (Ethereum), the example of TRON's documentation. Their names say that nobody
 * should pay to them.
 */
export const DEMO_ADDRESSES: readonly DemoAddress[] = [
  {
    name: 'Bitcoin (test vector – do not pay)',
    network: 'Bitcoin',
    address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    daysAgo: 366,
    withdrawnDaysAgo: 9,
    coin: BITCOIN,
  },
  {
    name: 'USDT on TRON (test vector – do not pay)',
    network: 'TRON (TRC20)',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    daysAgo: 366,
    coin: { ...TETHER, fee: '1.00 USDT', hashPrefix: '' },
  },
  {
    name: 'USDT on Ethereum (test vector – do not pay)',
    network: 'Ethereum (ERC20)',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    daysAgo: 366,
    coin: { ...TETHER, fee: '0.00041 ETH', hashPrefix: '0x' },
  },
  {
    name: 'Litecoin (test vector – do not pay)',
    network: 'Litecoin',
    address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    daysAgo: 251,
    coin: { asset: 'LTC', price: 84, decimals: 6, fee: '0.000028 LTC', hashPrefix: '' },
  },
  {
    name: 'Ether (test vector – do not pay)',
    network: 'Ethereum',
    address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    daysAgo: 182,
    coin: { asset: 'ETH', price: 3_100, decimals: 6, fee: '0.00038 ETH', hashPrefix: '0x' },
  },
  {
    name: 'Bitcoin (test vector – do not pay)',
    network: 'Bitcoin',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    daysAgo: 9,
    coin: BITCOIN,
  },
];

const DAY = 86_400_000;

/** The rows of the addresses, as they would be after a year that ends at `end`; `changedBy` is the id of who set them. */
export const addressRows = (end: Date, random: Random, changedBy: string): SignedAddress[] => {
  const ago = (days: number) => new Date(end.getTime() - days * DAY + 9.5 * 3_600_000);
  return DEMO_ADDRESSES.map(({ name, network, address, daysAgo, withdrawnDaysAgo }) => {
    const created = ago(daysAgo);
    const withdrawn = withdrawnDaysAgo === undefined ? null : ago(withdrawnDaysAgo);
    return {
      id: random.uuid(),
      name,
      network,
      address,
      version: withdrawn ? 2 : 1,
      created_at: created,
      updated_at: withdrawn ?? created,
      withdrawn_at: withdrawn,
      previous: null,
      effective_at: created,
      changed_by: changedBy,
    };
  });
};

/** The addresses that an order made at a moment shows, oldest first. */
export const addressesAt = (rows: readonly SignedAddress[], at: Date) =>
  rows
    .filter((row) => row.created_at <= at && (row.withdrawn_at === null || row.withdrawn_at > at))
    .map(({ id, name, network, address }) => ({ id, name, network, address }));
