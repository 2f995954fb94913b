import { expect, it } from 'vitest';
import { needsName } from './logo.ts';

it('tells a mark from a word mark', () => {
  expect(needsName({ width: 200, height: 200 })).toBe(true);
  expect(needsName({ width: 174, height: 100 })).toBe(true);
  expect(needsName({ width: 175, height: 100 })).toBe(false);
  expect(needsName({ width: 640, height: 160 })).toBe(false);
});
