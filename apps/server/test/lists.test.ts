import {
  ACCOUNT_QUEUES,
  ACCOUNT_SORTS,
  type QueryParameters,
  USER_SORTS,
  USER_STATES,
} from '@firmament/contract';
import { STATUSES } from '@firmament/rules';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../src/db/schema.ts';
import { remindersNow } from '../src/features/accounts/accounts.queues.ts';
import {
  type AccountFilter,
  accountCondition,
  accountsPage,
} from '../src/features/accounts/admin-accounts.queries.ts';
import { type UserFilter, userCondition, usersPage } from '../src/features/users/users.queries.ts';
import { type Person, registerAdmin } from './factories.ts';
import { fillFirm } from './fill.ts';
import { createWorld, type World } from './world.ts';

/** The lists of a large firm: order, filters, pages, and that an index stands behind each of them. */
const ROWS = 10_000;
let world: World;
let admin: Person;

beforeAll(async () => {
  // The plans need statistics of the rows, which only the owner of a table may gather.
  world = await createWorld({}, 'owner');
  admin = await registerAdmin(world);
  await fillFirm(world.context.db, { users: ROWS, accounts: ROWS, now: world.clock.now() });
});
afterAll(() => world.close());

const accounts = (query: QueryParameters<'GET /admin/accounts'>) =>
  world.call('GET /admin/accounts', { token: admin.token, query });
const users = (query: QueryParameters<'GET /admin/users'>) =>
  world.call('GET /admin/users', { token: admin.token, query });

type Account = Awaited<ReturnType<typeof accounts>>['body']['accounts'][number];
/** Of a name the first word: what comes after it stands in an order of the database's language. */
const valueIn: Record<(typeof ACCOUNT_SORTS)[number], (account: Account) => string | number> = {
  created: (account) => account.createdAt,
  user: (account) => account.userId.name.toLowerCase().split(' ')[0] ?? '',
  tier: (account) => account.accountSize,
  balance: (account) => account.balance,
  equity: (account) => account.equity,
  status: (account) => account.status,
  payment: (account) => account.paymentStatus,
  stage: (account) => account.stage,
  mt5: (account) => account.accountNumber ?? '',
};
const isSorted = (values: readonly (string | number)[], descending: boolean) =>
  values.every((value, index) => {
    const before = values[index - 1];
    return before === undefined || (descending ? before >= value : before <= value);
  });

