import {
  type AccountEvent,
  type AccountFacts,
  decide,
  PAYMENT_STATUSES,
  PURCHASED,
  STAGES,
  STATUSES,
} from '@firmament/rules';
import { expect } from 'vitest';
import type { AccountRow } from '../src/db/schema.ts';

type Line = { event: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null };

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value);

/** The event of the rules that a line of history tells of. */
const eventOf = ({ event, after }: Line): AccountEvent => {
  const status = oneOf(STATUSES, after?.status);
  const paymentStatus = oneOf(PAYMENT_STATUSES, after?.paymentStatus);
  switch (event) {
    case 'proof_uploaded':
    case 'credentials_assigned':
    case 'breached':
    case 'closed':
      return { kind: event };
    case 'payment_judged':
      return { kind: event, verdict: paymentStatus === 'verified' ? 'verified' : 'failed' };
    case 'stage_set':
      return { kind: event, stage: oneOf(STAGES, after?.stage) ?? 'phase1' };
    case 'overridden':
      return { kind: event, status, paymentStatus };
    default:
      throw new Error(`unknown event ${event}`);
  }
};

const NO_CHANGES = ['purchased', 'payment_opened', 'deleted'];

/** Where the rules lead an account that lives through its history. */
export const liveThrough = (account: AccountRow, lines: readonly Line[]): AccountFacts => {
  let state = PURCHASED;
  for (const line of lines.filter(({ event }) => !NO_CHANGES.includes(event))) {
    const decision = decide({ ...state, challengeType: account.challenge_type }, eventOf(line));
    expect(decision.outcome, `${account.id} ${line.event}`).not.toBe('refused');
    if (decision.outcome === 'changed') state = decision.next;
  }
  return { ...state, challengeType: account.challenge_type };
};

/** Rows by their account. */
export const group = <T extends { account_id: string | null }>(rows: readonly T[]): ((id: string) => T[]) => {
  const groups = new Map<string | null, T[]>();
  for (const row of rows) groups.set(row.account_id, [...(groups.get(row.account_id) ?? []), row]);
  return (id) => groups.get(id) ?? [];
};
