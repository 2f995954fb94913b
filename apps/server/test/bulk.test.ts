import type { RequestBody, RouteKey } from '@firmament/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, subjectsTo, uploadProof, waitFor } from './account-calls.ts';
import { activate, type Person, registerAdmin, registerVerified } from './factories.ts';
import { fillFirm } from './fill.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

type BulkKey = Extract<RouteKey, `POST ${string}/bulk/${string}`>;
let keys = 0;
const newKey = () => {
  keys += 1;
  return `bulk-${keys}`;
};
const bulk = <K extends BulkKey>(route: K, body: RequestBody<K>, key = newKey(), by: Person = admin) =>
  world.call(route, { token: by.token, body, headers: { 'idempotency-key': key } });

const activeAccounts = async (count: number) => {
  const made = [];
  for (let number = 0; number < count; number += 1) {
    const account = await newAccount(world, admin);
    await activate(world, admin, account.id);
    made.push(account);
  }
  return made;
};
const eventsOf = async (id: string) =>
  (
    await world.context.db
      .selectFrom('account_events')
      .select(['event', 'actor_id', 'by'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event, actor_id, by }) => `${event} ${by} ${actor_id === admin.userId}`);
const totalOf = async (query: { userId?: string; status?: 'active' }) =>
  (await world.call('GET /admin/accounts', { token: admin.token, query })).body.total;

