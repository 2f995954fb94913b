import { expect, test } from 'vitest';
import { isLogin, platformOf } from './platform.ts';

// spec 1.10
test.each([
  ['Firm-MT5-Live', 'MT5'],
  ['MT5', 'MT5'],
  ['Firm-MT4-Live', 'MT4'],
  ['demo.example.com', 'MT4'],
  ['', 'MT4'],
])('server %s means %s', (server, platform) => {
  expect(platformOf(server)).toBe(platform);
});

test.each([
  ['7', true],
  ['50012345', true],
  ['12345678901234567890', true],
  ['00012', true],
  ['123456789012345678901', false],
  ['', false],
  ['12 34', false],
  ['12\n', false],
  ['-1', false],
  ['1.5', false],
  ['１２', false],
  ['abc', false],
])('%j as a login: %s', (text, valid) => {
  expect(isLogin(text)).toBe(valid);
});
