import { messages } from '@firmament/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { queueMails } from '../../platform/mails.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { accountMail } from './accounts.mails.ts';
import { lockAccount } from './accounts.queries.ts';
import { reminderConditions, remindersNow } from './accounts.queues.ts';

type Due = { account: AccountRow; user: { id: string; email: string; name: string } };

/**
 * Takes the orders whose reminder is due and notes the time. A call at the same time waits for the rows and then finds them
 * reminded, so that it does not take them too. The account's version stays: a reminder is no change of it.
 */
const claimDue = async (tx: Tx, context: Context, accountId?: string): Promise<Due[]> => {
  let query = tx
    .updateTable('accounts')
    .from('users')
    .set({ reminded_at: context.clock.now() })
    .whereRef('users.id', '=', 'accounts.user_id')
    .where('accounts.deleted_at', 'is', null)
    .where(reminderConditions(remindersNow(context)).due);
  if (accountId !== undefined) query = query.where('accounts.id', '=', accountId);
  const rows = await query
    .returningAll('accounts')
    .returning(['users.email as user_email', 'users.name as user_name'])
    .execute();
  return rows.map(({ user_email, user_name, ...account }) => ({
    account,
    user: { id: account.user_id, email: user_email, name: user_name },
  }));
};

/** Reminds the traders of the orders that are due, or of the one that is named. Returns how many mails were queued. */
export const remindDue = async (tx: Tx, context: Context, accountId?: string): Promise<number> => {
  const now = context.clock.now();
  const due = await claimDue(tx, context, accountId);
  return queueMails(
    tx,
    due.map(({ account, user }) => ({
      template: 'payment_reminder' as const,
      eventKey: `${account.id}|${now.getTime()}`,
      recipient: user,
      payload: { ...accountMail(account, user.name), price: account.price_cents },
      now,
      accountId: account.id,
    })),
  );
};

/** Reminds the trader of one order where that is due; else refused with the reason. */
export const remindOne = async (
  tx: Tx,
  context: Context,
  accountId: string,
): Promise<null | Refusal<'account_not_found' | 'reminder_not_due'>> => {
  if (!(await lockAccount(tx, accountId))) return refuse('account_not_found');
  if ((await remindDue(tx, context, accountId)) > 0) return null;
  const { tooNew, reminded, unreachable } = reminderConditions(remindersNow(context));
  const why = await tx
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('accounts.id', '=', accountId)
    .select([tooNew.as('tooNew'), reminded.as('reminded'), unreachable.as('unreachable')])
    .executeTakeFirstOrThrow();
  const minutes = context.config.reminderAfterMinutes;
  if (why.tooNew) {
    return refuse('reminder_not_due', {
      message: `This order is newer than ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
    });
  }
  if (why.reminded) return refuse('reminder_not_due', { message: messages.reminderRepeated });
  if (why.unreachable) return refuse('reminder_not_due', { message: messages.reminderUnreachable });
  return refuse('reminder_not_due', { message: messages.reminderSettled });
};

/** How many unpaid orders are not due for a reminder, by the reason. */
export const countUnpaid = (tx: Tx, context: Context) => {
  const { tooNew, reminded, unreachable } = reminderConditions(remindersNow(context));
  return tx
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('accounts.deleted_at', 'is', null)
    .select([
      sql<number>`count(*) filter (where ${tooNew})`.as('tooNew'),
      sql<number>`count(*) filter (where ${reminded})`.as('reminded'),
      sql<number>`count(*) filter (where ${unreachable})`.as('unreachable'),
    ])
    .executeTakeFirstOrThrow();
};
