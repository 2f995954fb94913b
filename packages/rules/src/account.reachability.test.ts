import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AccountEvent,
  type AccountFacts,
  type AccountState,
  allowedStates,
  can,
  decide,
  PURCHASED,
} from './account.ts';
import { CHALLENGE_TYPES, PAYMENT_STATUSES, STAGES, STATUSES } from './states.ts';

const ordinaryEvents: AccountEvent[] = [
  { kind: 'proof_uploaded' },
  { kind: 'payment_judged', verdict: 'verified' },
  { kind: 'payment_judged', verdict: 'failed' },
  { kind: 'credentials_assigned' },
  { kind: 'breached' },
  { kind: 'closed' },
  ...STAGES.map((stage): AccountEvent => ({ kind: 'stage_set', stage })),
];
const overrides: AccountEvent[] = [undefined, ...STATUSES].flatMap((status) =>
  [undefined, ...PAYMENT_STATUSES].map(
    (paymentStatus): AccountEvent => ({ kind: 'overridden', status, paymentStatus }),
  ),
);
const allEvents = [...ordinaryEvents, ...overrides];

const asFacts = (state: AccountState, challengeType: AccountFacts['challengeType'] = '2-Step Challenge') => ({
  ...state,
  challengeType,
});
const keyOf = ({
  status,
  paymentStatus,
  stage,
  hasCredentials,
  breachNotified,
  everActivated,
}: AccountState) => [status, paymentStatus, stage, hasCredentials, breachNotified, everActivated].join(' ');

function reachable(events: readonly AccountEvent[]): Map<string, AccountState> {
  const found = new Map([[keyOf(PURCHASED), PURCHASED]]);
  for (const state of found.values()) {
    for (const event of events) {
      const decision = decide(asFacts(state), event);
      if (decision.outcome === 'changed') found.set(keyOf(decision.next), decision.next);
    }
  }
  return found;
}

const bools = [false, true];
const combinations: AccountState[] = STATUSES.flatMap((status) =>
  PAYMENT_STATUSES.flatMap((paymentStatus) =>
    STAGES.flatMap((stage) =>
      bools.flatMap((hasCredentials) =>
        bools.flatMap((breachNotified) =>
          bools.map((everActivated) => ({
            status,
            paymentStatus,
            stage,
            hasCredentials,
            breachNotified,
            everActivated,
          })),
        ),
      ),
    ),
  ),
);

/** What the model allows at all, overrides included. */
const sound = (state: AccountState): boolean =>
  state.breachNotified === (state.status === 'failed') &&
  (state.status !== 'active' || state.everActivated) &&
  (!state.everActivated || state.hasCredentials);

/** What the model allows where nobody overrides. */
const ordinary = (state: AccountState): boolean => {
  const { status, paymentStatus, hasCredentials, everActivated } = state;
  const open = status === 'pending_payment' || status === 'payment_submitted';
  if (!sound(state) || everActivated === open) return false;
  if (!open) return paymentStatus === 'verified';
  if (status === 'pending_payment') return paymentStatus !== 'verified';
  return paymentStatus === 'pending' || (paymentStatus === 'verified' && !hasCredentials);
};

const keys = (states: Iterable<AccountState>) => [...states].map(keyOf).sort();

describe('reachable are exactly the states that the model allows', () => {
  // spec 4.42, 4.43, 4.44
  test('with overrides', () => {
    expect(keys(reachable(allEvents).values())).toEqual(keys(combinations.filter(sound)));
  });

  test('without overrides', () => {
    expect(keys(reachable(ordinaryEvents).values())).toEqual(keys(combinations.filter(ordinary)));
  });

  test('and from each of them every status, payment status and stage can be reached again', () => {
    const states = reachable(allEvents);
    const after = new Map(
      [...states].map(([key, state]) => {
        const decisions = allEvents.map((event) => decide(asFacts(state), event));
        return [key, new Set(decisions.flatMap((it) => (it.outcome === 'changed' ? [keyOf(it.next)] : [])))];
      }),
    );
    for (const start of states.keys()) {
      const found = new Set([start]);
      for (const key of found) for (const next of after.get(key) ?? []) found.add(next);
      const seen = new Set([...found].map((key) => key.split(' ').slice(0, 3).join(' ')));
      expect(seen.size).toBe(STATUSES.length * PAYMENT_STATUSES.length * STAGES.length);
    }
  });
});

