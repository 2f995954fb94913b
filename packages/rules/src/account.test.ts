import { describe, expect, test } from 'vitest';
import {
  type AccountEvent,
  type AccountFacts,
  allowedStates,
  can,
  decide,
  nextStages,
  PURCHASED,
} from './account.ts';
import { STATUSES } from './states.ts';

const bought: AccountFacts = {
  ...PURCHASED,
  challengeType: '2-Step Challenge',
};
const submitted: AccountFacts = { ...bought, status: 'payment_submitted' };
const rejected: AccountFacts = { ...bought, paymentStatus: 'failed' };
const paid: AccountFacts = { ...submitted, paymentStatus: 'verified' };
const prepared: AccountFacts = { ...submitted, hasCredentials: true };
const active: AccountFacts = { ...paid, status: 'active', hasCredentials: true, everActivated: true };
const failed: AccountFacts = { ...active, status: 'failed', breachNotified: true };
const inactive: AccountFacts = { ...active, status: 'inactive' };

const proof: AccountEvent = { kind: 'proof_uploaded' };
const verify: AccountEvent = { kind: 'payment_judged', verdict: 'verified' };
const reject: AccountEvent = { kind: 'payment_judged', verdict: 'failed' };
const assign: AccountEvent = { kind: 'credentials_assigned' };
const breach: AccountEvent = { kind: 'breached' };
const close: AccountEvent = { kind: 'closed' };
const stage = (to: 'phase1' | 'phase2' | 'live'): AccountEvent => ({ kind: 'stage_set', stage: to });
const override = (to: Partial<Pick<AccountFacts, 'status' | 'paymentStatus'>>): AccountEvent => ({
  kind: 'overridden',
  ...to,
});

type Row = [
  name: string,
  facts: AccountFacts,
  event: AccountEvent,
  change: Partial<AccountFacts>,
  effects: string[],
];

const changes: Row[] = [
  ['a first proof', bought, proof, { status: 'payment_submitted' }, ['payment_received']],
  [
    'a proof after rejection',
    rejected,
    proof,
    { status: 'payment_submitted', paymentStatus: 'pending' },
    ['payment_received'],
  ],
  ['a second proof', submitted, proof, {}, []],
  ['a proof after verification', paid, proof, {}, []],
  [
    'a proof that follows an override',
    { ...submitted, paymentStatus: 'failed' },
    proof,
    { paymentStatus: 'pending' },
    ['payment_received'],
  ],
  [
    'a proof for a payment verified by hand',
    { ...bought, paymentStatus: 'verified' },
    proof,
    { status: 'payment_submitted' },
    ['payment_received'],
  ],

  [
    'verified without proof',
    bought,
    verify,
    { status: 'payment_submitted', paymentStatus: 'verified' },
    ['payment_verified'],
  ],
  ['verified', submitted, verify, { paymentStatus: 'verified' }, ['payment_verified']],
  [
    'rejected',
    submitted,
    reject,
    { status: 'pending_payment', paymentStatus: 'failed' },
    ['payment_rejected'],
  ],
  ['rejected without proof', bought, reject, { paymentStatus: 'failed' }, ['payment_rejected']],
  [
    'rejected with credentials',
    prepared,
    reject,
    { status: 'pending_payment', paymentStatus: 'failed' },
    ['payment_rejected'],
  ],

  ['credentials before proof', bought, assign, { hasCredentials: true }, []],
  ['credentials before verification', submitted, assign, { hasCredentials: true }, []],
  ['other credentials before verification', prepared, assign, {}, []],
  ['credentials after rejection', rejected, assign, { hasCredentials: true }, []],
  ['other credentials when active', active, assign, {}, ['credentials_ready']],

  ['a breach', active, breach, { status: 'failed', breachNotified: true }, ['breach']],
  ['closing', active, close, { status: 'inactive' }, []],
  ['phase 2', active, stage('phase2'), { stage: 'phase2' }, ['stage_changed']],
  ['back to phase 1', { ...active, stage: 'live' }, stage('phase1'), { stage: 'phase1' }, ['stage_changed']],
  ['live at once', active, stage('live'), { stage: 'live' }, ['stage_changed']],
  ['a stage before activation', bought, stage('live'), { stage: 'live' }, ['stage_changed']],
  [
    'phase 2 of a 1-Step Challenge',
    { ...active, challengeType: '1-Step Challenge' },
    stage('phase2'),
    { stage: 'phase2' },
    ['stage_changed'],
  ],

  [
    'failed by hand',
    active,
    override({ status: 'failed' }),
    { status: 'failed', breachNotified: true },
    ['breach'],
  ],
  [
    'failed by hand before payment',
    bought,
    override({ status: 'failed' }),
    { status: 'failed', breachNotified: true },
    ['breach'],
  ],
  [
    'active again by hand',
    failed,
    override({ status: 'active' }),
    { status: 'active', breachNotified: false },
    [],
  ],
  [
    'inactive instead of failed',
    failed,
    override({ status: 'inactive' }),
    { status: 'inactive', breachNotified: false },
    [],
  ],
  ['reopened by hand', inactive, override({ status: 'active' }), { status: 'active' }, []],
  [
    'back to the start by hand',
    active,
    override({ status: 'pending_payment' }),
    { status: 'pending_payment' },
    [],
  ],
  [
    'verified by hand',
    bought,
    override({ paymentStatus: 'verified' }),
    { paymentStatus: 'verified' },
    ['payment_verified'],
  ],
  [
    'rejected by hand',
    paid,
    override({ paymentStatus: 'failed' }),
    { paymentStatus: 'failed' },
    ['payment_rejected'],
  ],
  ['pending by hand', paid, override({ paymentStatus: 'pending' }), { paymentStatus: 'pending' }, []],
  [
    'verified by hand does not activate',
    prepared,
    override({ paymentStatus: 'verified' }),
    { paymentStatus: 'verified' },
    ['payment_verified'],
  ],
  [
    'one value by hand, the other as it is',
    failed,
    override({ status: 'failed', paymentStatus: 'failed' }),
    { paymentStatus: 'failed' },
    ['payment_rejected'],
  ],
  [
    'both by hand',
    submitted,
    override({ status: 'failed', paymentStatus: 'failed' }),
    { status: 'failed', paymentStatus: 'failed', breachNotified: true },
    ['payment_rejected', 'breach'],
  ],
];

