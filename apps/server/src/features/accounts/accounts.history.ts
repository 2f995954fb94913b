import type { AccountRow } from '../../db/schema.ts';

type Shown = Record<string, string | number | boolean | null>;

/** What the history tells of an account: amounts in cents, instants in ISO 8601. Never a password. */
const shown = (row: AccountRow): Shown => ({
  status: row.status,
  paymentStatus: row.payment_status,
  stage: row.stage,
  balanceCents: row.balance_cents,
  equityCents: row.equity_cents,
  balanceStartDate: row.balance_start_date?.toISOString() ?? null,
  accountNumber: row.account_number,
  server: row.server,
  breachNotified: row.breach_notified,
  failureReason: row.failure_reason,
  rejectionReason: row.rejection_reason,
});

/** The fields in which an account differs before and after a change. That a password changed is said, not which. */
export const historyOf = (before: AccountRow, after: AccountRow): { before: Shown; after: Shown } => {
  const old = shown(before);
  const changed = Object.entries(shown(after)).filter(([field, value]) => old[field] !== value);
  const lines = {
    before: Object.fromEntries(changed.map(([field]) => [field, old[field] ?? null])),
    after: Object.fromEntries(changed),
  };
  if (before.mt5_password === after.mt5_password) return lines;
  return { ...lines, after: { ...lines.after, passwordChanged: true } };
};
