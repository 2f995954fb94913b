import { type AccountEffect, type AccountEvent, type Cents, decide, targetReached } from '@firmament/rules';
import type { Insertable, Selectable } from 'kysely';
import type { AccountRow, AddressSnapshot, PackageRow, PaymentRow, Schema, UserRow } from '../db/schema.ts';
import { accountFacts, columnsOf, historyOf } from '../features/accounts/index.ts';
import type { EventSource } from '../platform/events.ts';
import { mailOf, type SentMail } from './mails.ts';
import type { Random } from './random.ts';

export type PhaseRow = Selectable<Schema['account_phases']>;
export type EventLine = Omit<Insertable<Schema['account_events']>, 'id'>;

/** A proof whose picture is still to be drawn; `copyOf` carries the very picture of another proof. */
export type PlannedProof = {
  id: string;
  accountId: string;
  paymentId: string;
  userId: string;
  at: Date;
  amount: Cents;
  to: AddressSnapshot;
  copyOf: PlannedProof | null;
  /** What is wrong with it: too little was sent, or nobody can read it. */
  flaw: 'short' | 'blurred' | null;
};

/** All that is recorded of one purchased account, built up in memory step by step. */
export type Story = {
  readonly owner: UserRow;
  readonly random: Random;
  /** Where its credentials will be. */
  readonly server: string;
  /** The moment that the story has come to. */
  at: Date;
  account: AccountRow;
  readonly events: EventLine[];
  readonly payments: PaymentRow[];
  readonly phases: PhaseRow[];
  readonly proofs: PlannedProof[];
  readonly mails: SentMail[];
};

/** The payment page opens by itself after the purchase. */
const openedAt = (boughtAt: Date): Date => new Date(boughtAt.getTime() + 4000);

const newPayment = (story: Omit<Story, 'payments'>, addresses: AddressSnapshot[]): PaymentRow => ({
  id: story.random.uuid(),
  account_id: story.account.id,
  amount_cents: story.account.price_cents,
  addresses,
  addresses_mac: '',
  state: 'awaiting',
  reason: null,
  created_at: story.at,
  opened_at: openedAt(story.at),
  submitted_at: null,
  judged_at: null,
  judged_by: null,
});

const boughtAccount = (id: string, owner: UserRow, chosen: PackageRow, at: Date): AccountRow => ({
  id,
  user_id: owner.id,
  package_id: chosen.id,
  challenge_type: chosen.challenge_type,
  account_size_cents: chosen.size_cents,
  original_price_cents: chosen.original_price_cents,
  price_cents: chosen.discounted_price_cents,
  phases: chosen.phases,
  time_limit_days: chosen.time_limit_days,
  time_zone: 'UTC',
  status: 'pending_payment',
  payment_status: 'pending',
  stage: 'phase1',
  initial_balance_cents: chosen.size_cents,
  balance_cents: chosen.size_cents,
  equity_cents: chosen.size_cents,
  balance_start_date: null,
  activated_at: null,
  account_number: null,
  server: null,
  mt5_password: null,
  breach_notified: false,
  failed_at: null,
  failure_reason: null,
  rejection_reason: null,
  reminded_at: null,
  version: 1,
  created_at: at,
  updated_at: at,
  deleted_at: null,
});

/** Buys a package: the first lines of a story. */
export const beginStory = (order: {
  owner: UserRow;
  chosen: PackageRow;
  addresses: AddressSnapshot[];
  at: Date;
  server: string;
  random: Random;
}): Story => {
  const { owner, chosen, at, server, random } = order;
  const account = boughtAccount(random.uuid(), owner, chosen, at);
  const story = { owner, random, server, at, account, events: [], phases: [], proofs: [], mails: [] };
  const purchased: EventLine = {
    account_id: account.id,
    at,
    event: 'purchased',
    by: 'trader',
    actor_id: owner.id,
    before: null,
    after: JSON.stringify({
      status: account.status,
      packageName: account.challenge_type,
      accountSize: account.account_size_cents / 100,
      price: account.price_cents / 100,
    }),
    note: null,
  };
  const opened: EventLine = {
    account_id: account.id,
    at: openedAt(at),
    event: 'payment_opened',
    by: 'trader',
    actor_id: owner.id,
    before: null,
    after: null,
    note: null,
  };
  return { ...story, events: [purchased, opened], payments: [newPayment(story, order.addresses)] };
};

/** Lets time pass: a random number of minutes. */
export const pass = (story: Story, least: number, most: number): void => {
  story.at = new Date(story.at.getTime() + story.random.between(least * 60, most * 60) * 1000);
};

const endPhase = (story: Story, balance: Cents, outcome: string): void => {
  const open = story.phases.find((phase) => phase.ended_at === null);
  if (open) Object.assign(open, { ended_at: story.at, end_balance_cents: balance, outcome });
};

