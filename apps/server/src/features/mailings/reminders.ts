import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { countUnpaid, remindDue } from '../accounts/index.ts';

const orders = (count: number, one: string, many: string): string[] => {
  if (count === 0) return [];
  return [count === 1 ? `1 order ${one}.` : `${count} orders ${many}.`];
};

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);

/** How many reminders were sent, and where there was none, why: "0 reminders sent. 1 order is newer than 60 minutes." */
const messageOf = async (tx: Tx, context: Context, sent: number): Promise<string> => {
  const head = `${sent} ${sent === 1 ? 'reminder' : 'reminders'} sent.`;
  if (sent > 0) return head;
  const after = context.config.reminderAfterMinutes;
  const unpaid = await countUnpaid(tx, context);
  const reasons = [
    ...orders(unpaid.tooNew, `is newer than ${minutes(after)}`, `are newer than ${minutes(after)}`),
    ...orders(unpaid.reminded, 'was reminded in the last 24 hours', 'were reminded in the last 24 hours'),
    ...orders(
      unpaid.unreachable,
      'belongs to a user who is disabled or closed',
      'belong to users who are disabled or closed',
    ),
  ];
  return [head, ...(reasons.length > 0 ? reasons : ['There are no unpaid orders.'])].join(' ');
};

/** Reminds the traders of all orders that are due, each once a day, however many calls run at the same time. */
export const sendReminders = async (tx: Tx, context: Context): Promise<{ sent: number; message: string }> => {
  const sent = await remindDue(tx, context);
  return { sent, message: await messageOf(tx, context, sent) };
};
