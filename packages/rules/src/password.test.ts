import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisedPassword, passwordLength } from './password.ts';

test.each([
  ['secret', 6],
  ['', 0],
  ['e\u0301a', 2],
  ['\u{1f600}\u{1f600}', 2],
  ['\ufb01ve', 4],
])('%j has %s characters', (text, length) => {
  expect(passwordLength(text)).toBe(length);
});

test('composed and decomposed spellings are one password', () => {
  expect(normalisedPassword('e\u0301')).toBe(normalisedPassword('\u00e9'));
});

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalisedPassword(normalisedPassword(text))).toBe(normalisedPassword(text));
      expect(passwordLength(normalisedPassword(text))).toBe(passwordLength(text));
    }),
  );
});