/** As features/accounts keeps the phases: opened by activation and restart, ended by a breach. */
const keepPhases = (story: Story, before: AccountRow, after: AccountRow): void => {
  if (after.status === 'failed' && before.status !== 'failed') endPhase(story, after.balance_cents, 'failed');
  if (after.status !== 'failed' && before.status === 'failed') {
    const last = story.phases.find((phase) => phase.outcome === 'failed');
    if (last) Object.assign(last, { ended_at: null, end_balance_cents: null, outcome: null });
  }
  const open = story.phases.find((phase) => phase.ended_at === null);
  if (after.balance_start_date && after.balance_start_date !== before.balance_start_date) {
    const passed = targetReached(before.balance_cents, before.account_size_cents, before.stage);
    endPhase(story, before.balance_cents, passed ? 'passed' : 'ended');
    story.phases.push({
      id: story.random.uuid(),
      account_id: after.id,
      stage: after.stage,
      started_at: story.at,
      start_balance_cents: after.balance_cents,
      ended_at: null,
      end_balance_cents: null,
      outcome: null,
    });
  } else if (open && after.stage !== before.stage) open.stage = after.stage;
};

const PAYMENT_STATES = { verified: 'verified', failed: 'rejected', pending: null } as const;

const keepPayment = (
  story: Story,
  change: { before: AccountRow; after: AccountRow; isProof: boolean; actorId: string | null },
): void => {
  const { before, after, isProof, actorId } = change;
  const payment = story.payments.at(-1);
  const isJudged = before.payment_status !== after.payment_status;
  if (!payment || !(isJudged || isProof)) return;
  if (isProof) payment.submitted_at = story.at;
  if (isJudged && after.payment_status !== 'pending') {
    payment.judged_at = story.at;
    payment.judged_by = actorId;
  }
  const unjudged = payment.submitted_at === null ? 'awaiting' : 'submitted';
  payment.state = PAYMENT_STATES[after.payment_status] ?? unjudged;
  payment.reason = after.rejection_reason;
};

/** What happens to an account next. */
export type Happening = {
  event: AccountEvent;
  by: EventSource;
  actorId: string;
  reason?: string;
  note?: string;
  patch?: Partial<AccountRow>;
};

/**
 * Lets one thing happen at the moment of the story, by the same rules as in the product; it throws where these refuse it
 * or where nothing changes, since a story is written by hand.
 */
export const happen = (story: Story, { event, by, actorId, reason, note, patch = {} }: Happening): void => {
  const before = story.account;
  const decision = decide(accountFacts(before), event);
  const isStill = decision.outcome === 'unchanged' && Object.keys(patch).length === 0;
  if (decision.outcome === 'refused' || isStill) throw new Error(`${event.kind} does not fit the story`);
  const columns =
    decision.outcome === 'changed'
      ? columnsOf(before, decision.next, decision.activated, reason ?? null, story.at)
      : {};
  const after: AccountRow = {
    ...before,
    ...columns,
    ...patch,
    version: before.version + 1,
    updated_at: story.at,
  };
  story.account = after;
  const lines = historyOf(before, after);
  story.events.push({
    account_id: after.id,
    at: story.at,
    event: event.kind,
    by,
    actor_id: actorId,
    before: JSON.stringify(lines.before),
    after: JSON.stringify(lines.after),
    note: note ?? null,
    version: after.version,
  });
  keepPhases(story, before, after);
  keepPayment(story, { before, after, isProof: event.kind === 'proof_uploaded', actorId });
  const effects: readonly AccountEffect[] = decision.outcome === 'changed' ? decision.effects : [];
  for (const effect of effects) story.mails.push(mailOf(story, effect, before.stage));
};

/** The trader sends a proof; a rejected payment stays in the record, and the proof opens a new attempt. */
export const sendProof = (story: Story, copyOf: PlannedProof | null = null): void => {
  const last = story.payments.at(-1);
  if (last?.state === 'rejected') story.payments.push(newPayment(story, last.addresses));
  happen(story, { event: { kind: 'proof_uploaded' }, by: 'trader', actorId: story.owner.id });
  const payment = story.payments.at(-1);
  const [first, ...others] = payment?.addresses ?? [];
  if (!payment || !first) throw new Error('a proof needs an address to have paid to');
  story.proofs.push({
    id: story.random.hex(32),
    accountId: story.account.id,
    paymentId: payment.id,
    userId: story.owner.id,
    at: story.at,
    amount: payment.amount_cents,
    to: story.random.pick([first, ...others]),
    copyOf,
    flaw: null,
  });
};

/** Takes the account out of every list; its history stays. */
export const remove = (story: Story, actorId: string): void => {
  const { account, at } = story;
  story.account = { ...account, deleted_at: at, updated_at: at, version: account.version + 1 };
  story.events.push({
    account_id: account.id,
    at,
    event: 'deleted',
    by: 'admin',
    actor_id: actorId,
    before: JSON.stringify({ status: account.status, paymentStatus: account.payment_status }),
    after: null,
    note: null,
  });
};
