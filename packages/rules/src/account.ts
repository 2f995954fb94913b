import {
  type ChallengeType,
  type PaymentStatus,
  STAGES,
  STATUSES,
  type Stage,
  type Status,
} from './states.ts';
import {
  follow,
  type Needs,
  PAYMENT_TRANSITIONS,
  type Refusal,
  type RefusalReason,
  STAGE_TRANSITIONS,
  STATUS_TRANSITIONS,
  type Step,
  type Transition,
  type Trigger,
} from './transitions.ts';

/** The facts about a purchased account that events change. */
export interface AccountState {
  readonly status: Status;
  readonly paymentStatus: PaymentStatus;
  readonly stage: Stage;
  /** Whether login, password and server are assigned. */
  readonly hasCredentials: boolean;
  /** Whether the trader was told of a breach that still stands. */
  readonly breachNotified: boolean;
  /** Whether the account was ever active: its balance start date is set. */
  readonly everActivated: boolean;
}

/** Where every purchased account begins: unpaid, in the first phase. */
export const PURCHASED: AccountState = {
  status: 'pending_payment',
  paymentStatus: 'pending',
  stage: 'phase1',
  hasCredentials: false,
  breachNotified: false,
  everActivated: false,
};

/** All that a decision about a purchased account may look at. */
export interface AccountFacts extends AccountState {
  readonly challengeType: ChallengeType;
}

type Verdict = Exclude<PaymentStatus, 'pending'>;

/** Something that is done to an account. Credentials equal to the present ones are no event. */
export type AccountEvent =
  | { readonly kind: 'proof_uploaded' }
  | { readonly kind: 'payment_judged'; readonly verdict: Verdict }
  | { readonly kind: 'credentials_assigned' }
  | { readonly kind: 'breached' }
  | { readonly kind: 'stage_set'; readonly stage: Stage }
  | {
      readonly kind: 'overridden';
      readonly status?: Status | undefined;
      readonly paymentStatus?: PaymentStatus | undefined;
    }
  | { readonly kind: 'closed' };

/** A message to the trader that a change brings about; each stands for exactly one mail. */
export type AccountEffect =
  | 'payment_received'
  | 'payment_verified'
  | 'payment_rejected'
  | 'credentials_ready'
  | 'stage_changed'
  | 'breach';

/**
 * What an event does to an account. `changed`: record it and store `next`, whole; with `activated` the
 * account is active for the first time, and the caller sets its balance start date. A further proof and
 * further credentials are `changed` even where `next` equals the facts. `unchanged`: the event repeats
 * what is so already; answer well, store and send nothing.
 */
export type Decision =
  | {
      readonly outcome: 'changed';
      readonly next: AccountState;
      readonly activated: boolean;
      readonly effects: readonly AccountEffect[];
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: Refusal };

const UNCHANGED: Decision = { outcome: 'unchanged' };

const refused = (reason: Refusal): Decision => ({ outcome: 'refused', reason });

const needsOf = (facts: AccountFacts): Needs => ({
  credentials: facts.hasCredentials,
  verified_payment: facts.paymentStatus === 'verified',
});

/** Applies a change. Becoming active for the first time also starts phase 1, and never again. */
function changed(
  facts: AccountFacts,
  change: Partial<AccountState>,
  effects: readonly AccountEffect[],
): Decision {
  const { status, paymentStatus, stage, hasCredentials, breachNotified, everActivated } = {
    ...facts,
    ...change,
  };
  const activated = status === 'active' && !everActivated;
  const start = STAGE_TRANSITIONS.find(
    (edge) => activated && edge.from === stage && edge.event === 'activated',
  );
  return {
    outcome: 'changed',
    next: {
      status,
      paymentStatus,
      stage: start?.to ?? stage,
      hasCredentials,
      breachNotified,
      everActivated: everActivated || activated,
    },
    activated,
    effects,
  };
}

/** Goes on from a step of a table where it leads somewhere, and refuses where it does not. */
const along = <State>(step: Step<State>, goOn: (to: State) => Decision): Decision =>
  'refusal' in step ? refused(step.refusal) : goOn(step.to);

const statusAfter = (facts: AccountFacts, event: Trigger, otherwise?: Refusal): Step<Status> =>
  follow(STATUS_TRANSITIONS, { from: facts.status, event }, needsOf(facts), otherwise);

const paymentAfter = (facts: AccountFacts, event: Trigger, otherwise?: Refusal): Step<PaymentStatus> =>
  follow(PAYMENT_TRANSITIONS, { from: facts.paymentStatus, event }, needsOf(facts), otherwise);

function decideProof(facts: AccountFacts): Decision {
  return along(statusAfter(facts, 'proof_uploaded', 'proof_not_accepted'), (status) =>
    along(paymentAfter(facts, 'proof_uploaded'), (paymentStatus) => {
      const replacesAnother = status === facts.status && paymentStatus === facts.paymentStatus;
      return changed(facts, { status, paymentStatus }, replacesAnother ? [] : ['payment_received']);
    }),
  );
}

function decidePayment(facts: AccountFacts, verdict: Verdict): Decision {
  if (facts.paymentStatus === verdict) return UNCHANGED;
  const event = verdict === 'verified' ? 'payment_verified' : 'payment_rejected';
  return along(paymentAfter(facts, event, 'payment_already_judged'), (paymentStatus) =>
    along(statusAfter(facts, event), (status) =>
      changed(facts, { status, paymentStatus }, status === 'active' ? [event, 'credentials_ready'] : [event]),
    ),
  );
}