describe('a sorted list', () => {
  it.each(ACCOUNT_SORTS)('of accounts by %s is in order over its pages, both ways', async (sort) => {
    for (const order of ['ascending', 'descending'] as const) {
      const seen: Account[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 4; page += 1) {
        const { body } = await accounts({ sort, order, limit: 37, ...(cursor ? { cursor } : {}) });
        expect(body.total).toBe(ROWS);
        seen.push(...body.accounts);
        cursor = body.nextCursor ?? undefined;
      }
      expect(new Set(seen.map((account) => account._id)).size).toBe(4 * 37);
      expect(isSorted(seen.map(valueIn[sort]), order === 'descending')).toBe(true);
    }
  });

  it.each(USER_SORTS)('of users by %s reaches every row once', async (sort) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await users({ sort, limit: 1000, ...(cursor ? { cursor } : {}) });
      seen.push(...body.users.map((user) => user._id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(ROWS + 1);
    expect(new Set(seen).size).toBe(ROWS + 1);
  });

  it('refuses the cursor of another order', async () => {
    const cursor = (await accounts({ sort: 'balance', limit: 1 })).body.nextCursor ?? '';
    expect((await accounts({ sort: 'balance', limit: 1, cursor })).status).toBe(200);
    expect((await accounts({ sort: 'equity', limit: 1, cursor })).status).toBe(400);
    expect((await accounts({ sort: 'balance', order: 'descending', limit: 1, cursor })).status).toBe(400);
    expect((await accounts({ cursor })).status).toBe(400);
  });
});

describe('the states of users', () => {
  it('part them as the list shows them', async () => {
    const totals: number[] = [];
    for (const state of USER_STATES) {
      const { body } = await users({ state, limit: 1000 });
      totals.push(body.total);
      for (const user of body.users) {
        expect(user.closed).toBe(state === 'closed');
        if (state === 'enabled') expect([user.disabled, user.emailVerified]).toEqual([false, true]);
        if (state === 'unverified') expect(user.emailVerified).toBe(false);
        if (state === 'disabled') expect(user.disabled).toBe(true);
      }
    }
    expect(totals.every((total) => total > 50)).toBe(true);
  });
});

/** The plan of a query; with `sparing` tables may not be read from end to end where any index can help. */
const planOf = (query: (db: Db) => { compile(): CompiledQuery }, sparing: boolean): Promise<string> =>
  world.context.db.connection().execute(async (db) => {
    await sql.raw(`set enable_seqscan = ${sparing ? 'off' : 'on'}`).execute(db);
    try {
      const { sql: text, parameters } = query(db).compile();
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await sql`set enable_seqscan = on`.execute(db);
    }
  });

const first = { limit: 26, after: null };
const times = () => remindersNow(world.context);

describe('behind the lists', () => {
  it.each(ACCOUNT_SORTS)('an index brings the accounts by %s', async (sort) => {
    const condition = accountCondition({}, times());
    for (const descending of [true, false]) {
      const plan = await planOf((db) => accountsPage(db, { ...first, condition, sort, descending }), false);
      expect(plan).toMatch(sort === 'user' ? /users_by_name/ : /Index Scan.* using accounts_/);
      // A page is not sorted out of all rows; only accounts of one name may be put in order.
      expect(plan).not.toMatch(/(?<!Incremental )Sort {2}|Seq Scan on accounts/);
    }
  });

  it.each(USER_SORTS)('an index brings the users by %s', async (sort) => {
    const condition = userCondition({});
    const plan = await planOf((db) => usersPage(db, { ...first, condition, sort, descending: true }), false);
    expect(plan).toMatch(/Index Scan.* using users_/);
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}|Seq Scan on users/);
  });

  const ofAccounts: [string, AccountFilter, RegExp][] = [
    ...STATUSES.map((status): [string, AccountFilter, RegExp] => [
      status,
      { status },
      /accounts_(by_)?status/,
    ]),
    ['payment', { paymentStatus: 'failed' }, /accounts_by_payment/],
    ['stage', { stage: 'live' }, /accounts_by_stage/],
    ['owner', { userId: '00000000-0000-4000-8000-000000000001' }, /accounts_(user|login_of_user)/],
    ...ACCOUNT_QUEUES.map((queue): [string, AccountFilter, RegExp] => [
      queue,
      { queue },
      /accounts_(by_)?status/,
    ]),
  ];
  it.each(ofAccounts)('an index finds the accounts of the filter %s', async (_, filter, index) => {
    const condition = accountCondition(filter, times());
    const plan = await planOf(
      (db) =>
        db
          .selectFrom('accounts')
          .innerJoin('users', 'users.id', 'accounts.user_id')
          .where('deleted_at', 'is', null)
          .where(condition)
          .select(sql`1`.as('one')),
      true,
    );
    expect(plan).toMatch(index);
    expect(plan).not.toContain('Seq Scan on accounts');
  });

  it.each([
    ['admins', { role: 'admin' }, /users_by_role/],
    ['unverified', { state: 'unverified' }, /users_unverified/],
    ['disabled', { state: 'disabled' }, /users_disabled/],
    ['closed', { state: 'closed' }, /users_closed/],
  ] as [string, UserFilter, RegExp][])(
    'an index finds the users of the filter %s',
    async (_, filter, index) => {
      const condition = userCondition(filter);
      const plan = await planOf(
        (db) => db.selectFrom('users').where(condition).select(sql`1`.as('one')),
        true,
      );
      expect(plan).toMatch(index);
    },
  );
});
