import { PAYMENT_STATUSES, STAGES, STATUSES } from '@firmament/rules';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { recordAccountEvent } from '../../platform/events.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Act } from './accounts.commands.ts';
import { historyOf } from './accounts.history.ts';
import { queueEffects, UNDO_MILLISECONDS } from './accounts.mails.ts';
import { keepPaymentInStep } from './accounts.payments.ts';
import { undoPhases } from './accounts.phases.ts';
import { type AccountPatch, lastVersion, lockAccount, updateAccount } from './accounts.queries.ts';
import { type Changed, checkVersion } from './accounts.ts';

const instant = z.nullable(z.iso.datetime());
const kept = z.object({
  status: z.enum(STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  stage: z.enum(STAGES),
  balance_cents: z.custom<AccountRow['balance_cents']>((value) => Number.isSafeInteger(value)),
  equity_cents: z.custom<AccountRow['equity_cents']>((value) => Number.isSafeInteger(value)),
  balance_start_date: instant,
  breach_notified: z.boolean(),
  failed_at: instant,
  failure_reason: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
});

const moment = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

/** The columns that an undo puts back, or null for what is none. */
const readKept = (undo: unknown): AccountPatch | null => {
  const parsed = kept.safeParse(undo);
  if (!parsed.success) return null;
  const { balance_start_date, failed_at, ...columns } = parsed.data;
  return { ...columns, balance_start_date: moment(balance_start_date), failed_at: moment(failed_at) };
};

/**
 * Takes back the last change of an account: within 10 seconds, by who made it, and only where it sent no mail but that of a
 * change of stage, which waits so long. Both steps stay in the history.
 */
export const undoLastChange = async (
  tx: Tx,
  context: Context,
  { accountId, actorId, ifMatch }: Act,
): Promise<Changed | Refusal<'account_not_found' | 'changed_meanwhile' | 'nothing_to_undo'>> => {
  const row = await lockAccount(tx, accountId);
  if (!row) return refuse('account_not_found');
  const outdated = await checkVersion(tx, row, ifMatch);
  if (outdated) return outdated;
  const now = context.clock.now();
  const last = await lastVersion(tx, row.id);
  const patch = readKept(last?.undo);
  const isOwn = last?.actor_id === actorId && last.version === row.version;
  if (!last || !patch || !isOwn || now.getTime() - last.at.getTime() > UNDO_MILLISECONDS) {
    return refuse('nothing_to_undo');
  }
  const account = await updateAccount(tx, row, patch, now);
  await recordAccountEvent(tx, {
    accountId: row.id,
    at: now,
    event: 'undone',
    by: 'admin',
    actorId,
    ...historyOf(row, account),
    version: account.version,
  });
  await undoPhases(tx, row, account, last.at);
  await keepPaymentInStep(tx, { before: row, after: account, proofUploaded: false, judgedBy: null, now });
  await queueEffects(tx, {
    before: row,
    after: account,
    effects: row.stage === account.stage ? [] : ['stage_changed'],
    now,
  });
  return { account, outcome: 'changed' };
};
