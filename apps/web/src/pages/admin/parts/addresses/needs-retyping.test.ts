import { describe, expect, it } from 'vitest';
import { needsRetyping } from './needs-retyping.ts';

describe('addresses to be typed twice', () => {
  it('are EVM addresses without the case of a checksum', () => {
    expect(needsRetyping('ERC20', '0x52908400098527886e0f7030069857d2e4169ee7')).toBe(true);
    expect(needsRetyping('BNB Smart Chain (BEP20)', '0x52908400098527886E0F7030069857D2E4169EE7')).toBe(true);
    expect(needsRetyping('ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
  });

  it('are those of Solana and of networks unknown here', () => {
    expect(needsRetyping('Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).toBe(true);
    expect(needsRetyping('Cardano', 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer')).toBe(true);
  });

  it('are none with a checksum', () => {
    expect(needsRetyping('TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toBe(false);
    expect(needsRetyping('TRON (TRC-20)', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toBe(false);
    expect(needsRetyping('Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(false);
  });

  it('are none yet while nothing is typed', () => {
    expect(needsRetyping('', '')).toBe(false);
    expect(needsRetyping('Solana', '')).toBe(false);
  });
});