describe('in every reachable state', () => {
  const states = [...reachable(allEvents).values()];
  const everywhere = (check: (facts: AccountFacts, event: AccountEvent) => void) => {
    for (const state of states) for (const event of allEvents) check(asFacts(state), event);
  };

  test('an event that is done again, right away, sends no second mail of its kind', () => {
    everywhere((facts, event) => {
      const first = decide(facts, event);
      if (first.outcome !== 'changed' || event.kind === 'credentials_assigned') return;
      const second = decide(asFacts(first.next), event);
      if (second.outcome === 'changed') expect(second).toMatchObject({ effects: [], activated: false });
      if (event.kind !== 'proof_uploaded') expect(second.outcome).toBe('unchanged');
    });
  });

  test('verifying and rejecting exclude each other', () => {
    for (const verdict of ['verified', 'failed'] as const) {
      const opposite = verdict === 'verified' ? 'failed' : 'verified';
      for (const state of states) {
        const first = decide(asFacts(state), { kind: 'payment_judged', verdict });
        if (first.outcome !== 'changed') continue;
        expect(decide(asFacts(first.next), { kind: 'payment_judged', verdict: opposite })).toEqual({
          outcome: 'refused',
          reason: 'payment_already_judged',
        });
      }
    }
  });

  test('a change of status comes only from a status that the table names for the event', () => {
    everywhere((facts, event) => {
      if (decide(facts, event).outcome === 'changed')
        expect(allowedStates(event.kind)).toContain(facts.status);
    });
  });

  test('a button is on exactly when its event changes something', () => {
    for (const state of states) {
      const facts = asFacts(state);
      const changes = (event: AccountEvent) => decide(facts, event).outcome === 'changed';
      expect(can.uploadProof(facts).allowed).toBe(changes({ kind: 'proof_uploaded' }));
      expect(can.assignCredentials(facts).allowed).toBe(changes({ kind: 'credentials_assigned' }));
      expect(can.markFailed(facts).allowed).toBe(changes({ kind: 'breached' }));
      for (const verdict of ['verified', 'failed'] as const) {
        expect(can.judgePayment(facts, verdict).allowed).toBe(changes({ kind: 'payment_judged', verdict }));
      }
      for (const stage of STAGES) {
        expect(can.setStage(facts, stage).allowed).toBe(changes({ kind: 'stage_set', stage }));
      }
    }
  });

  test('the type of the challenge decides nothing', () => {
    everywhere((facts, event) => {
      const [oneStep, twoStep] = CHALLENGE_TYPES.map((type) =>
        decide({ ...facts, challengeType: type }, event),
      );
      expect(oneStep).toEqual(twoStep);
    });
  });

  test('a decision leaves the facts that it was given alone', () => {
    everywhere((facts, event) => {
      const before = { ...facts };
      decide(Object.freeze(facts), event);
      expect(facts).toEqual(before);
    });
  });
});

test('on every walk mails match what happened', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...allEvents), { maxLength: 60 }), (events) => {
      let state = PURCHASED;
      let activations = 0;
      for (const event of events) {
        const decision = decide(asFacts(state), event);
        if (decision.outcome !== 'changed') continue;
        const { next, effects, activated } = decision;
        const entered = (status: string) => state.status !== status && next.status === status;
        const paymentBecame = (status: string) =>
          state.paymentStatus !== status && next.paymentStatus === status;

        expect(sound(next)).toBe(true);
        expect(effects.length).toBe(new Set(effects).size);
        expect(effects.includes('breach')).toBe(entered('failed'));
        expect(effects.includes('payment_verified')).toBe(paymentBecame('verified'));
        expect(effects.includes('payment_rejected')).toBe(paymentBecame('failed'));
        expect(effects.includes('stage_changed')).toBe(event.kind === 'stage_set');
        if (effects.includes('payment_received')) expect(event.kind).toBe('proof_uploaded');
        if (effects.includes('credentials_ready')) expect(next.status).toBe('active');
        if (next.stage !== state.stage) expect(activated || event.kind === 'stage_set').toBe(true);
        if (activated) {
          expect(entered('active')).toBe(true);
          expect(effects).toContain('credentials_ready');
          expect(next.stage).toBe('phase1');
          activations += 1;
        }
        expect(next.hasCredentials || !state.hasCredentials).toBe(true);
        expect(next.everActivated || !state.everActivated).toBe(true);
        state = next;
      }
      expect(activations).toBe(state.everActivated ? 1 : 0);
    }),
    { numRuns: 300 },
  );
});
