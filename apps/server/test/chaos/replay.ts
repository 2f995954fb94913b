import {
  type AccountEffect,
  type AccountEvent,
  type AccountFacts,
  type AccountState,
  decide,
  PURCHASED,
} from '@firmament/rules';
import * as z from 'zod/mini';
import type { AccountRow } from '../../src/db/schema.ts';

export type HistoryLine = {
  id: number;
  account_id: string;
  event: string;
  after: Record<string, unknown> | null;
};

const seen = z.object({
  status: z.optional(z.enum(['pending_payment', 'payment_submitted', 'active', 'inactive', 'failed'])),
  paymentStatus: z.optional(z.enum(['pending', 'verified', 'failed'])),
  stage: z.optional(z.enum(['phase1', 'phase2', 'live'])),
  breachNotified: z.optional(z.boolean()),
});

/** The event that a line of history tells of; null for one that moves no state of the account. */
const eventOf = ({ event, after }: HistoryLine, state: AccountState): AccountEvent | null => {
  const { status, paymentStatus, stage } = seen.parse(after ?? {});
  switch (event) {
    case 'proof_uploaded':
    case 'credentials_assigned':
    case 'breached':
      return { kind: event };
    case 'payment_judged':
      return paymentStatus === 'pending' || paymentStatus === undefined
        ? null
        : { kind: event, verdict: paymentStatus };
    case 'stage_set':
      return { kind: event, stage: stage ?? state.stage };
    case 'overridden':
      return { kind: event, status, paymentStatus };
    default:
      return null;
  }
};

export type Replayed = {
  state: AccountState;
  /** How often each mail of a change must have been queued; changes of stage take mails back, so they are left out. */
  mails: Map<Exclude<AccountEffect, 'stage_changed'>, number>;
  faults: string[];
};

/**
 * Lets the rules, which know no database, do once more what an account's history tells: which state and which mails must
 * have come of it. A line that the rules would have refused is a fault.
 */
export const replay = (account: AccountRow, lines: readonly HistoryLine[]): Replayed => {
  const mails: Replayed['mails'] = new Map();
  const faults: string[] = [];
  let state: AccountState = PURCHASED;
  for (const line of lines) {
    if (line.event === 'undone') {
      const { status, paymentStatus, stage, breachNotified } = { ...state, ...seen.parse(line.after ?? {}) };
      state = { ...state, status, paymentStatus, stage, breachNotified };
      continue;
    }
    const event = eventOf(line, state);
    if (event === null) continue;
    const facts: AccountFacts = { ...state, challengeType: account.challenge_type };
    const decision = decide(facts, event);
    if (decision.outcome === 'refused') faults.push(`${account.id}: ${line.event} was not possible`);
    if (decision.outcome !== 'changed') continue;
    state = decision.next;
    for (const effect of decision.effects) {
      if (effect !== 'stage_changed') mails.set(effect, (mails.get(effect) ?? 0) + 1);
    }
  }
  return { state, mails, faults };
};

/** The state that a row holds, as the rules see it. */
export const stateOf = (row: AccountRow): AccountState => ({
  status: row.status,
  paymentStatus: row.payment_status,
  stage: row.stage,
  hasCredentials: row.account_number !== null,
  breachNotified: row.breach_notified,
  everActivated: row.activated_at !== null,
});
