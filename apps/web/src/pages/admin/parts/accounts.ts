import type { ResponseBody } from '@firmament/contract';
import type { ACCOUNT_QUEUES } from '@firmament/contract/lists';
import { messages } from '@firmament/contract/messages';
import {
  type AccountFacts,
  type Availability,
  type Corridor,
  can,
  type PaymentStatus,
  type RefusalReason,
  type Stage,
  type Status,
} from '@firmament/rules';
import type { Tone } from '../../../ui/Badge.tsx';
import { courseOf } from '../../../ui/course.ts';

export type TradingAccount = ResponseBody<'GET /admin/accounts/{id}'>;
export type Proof = TradingAccount['proofs'][number];
export type AccountList = ResponseBody<'GET /admin/accounts'>;
export type Overview = ResponseBody<'GET /admin/overview'>;

export const STATUS_LABELS: Readonly<Record<Status, string>> = {
  pending_payment: 'Pending payment',
  payment_submitted: 'Payment submitted',
  active: 'Active',
  inactive: 'Inactive',
  failed: 'Failed',
};

export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  pending_payment: 'neutral',
  payment_submitted: 'warn',
  active: 'gain',
  inactive: 'neutral',
  failed: 'loss',
};

export const PAYMENT_LABELS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Pending',
  verified: 'Verified',
  failed: 'Failed',
};

export const PAYMENT_TONES: Readonly<Record<PaymentStatus, Tone>> = {
  pending: 'neutral',
  verified: 'gain',
  failed: 'loss',
};

export const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  phase1: 'Phase 1',
  phase2: 'Phase 2',
  live: 'Live',
};

/** The work strip's queues, in its order, each with its count's name in the overview. */
export const QUEUES = [
  { id: 'proof_to_review', label: 'Proof to review', count: 'proofToReview' },
  { id: 'needs_credentials', label: 'Needs credentials', count: 'needsCredentials' },
  { id: 'at_target', label: 'At target', count: 'atTarget' },
  { id: 'near_floor', label: 'Near floor', count: 'nearFloor' },
  { id: 'reminder_due', label: 'Reminders due', count: 'remindersDue' },
] as const satisfies readonly { id: string; label: string; count: keyof Overview }[];

/** The name of such a queue. */
export type Queue = (typeof QUEUES)[number]['id'];

/** The built-in views of the list of accounts. */
export const VIEW_LABELS: Readonly<Record<(typeof ACCOUNT_QUEUES)[number] | 'all', string>> = {
  all: 'All',
  proof_to_review: 'Proof to review',
  needs_credentials: 'Needs credentials',
  at_target: 'At target',
  near_floor: 'Near floor',
  reminder_due: 'Reminders due',
  active: 'Active',
  failed: 'Failed',
};

/** What the rules look at, from an answer of the server. */
export const factsOf = (account: TradingAccount): AccountFacts => ({
  status: account.status,
  paymentStatus: account.paymentStatus,
  stage: account.stage,
  hasCredentials: account.accountNumber !== null,
  breachNotified: account.breachNotified,
  everActivated: account.balanceStartDate !== null,
  challengeType: account.package.name,
});

const REASONS: Readonly<Record<RefusalReason, string>> = {
  proof_not_accepted: messages.proofNotAccepted,
  payment_already_judged: messages.paymentAlreadyJudged,
  credentials_not_allowed: messages.credentialsNotAllowed,
  credentials_missing: messages.credentialsMissing,
  transition_not_allowed: messages.transitionNotAllowed,
  already_failed: messages.alreadyFailed,
  already_notified: 'The trader was already notified of a breach.',
  already_in_stage: 'The account is already in this stage.',
};

/** Why a button is off, in words; undefined where it is on. */
export const reasonOf = (availability: Availability): string | undefined =>
  availability.allowed ? undefined : REASONS[availability.reason];

/** Why 'Mark as Failed' is off; undefined where it is on. */
export function breachReason(account: TradingAccount): string | undefined {
  const verdict = can.markFailed(factsOf(account));
  if (!verdict.allowed && verdict.reason === 'transition_not_allowed') {
    return 'Only an active account can be marked as failed.';
  }
  return reasonOf(verdict);
}

/** The account's course between its floor and its stage's target, the one that its growth is measured by. */
export const courseOfAccount = (account: TradingAccount): Corridor =>
  courseOf({
    initialBalance: account.initialBalance,
    equity: account.equity,
    target: account.growthTargetPercent,
    totalLoss: account.criteria.maxTotalLoss,
    dailyLoss: account.criteria.maxDailyLoss,
  });

/** "Jonas Weber's account 50018817", or without a number "Jonas Weber's Starter account". */
export const nameOfAccount = (account: TradingAccount): string =>
  account.accountNumber === null
    ? `${account.userId.name}'s ${account.tier} account`
    : `${account.userId.name}'s account ${account.accountNumber}`;

/** What the browser asks before a breach. */
export const breachQuestion = (account: TradingAccount): string =>
  `Mark ${nameOfAccount(account)} as failed?\n\nIts status becomes failed, and ${account.userId.email} is notified by email.`;

/** What the browser asks before a deletion. */
export const deletionQuestion = (account: TradingAccount): string =>
  `Delete ${nameOfAccount(account)}?\n\nIt disappears from every list and from the trader's dashboard. Its history stays for the audit.`;