describe('a bulk change of accounts', () => {
  it('does to each row what the single call does: state, history, one mail', async () => {
    const [one, other] = await activeAccounts(2);
    if (!one || !other) throw new Error('no accounts');
    await one.by.override({ balance: 11_000 });
    const answer = await bulk('POST /admin/accounts/bulk/stage', {
      selection: { ids: [one.id, other.id] },
      stage: 'phase2',
      restart: true,
    });
    expect(answer.body).toMatchObject({
      success: true,
      bulk: { total: 2, done: 2, changed: 2, unchanged: 0, failed: 0, finished: true, failures: [] },
    });
    for (const { id, by, trader } of [one, other]) {
      expect((await by.read()).body).toMatchObject({ stage: 'phase2', balance: 10_000, equity: 10_000 });
      expect((await eventsOf(id)).at(-1)).toBe('stage_set admin true');
      world.clock.advance(10_000);
      const told = (await subjectsTo(world, trader.email)).filter((subject) => /phase 2/i.test(subject));
      expect(told).toHaveLength(1);
    }
  });

  it('marks as failed with a reason, and leaves what is failed already alone', async () => {
    const [one, other] = await activeAccounts(2);
    if (!one || !other) throw new Error('no accounts');
    await other.by.fail('Before.');
    const unpaid = await newAccount(world, admin);
    const ids = [one.id, other.id, unpaid.id];
    const { body } = await bulk('POST /admin/accounts/bulk/mark-failed', {
      selection: { ids },
      reason: 'News.',
    });
    expect(body.bulk).toMatchObject({ total: 3, changed: 1, unchanged: 1, failed: 1 });
    expect(body.bulk.failures).toEqual([
      {
        _id: unpaid.id,
        name: unpaid.trader.name,
        email: unpaid.trader.email,
        detail: null,
        code: 'transition_not_allowed',
        reason: 'This change is not allowed in the present state.',
      },
    ]);
    expect((await one.by.read()).body.failure?.reason).toBe('News.');
    expect((await other.by.read()).body.failure?.reason).toBe('Before.');
    expect((await unpaid.by.read()).body.status).toBe('pending_payment');
  });

  it('verifies payments, deletes, and says of an unknown row that it is not there', async () => {
    const paid = await newAccount(world, admin);
    await uploadProof(world, paid.trader, paid.id);
    const rejected = await newAccount(world, admin);
    await rejected.by.verify({ status: 'failed' });
    const unknown = '00000000-0000-4000-8000-00000000dead';
    const ids = [paid.id, rejected.id, unknown];
    const { body } = await bulk('POST /admin/accounts/bulk/verify-payment', { selection: { ids } });
    expect(body.bulk).toMatchObject({ changed: 1, failed: 2 });
    expect(body.bulk.failures.map((failure) => [failure._id, failure.code])).toEqual([
      [rejected.id, 'payment_already_judged'],
      [unknown, 'account_not_found'],
    ]);
    const gone = await bulk('POST /admin/accounts/bulk/delete', {
      selection: { ids: [paid.id, rejected.id] },
    });
    expect(gone.body.bulk).toMatchObject({ changed: 2, failed: 0 });
    expect((await paid.by.read()).status).toBe(404);
    expect((await eventsOf(paid.id)).at(-1)).toBe('deleted admin true');
    const again = await bulk('POST /admin/accounts/bulk/delete', { selection: { ids: [paid.id] } });
    expect(again.body.bulk.failures).toMatchObject([{ code: 'account_not_found', email: paid.trader.email }]);
  });

  it('reminds of what is due and says of the rest why not', async () => {
    const due = await newAccount(world, admin);
    const closed = await newAccount(world, admin);
    const settled = await newAccount(world, admin);
    await settled.by.verify({ status: 'verified' });
    await world.context.db
      .updateTable('users')
      .set({ disabled_at: world.clock.now() })
      .where('id', '=', closed.trader.userId)
      .execute();
    world.clock.advance(3_600_000);
    const young = await newAccount(world, admin);
    const ids = [due.id, closed.id, settled.id, young.id];
    const { body } = await bulk('POST /admin/accounts/bulk/remind', { selection: { ids } });
    expect(body.bulk).toMatchObject({ changed: 1, failed: 3 });
    expect(body.bulk.failures.map((failure) => failure.reason)).toEqual([
      'This user is disabled or closed.',
      'This order is not waiting for a payment.',
      'This order is newer than 60 minutes.',
    ]);
    const again = await bulk('POST /admin/accounts/bulk/remind', { selection: { ids: [due.id] } });
    expect(again.body.bulk.failures[0]?.reason).toBe('This order was reminded in the last 24 hours.');
    expect(
      (await subjectsTo(world, due.trader.email)).filter((subject) => /waits/.test(subject)),
    ).toHaveLength(1);
  });

  it('reaches what matches a filter, if it is as many as were seen', async () => {
    const trader = await registerVerified(world);
    const mine = [];
    for (let count = 0; count < 3; count += 1) {
      const answer = await world.call('GET /account-packages');
      const [offer] = answer.body;
      const bought = await world.call('POST /accounts/purchase', {
        token: trader.token,
        body: { packageId: offer?._id ?? '' },
        headers: { 'idempotency-key': `buy-${count}` },
      });
      mine.push(bought.body._id);
    }
    const matching = { userId: trader.userId };
    const wrong = await bulk('POST /admin/accounts/bulk/delete', { selection: { matching, expected: 2 } });
    expect([wrong.status, wrong.problem.code]).toEqual([409, 'selection_changed']);
    expect(wrong.problem.message).toBe('3 accounts match now, not 2. Please look at the list again.');
    expect(await totalOf(matching)).toBe(3);
    const right = await bulk('POST /admin/accounts/bulk/delete', { selection: { matching, expected: 3 } });
    expect(right.body.bulk).toMatchObject({ total: 3, changed: 3 });
    expect(await totalOf(matching)).toBe(0);
    expect(mine).toHaveLength(3);
  });

  it('is one change however often and however concurrently its key comes', async () => {
    const accounts = await activeAccounts(4);
    const selection = { ids: accounts.map((account) => account.id) };
    const key = newKey();
    const send = () => bulk('POST /admin/accounts/bulk/mark-failed', { selection }, key);
    const answers = await Promise.all([send(), send(), send(), send()]);
    const last = await send();
    for (const answer of answers) expect(answer.body.bulk._id).toBe(last.body.bulk._id);
    expect(last.body.bulk).toMatchObject({ total: 4, done: 4, changed: 4, finished: true });
    for (const { id, trader } of accounts) {
      expect((await eventsOf(id)).filter((event) => event.startsWith('breached'))).toHaveLength(1);
      const subjects = await subjectsTo(world, trader.email);
      expect(subjects.filter((subject) => /failed|breach/i.test(subject))).toHaveLength(1);
    }
    const other = await bulk('POST /admin/accounts/bulk/mark-failed', { selection, reason: 'x' }, key);
    expect([other.status, other.problem.code]).toEqual([422, 'idempotency_key_reused']);
    const second = await registerAdmin(world);
    const theirs = await bulk('POST /admin/accounts/bulk/mark-failed', { selection }, key, second);
    expect(theirs.body.bulk).toMatchObject({ unchanged: 4, changed: 0 });
  });

  it('and a single edit at the same time leave each row whole', async () => {
    const accounts = await activeAccounts(6);
    const selection = { ids: accounts.map((account) => account.id) };
    const [answer, ...singles] = await Promise.all([
      bulk('POST /admin/accounts/bulk/stage', { selection, stage: 'phase2', restart: false }),
      ...accounts.map(({ by }) => by.override({ balance: 10_500 })),
    ]);
    expect(answer.body.bulk).toMatchObject({ changed: 6, failed: 0 });
    expect(singles.map((single) => single.status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const { id, by } of accounts) {
      expect((await by.read()).body).toMatchObject({ stage: 'phase2', balance: 10_500 });
      const last = (await eventsOf(id)).slice(-2).map((event) => event.split(' ')[0]);
      expect(last.sort()).toEqual(['overridden', 'stage_set']);
    }
  });

  it('of the failed rows of an earlier one reaches those alone, and only for who asked for it', async () => {
    const [good] = await activeAccounts(1);
    const bad = await newAccount(world, admin);
    const ids = [good?.id ?? '', bad.id];
    const earlier = await bulk('POST /admin/accounts/bulk/mark-failed', { selection: { ids } });
    const selection = { failedOf: earlier.body.bulk._id };
    const stranger = await registerAdmin(world);
    const theirs = await bulk('POST /admin/accounts/bulk/mark-failed', { selection }, newKey(), stranger);
    expect([theirs.status, theirs.problem.code]).toEqual([404, 'bulk_not_found']);
    const otherCall = await bulk('POST /admin/accounts/bulk/delete', { selection });
    expect(otherCall.status).toBe(404);
    await activate(world, admin, bad.id);
    const retry = await bulk('POST /admin/accounts/bulk/mark-failed', { selection });
    expect(retry.body.bulk).toMatchObject({ total: 1, changed: 1, failed: 0 });
    const nothing = await bulk('POST /admin/accounts/bulk/mark-failed', {
      selection: { failedOf: retry.body.bulk._id },
    });
    expect(nothing.status).toBe(404);
  });

  it('is for administrators, with a key, and bounded', async () => {
    const [account] = await activeAccounts(1);
    const selection = { ids: [account?.id ?? ''] };
    const trader = await registerVerified(world);
    const theirs = await bulk('POST /admin/accounts/bulk/delete', { selection }, newKey(), trader);
    expect([theirs.status, theirs.problem.code]).toEqual([403, 'forbidden']);
    const keyless = await world.call('POST /admin/accounts/bulk/delete', {
      token: admin.token,
      body: { selection },
    });
    expect([keyless.status, keyless.problem.message]).toEqual([
      400,
      'A bulk change needs an Idempotency-Key.',
    ]);
    const many = { ids: Array.from({ length: 1001 }, () => account?.id ?? '') };
    expect((await bulk('POST /admin/accounts/bulk/delete', { selection: many })).status).toBe(400);
    const huge = { matching: {}, expected: 10_001 };
    expect((await bulk('POST /admin/accounts/bulk/delete', { selection: huge })).status).toBe(400);
    expect((await bulk('POST /admin/accounts/bulk/delete', { selection: { ids: [] } })).status).toBe(400);
    expect((await account?.by.read())?.status).toBe(200);
  });
});

describe('a bulk change of users', () => {
  it('disables and enables with the rules of the single call', async () => {
    const one = await registerVerified(world);
    const other = await registerVerified(world);
    const closed = await registerVerified(world);
    await world.call('POST /profile/close', { token: closed.token, body: { password: closed.password } });
    const ids = [one.userId, other.userId, closed.userId];
    const { body } = await bulk('POST /admin/users/bulk/disable', { selection: { ids } });
    expect(body.bulk).toMatchObject({ total: 3, changed: 2, failed: 1 });
    expect(body.bulk.failures).toMatchObject([{ _id: closed.userId, code: 'user_closed' }]);
    expect((await world.call('GET /profile', { token: one.token })).status).toBe(401);
    const again = await bulk('POST /admin/users/bulk/disable', { selection: { ids: [one.userId] } });
    expect(again.body.bulk).toMatchObject({ unchanged: 1, changed: 0 });
    const back = await bulk('POST /admin/users/bulk/enable', { selection: { ids: [one.userId] } });
    expect(back.body.bulk).toMatchObject({ changed: 1 });
  });

  it('never leaves the firm without an administrator', async () => {
    const { body: list } = await world.call('GET /admin/users', {
      token: admin.token,
      query: { role: 'admin' },
    });
    const selection = { matching: { role: 'admin' as const }, expected: list.total };
    const { body } = await bulk('POST /admin/users/bulk/disable', { selection });
    expect(body.bulk.done).toBe(list.total);
    const left = await world.context.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .execute();
    expect(left.length).toBeGreaterThan(0);
    await sql`update users set disabled_at = null`.execute(world.context.db);
    await waitFor(world, 1000, admin);
  });

  it('goes on with the same key until all rows are done', async () => {
    await fillFirm(world.context.db, { users: 450, accounts: 0, now: world.clock.now() });
    const matching = { search: 'filled' };
    const { total } = (
      await world.call('GET /admin/users', { token: admin.token, query: { ...matching, limit: 1 } })
    ).body;
    expect(total).toBe(450);
    const key = newKey();
    const send = () =>
      bulk('POST /admin/users/bulk/disable', { selection: { matching, expected: total } }, key);
    const first = (await send()).body.bulk;
    expect(first.finished).toBe(false);
    expect(first.done).toBeLessThan(total);
    expect(first.done).toBeGreaterThan(0);
    // What the list holds meanwhile does not matter any more: the rows were chosen with the first call.
    await world.context.db
      .updateTable('users')
      .set({ name: 'Renamed' })
      .where('name', 'like', '% 7')
      .execute();
    let now = first;
    for (let calls = 0; !now.finished && calls < 400; calls += 1) now = (await send()).body.bulk;
    expect(now).toMatchObject({ total, done: total, finished: true });
    expect(now.changed + now.unchanged + now.failed).toBe(total);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from admin_events where event = 'user_disabled' group by subject_id having count(*) > 1
    `.execute(world.context.db);
    expect(rows).toEqual([]);
  });
});
