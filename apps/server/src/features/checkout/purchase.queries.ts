import { PURCHASED } from '@firmament/rules';
import { sql } from 'kysely';
import type { AccountRow, Db, PackageRow, ProofRow, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

/** A purchased account with its owner's name and address and its newest proof. */
export type OwnAccount = { account: AccountRow; name: string; email: string; proof: ProofRow | null };

/** One account of a user that is not deleted, or undefined: someone else's looks the same as none. */
export const ownAccount = async (
  db: Db | Tx,
  id: string,
  userId: string,
): Promise<OwnAccount | undefined> => {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .selectAll('accounts')
    .select(['users.name as user_name', 'users.email as user_email'])
    .where('accounts.id', '=', id)
    .where('accounts.user_id', '=', userId)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const proof = await db
    .selectFrom('proofs')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { user_name: name, user_email: email, ...account } = row;
  return { account, name, email, proof: proof ?? null };
};

/** Lets the purchases of one user wait for each other, in all processes, until the transaction ends. */
export const lockPurchasesOf = async (tx: Tx, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purchase|${userId}`}, 0))`.execute(tx);
};

/** A purchase and the number of its line of history, which rises from one to the next. */
export type PurchaseMark = { accountId: string; line: number };

/** The newest purchase of one package by one user, or undefined. */
export const newestPurchase = async (
  db: Db | Tx,
  userId: string,
  packageId: string,
): Promise<PurchaseMark | undefined> =>
  db
    .selectFrom('account_events')
    .innerJoin('accounts', 'accounts.id', 'account_events.account_id')
    .select(['accounts.id as accountId', 'account_events.id as line'])
    .where('accounts.user_id', '=', userId)
    .where('accounts.package_id', '=', packageId)
    .where('accounts.deleted_at', 'is', null)
    .where('account_events.event', '=', 'purchased')
    .orderBy('account_events.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How many orders of a user still wait for their payment. */
export const unpaidOrders = async (tx: Tx, userId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('accounts')
    .select(sql<number>`count(*)::int8`.as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending_payment')
    .where('payment_status', '!=', 'verified')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

/** A new account with everything that its package says at this moment. */
export const insertAccount = async (
  tx: Tx,
  order: { id: string; userId: string; chosen: PackageRow; timeZone: string; now: Date },
): Promise<void> => {
  const { chosen, now } = order;
  await tx
    .insertInto('accounts')
    .values({
      id: order.id,
      user_id: order.userId,
      package_id: chosen.id,
      challenge_type: chosen.challenge_type,
      account_size_cents: chosen.size_cents,
      original_price_cents: chosen.original_price_cents,
      price_cents: chosen.discounted_price_cents,
      phases: JSON.stringify(chosen.phases),
      time_limit_days: chosen.time_limit_days,
      time_zone: chosen.time_zone ?? order.timeZone,
      status: PURCHASED.status,
      payment_status: PURCHASED.paymentStatus,
      stage: PURCHASED.stage,
      initial_balance_cents: chosen.size_cents,
      balance_cents: chosen.size_cents,
      equity_cents: chosen.size_cents,
      created_at: now,
      updated_at: now,
    })
    .execute();
};
