import type { Cents, PaymentStatus, Stage, Status } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { recordAccountEvent } from '../../platform/events.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { cancelMailsOf } from './accounts.mails.ts';
import { tradingDaysOf } from './accounts.present.ts';
import { type AccountPatch, lockAccount, updateAccount } from './accounts.queries.ts';
import { type Changed, changeAccount, checkVersion } from './accounts.ts';

/** Who asks for a change by hand, and on which version. */
export type Act = { accountId: string; actorId: string; ifMatch: number | null };

/** Sets balance (and with it equity), status or payment status by hand. */
export const overrideAccount = (
  tx: Tx,
  context: Context,
  act: Act,
  wanted: {
    balance?: Cents | undefined;
    status?: Status | undefined;
    paymentStatus?: PaymentStatus | undefined;
  },
) =>
  changeAccount(tx, context, {
    ...act,
    event: { kind: 'overridden', status: wanted.status, paymentStatus: wanted.paymentStatus },
    by: 'override',
    patch:
      wanted.balance === undefined ? {} : { balance_cents: wanted.balance, equity_cents: wanted.balance },
  });

/** A phase that has just begun looks the same when it starts afresh. */
const isFresh = (row: AccountRow, stage: Stage, now: Date): boolean =>
  row.stage === stage &&
  row.balance_cents === row.initial_balance_cents &&
  row.equity_cents === row.initial_balance_cents &&
  tradingDaysOf(row, now) === 1;

/** The columns with which a phase starts afresh; none where it was never started. */
const restartOf = (row: AccountRow, stage: Stage, now: Date): AccountPatch => {
  if (row.balance_start_date === null || isFresh(row, stage, now)) return {};
  return {
    balance_cents: row.initial_balance_cents,
    equity_cents: row.initial_balance_cents,
    balance_start_date: now,
  };
};

/** Sets the stage. With `restart` the balance is the initial one again and trading days count from now. */
export const setStage = async (
  tx: Tx,
  context: Context,
  act: Act,
  { stage, restart }: { stage: Stage; restart: boolean },
): Promise<Changed | Refusal<'account_not_found' | 'changed_meanwhile' | 'transition_not_allowed'>> => {
  const row = await lockAccount(tx, act.accountId);
  if (!row) return refuse('account_not_found');
  return changeAccount(tx, context, {
    ...act,
    event: { kind: 'stage_set', stage },
    by: 'admin',
    patch: restart ? restartOf(row, stage, context.clock.now()) : {},
  });
};

/** Records a breach: the account fails, and its trader is told once. */
export const markFailed = (tx: Tx, context: Context, act: Act, reason: string | null) =>
  changeAccount(tx, context, { ...act, event: { kind: 'breached' }, by: 'admin', reason });

/** Accepts or rejects the payment; the reason of a rejection is told to the trader. */
export const judgePayment = (
  tx: Tx,
  context: Context,
  act: Act,
  { verdict, reason }: { verdict: 'verified' | 'failed'; reason: string | null },
) =>
  changeAccount(tx, context, {
    ...act,
    event: { kind: 'payment_judged', verdict },
    by: 'admin',
    reason,
    note: verdict === 'verified' ? reason : null,
  });

/** Takes an account out of every list and call; history and payments stay. Mails that still wait are taken back. */
export const deleteAccount = async (
  tx: Tx,
  context: Context,
  { accountId, actorId, ifMatch }: Act,
): Promise<AccountRow | Refusal<'account_not_found' | 'changed_meanwhile'>> => {
  const now = context.clock.now();
  const row = await lockAccount(tx, accountId);
  if (!row) return refuse('account_not_found');
  const outdated = await checkVersion(tx, row, ifMatch);
  if (outdated) return outdated;
  const deleted = await updateAccount(tx, row, { deleted_at: now }, now);
  await cancelMailsOf(tx, row.id);
  await recordAccountEvent(tx, {
    accountId: row.id,
    at: now,
    event: 'deleted',
    by: 'admin',
    actorId,
    before: { status: row.status, paymentStatus: row.payment_status },
    after: null,
  });
  return deleted;
};
