import { describe, expect, it } from 'vitest';
import { splitCredentials } from './credentials-paste.ts';

const all = { accountNumber: '50012345', password: 'aB3$x:y', server: 'Firmament-MT5' };

describe('pasted credentials', () => {
  it('are three lines', () => {
    expect(splitCredentials('50012345\naB3$x:y\nFirmament-MT5')).toEqual(all);
    expect(splitCredentials('  50012345 \r\n\r\n aB3$x:y\r\nFirmament-MT5\r\n')).toEqual(all);
  });

  it('are lines with labels in any order', () => {
    expect(splitCredentials('Server: Firmament-MT5\nLogin: 50012345\nPassword: aB3$x:y')).toEqual(all);
    expect(
      splitCredentials('MT5 login = 50012345\nMaster password\taB3$x:y\nServer name: Firmament-MT5'),
    ).toEqual(all);
    expect(
      splitCredentials('Login: 50012345\nPassword: aB3$x:y\nInvestor password: other\nServer: Firmament-MT5'),
    ).toEqual(all);
  });

  it('may lack one', () => {
    expect(splitCredentials('Login: 50012345\nPassword: aB3$x:y')).toEqual({
      accountNumber: '50012345',
      password: 'aB3$x:y',
    });
  });

  it('are not a single value, nor any three lines', () => {
    expect(splitCredentials('50012345')).toBeNull();
    expect(splitCredentials('Dear trader,\nhere is\nnothing')).toBeNull();
    expect(splitCredentials('50012345\naB3$x:y')).toBeNull();
    expect(splitCredentials('1\n2\n3\n4')).toBeNull();
  });
});
