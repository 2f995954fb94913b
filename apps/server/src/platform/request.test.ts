import { describe, expect, it } from 'vitest';
import { addressKey, clientAddress } from './request.ts';

describe('the address of a caller', () => {
  it('is that of the connection where no proxy is trusted', () => {
    expect(clientAddress('10.0.0.1', '1.2.3.4', 0)).toBe('10.0.0.1');
  });

  it('is the entry that the outermost trusted proxy wrote, whatever the caller put before it', () => {
    const forwarded = '6.6.6.6, 1.2.3.4, 10.0.0.2';
    expect(clientAddress('10.0.0.1', forwarded, 1)).toBe('10.0.0.2');
    expect(clientAddress('10.0.0.1', forwarded, 2)).toBe('1.2.3.4');
  });

  it('is that of the connection where the header has fewer entries than there are proxies', () => {
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '1.2.3.4', 2)).toBe('10.0.0.1');
  });
});

it('limits count IPv4 by address, IPv6 by its /64, in every spelling', () => {
  expect(addressKey('::ffff:1.2.3.4')).toBe('1.2.3.4');
  const spellings = [
    '2001:DB8::1',
    '2001:db8:0:0:ffff::2',
    '2001:0db8:0000:0000:1:2:3:4',
    '2001:db8::1%eth0',
  ];
  expect(new Set(spellings.map(addressKey))).toEqual(new Set(['2001:db8:0:0']));
  expect(addressKey('2001:db8:0:1::1')).toBe('2001:db8:0:1');
});

it.each([
  ['9.9.9.9:4711', '9.9.9.9'],
  ['6.6.6.6, [2001:db8::1]:4711', '2001:db8::1'],
  ['6.6.6.6,', '10.0.0.1'],
  ['unknown', '10.0.0.1'],
  ['9'.repeat(5000), '10.0.0.1'],
])('takes an address without its port and nothing else from a proxy: %j', (forwarded, address) => {
  expect(clientAddress('10.0.0.1', forwarded, 1)).toBe(address);
});
