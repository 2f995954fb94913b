import type { Decoded, Routes } from '@firmament/contract';
import {
  growth,
  growthTargetPercent,
  instant,
  nextDayStart,
  percentFromBasisPoints,
  platformOf,
  specifiedTradingDays,
  targetReached,
  tierLabel,
} from '@firmament/rules';
import type { AccountRow, PhaseCriteria } from '../../db/schema.ts';
import { inDollars } from '../../platform/facts.ts';
import type { KeyRing } from '../../secrets/keys.ts';
import { signName } from '../../secrets/signed-names.ts';
import { presentCriteria } from '../catalogue/index.ts';
import type {
  DuplicateProof,
  eventsOf,
  ListedProof,
  mailsOf,
  OwnedAccount,
} from './admin-accounts.queries.ts';
import type { OwnAccount } from './trader-accounts.queries.ts';

type TradingAccount = Decoded<Routes['GET /admin/accounts/{id}']>['response'];
type ListItem = Decoded<Routes['GET /dashboard/accounts']>['response']['accounts'][number];
type AccountEvent = Decoded<Routes['GET /admin/accounts/{id}/events']>['response']['events'][number];
type Proof = TradingAccount['proofs'][number];

/** How long a link to a proof is good, in milliseconds. */
const PROOF_LINK_MILLISECONDS = 10 * 60_000;

/** The criteria that the account was bought with, of the stage that runs. */
const runningPhase = (row: AccountRow): PhaseCriteria =>
  (row.stage === 'phase2' ? row.phases.phase2 : null) ?? row.phases.phase1;

/** The criteria of the running stage in percent, as the wire carries them. */
export const accountCriteria = (row: AccountRow): ListItem['criteria'] => presentCriteria(runningPhase(row));

const failureOf = (row: AccountRow): ListItem['failure'] =>
  row.failed_at && {
    reason: row.failure_reason ?? '',
    at: row.failed_at,
    tradingDays: tradingDaysOf(row, row.failed_at),
  };

/** Whole 24-hour days since the balance start date plus one. */
export const tradingDaysOf = (row: AccountRow, now: Date): number =>
  specifiedTradingDays(
    row.balance_start_date ? instant(row.balance_start_date.getTime()) : null,
    instant(now.getTime()),
  );

/** An account as its trader's overview shows it. */
export const presentAccountListItem = (row: OwnAccount, now: Date): ListItem => ({
  _id: row.id,
  login: row.account_number,
  server: row.server,
  platform: row.server === null ? null : platformOf(row.server),
  status: row.status,
  paymentStatus: row.payment_status,
  stage: row.stage,
  tier: tierLabel(row.account_size_cents),
  packageName: row.challenge_type,
  price: row.price_cents,
  accountSize: row.account_size_cents,
  initialBalance: row.initial_balance_cents,
  balance: row.balance_cents,
  equity: row.equity_cents,
  criteria: accountCriteria(row),
  tradingDays: tradingDaysOf(row, now),
  nextDayStart: new Date(nextDayStart(instant(now.getTime()), row.time_zone)),
  failure: failureOf(row),
  rejectionReason: row.rejection_reason,
  hasProof: row.has_proof,
  createdAt: row.created_at,
});

export type ProofSigning = { ring: KeyRing; now: Date };

const presentProof = (
  proof: ListedProof,
  duplicates: readonly DuplicateProof[],
  { ring, now }: ProofSigning,
): Proof => ({
  _id: proof.id,
  file: signName(proof.id, 'proof', new Date(now.getTime() + PROOF_LINK_MILLISECONDS), ring),
  uploadedAt: proof.created_at,
  width: proof.width,
  height: proof.height,
  duplicateOf: duplicates
    .filter((duplicate) => duplicate.proof_id === proof.id)
    .map((duplicate) => ({
      _id: duplicate.account_id,
      name: duplicate.user_name,
      uploadedAt: duplicate.created_at,
      deleted: duplicate.deleted_at !== null,
    })),
});

/** An account as the administration sees it; `proofs` are its own, newest first. */
export const presentTradingAccount = (
  row: OwnedAccount,
  { proofs, duplicates }: { proofs: readonly ListedProof[]; duplicates: readonly DuplicateProof[] },
  signing: ProofSigning,
): TradingAccount => {
  const shown = proofs.map((proof) => presentProof(proof, duplicates, signing));
  return {
    _id: row.id,
    userId: { _id: row.user_id, name: row.user_name, email: row.user_email },
    tier: tierLabel(row.account_size_cents),
    balance: row.balance_cents,
    equity: row.equity_cents,
    accountSize: row.account_size_cents,
    initialBalance: row.initial_balance_cents,
    balanceStartDate: row.balance_start_date,
    stage: row.stage,
    status: row.status,
    paymentStatus: row.payment_status,
    accountNumber: row.account_number,
    server: row.server,
    createdAt: row.created_at,
    breachNotified: row.breach_notified,
    paymentScreenshot: shown[0]?.file ?? null,
    package: {
      name: row.challenge_type,
      price: row.original_price_cents,
      discountedPrice: row.price_cents,
    },
    criteria: accountCriteria(row),
    growth: percentFromBasisPoints(growth(row.balance_cents, row.account_size_cents)),
    growthTargetPercent: growthTargetPercent(row.stage),
    targetReached: targetReached(row.balance_cents, row.account_size_cents, row.stage),
    tradingDays: tradingDaysOf(row, signing.now),
    timeZone: row.time_zone,
    failure: failureOf(row),
    rejectionReason: row.rejection_reason,
    proofs: shown,
    proofSeenElsewhere: shown.some((proof) => proof.duplicateOf.length > 0),
    version: row.version,
  };
};

type EventRow = Awaited<ReturnType<typeof eventsOf>>[number];
type MailRow = Awaited<ReturnType<typeof mailsOf>>[number];

const presentEvent = (row: EventRow): AccountEvent => ({
  _id: String(row.id),
  at: row.at,
  event: row.event,
  by: row.by,
  actor: row.actor_id ? { _id: row.actor_id, name: row.actor_name ?? '' } : null,
  before: inDollars(row.before),
  after: inDollars(row.after),
  note: row.note,
  version: row.version,
});

const presentMail = (row: MailRow): AccountEvent => ({
  _id: row.id,
  at: row.sent_at ?? row.created_at,
  event: 'mail',
  by: 'system',
  actor: null,
  before: null,
  after: {
    template: row.template,
    state: row.state,
    to: row.recipient_email,
    ...(row.dismissed_at && { dismissed: true }),
  },
  note: row.last_error,
  version: null,
});

/** Everything that happened to an account, its mails included, newest first. */
export const presentTimeline = (events: readonly EventRow[], mails: readonly MailRow[]): AccountEvent[] =>
  [...mails.map(presentMail), ...events.map(presentEvent)].sort(
    (one, other) => other.at.getTime() - one.at.getTime(),
  );
