import {
  type AccountEffect,
  type AccountEvent,
  type AccountFacts,
  type AccountState,
  type Decision,
  decide,
} from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { type EventSource, recordAccountEvent } from '../../platform/events.ts';
import { refuseOutdated } from '../../platform/outdated.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { historyOf } from './accounts.history.ts';
import { queueEffects, UNDO_MILLISECONDS } from './accounts.mails.ts';
import { keepPaymentInStep } from './accounts.payments.ts';
import { keepPhasesInStep } from './accounts.phases.ts';
import { type AccountPatch, lastChange, lockAccount, updateAccount } from './accounts.queries.ts';

/** Stored with a breach for which no reason was given. */
export const DEFAULT_FAILURE_REASON = 'A rule of the challenge was broken.';

/** The codes with which each event can be refused, besides those of the account itself. */
type EventCodes = {
  proof_uploaded: 'proof_not_accepted';
  payment_judged: 'payment_already_judged' | 'transition_not_allowed';
  credentials_assigned: 'credentials_not_allowed';
  breached: 'transition_not_allowed';
  stage_set: 'transition_not_allowed';
  overridden: 'credentials_missing' | 'transition_not_allowed';
  closed: 'transition_not_allowed';
};
type Kind = keyof EventCodes;

/** The last code of each list stands for every reason that has no code of its own there. */
const CODES: { readonly [K in Kind]: readonly [...EventCodes[K][], EventCodes[K]] } = {
  proof_uploaded: ['proof_not_accepted'],
  payment_judged: ['payment_already_judged', 'transition_not_allowed'],
  credentials_assigned: ['credentials_not_allowed'],
  breached: ['transition_not_allowed'],
  stage_set: ['transition_not_allowed'],
  overridden: ['credentials_missing', 'transition_not_allowed'],
  closed: ['transition_not_allowed'],
};

/** Something that is to happen to an account. */
export type Change<K extends Kind> = {
  accountId: string;
  /** With it, an account of somebody else is not found. */
  ownerId?: string;
  event: AccountEvent & { readonly kind: K };
  by: EventSource;
  actorId: string | null;
  /** Kept with the line of history. */
  note?: string | null | undefined;
  /** Why a payment was rejected or an account failed; told to the trader. */
  reason?: string | null | undefined;
  /** Further columns to set in the same update; where they differ, the account counts as changed. */
  patch?: AccountPatch;
};

/** `undoUntil`: until when the change can be taken back; absent where it cannot. */
export type Changed = { account: AccountRow; outcome: 'changed' | 'unchanged'; undoUntil?: Date };
type Base = 'account_not_found';

/** What the rules look at. */
export const accountFacts = (row: AccountRow): AccountFacts => ({
  challengeType: row.challenge_type,
  status: row.status,
  paymentStatus: row.payment_status,
  stage: row.stage,
  hasCredentials: row.account_number !== null,
  breachNotified: row.breach_notified,
  everActivated: row.activated_at !== null,
});

const same = (left: unknown, right: unknown): boolean =>
  left instanceof Date && right instanceof Date ? left.getTime() === right.getTime() : left === right;

const differs = (row: AccountRow, patch: AccountPatch): boolean => {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.entries(patch).some(
    ([column, value]) => value !== undefined && !same(before.get(column), value),
  );
};

const refusalFor = <K extends Kind>(kind: K, decision: Extract<Decision, { outcome: 'refused' }>) => {
  const codes: readonly EventCodes[K][] = CODES[kind];
  const known = codes.find((code) => code === decision.reason) ?? codes.at(-1);
  if (known === undefined) throw new Error(`no code for ${decision.reason}`);
  return refuse(known);
};

/** Refuses a change that was made on another version than the present one, saying who changed it and when. */
export const checkVersion = async (
  tx: Tx,
  row: AccountRow,
  ifMatch: number | null | undefined,
): Promise<Refusal<'changed_meanwhile'> | null> => {
  if (ifMatch === null || ifMatch === undefined || ifMatch === row.version) return null;
  return refuseOutdated((await lastChange(tx, row.id)) ?? { at: row.updated_at, name: null });
};