test.each(changes)('%s', (_, facts, event, change, effects) => {
  const { challengeType: __, ...state } = facts;
  expect(decide(facts, event)).toEqual({
    outcome: 'changed',
    next: { ...state, ...change },
    activated: false,
    effects,
  });
});

describe('becoming active for the first time', () => {
  const ways: [name: string, facts: AccountFacts, event: AccountEvent, effects: string[]][] = [
    ['credentials, then verified', prepared, verify, ['payment_verified', 'credentials_ready']],
    [
      'credentials, then verified without proof',
      { ...bought, hasCredentials: true },
      verify,
      ['payment_verified', 'credentials_ready'],
    ],
    ['verified, then credentials', paid, assign, ['credentials_ready']],
    [
      'verified by hand, then credentials',
      { ...bought, paymentStatus: 'verified' },
      assign,
      ['credentials_ready'],
    ],
    [
      'both by hand',
      prepared,
      override({ status: 'active', paymentStatus: 'verified' }),
      ['payment_verified', 'credentials_ready'],
    ],
  ];

  test.each(ways)('by %s', (_, facts, event, effects) => {
    expect(decide({ ...facts, stage: 'live' }, event)).toEqual({
      outcome: 'changed',
      next: {
        status: 'active',
        paymentStatus: 'verified',
        stage: 'phase1',
        hasCredentials: true,
        breachNotified: false,
        everActivated: true,
      },
      activated: true,
      effects,
    });
  });

  test('by hand without a verified payment', () => {
    expect(decide(prepared, override({ status: 'active' }))).toMatchObject({
      activated: true,
      next: { status: 'active', paymentStatus: 'pending', everActivated: true },
      effects: ['credentials_ready'],
    });
  });

  test('happens once: the way back to active keeps stage and start', () => {
    const again: AccountFacts = { ...active, status: 'payment_submitted', stage: 'live' };
    expect(decide(again, assign)).toMatchObject({
      activated: false,
      next: { status: 'active', stage: 'live' },
      effects: ['credentials_ready'],
    });
    expect(decide({ ...again, paymentStatus: 'pending' }, verify)).toMatchObject({
      activated: false,
      next: { status: 'active', stage: 'live' },
      effects: ['payment_verified', 'credentials_ready'],
    });
    expect(decide(again, override({ status: 'active' }))).toMatchObject({ activated: false, effects: [] });
  });
});

const repetitions: [name: string, facts: AccountFacts, event: AccountEvent][] = [
  ['verified again', paid, verify],
  ['verified again when active', active, verify],
  ['verified again when failed', failed, verify],
  ['rejected again', rejected, reject],
  ['failed again', failed, breach],
  ['failed again though its trader was told', { ...active, breachNotified: true }, breach],
  ['closed again', inactive, close],
  ['the same stage', active, stage('phase1')],
  ['nothing by hand', active, override({})],
  ['the same status by hand', active, override({ status: 'active' })],
  ['the same payment status by hand', active, override({ paymentStatus: 'verified' })],
  ['failed by hand again', failed, override({ status: 'failed', paymentStatus: 'verified' })],
];

