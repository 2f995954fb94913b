import { describe, expect, test } from 'vitest';
import { type Actor, may, permits } from './permissions.ts';

const user = (change: Partial<Extract<Actor, { kind: 'user' }>> = {}): Actor => ({
  kind: 'user',
  id: 'u1',
  role: 'user',
  emailVerified: true,
  twoFactor: false,
  sinceStepUp: null,
  ...change,
});
const visitor: Actor = { kind: 'visitor' };
const unverified = user({ emailVerified: false });
const pending = user({ twoFactor: true });
const admin = user({ id: 'a1', role: 'admin' });
const pendingAdmin = user({ id: 'a1', role: 'admin', twoFactor: true });
const unverifiedAdmin = user({ id: 'a1', role: 'admin', emailVerified: false });

describe('what a call requires', () => {
  test.each([
    ['a visitor', visitor, ['', 'unauthenticated', 'unauthenticated', 'unauthenticated', 'unauthenticated']],
    ['an unverified user', unverified, ['', '', '', 'email_not_verified', 'forbidden']],
    ['a trader', user(), ['', '', '', '', 'forbidden']],
    ['a trader before the second step', pending, ['', '', 'totp_required', 'totp_required', 'totp_required']],
    ['an admin', admin, ['', '', '', '', '']],
    [
      'an admin before the second step',
      pendingAdmin,
      ['', '', 'totp_required', 'totp_required', 'totp_required'],
    ],
    ['an unverified admin', unverifiedAdmin, ['', '', '', 'email_not_verified', 'email_not_verified']],
  ] as const)('of %s', (_, actor, codes) => {
    const answers = (['public', 'session', 'user', 'verified', 'admin'] as const).map((requirement) => {
      const permission = permits(actor, requirement);
      return permission.allowed ? '' : permission.code;
    });
    expect(answers).toEqual(codes);
  });
});

describe('the second factor', () => {
  const MINUTE = 60_000;
  const steppedUp = (sinceStepUp: number, role: 'user' | 'admin' = 'admin') =>
    user({ role, twoFactor: true, sinceStepUp });
  const code = (...call: Parameters<typeof permits>) => {
    const permission = permits(...call);
    return permission.allowed ? '' : permission.code;
  };

  test('counts as fresh for five minutes', () => {
    const fresh = { freshStepUp: true };
    expect(code(steppedUp(0), 'admin', fresh)).toBe('');
    expect(code(steppedUp(5 * MINUTE), 'admin', fresh)).toBe('');
    expect(code(steppedUp(5 * MINUTE + 1), 'admin', fresh)).toBe('step_up_required');
    expect(code(steppedUp(5 * MINUTE + 1, 'user'), 'user', fresh)).toBe('step_up_required');
    expect(code(steppedUp(0, 'user'), 'admin', fresh)).toBe('forbidden');
  });

  test('opens the administration for twelve hours, and the rest for as long as the session lives', () => {
    expect(code(steppedUp(12 * 60 * MINUTE), 'admin')).toBe('');
    expect(code(steppedUp(12 * 60 * MINUTE + 1), 'admin')).toBe('step_up_required');
    expect(code(steppedUp(100 * 60 * MINUTE), 'verified')).toBe('');
  });

  test('is never asked of those who have none, unless admins need one', () => {
    expect(code(admin, 'admin', { freshStepUp: true })).toBe('');
    expect(code(admin, 'admin', { adminsNeedTwoFactor: true })).toBe('totp_required');
    expect(code(admin, 'user', { adminsNeedTwoFactor: true })).toBe('');
    expect(code(user(), 'admin', { adminsNeedTwoFactor: true })).toBe('forbidden');
    expect(code(steppedUp(0), 'admin', { adminsNeedTwoFactor: true })).toBe('');
  });

  test('left open closes everything but the step-up and the logout', () => {
    expect(code(pending, 'session', { freshStepUp: true })).toBe('');
    expect(code(pendingAdmin, 'admin', { freshStepUp: true })).toBe('totp_required');
  });
});

describe('what an actor may do', () => {
  const mine = { ownerId: 'u1' };
  const actors = {
    owner: user(),
    stranger: user({ id: 'u2' }),
    visitor,
    unverified,
    pending,
    admin,
    pendingAdmin,
    unverifiedAdmin,
  };
  const allowedTo = (
    verb: 'read_account' | 'read_proof' | 'upload_proof' | 'read_credentials' | 'change_account',
  ) =>
    Object.entries(actors)
      .filter(([, actor]) => may(actor, verb, mine))
      .map(([name]) => name);

  test.each([
    ['read_account', ['owner', 'admin']],
    ['read_proof', ['owner', 'admin']],
    ['upload_proof', ['owner']],
    ['read_credentials', ['owner']],
    ['change_account', ['admin']],
  ] as const)('%s: %s', (verb, names) => {
    expect(allowedTo(verb)).toEqual(names);
  });

  test('an admin who owns the account is its owner', () => {
    expect(may(admin, 'read_credentials', { ownerId: 'a1' })).toBe(true);
  });

  test('the last admin keeps the role', () => {
    expect(may(admin, 'remove_admin_role', { adminCount: 2 })).toBe(true);
    expect(may(admin, 'remove_admin_role', { adminCount: 1 })).toBe(false);
    expect(may(user(), 'remove_admin_role', { adminCount: 2 })).toBe(false);
  });
});
