import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { reminderConditions, reminderTimes } from './accounts.queues.ts';

type Due = { account: AccountRow; user: { id: string; email: string; name: string } };

const conditionsNow = (context: Context) =>
  reminderConditions(reminderTimes(context.clock.now(), context.config.reminderAfterMinutes));

/**
 * Takes the orders whose reminder is due and notes the time. A call at the same time waits for the rows and then finds them
 * reminded, so that it does not take them too. The account's version stays: a reminder is no change of it.
 */
export const claimDueReminders = async (tx: Tx, context: Context): Promise<Due[]> => {
  const rows = await tx
    .updateTable('accounts')
    .from('users')
    .set({ reminded_at: context.clock.now() })
    .whereRef('users.id', '=', 'accounts.user_id')
    .where('accounts.deleted_at', 'is', null)
    .where(conditionsNow(context).due)
    .returningAll('accounts')
    .returning(['users.email as user_email', 'users.name as user_name'])
    .execute();
  return rows.map(({ user_email, user_name, ...account }) => ({
    account,
    user: { id: account.user_id, email: user_email, name: user_name },
  }));
};

/** How many unpaid orders are not due for a reminder, by the reason. */
export const countUnpaid = (tx: Tx, context: Context) => {
  const { tooNew, reminded, unreachable } = conditionsNow(context);
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
