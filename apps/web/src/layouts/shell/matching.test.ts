import { expect, it } from 'vitest';
import { matches } from './matching.ts';

it('finds a command by the beginnings of its words, in any order', () => {
  expect(matches('mass', 'Send Mass Email')).toBe(true);
  expect(matches('em se', 'Send Mass Email')).toBe(true);
  expect(matches('wallets', 'Payment Options', 'addresses crypto wallets')).toBe(true);
  expect(matches('maria', 'Send Mass Email', 'mailing')).toBe(false);
  expect(matches('ass', 'Send Mass Email')).toBe(false);
  expect(matches('', 'Users', undefined)).toBe(true);
});
