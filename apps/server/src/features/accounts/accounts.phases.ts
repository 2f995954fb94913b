import { randomUUID } from 'node:crypto';
import { targetReached } from '@firmament/rules';
import type { ExpressionBuilder } from 'kysely';
import type { AccountRow, Schema, Tx } from '../../db/schema.ts';

const open = (tx: Tx, account: AccountRow, now: Date) =>
  tx
    .insertInto('account_phases')
    .values({
      id: randomUUID(),
      account_id: account.id,
      stage: account.stage,
      started_at: now,
      start_balance_cents: account.balance_cents,
    })
    .execute();

const close = (tx: Tx, account: AccountRow, outcome: string, now: Date) =>
  tx
    .updateTable('account_phases')
    .set({ ended_at: now, end_balance_cents: account.balance_cents, outcome })
    .where('account_id', '=', account.id)
    .where('ended_at', 'is', null)
    .execute();

/** Takes back the end of a phase by a breach that was overridden. */
const reopen = (tx: Tx, account: AccountRow) =>
  tx
    .updateTable('account_phases')
    .set({ ended_at: null, end_balance_cents: null, outcome: null })
    .where('account_id', '=', account.id)
    .where('outcome', '=', 'failed')
    .execute();

/**
 * Keeps the phases of an account beside its state: one opens with the activation and with each restart (a new balance start
 * date), ends with a breach, and follows a stage that is set without a restart.
 */
export const keepPhasesInStep = async (
  tx: Tx,
  before: AccountRow,
  after: AccountRow,
  now: Date,
): Promise<void> => {
  if (after.status === 'failed' && before.status !== 'failed') await close(tx, after, 'failed', now);
  if (after.status !== 'failed' && before.status === 'failed') await reopen(tx, after);
  if (
    after.balance_start_date &&
    after.balance_start_date.getTime() !== before.balance_start_date?.getTime()
  ) {
    const passed = targetReached(before.balance_cents, before.account_size_cents, before.stage);
    await close(tx, before, passed ? 'passed' : 'ended', now);
    await open(tx, after, now);
  } else if (after.stage !== before.stage) {
    await tx
      .updateTable('account_phases')
      .set({ stage: after.stage })
      .where('account_id', '=', after.id)
      .where('ended_at', 'is', null)
      .execute();
  }
};

/** Takes back what a change at `at` did to the phases. */
export const undoPhases = async (tx: Tx, before: AccountRow, after: AccountRow, at: Date): Promise<void> => {
  const ofAccount = (eb: ExpressionBuilder<Schema, 'account_phases'>) => eb('account_id', '=', after.id);
  if (before.balance_start_date?.getTime() !== after.balance_start_date?.getTime()) {
    await tx
      .deleteFrom('account_phases')
      .where(ofAccount)
      .where('ended_at', 'is', null)
      .where('started_at', '=', at)
      .execute();
    await tx
      .updateTable('account_phases')
      .set({ ended_at: null, end_balance_cents: null, outcome: null })
      .where(ofAccount)
      .where('ended_at', '=', at)
      .execute();
  } else if (before.stage !== after.stage) {
    await tx
      .updateTable('account_phases')
      .set({ stage: after.stage })
      .where(ofAccount)
      .where('ended_at', 'is', null)
      .execute();
  }
  if (after.status === 'failed' && before.status !== 'failed') {
    await close(tx, after, 'failed', after.failed_at ?? at);
  }
};