/** The columns that follow from the state after an event. */
export const columnsOf = (
  row: AccountRow,
  next: AccountState,
  activated: boolean,
  reason: string | null,
  now: Date,
): Partial<Omit<AccountRow, 'phases'>> => ({
  status: next.status,
  payment_status: next.paymentStatus,
  stage: next.stage,
  breach_notified: next.breachNotified,
  ...(activated ? { activated_at: now, balance_start_date: now } : {}),
  ...(next.status === 'failed' && row.status !== 'failed'
    ? { failed_at: now, failure_reason: reason ?? DEFAULT_FAILURE_REASON }
    : {}),
  ...(next.status === 'failed' ? {} : { failed_at: null, failure_reason: null }),
  ...(next.paymentStatus === 'failed' && row.payment_status !== 'failed' ? { rejection_reason: reason } : {}),
  ...(next.paymentStatus === 'failed' ? {} : { rejection_reason: null }),
});

/** What an undo of this change puts back; null where mails went out that cannot be taken back, or where it is no setting. */
const undoOf = (
  row: AccountRow,
  kind: Kind,
  effects: readonly AccountEffect[],
): Record<string, unknown> | null => {
  if (kind !== 'overridden' && kind !== 'stage_set') return null;
  if (effects.some((effect) => effect !== 'stage_changed')) return null;
  return {
    status: row.status,
    payment_status: row.payment_status,
    stage: row.stage,
    balance_cents: row.balance_cents,
    equity_cents: row.equity_cents,
    balance_start_date: row.balance_start_date?.toISOString() ?? null,
    breach_notified: row.breach_notified,
    failed_at: row.failed_at?.toISOString() ?? null,
    failure_reason: row.failure_reason,
    rejection_reason: row.rejection_reason,
  };
};

async function apply<K extends Kind>(
  tx: Tx,
  context: Context,
  change: Change<K> & { ifMatch?: number | null },
  row: AccountRow,
): Promise<Changed | Refusal<'changed_meanwhile' | EventCodes[K]>> {
  const now = context.clock.now();
  const patch = change.patch ?? {};
  const facts = accountFacts(row);
  const decision = decide(facts, change.event);
  if (decision.outcome === 'refused') return refusalFor<K>(change.event.kind, decision);
  const stays = decision.outcome === 'unchanged';
  if (stays && !differs(row, patch)) return { account: row, outcome: 'unchanged' };
  const outdated = await checkVersion(tx, row, change.ifMatch);
  if (outdated) return outdated;
  const columns = stays ? {} : columnsOf(row, decision.next, decision.activated, change.reason || null, now);
  const account = await updateAccount(tx, row, { ...columns, ...patch }, now);
  const effects = stays ? [] : decision.effects;
  const undo = undoOf(row, change.event.kind, effects);
  await recordAccountEvent(tx, {
    accountId: row.id,
    at: now,
    event: change.event.kind,
    by: change.by,
    actorId: change.actorId,
    ...historyOf(row, account),
    note: change.note || null,
    version: account.version,
    undo,
  });
  await keepPhasesInStep(tx, row, account, now);
  await keepPaymentInStep(tx, {
    before: row,
    after: account,
    proofUploaded: change.event.kind === 'proof_uploaded',
    judgedBy: change.actorId,
    now,
  });
  await queueEffects(tx, { before: row, after: account, effects, now });
  if (!undo) return { account, outcome: 'changed' };
  return { account, outcome: 'changed', undoUntil: new Date(now.getTime() + UNDO_MILLISECONDS) };
}

/**
 * The one way in which an account changes: locks its row, asks the rules, and stores state, history, payment, phases and
 * mails in the given transaction. A repeated event answers `unchanged` and stores nothing, whatever the version. With `ifMatch`
 * a change of a version other than the present one is refused.
 */
export function changeAccount<K extends Kind>(
  tx: Tx,
  context: Context,
  change: Change<K> & { ifMatch: number | null },
): Promise<Changed | Refusal<Base | 'changed_meanwhile' | EventCodes[K]>>;
export function changeAccount<K extends Kind>(
  tx: Tx,
  context: Context,
  change: Change<K>,
): Promise<Changed | Refusal<Base | EventCodes[K]>>;
export async function changeAccount<K extends Kind>(
  tx: Tx,
  context: Context,
  change: Change<K> & { ifMatch?: number | null },
): Promise<Changed | Refusal<Base | 'changed_meanwhile' | EventCodes[K]>> {
  const row = await lockAccount(tx, change.accountId, change.ownerId);
  if (!row) return refuse('account_not_found');
  return apply<K>(tx, context, change, row);
}