function decideCredentials(facts: AccountFacts): Decision {
  return along(statusAfter(facts, 'credentials_assigned', 'credentials_not_allowed'), (status) =>
    changed(facts, { status, hasCredentials: true }, status === 'active' ? ['credentials_ready'] : []),
  );
}

function decideBreach(facts: AccountFacts): Decision {
  if (facts.status === 'failed' || facts.breachNotified) return UNCHANGED;
  return along(statusAfter(facts, 'breached'), (status) =>
    changed(facts, { status, breachNotified: true }, ['breach']),
  );
}

function decideStage(facts: AccountFacts, to: Stage): Decision {
  if (facts.stage === to) return UNCHANGED;
  const step = follow(STAGE_TRANSITIONS, { from: facts.stage, event: 'stage_set', to }, needsOf(facts));
  return along(step, (stage) => changed(facts, { stage }, ['stage_changed']));
}

function decideClosing(facts: AccountFacts): Decision {
  if (facts.status === 'inactive') return UNCHANGED;
  return along(statusAfter(facts, 'closed'), (status) => changed(facts, { status }, []));
}

function effectsOfOverride(facts: AccountFacts, status: Status, payment: PaymentStatus): AccountEffect[] {
  const effects: AccountEffect[] = [];
  if (payment !== facts.paymentStatus && payment === 'verified') effects.push('payment_verified');
  if (payment !== facts.paymentStatus && payment === 'failed') effects.push('payment_rejected');
  if (status === 'active' && !facts.everActivated) effects.push('credentials_ready');
  if (status === 'failed' && facts.status !== 'failed') effects.push('breach');
  return effects;
}

/** Sets by hand exactly what is named: neither value moves the other. */
function decideOverride(
  facts: AccountFacts,
  wanted: Extract<AccountEvent, { kind: 'overridden' }>,
): Decision {
  const { status = facts.status, paymentStatus = facts.paymentStatus } = wanted;
  if (status === facts.status && paymentStatus === facts.paymentStatus) return UNCHANGED;
  const overridden = <State extends string>(table: readonly Transition<State>[], from: State, to: State) =>
    from === to ? { to } : follow(table, { from, event: 'overridden', to }, needsOf(facts));
  return along(overridden(STATUS_TRANSITIONS, facts.status, status), () =>
    along(overridden(PAYMENT_TRANSITIONS, facts.paymentStatus, paymentStatus), () =>
      changed(
        facts,
        {
          status,
          paymentStatus,
          breachNotified: status === facts.status ? facts.breachNotified : status === 'failed',
        },
        effectsOfOverride(facts, status, paymentStatus),
      ),
    ),
  );
}

/** What an event does to an account: the one place that both server and web ask. */
export function decide(facts: AccountFacts, event: AccountEvent): Decision {
  switch (event.kind) {
    case 'proof_uploaded':
      return decideProof(facts);
    case 'payment_judged':
      return decidePayment(facts, event.verdict);
    case 'credentials_assigned':
      return decideCredentials(facts);
    case 'breached':
      return decideBreach(facts);
    case 'stage_set':
      return decideStage(facts, event.stage);
    case 'overridden':
      return decideOverride(facts, event);
    case 'closed':
      return decideClosing(facts);
  }
}

/** Whether a button does something now, or the reason why it is off. */
export type Availability =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: RefusalReason };

function availability(facts: AccountFacts, event: AccountEvent, repeated: RefusalReason): Availability {
  const decision = decide(facts, event);
  if (decision.outcome === 'changed') return { allowed: true };
  return { allowed: false, reason: decision.outcome === 'refused' ? decision.reason : repeated };
}

/** Which buttons of an account do something, derived from the same decisions. */
export const can = {
  uploadProof: (facts: AccountFacts): Availability =>
    availability(facts, { kind: 'proof_uploaded' }, 'proof_not_accepted'),
  judgePayment: (facts: AccountFacts, verdict: Verdict): Availability =>
    availability(facts, { kind: 'payment_judged', verdict }, 'payment_already_judged'),
  assignCredentials: (facts: AccountFacts): Availability =>
    availability(facts, { kind: 'credentials_assigned' }, 'credentials_not_allowed'),
  markFailed: (facts: AccountFacts): Availability =>
    availability(
      facts,
      { kind: 'breached' },
      facts.status === 'failed' ? 'already_failed' : 'already_notified',
    ),
  setStage: (facts: AccountFacts, stage: Stage): Availability =>
    availability(facts, { kind: 'stage_set', stage }, 'already_in_stage'),
};

/** The statuses in which an event can change an account, for a compare-and-set. */
export function allowedStates(kind: AccountEvent['kind']): readonly Status[] {
  if (kind === 'stage_set') return STATUSES;
  const trigger = kind === 'payment_judged' ? 'payment_verified' : kind;
  return STATUSES.filter((from) =>
    STATUS_TRANSITIONS.some((edge) => edge.from === from && edge.event === trigger),
  );
}

/** The stages that naturally follow: a 1-Step Challenge goes from phase1 to live. */
export function nextStages(challengeType: ChallengeType, stage: Stage): readonly Stage[] {
  return STAGES.slice(STAGES.indexOf(stage) + 1).filter(
    (later) => challengeType === '2-Step Challenge' || later !== 'phase2',
  );
}
