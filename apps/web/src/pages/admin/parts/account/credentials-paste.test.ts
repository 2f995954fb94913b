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

  it.each([
    'Login 50012345\nPassword aB3$x:y\nServer Firmament-MT5',
    'Server - Firmament-MT5\nLogin - 50012345\nPassword - aB3$x:y',
    'Password… aB3$x:y\nServer… Firmament-MT5\nLogin… 50012345',
    'MT5 Login ID: 50012345\nTrading password -> aB3$x:y\nBroker server = Firmament-MT5',
    'Login\n50012345\nPassword\naB3$x:y\nServer\nFirmament-MT5',
    'Your account is ready.\nLogin: 50012345\nPassword: aB3$x:y\nServer: Firmament-MT5\nGood luck!',
    '50012345\nPassword: aB3$x:y\nServer: Firmament-MT5',
    'Login: 50012345\nPassword: aB3$x:y\nFirmament-MT5',
  ])('are read from %j', (text) => {
    expect(splitCredentials(text)).toEqual(all);
  });

  it('are three lines in any order, where the server looks like one', () => {
    expect(splitCredentials('Firmament-MT5\n50012345\naB3$x:y')).toEqual(all);
    expect(splitCredentials('aB3$x:y\nFirmament-MT5\n50012345')).toEqual(all);
    expect(splitCredentials('mt5.firm.example:443\nsecretword\n7')).toEqual({
      accountNumber: '7',
      password: 'secretword',
      server: 'mt5.firm.example:443',
    });
  });

  it('keep a password that looks like words or signs', () => {
    expect(splitCredentials('Login: 1\nPassword: a - b: c=d\nServer: S')?.password).toBe('a - b: c=d');
    expect(splitCredentials('1\nabc\ndef')).toEqual({ accountNumber: '1', password: 'abc', server: 'def' });
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
