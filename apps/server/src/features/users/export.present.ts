import { dollarsFromCents, tierLabel } from '@firmament/rules';
import { presentCriteria } from '../catalogue/index.ts';
import type { ownAccounts, ownEvents } from './profile.queries.ts';

type OwnAccount = Awaited<ReturnType<typeof ownAccounts>>[number];
type OwnEvent = Awaited<ReturnType<typeof ownEvents>>[number];

/** An account as its owner takes it along: dollars, instants as ISO texts. */
export const presentExportedAccount = (row: OwnAccount): Record<string, unknown> => ({
  _id: row.id,
  packageName: row.challenge_type,
  tier: tierLabel(row.account_size_cents),
  accountSize: dollarsFromCents(row.account_size_cents),
  originalPrice: dollarsFromCents(row.original_price_cents),
  price: dollarsFromCents(row.price_cents),
  criteria: presentCriteria(row.phases.phase1),
  phase2Criteria: row.phases.phase2 ? presentCriteria(row.phases.phase2) : null,
  timeZone: row.time_zone,
  status: row.status,
  paymentStatus: row.payment_status,
  stage: row.stage,
  initialBalance: dollarsFromCents(row.initial_balance_cents),
  balance: dollarsFromCents(row.balance_cents),
  equity: dollarsFromCents(row.equity_cents),
  balanceStartDate: row.balance_start_date?.toISOString() ?? null,
  login: row.account_number,
  server: row.server,
  failedAt: row.failed_at?.toISOString() ?? null,
  failureReason: row.failure_reason,
  rejectionReason: row.rejection_reason,
  createdAt: row.created_at.toISOString(),
});

/** One line of an account's history. */
export const presentExportedEvent = (row: OwnEvent): Record<string, unknown> => ({
  accountId: row.account_id,
  at: row.at.toISOString(),
  event: row.event,
  by: row.by,
  note: row.note,
});
