import { describe, expect, it } from 'vitest';
import { destinationAfterLogin, originOf } from './guards/origin.ts';
import { isOwnPath, paths, withQuery } from './paths.ts';

describe('isOwnPath', () => {
  it.each(['/', '/dashboard', '/dashboard/1?tab=a#b', '/a//b', '/%2f%2fevil.example'])(
    'accepts %s',
    (path) => {
      expect(isOwnPath(path)).toBe(true);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    'dashboard',
    '',
    null,
    undefined,
    { pathname: '/' },
  ])('refuses %j', (path) => {
    expect(isOwnPath(path)).toBe(false);
  });
});

describe('paths', () => {
  it('encodes what comes from outside', () => {
    expect(paths.dashboardAccount('1/../admin')).toBe('/dashboard/1%2F..%2Fadmin');
    expect(paths.verifyEmail('a&b=c')).toBe('/verify-email?userId=a%26b%3Dc');
    expect(withQuery('/x', { a: '', b: undefined, c: null, d: 0 })).toBe('/x?d=0');
  });
});

describe('the way after login', () => {
  it('goes to the remembered page', () => {
    expect(destinationAfterLogin({ from: '/dashboard/7?day=1' }, false)).toBe('/dashboard/7?day=1');
  });

  it('never leaves the site and never returns to an auth page', () => {
    expect(destinationAfterLogin({ from: '//evil.example' }, true)).toBe('/dashboard');
    expect(destinationAfterLogin({ from: '/login?x=1' }, true)).toBe('/dashboard');
    expect(originOf({ pathname: '/verify-email', search: '?userId=1' })).toBeNull();
    expect(originOf({ pathname: '/rules', search: '', hash: '#faq' })).toBe('/rules#faq');
  });

  it.each([
    ...[
      'https://evil.example',
      'http://evil.example/dashboard',
      '//evil.example',
      '///evil.example',
      '////evil.example',
    ],
    ...[
      '/\\evil.example',
      '\\\\evil.example',
      '/\\/evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r/evil.example',
    ],
    ...[
      '\t//evil.example',
      ' //evil.example',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'evil.example',
    ],
    ...[
      '@evil.example',
      '/\u0000/evil.example',
      'https:evil.example',
      'blob:https://evil.example/1',
      '?next=//evil.example',
    ],
    ...['http://own.invalid@evil.example', '/dashboard\\..\\..\\evil.example'],
  ])('from %j does not leave the site', (target) => {
    expect(destinationAfterLogin({ from: target }, true)).toBe('/dashboard');
  });

  it('depends on the accounts without an origin', () => {
    expect(destinationAfterLogin(null, true)).toBe('/dashboard');
    expect(destinationAfterLogin(null, false)).toBe('/dashboard/purchase-account');
  });
});
