/** Networks whose addresses share one form and one checksum; `unknown` addresses cannot be checked. */
export type AddressFamily =
  | 'bitcoin'
  | 'litecoin'
  | 'dogecoin'
  | 'evm'
  | 'tron'
  | 'solana'
  | 'ton'
  | 'xrp'
  | 'unknown';

/** Names as people and exchanges write them, one word each: "TRC-20" is read as TRC20. */
const TOKEN_STANDARDS: Record<string, AddressFamily> = {
  TRC20: 'tron',
  TRC10: 'tron',
  ERC20: 'evm',
  BEP20: 'evm',
  SPL: 'solana',
  BEP2: 'unknown',
  BRC20: 'unknown',
};
const CHAINS: Record<string, AddressFamily> = {
  ...{ TRON: 'tron', TRX: 'tron', BITCOIN: 'bitcoin', BTC: 'bitcoin', LITECOIN: 'litecoin', LTC: 'litecoin' },
  ...{ DOGECOIN: 'dogecoin', DOGE: 'dogecoin', SOLANA: 'solana', SOL: 'solana' },
  ...{ TON: 'ton', TONCOIN: 'ton', XRP: 'xrp', XRPL: 'xrp', RIPPLE: 'xrp' },
  ...{ ETHEREUM: 'evm', ETH: 'evm', ETHER: 'evm', EVM: 'evm', BSC: 'evm', BNB: 'evm', BINANCE: 'evm' },
  ...{ POLYGON: 'evm', MATIC: 'evm', POL: 'evm', BASE: 'evm', ARBITRUM: 'evm', ARB: 'evm', OPTIMISM: 'evm' },
  ...{ OP: 'evm', AVALANCHE: 'evm', AVAX: 'evm', AVAXC: 'evm', FANTOM: 'evm', SONIC: 'evm', LINEA: 'evm' },
  ...{ SCROLL: 'evm', ZKSYNC: 'evm', CELO: 'evm', GNOSIS: 'evm', MANTLE: 'evm', OPBNB: 'evm' },
};
/** Words that make another network of a known name: Bitcoin Cash, Lightning, the Beacon chain of BNB. */
const OTHER_NETWORKS = new Set([
  'CASH',
  'BCH',
  'BSV',
  'SV',
  'GOLD',
  'LIGHTNING',
  'LN',
  'BEACON',
  'TESTNET',
  'LIQUID',
]);
/** Texts that name no network, so that the name of the address decides. */
const GENERIC = new Set([
  '',
  'MAINNET',
  'MAIN',
  'NATIVE',
  'NETWORK',
  'COIN',
  'CRYPTO',
  'BLOCKCHAIN',
  'CHAIN',
  'DEFAULT',
]);

/**
 * The family of a network that an admin described in free text, as "TRC20", "Tron (TRC-20)" or "BNB Smart
 * Chain"; a token standard counts more than a coin ("BTC (BEP20)" is an EVM address). The name of the
 * address helps only where the network says nothing ("Bitcoin", "Mainnet").
 */
export function networkFamily(network: string, name = ''): AddressFamily {
  const words = wordsOf(network);
  const found = familyOf(words);
  if (found !== 'unknown' || !words.every((word) => GENERIC.has(word))) return found;
  return familyOf(wordsOf(name));
}

function familyOf(words: string[]): AddressFamily {
  const standards = words.flatMap((word) => TOKEN_STANDARDS[word] ?? []);
  const [standard] = standards;
  if (standard !== undefined) return standards.every((other) => other === standard) ? standard : 'unknown';
  if (words.some((word) => OTHER_NETWORKS.has(word))) return 'unknown';
  if (words.join(' ').includes('THE OPEN NETWORK')) return 'ton';
  const chains = new Set(words.flatMap((word) => CHAINS[word] ?? []));
  const [chain] = chains;
  return chain !== undefined && chains.size === 1 ? chain : 'unknown';
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\b(TRC|ERC|BEP|BRC)[\s_-]+(\d+)/g, '$1$2')
    .replace(/\b([CPX])-CHAIN\b/g, (_, letter: string) => (letter === 'C' ? 'CHAIN' : 'BEACON'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
