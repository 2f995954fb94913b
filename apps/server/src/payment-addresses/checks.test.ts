import { createHash } from 'node:crypto';
import { Address as TonAddress } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { type AddressVerdict, checkAddress, paymentUri } from './checks.ts';
import { type AddressFamily, networkFamily } from './networks.ts';

function reasonOf(verdict: AddressVerdict): string {
  return verdict.verdict === 'refused' ? verdict.reason : 'accepted';
}

/** Published examples: BIP-173 and BIP-350, ERC-55, and the documentation of the other networks. */
const GOOD: Record<string, string[]> = {
  Bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  Litecoin: [
    'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
    'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  ],
  Dogecoin: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS'],
  ERC20: [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  TRC20: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
  TON: [
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
    'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF',
  ],
  XRP: [
    'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
  ],
};
const FAMILIES: Record<string, AddressFamily> = {
  ...{ Bitcoin: 'bitcoin', Litecoin: 'litecoin', Dogecoin: 'dogecoin' },
  ...{ ERC20: 'evm', TRC20: 'tron', TON: 'ton', XRP: 'xrp' },
};
const ALL = Object.entries(GOOD).flatMap(([network, addresses]) =>
  addresses.map((address) => ({ network, address })),
);

/** Two of each network, for the sweeps over every character. */
const SWEPT = Object.entries(GOOD).flatMap(([network, addresses]) =>
  [addresses.at(0), addresses.at(-1)].flatMap((address) =>
    address === undefined ? [] : [{ network, address }],
  ),
);

describe('a published address', () => {
  it.each(ALL)('of $network is accepted: $address', ({ network, address }) => {
    expect(checkAddress(network, ` ${address}\n`)).toEqual({
      verdict: 'ok',
      family: FAMILIES[network],
      warnings: [],
    });
  });

  it.each(ALL)('of $network is refused for every other network: $address', ({ network, address }) => {
    for (const other of Object.keys(GOOD)) {
      if (other === network) continue;
      const reason = reasonOf(checkAddress(other, address));
      expect(reason).not.toBe('accepted');
      expect(reason).not.toContain(address);
      if (!(other === 'Litecoin' && address.startsWith('3'))) expect(reason).toMatch(/but the network says/);
    }
  });

  it.each(SWEPT)('of $network with one wrong character is refused: $address', ({ network, address }) => {
    const isBech32 = /^(?:bc1|ltc1)/i.test(address);
    const alphabet = network === 'ERC20' ? '0123456789abcdefABCDEF' : network === 'TON' ? BASE64URL : BASE58;
    const isUpper = address === address.toUpperCase();
    const letters = isBech32 ? (isUpper ? BECH32.toUpperCase() : BECH32) : alphabet;
    // An EVM address without letters of both cases passes for one without a checksum.
    const isOneCase = /^0x(?:[0-9a-f]+|[0-9A-F]+)$/.test(address);
    let unnoticed = 0;
    for (let at = network === 'ERC20' ? 2 : 0; at < address.length; at += 1) {
      for (const letter of letters) {
        if (letter === address[at]) continue;
        const typo = address.slice(0, at) + letter + address.slice(at + 1);
        // The two alphabets of base64 write the same address.
        if (network === 'TON' && /[+/]/.test(address) && !/[+/]/.test(typo)) continue;
        const verdict = checkAddress(network, typo);
        if (isOneCase && verdict.verdict === 'ok') unnoticed += verdict.warnings.length === 0 ? 1 : 0;
        else expect(reasonOf(verdict)).not.toBe('accepted');
      }
    }
    // With few letters, all of one case, the checksum says little: about one typo in fifty passes.
    expect(unnoticed).toBeLessThanOrEqual(isOneCase ? 15 : 0);
  });

  it.each(ALL)(
    'of $network that lost or doubled a character is refused: $address',
    ({ network, address }) => {
      for (let at = 0; at < address.length; at += 1) {
        const [start, end] = [address.slice(0, at), address.slice(at + 1)];
        expect(reasonOf(checkAddress(network, start + end))).not.toBe('accepted');
        expect(reasonOf(checkAddress(network, start + address[at] + address[at] + end))).not.toBe('accepted');
      }
    },
  );
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('an address without a checksum', () => {
  it.each([
    ['ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'evm'],
    ['BEP20', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'evm'],
    ['Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'solana'],
  ])('on %s is accepted with a warning', (network, address, family) => {
    expect(checkAddress(network, address)).toEqual({
      verdict: 'ok',
      family,
      warnings: [expect.stringMatching(/no checksum/)],
    });
  });

  it('of an unknown network is accepted with a warning', () => {
    expect(checkAddress('Cardano', 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps')).toEqual({
      verdict: 'ok',
      family: 'unknown',
      warnings: [expect.stringMatching(/not known here/)],
    });
  });
});

describe('a secret is refused, whatever field it stands in:', () => {
  const words =
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  it.each([
    ['seed words', words],
    ['24 seed words', `${words} ${words}`],
    ['seed words with commas', words.replaceAll(' ', ', ')],
    [
      'seed words of another language',
      'ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco abierto',
    ],
    ['wallet import format', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['wallet import format, compressed', 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617'],
    ['hexadecimal key', 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262'],
    ['hexadecimal key with 0x', '0xE9873D79C6D87DC0FB6A5778633389F4453213303DA61F20BD67FC233AA33262'],
    ['hexadecimal key in groups', 'e9873d79c6d87dc0 fb6a5778633389f4 453213303da61f20 bd67fc233aa33262'],
    [
      'extended private key',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
    [
      'extended private key of a segwit wallet',
      'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
    ],
    ['encrypted key', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg'],
    ['XRP seed', 'sn259rEFXrQrWyx3Q7XneWcwV6dfL'],
    ['XRP secret numbers', '554872 394230 209376 323698 140250 387423 652803 258676'],
    [
      'Solana key',
      '4Z7cXSyeFR8wNGMVXUE1TwtKn5D5Vu7FzEv69dokLv7KrQk7h6pu4LF8ZRR9yQBhc7uSM6RTTZtU1fmaxiNrxXrs',
    ],
    ['key file', `[${Array.from({ length: 64 }, (_, n) => n * 3).join(',')}]`],
  ])('%s', (_, secret) => {
    const fields = [
      checkAddress('Bitcoin', secret),
      checkAddress('Solana', secret),
      checkAddress('Cardano', secret),
      checkAddress('ERC20', '0x52908400098527886E0F7030069857D2E4169EE7', secret),
      checkAddress(secret, '0x52908400098527886E0F7030069857D2E4169EE7'),
    ];
    for (const verdict of fields) {
      expect(reasonOf(verdict)).toMatch(/^This looks like .*Never enter it anywhere/);
      expect(reasonOf(verdict)).not.toContain(secret);
    }
  });

  it('an extended public key is refused for its own reason', () => {
    const xpub =
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
    expect(reasonOf(checkAddress('Bitcoin', xpub))).toMatch(/extended public key/);
  });

  it('a longer name is none', () => {
    const name = 'Please send only USDT to this one and tell us when it is done';
    expect(checkAddress('TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', `${name}, thanks!`).verdict).toBe(
      'ok',
    );
    expect(checkAddress('TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'Tether (USDT)').verdict).toBe('ok');
  });
});

describe('an address where money is lost is refused:', () => {
  it.each([
    ['ERC20', '0x0000000000000000000000000000000000000000', /zero/],
    ['ERC20', '0x0000000000000000000000000000000000000001', /zero/],
    ['ERC20', '0x000000000000000000000000000000000000dEaD', /burn/],
    ['Solana', '11111111111111111111111111111111', /zero/],
    ['Solana', '1nc1nerator11111111111111111111111111111111', /burn/],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', /zero/],
    ['Bitcoin', '1111111111111111111114oLvT2', /zero/],
    ['Bitcoin', '1BitcoinEaterAddressDontSendf59kuE', /burn/],
    ['TON', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c', /zero/],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', /zero/],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji', /burn|zero/],
    ['Cardano', '0x0000000000000000000000000000000000000000', /zero/],
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', /token USDT/],
    ['ERC20', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', /token USDC/],
    ['BEP20', '0x55d398326f99059fF775485246999027B3197955', /token USDT/],
    ['Base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', /token USDC/],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /token USDT/],
    ['Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', /token USDC/],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', /token USDT/],
    ['TON', 'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p', /token USDT/],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs', /token USDT/],
    ['Cardano', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /token USDT/],
  ])('%s %s', (network, address, reason) => {
    expect(reasonOf(checkAddress(network, address))).toMatch(reason);
  });
});

describe('another wrong form is refused with its reason:', () => {
  it.each([
    ['Litecoin', '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj', /begin with 3 look like Bitcoin/],
    ['Bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /test network/],
    ['Bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', /test network/],
    ['Bitcoin', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', /not a Bitcoin address/],
    ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', /not a Bitcoin address/],
    ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4', /not a Bitcoin address/],
    ['ERC20', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /begins with 0x/],
    ['ERC20', 'firm.eth', /name is not an address/],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', /40 hexadecimal digits/],
    ['TRC20', '415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb', /begins with T/],
    ['TON', '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e', /raw form/],
    ['TON', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', /test network/],
    ['XRP', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', /test network/],
    ['Solana', '0x52908400098527886E0F7030069857D2E4169EE7', /address of EVM/],
    ['Cardano', '', /Enter the address/],
    ['Cardano', 'addr1 xyz', /spaces/],
    ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\u200b', /hidden/],
  ])('%s %s', (network, address, reason) => {
    expect(reasonOf(checkAddress(network, address))).toMatch(reason);
  });
});

describe('TON addresses', () => {
  it('are judged as the reference library judges them', () => {
    for (let n = 0; n < 300; n += 1) {
      const hash = createHash('sha256').update(`${n}`).digest();
      const address = new TonAddress(n % 5 === 0 ? -1 : 0, hash);
      const text = address.toString({ bounceable: n % 2 === 0, urlSafe: n % 3 !== 0 });
      expect(checkAddress('TON', text).verdict).toBe('ok');
      const typo = text.slice(0, n % 48) + (text[n % 48] === 'Q' ? 'R' : 'Q') + text.slice((n % 48) + 1);
      expect(() => TonAddress.parseFriendly(typo)).toThrow();
      expect(checkAddress('TON', typo).verdict).toBe('refused');
    }
  });
});

describe('the network in free text', () => {
  it.each([
    ...['TRC20', 'trc-20', 'TRC 20', 'Tron', 'Tron (TRC-20)', 'USDT TRC20', 'TRX'].map((text) => [
      text,
      'tron',
    ]),
    ...[
      'ERC20',
      'ERC-20',
      'Ethereum',
      'Ethereum (ERC20)',
      'BEP20',
      'BSC',
      'BNB Smart Chain',
      'BSC (BEP-20)',
    ].map((text) => [text, 'evm']),
    ...[
      'Polygon',
      'Polygon PoS (MATIC)',
      'Base',
      'Arbitrum One',
      'Optimism',
      'Avalanche C-Chain',
      'BTC (BEP20)',
    ].map((text) => [text, 'evm']),
    ...['Bitcoin', 'BTC', 'Bitcoin (BTC)', 'bitcoin segwit'].map((text) => [text, 'bitcoin']),
    ...['Litecoin', 'LTC'].map((text) => [text, 'litecoin']),
    ...['Dogecoin', 'DOGE'].map((text) => [text, 'dogecoin']),
    ...['Solana', 'SOL', 'SPL', 'Solana (SPL)'].map((text) => [text, 'solana']),
    ...['TON', 'Toncoin', 'The Open Network'].map((text) => [text, 'ton']),
    ...['XRP', 'Ripple', 'XRP Ledger', 'XRPL'].map((text) => [text, 'xrp']),
    ...['Bitcoin Cash', 'Lightning', 'BTC Lightning', 'BEP2', 'BNB Beacon Chain', 'Avalanche X-Chain'].map(
      (text) => [text, 'unknown'],
    ),
    ...['', 'Cardano', 'Tether', 'Bitcoin or Litecoin', 'TRC20 / ERC20', 'Basecamp', 'Baton'].map((text) => [
      text,
      'unknown',
    ]),
  ])('%s is %s', (text, family) => {
    expect(networkFamily(text)).toBe(family);
  });

  it('is helped by the name only where it says nothing', () => {
    expect(networkFamily('Mainnet', 'Bitcoin')).toBe('bitcoin');
    expect(networkFamily('', 'USDT (TRC20)')).toBe('tron');
    expect(networkFamily('Cardano', 'Bitcoin')).toBe('unknown');
    expect(networkFamily('TRC20', 'Ethereum')).toBe('tron');
  });
});

describe('a payment URI', () => {
  const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  it.each([
    [undefined, `bitcoin:${btc}`],
    [0n, `bitcoin:${btc}`],
    [1n, `bitcoin:${btc}?amount=0.00000001`],
    [12n, `bitcoin:${btc}?amount=0.00000012`],
    [100_000_000n, `bitcoin:${btc}?amount=1`],
    [123_450_000n, `bitcoin:${btc}?amount=1.2345`],
    [2_100_000_000_000_000n, `bitcoin:${btc}?amount=21000000`],
  ])('writes %s units as %s', (units, uri) => {
    expect(paymentUri('BTC', btc, { units })).toBe(uri);
  });

  it('has a scheme for Bitcoin, Litecoin and Dogecoin alone', () => {
    expect(paymentUri('Litecoin', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9')).toBe(
      'litecoin:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
    );
    expect(
      paymentUri('Mainnet', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', {
        name: 'Dogecoin',
        units: 5n,
        label: 'A & B',
      }),
    ).toBe('dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?amount=0.00000005&label=A%20%26%20B');
    for (const network of ['TRC20', 'ERC20', 'Solana', 'TON', 'XRP', 'Cardano']) {
      expect(paymentUri(network, 'address', { units: 5n, label: 'x' })).toBe('address');
    }
  });
});
