import type { PaymentStatus, Stage, Status } from '@firmament/rules';
import { sql } from 'kysely';
import type { AccountRow, Db, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';
import { type Queue, queueConditions, type ReminderTimes } from './accounts.queues.ts';

export type AccountFilter = {
  search?: string | undefined;
  status?: Status | undefined;
  paymentStatus?: PaymentStatus | undefined;
  stage?: Stage | undefined;
  queue?: Queue | undefined;
  userId?: string | undefined;
};

/** Where a page of a list goes on: after this row, newest first. */
export type Position = { createdAt: Date; id: string };

export type OwnedAccount = AccountRow & { user_name: string; user_email: string };

const owned = (db: Db | Tx) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('accounts.deleted_at', 'is', null);

const filtered = (db: Db | Tx, filter: AccountFilter, times: ReminderTimes) => {
  let query = owned(db);
  const search = filter.search?.trim();
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([
        eb('users.name', 'ilike', pattern),
        eb('users.email', 'ilike', pattern),
        eb('accounts.account_number', 'ilike', pattern),
      ]),
    );
  }
  if (filter.status) query = query.where('accounts.status', '=', filter.status);
  if (filter.paymentStatus) query = query.where('accounts.payment_status', '=', filter.paymentStatus);
  if (filter.stage) query = query.where('accounts.stage', '=', filter.stage);
  if (filter.queue) query = query.where(queueConditions(times)[filter.queue]);
  if (filter.userId !== undefined) {
    query = isUuid(filter.userId)
      ? query.where('accounts.user_id', '=', filter.userId)
      : query.where(sql<boolean>`false`);
  }
  return query;
};

/** A page of accounts, newest first, with the number of all that match. */
export const listAccounts = async (
  db: Db,
  filter: AccountFilter,
  page: { limit: number; after: Position | null; times: ReminderTimes },
): Promise<{ rows: OwnedAccount[]; total: number; hasMore: boolean }> => {
  const base = filtered(db, filter, page.times);
  let query = base
    .selectAll('accounts')
    .select(['users.name as user_name', 'users.email as user_email'])
    .orderBy('accounts.created_at', 'desc')
    .orderBy('accounts.id', 'desc')
    .limit(page.limit + 1);
  if (page.after) {
    const { createdAt, id } = page.after;
    query = query.where(sql<boolean>`(accounts.created_at, accounts.id) < (${createdAt}, ${id}::uuid)`);
  }
  const rows = await query.execute();
  const count = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows: rows.slice(0, page.limit), total: Number(count.total), hasMore: rows.length > page.limit };
};

/** One account with its owner, or undefined. */
export const ownedAccount = async (db: Db | Tx, id: string): Promise<OwnedAccount | undefined> =>
  isUuid(id)
    ? owned(db)
        .selectAll('accounts')
        .select(['users.name as user_name', 'users.email as user_email'])
        .where('accounts.id', '=', id)
        .executeTakeFirst()
    : undefined;

export type ListedProof = {
  id: string;
  account_id: string;
  width: number;
  height: number;
  created_at: Date;
  seen_elsewhere: boolean;
};

/** The proofs of accounts, newest first; `seen_elsewhere`: another account carries the same picture. */
export const proofsOf = async (db: Db | Tx, accountIds: readonly string[]): Promise<ListedProof[]> =>
  accountIds.length === 0
    ? []
    : db
        .selectFrom('proofs')
        .select(['id', 'account_id', 'width', 'height', 'created_at'])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('proofs as others')
                .select('others.id')
                .whereRef('others.sha256', '=', 'proofs.sha256')
                .whereRef('others.account_id', '!=', 'proofs.account_id'),
            )
            .$castTo<boolean>()
            .as('seen_elsewhere'),
        )
        .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();

/** The history of an account, newest first. */
export const eventsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('account_events')
    .leftJoin('users', 'users.id', 'account_events.actor_id')
    .select([
      'account_events.id',
      'account_events.at',
      'account_events.event',
      'account_events.by',
      'account_events.actor_id',
      'account_events.before',
      'account_events.after',
      'account_events.note',
      'users.name as actor_name',
    ])
    .where('account_id', '=', accountId)
    .orderBy('account_events.id', 'desc')
    .limit(1000)
    .execute();

/** The mails about an account, without what they say. */
export const mailsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('mails')
    .select(['id', 'template', 'state', 'recipient_email', 'created_at', 'sent_at', 'last_error'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();

const countWhere = (condition: ReturnType<typeof queueConditions>[Queue]) =>
  sql<number>`count(*) filter (where ${condition})`;

/** How many accounts stand in each queue, and how many are active. */
export const countQueues = async (db: Db, times: ReminderTimes) => {
  const conditions = queueConditions(times);
  const row = await owned(db)
    .select([
      countWhere(conditions.proof_to_review).as('proofToReview'),
      countWhere(conditions.needs_credentials).as('needsCredentials'),
      countWhere(conditions.at_target).as('atTarget'),
      countWhere(conditions.near_floor).as('nearFloor'),
      countWhere(conditions.reminder_due).as('remindersDue'),
      countWhere(sql<boolean>`accounts.status = 'active'`).as('activeAccounts'),
    ])
    .executeTakeFirstOrThrow();
  return row;
};

/** Counts of the overview that are not about accounts. */
export const countOthers = async (db: Db) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('users')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .where('closed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('users'),
      eb
        .selectFrom('payment_addresses')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .where('withdrawn_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('paymentAddresses'),
      eb
        .selectFrom('mails')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .where('state', '=', 'failed')
        .$asScalar()
        .$notNull()
        .as('failedMails'),
    ])
    .executeTakeFirstOrThrow();