test.each(repetitions)('%s changes nothing', (_, facts, event) => {
  expect(decide(facts, event)).toEqual({ outcome: 'unchanged' });
});

const refusals: [name: string, facts: AccountFacts, event: AccountEvent, reason: string][] = [
  ['a proof when active', active, proof, 'proof_not_accepted'],
  ['a proof when failed', failed, proof, 'proof_not_accepted'],
  ['a proof when inactive', inactive, proof, 'proof_not_accepted'],
  ['rejecting what was verified', paid, reject, 'payment_already_judged'],
  ['verifying what was rejected', rejected, verify, 'payment_already_judged'],
  ['rejecting when active', active, reject, 'payment_already_judged'],
  ['judging when active by hand', { ...active, paymentStatus: 'pending' }, verify, 'transition_not_allowed'],
  ['judging when failed', { ...failed, paymentStatus: 'pending' }, reject, 'transition_not_allowed'],
  ['credentials when failed', failed, assign, 'credentials_not_allowed'],
  ['credentials when inactive', inactive, assign, 'credentials_not_allowed'],
  ['a breach before payment', bought, breach, 'transition_not_allowed'],
  ['a breach before activation', paid, breach, 'transition_not_allowed'],
  ['a breach when inactive', inactive, breach, 'transition_not_allowed'],
  ['closing when failed', failed, close, 'transition_not_allowed'],
  ['closing before activation', bought, close, 'transition_not_allowed'],
  ['active by hand without credentials', paid, override({ status: 'active' }), 'credentials_missing'],
  [
    'active and verified by hand without credentials',
    bought,
    override({ status: 'active', paymentStatus: 'verified' }),
    'credentials_missing',
  ],
];

test.each(refusals)('%s is refused', (_, facts, event, reason) => {
  expect(decide(facts, event)).toEqual({ outcome: 'refused', reason });
});

describe('what a button can do', () => {
  const allowed = { allowed: true };
  const off = (reason: string) => ({ allowed: false, reason });

  // spec 4.47
  test('follows the decisions', () => {
    expect(can.uploadProof(bought)).toEqual(allowed);
    expect(can.uploadProof(paid)).toEqual(allowed);
    expect(can.uploadProof(active)).toEqual(off('proof_not_accepted'));
    expect(can.judgePayment(submitted, 'verified')).toEqual(allowed);
    expect(can.judgePayment(paid, 'verified')).toEqual(off('payment_already_judged'));
    expect(can.judgePayment(paid, 'failed')).toEqual(off('payment_already_judged'));
    expect(can.judgePayment({ ...failed, paymentStatus: 'pending' }, 'failed')).toEqual(
      off('transition_not_allowed'),
    );
    expect(can.assignCredentials(bought)).toEqual(allowed);
    expect(can.assignCredentials(active)).toEqual(allowed);
    expect(can.assignCredentials(failed)).toEqual(off('credentials_not_allowed'));
    expect(can.markFailed(active)).toEqual(allowed);
    expect(can.markFailed(failed)).toEqual(off('already_failed'));
    expect(can.markFailed({ ...active, breachNotified: true })).toEqual(off('already_notified'));
    expect(can.markFailed(bought)).toEqual(off('transition_not_allowed'));
    expect(can.setStage(active, 'live')).toEqual(allowed);
    expect(can.setStage(active, 'phase1')).toEqual(off('already_in_stage'));
  });

  // spec 4.44
  test.each([
    ['proof_uploaded', ['pending_payment', 'payment_submitted']],
    ['payment_judged', ['pending_payment', 'payment_submitted']],
    ['credentials_assigned', ['pending_payment', 'payment_submitted', 'active']],
    ['breached', ['active']],
    ['closed', ['active']],
    ['stage_set', STATUSES],
    ['overridden', STATUSES],
  ] as const)('%s is possible in %s', (kind, states) => {
    expect(allowedStates(kind)).toEqual(states);
  });
});

test.each([
  ['1-Step Challenge', 'phase1', ['live']],
  ['1-Step Challenge', 'phase2', ['live']],
  ['1-Step Challenge', 'live', []],
  ['2-Step Challenge', 'phase1', ['phase2', 'live']],
  ['2-Step Challenge', 'phase2', ['live']],
  ['2-Step Challenge', 'live', []],
] as const)('a %s in %s goes on to %s', (type, now, later) => {
  expect(nextStages(type, now)).toEqual(later);
});
