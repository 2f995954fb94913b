import { describe, expect, it } from 'vitest';
import { auditChanges, auditSubject, auditTitle } from './audit.ts';

describe('a line of the audit log', () => {
  it('tells what differs, and nothing that stayed', () => {
    const line = {
      source: 'admin' as const,
      event: 'package_changed',
      before: { name: 'Old', discountedPrice: 10, tags: ['a'], same: { x: 1 } },
      after: { name: 'New', discountedPrice: null, tags: ['a', 'b'], same: { x: 1 } },
    };
    expect(auditTitle(line)).toBe('Package changed');
    expect(auditChanges(line)).toEqual([
      { field: 'name', label: 'Name', before: 'Old', after: 'New' },
      { field: 'discountedPrice', label: 'Discounted price', before: '10', after: '–' },
      { field: 'tags', label: 'Tags', before: 'a', after: 'a, b' },
    ]);
  });

  it('of an account is told as in its timeline', () => {
    const facts = { before: { paymentStatus: 'pending' }, after: { paymentStatus: 'failed' } };
    const line = { source: 'account' as const, event: 'payment_judged', ...facts };
    expect(auditTitle(line)).toBe('Payment rejected');
    expect(auditChanges(line)).toHaveLength(1);
  });

  it('leads to what it is about', () => {
    const of = (kind: string, label: string | null) => auditSubject({ subject: { kind, _id: 'x', label } });
    expect(of('user', 'Ada')).toEqual({ name: 'Ada', to: '/admin/users/x' });
    expect(of('account', null)).toEqual({ name: 'Account', to: '/admin/accounts/x' });
    expect(of('list', null)).toEqual({ name: 'List “x”', to: null });
  });
});
