import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES, STAGES, STATUSES } from './states.ts';
import { follow, PAYMENT_TRANSITIONS, STAGE_TRANSITIONS, STATUS_TRANSITIONS } from './transitions.ts';

const tables = [
  ['status', STATUSES, STATUS_TRANSITIONS],
  ['payment status', PAYMENT_STATUSES, PAYMENT_TRANSITIONS],
  ['stage', STAGES, STAGE_TRANSITIONS],
] as const;

describe.each(tables)('the table of %s', (_, states, table) => {
  test('names states that exist', () => {
    for (const { from, to } of table) {
      expect(states).toContain(from);
      expect(states).toContain(to);
    }
  });

  test('has no edge twice, and no edge behind one that is always taken', () => {
    for (const [index, edge] of table.entries()) {
      const earlier = table
        .slice(0, index)
        .filter(({ from, event }) => from === edge.from && event === edge.event);
      expect(earlier.filter(({ to, needs }) => to === edge.to && needs === edge.needs)).toEqual([]);
      if (edge.event !== 'overridden' && edge.event !== 'stage_set') {
        expect(earlier.every(({ needs }) => needs !== undefined)).toBe(true);
      }
    }
  });

  test('leads to every state', () => {
    const reached = new Set<string>([states[0]]);
    for (let size = 0; size < reached.size; ) {
      size = reached.size;
      for (const { from, to } of table) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('marks exactly its overrides as made by override', () => {
    for (const { event, by } of table) expect(by === 'override').toBe(event === 'overridden');
  });
});

test('the life of an account, overrides apart, is the one that was decided', () => {
  const edges = STATUS_TRANSITIONS.filter(({ by }) => by !== 'override');
  expect([...new Set(edges.map(({ from, to }) => `${from} > ${to}`))].sort()).toEqual([
    'active > active',
    'active > failed',
    'active > inactive',
    'payment_submitted > active',
    'payment_submitted > payment_submitted',
    'payment_submitted > pending_payment',
    'pending_payment > active',
    'pending_payment > payment_submitted',
    'pending_payment > pending_payment',
  ]);
});

test('an override leads from every status to every other', () => {
  const edges = STATUS_TRANSITIONS.filter(({ event }) => event === 'overridden');
  expect(edges).toHaveLength(STATUSES.length * (STATUSES.length - 1));
  for (const { to, needs, reason } of edges) {
    expect({ needs, reason }).toEqual(
      to === 'active' ? { needs: 'credentials', reason: 'credentials_missing' } : {},
    );
  }
});

describe('following a table', () => {
  const met = { credentials: true, verified_payment: true };
  const unmet = { credentials: false, verified_payment: false };

  test('takes the first edge whose need is met', () => {
    const step = { from: 'payment_submitted', event: 'payment_verified' } as const;
    expect(follow(STATUS_TRANSITIONS, step, met)).toEqual({ to: 'active' });
    expect(follow(STATUS_TRANSITIONS, step, unmet)).toEqual({ to: 'payment_submitted' });
  });

  test('gives the reason of the edge whose need is not met', () => {
    const step = { from: 'failed', event: 'overridden', to: 'active' } as const;
    expect(follow(STATUS_TRANSITIONS, step, unmet)).toEqual({ refusal: 'credentials_missing' });
    expect(follow(STATUS_TRANSITIONS, step, met)).toEqual({ to: 'active' });
  });

  test('refuses where there is no edge', () => {
    const step = { from: 'failed', event: 'proof_uploaded' } as const;
    expect(follow(STATUS_TRANSITIONS, step, met)).toEqual({ refusal: 'transition_not_allowed' });
    expect(follow(STATUS_TRANSITIONS, step, met, 'proof_not_accepted')).toEqual({
      refusal: 'proof_not_accepted',
    });
  });
});
