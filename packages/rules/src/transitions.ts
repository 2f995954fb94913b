import { PAYMENT_STATUSES, type PaymentStatus, STAGES, STATUSES, type Stage, type Status } from './states.ts';

/** What can happen to an account, as the tables name it. */
export type Trigger =
  | 'proof_uploaded'
  | 'payment_verified'
  | 'payment_rejected'
  | 'credentials_assigned'
  | 'activated'
  | 'breached'
  | 'closed'
  | 'stage_set'
  | 'overridden';

/** Why an event cannot happen to an account. */
export type Refusal =
  | 'proof_not_accepted'
  | 'payment_already_judged'
  | 'credentials_not_allowed'
  | 'credentials_missing'
  | 'transition_not_allowed';

/** Why a button is off: its event would be refused, or would repeat what is so already. */
export type RefusalReason = Refusal | 'already_failed' | 'already_notified' | 'already_in_stage';

/** A fact that an edge asks for besides its state. */
type Need = 'credentials' | 'verified_payment';

/**
 * One edge of a table. An edge with `needs` is taken only where that holds; where it does not, the
 * next edge of the same state and event is, and without one the event is refused for `reason`.
 */
export interface Transition<State extends string> {
  readonly from: State;
  readonly event: Trigger;
  readonly by: 'trader' | 'admin' | 'system' | 'override';
  readonly to: State;
  readonly needs?: Need;
  readonly reason?: Refusal;
}

/** Every ordered pair of different states. */
function pairs<State extends string>(states: readonly State[]): { from: State; to: State }[] {
  return states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })));
}

const needsCredentials = { needs: 'credentials', reason: 'credentials_missing' } as const;

export const STATUS_TRANSITIONS: readonly Transition<Status>[] = [
  { from: 'pending_payment', event: 'proof_uploaded', by: 'trader', to: 'payment_submitted' },
  { from: 'payment_submitted', event: 'proof_uploaded', by: 'trader', to: 'payment_submitted' },

  { from: 'pending_payment', event: 'payment_verified', by: 'admin', to: 'active', needs: 'credentials' },
  { from: 'pending_payment', event: 'payment_verified', by: 'admin', to: 'payment_submitted' },
  { from: 'payment_submitted', event: 'payment_verified', by: 'admin', to: 'active', needs: 'credentials' },
  { from: 'payment_submitted', event: 'payment_verified', by: 'admin', to: 'payment_submitted' },
  { from: 'pending_payment', event: 'payment_rejected', by: 'admin', to: 'pending_payment' },
  { from: 'payment_submitted', event: 'payment_rejected', by: 'admin', to: 'pending_payment' },

  {
    from: 'pending_payment',
    event: 'credentials_assigned',
    by: 'admin',
    to: 'active',
    needs: 'verified_payment',
  },
  { from: 'pending_payment', event: 'credentials_assigned', by: 'admin', to: 'pending_payment' },
  {
    from: 'payment_submitted',
    event: 'credentials_assigned',
    by: 'admin',
    to: 'active',
    needs: 'verified_payment',
  },
  { from: 'payment_submitted', event: 'credentials_assigned', by: 'admin', to: 'payment_submitted' },
  { from: 'active', event: 'credentials_assigned', by: 'admin', to: 'active' },

  { from: 'active', event: 'breached', by: 'admin', to: 'failed' },
  { from: 'active', event: 'closed', by: 'admin', to: 'inactive' },

  ...pairs(STATUSES).map((pair) => ({
    ...pair,
    event: 'overridden' as const,
    by: 'override' as const,
    ...(pair.to === 'active' ? needsCredentials : {}),
  })),
];

export const PAYMENT_TRANSITIONS: readonly Transition<PaymentStatus>[] = [
  { from: 'pending', event: 'payment_verified', by: 'admin', to: 'verified' },
  { from: 'pending', event: 'payment_rejected', by: 'admin', to: 'failed' },
  { from: 'pending', event: 'proof_uploaded', by: 'trader', to: 'pending' },
  { from: 'failed', event: 'proof_uploaded', by: 'trader', to: 'pending' },
  { from: 'verified', event: 'proof_uploaded', by: 'trader', to: 'verified' },
  ...pairs(PAYMENT_STATUSES).map((pair) => ({
    ...pair,
    event: 'overridden' as const,
    by: 'override' as const,
  })),
];

export const STAGE_TRANSITIONS: readonly Transition<Stage>[] = [
  ...STAGES.map((from) => ({ from, event: 'activated' as const, by: 'system' as const, to: STAGES[0] })),
  ...pairs(STAGES).map((pair) => ({ ...pair, event: 'stage_set' as const, by: 'admin' as const })),
];

/** Which of the facts that edges may ask for hold. */
export type Needs = Readonly<Record<Need, boolean>>;

/** Where an event leads, or why it leads nowhere. */
export type Step<State> = { readonly to: State } | { readonly refusal: Refusal };

/**
 * Follows a table from a state: to where the event leads, or why it leads nowhere. `otherwise` is the
 * refusal where the table has no edge at all. `to` narrows an event with several ends to one of them.
 */
export function follow<State extends string>(
  table: readonly Transition<State>[],
  { from, event, to }: { from: State; event: Trigger; to?: State },
  needs: Needs,
  otherwise: Refusal = 'transition_not_allowed',
): Step<State> {
  const edges = table.filter(
    (edge) => edge.from === from && edge.event === event && (to === undefined || edge.to === to),
  );
  const open = edges.find((edge) => edge.needs === undefined || needs[edge.needs]);
  if (open !== undefined) return { to: open.to };
  return { refusal: edges[0]?.reason ?? otherwise };
}
