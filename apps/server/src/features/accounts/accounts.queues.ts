import type { ACCOUNT_QUEUES } from '@firmament/contract';
import { growthTargetPercent, STAGES } from '@firmament/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';

/** What waits for a person, and what runs or failed; the names are those of the contract's filter. */
export type Queue = (typeof ACCOUNT_QUEUES)[number];

/** Since when an order may be reminded of, and how long ago the last reminder must be. */
export type ReminderTimes = { orderedBefore: Date; remindedBefore: Date };

const MINUTE = 60_000;
const REMIND_AGAIN_MILLISECONDS = 24 * 60 * MINUTE;

const reminderTimes = (now: Date, afterMinutes: number): ReminderTimes => ({
  orderedBefore: new Date(now.getTime() - afterMinutes * MINUTE),
  remindedBefore: new Date(now.getTime() - REMIND_AGAIN_MILLISECONDS),
});

/** The times that a reminder is due by, now. */
export const remindersNow = ({ clock, config }: Context): ReminderTimes =>
  reminderTimes(clock.now(), config.reminderAfterMinutes);

type Condition = RawBuilder<boolean>;

const unpaid = sql<boolean>`(accounts.status = 'pending_payment' and accounts.payment_status <> 'verified')`;
const reachable = sql<boolean>`(users.disabled_at is null and users.closed_at is null)`;

/** The parts of which the reminder call is made, over `accounts` joined with `users`. */
export const reminderConditions = (
  times: ReminderTimes,
): Record<'unreachable' | 'tooNew' | 'reminded' | 'due', Condition> => {
  const old = sql<boolean>`accounts.created_at <= ${times.orderedBefore}`;
  const notReminded = sql<boolean>`(accounts.reminded_at is null or accounts.reminded_at <= ${times.remindedBefore})`;
  return {
    unreachable: sql<boolean>`(${unpaid} and not ${reachable})`,
    tooNew: sql<boolean>`(${unpaid} and ${reachable} and not ${old})`,
    reminded: sql<boolean>`(${unpaid} and ${reachable} and ${old} and not ${notReminded})`,
    due: sql<boolean>`(${unpaid} and ${reachable} and ${old} and ${notReminded})`,
  };
};

const targetPercent = sql<number>`case accounts.stage ${sql.join(
  STAGES.map((stage) => sql`when ${sql.lit(stage)} then ${sql.lit(growthTargetPercent(stage))}`),
  sql` `,
)} end`;

/** The overall loss that the running stage allows, in cents, rounded like every amount. */
const allowedLoss = sql<number>`((accounts.initial_balance_cents * coalesce(
  case when accounts.stage = 'phase2' then accounts.phases->'phase2'->>'maxTotalLoss' end,
  accounts.phases->'phase1'->>'maxTotalLoss')::int8 + 5000) / 10000)`;

/** The condition of each queue, over `accounts` joined with `users`; deleted accounts are left out elsewhere. */
export const queueConditions = (times: ReminderTimes): Record<Queue, Condition> => ({
  proof_to_review: sql<boolean>`(accounts.status = 'payment_submitted' and accounts.payment_status = 'pending')`,
  needs_credentials: sql<boolean>`(accounts.status in ('pending_payment', 'payment_submitted')
    and accounts.payment_status = 'verified' and accounts.account_number is null)`,
  at_target: sql<boolean>`(accounts.status = 'active' and (accounts.balance_cents - accounts.account_size_cents) * 100
    >= accounts.account_size_cents * ${targetPercent})`,
  // The last fifth of the allowed loss, as in the rules' corridor, and everything below it.
  near_floor: sql<boolean>`(accounts.status = 'active'
    and (accounts.equity_cents - accounts.initial_balance_cents + ${allowedLoss}) * 5 <= ${allowedLoss})`,
  reminder_due: reminderConditions(times).due,
  active: sql<boolean>`accounts.status = 'active'`,
  failed: sql<boolean>`accounts.status = 'failed'`,
});
