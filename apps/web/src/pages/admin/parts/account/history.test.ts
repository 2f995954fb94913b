import { describe, expect, it } from 'vitest';
import type { TradingAccount } from '../accounts.ts';
import { type AccountEvent, actorOf, changesOf, comparedWith, isOfKind, KINDS, titleOf } from './history.ts';

const event = (given: Partial<AccountEvent>): AccountEvent => ({
  _id: '1',
  at: '2026-11-27T14:00:00.000Z',
  event: 'overridden',
  by: 'override',
  actor: { _id: '2', name: 'Ingrid Halvorsen' },
  before: null,
  after: null,
  note: null,
  version: null,
  ...given,
});

describe('a line of history', () => {
  it('says before and after in words', () => {
    const lines = changesOf(
      event({
        before: { status: 'payment_submitted', paymentStatus: 'pending' },
        after: { status: 'active', paymentStatus: 'verified' },
      }),
    );
    expect(lines.map(({ label, before, after }) => `${label}: ${before} → ${after}`)).toEqual([
      'Status: Payment submitted → Active',
      'Payment: Pending → Verified',
    ]);
  });

  it('leaves out the equity that only follows the balance', () => {
    const both = { before: { balance: 10_000, equity: 10_000 }, after: { balance: 11_000, equity: 11_000 } };
    expect(changesOf(event(both)).map(({ field }) => field)).toEqual(['balance']);
    const apart = { before: { balance: 10_000, equity: 9_900 }, after: { balance: 11_000, equity: 11_000 } };
    expect(changesOf(event(apart)).map(({ field }) => field)).toEqual(['balance', 'equity']);
  });

  it('is named by what happened', () => {
    expect(titleOf(event({ after: { balance: 1 } }))).toBe('Balance updated');
    expect(titleOf(event({ after: { status: 'failed' } }))).toBe('Changed by hand');
    expect(titleOf(event({ event: 'payment_judged', after: { paymentStatus: 'failed' } }))).toBe(
      'Payment rejected',
    );
    expect(titleOf(event({ event: 'something_new' }))).toBe('Something new');
  });

  it('tells of mails and who did what', () => {
    const mail = event({
      event: 'mail',
      by: 'system',
      actor: null,
      after: { template: 'breach', state: 'failed', to: 'jonas@mail.example' },
    });
    expect(titleOf(mail)).toBe('Email “Breach” could not be sent');
    expect(titleOf({ ...mail, after: { ...mail.after, dismissed: true } })).toBe(
      'Email “Breach” could not be sent, dismissed',
    );
    expect(actorOf(mail)).toBe('to jonas@mail.example');
    expect(changesOf(mail)).toEqual([]);
    expect(actorOf(event({}))).toBe('Ingrid Halvorsen');
    expect(actorOf(event({ actor: null, by: 'trader' }))).toBe('Trader');
  });
});

describe('two changes of one account', () => {
  const seen = { status: 'active', stage: 'phase1', balance: 10_000, equity: 10_000, failure: null };
  const account = (given: object) => ({ ...seen, ...given }) as TradingAccount;

  it('stand side by side', () => {
    const now = account({ stage: 'phase2', balance: 10_500, equity: 10_500 });
    expect(comparedWith(account({}), now, { balance: 11_000, equity: 11_000 })).toEqual([
      { label: 'Stage', seen: 'Phase 1', theirs: 'Phase 2', yours: null },
      { label: 'Balance', seen: '$10,000.00', theirs: '$10,500.00', yours: '$11,000.00' },
    ]);
  });

  it('tell what one wanted where the other changed something else', () => {
    expect(comparedWith(account({}), account({ status: 'inactive' }), { stage: 'live' })).toEqual([
      { label: 'Status', seen: 'Active', theirs: 'Inactive', yours: null },
      { label: 'Stage', seen: 'Phase 1', theirs: 'Phase 1', yours: 'Live' },
    ]);
  });

  it('leave out what one wanted where it is so already', () => {
    const now = account({ stage: 'phase2', balance: 10_500, equity: 10_500 });
    const wanted = { status: 'active', stage: 'phase2', balance: 11_000 } as const;
    expect(comparedWith(account({}), now, wanted)).toEqual([
      { label: 'Stage', seen: 'Phase 1', theirs: 'Phase 2', yours: null },
      { label: 'Balance', seen: '$10,000.00', theirs: '$10,500.00', yours: '$11,000.00' },
    ]);
  });
});

it('each line of history is of everything and of one kind', () => {
  for (const name of [
    'purchased',
    'payment_opened',
    'proof_uploaded',
    'stage_set',
    'undone',
    'mail',
    'new',
  ]) {
    const kinds = KINDS.filter(({ id }) => isOfKind(event({ event: name }), id));
    expect(kinds).toHaveLength(2);
  }
});
