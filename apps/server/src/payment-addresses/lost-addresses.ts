/** Contracts of tokens: a wallet that pays one loses the money. Lower case where case says nothing. */
const TOKEN_CONTRACTS: Record<string, string> = {
  // Ethereum
  '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
  '0x6b175474e89094c44da98b954eedeac495271d0f': 'DAI',
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
  '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599': 'WBTC',
  // BNB Smart Chain
  '0x55d398326f99059ff775485246999027b3197955': 'USDT',
  '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d': 'USDC',
  '0xe9e7cea3dedca5984780bafc599bd69add087d56': 'BUSD',
  '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c': 'WBNB',
  // Polygon
  '0xc2132d05d31c914a87c6611c10748aeb04b58e8f': 'USDT',
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 'USDC',
  '0x2791bca1f2de4661ed88a30c99a7a9449aa84174': 'USDC.e',
  // Arbitrum
  '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9': 'USDT',
  '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 'USDC',
  '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8': 'USDC.e',
  // Base
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 'USDC',
  '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2': 'USDT',
  // Optimism
  '0x0b2c639c533813f4aa9d7837caf62653d097ff85': 'USDC',
  '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58': 'USDT',
  '0x7f5c764cbc14f9669b88837ca1490cca17c31607': 'USDC.e',
  // Avalanche
  '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 'USDC',
  '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7': 'USDT',
  // TRON
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT',
  TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8: 'USDC',
  // Solana
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
  So11111111111111111111111111111111111111112: 'wrapped SOL',
  // TON
  EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs: 'USDT',
};

/** Addresses that nobody holds the key of, beside the ones of zeros alone. */
const BURN_ADDRESSES = new Set([
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  'DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  '1nc1nerator11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]);

const BY_KEY = new Map(Object.entries(TOKEN_CONTRACTS).map(([address, token]) => [keyOf(address), token]));

/** Why money sent there is lost, or null; by the text alone, whatever the network. */
export function findLostAddress(address: string): string | null {
  const key = keyOf(address);
  const token = BY_KEY.get(key);
  if (token !== undefined)
    return `This is the contract of the token ${token}, not a wallet: money sent to it is lost.`;
  if (BURN_ADDRESSES.has(key))
    return 'This is a burn address that nobody holds the key of: money sent to it is lost.';
  return null;
}

/** True for the bytes of a zero address, or of a number so small that only a system contract has it. */
export function isZeroAddress(bytes: Uint8Array): boolean {
  return bytes.slice(0, -1).every((byte) => byte === 0);
}

/** The part of an address that is the same in all its spellings. */
function keyOf(address: string): string {
  if (/^0x/i.test(address)) return address.toLowerCase();
  // TON: two alphabets, and a first and last part that tell whether a payment may bounce.
  const isTon = /^[A-Za-z0-9+/_-]{48}$/.test(address);
  return isTon ? address.replaceAll('+', '-').replaceAll('/', '_').slice(1, 45) : address;
}
