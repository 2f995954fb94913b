import { messages } from '@firmament/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminOf,
  freshLogin,
  newAccount,
  subjectsTo,
  uploadProof,
  waitFor,
} from '../../../test/account-calls.ts';
import { activate, type Person, purchase, registerAdmin } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

const patch = (id: string, raw: unknown) =>
  world.call('PATCH /admin/accounts/{id}', { token: admin.token, params: { id }, raw });

const breachMails = async (email: string) =>
  (await subjectsTo(world, email)).filter((subject) => subject.includes('marked as failed')).length;

describe('a balance set by hand', () => {
  // spec 7.24, 9.19
  it('is also the equity, to the cent', async () => {
    const { by } = await newAccount(world, admin);
    const { body } = await by.override({ balance: 11_000 });
    expect(body).toMatchObject({
      message: messages.accountUpdated,
      balance: 11_000,
      equity: 11_000,
      growth: 10,
      targetReached: true,
    });
    expect((await by.override({ balance: 10_999.99 })).body).toMatchObject({
      balance: 10_999.99,
      growth: 10,
      targetReached: false,
    });
    expect((await by.override({ balance: 0 })).body).toMatchObject({ balance: 0, growth: -100 });
  });

  it('is refused as text, negative, with three decimals, too large, or as nothing', async () => {
    const { id, by } = await newAccount(world, admin);
    for (const balance of ['11000', '', true, -1, 0.001, 10_000_000_000.01, [5], {}]) {
      expect((await patch(id, { balance })).status).toBe(400);
    }
    const response = await fetch(`${world.url}/api/admin/accounts/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: '{"balance": NaN}',
    });
    expect(response.status).toBe(400);
    for (const nothing of [{}, { stage: 'live', initialBalance: 5 }, undefined]) {
      const answer = await patch(id, nothing);
      expect([answer.status, answer.problem.message]).toEqual([400, messages.nothingToChange]);
    }
    expect((await by.read()).body).toMatchObject({ balance: 10_000, version: 1 });
  });
});

describe('a status set by hand', () => {
  it('is not active without credentials, and nothing else of the call is stored', async () => {
    const { by } = await newAccount(world, admin);
    const answer = await by.override({ status: 'active', balance: 5 });
    expect([answer.status, answer.problem.code]).toEqual([409, 'credentials_missing']);
    expect((await by.read()).body).toMatchObject({ status: 'pending_payment', balance: 10_000, version: 1 });
  });

  it('active for the first time starts the phase; never again by itself', async () => {
    const { trader, by } = await newAccount(world, admin);
    await by.assign();
    const active = await by.override({ status: 'active' });
    const begun = world.clock.now().toISOString();
    expect(active.body).toMatchObject({
      status: 'active',
      paymentStatus: 'pending',
      balanceStartDate: begun,
    });
    await waitFor(world, 86_400_000, admin);
    await by.override({ status: 'inactive' });
    expect((await by.override({ status: 'active' })).body.balanceStartDate).toBe(begun);
    const ready = (await subjectsTo(world, trader.email)).filter((subject) => subject.includes('is ready'));
    expect(ready).toHaveLength(1);
  });

  // spec 4.42, 4.45, 4.46
  it('failed mails like a breach, and away from failed clears it', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    await activate(world, admin, id);
    expect((await by.override({ status: 'failed' })).body).toMatchObject({
      status: 'failed',
      breachNotified: true,
    });
    await by.fail();
    await by.override({ status: 'failed', balance: 9_000 });
    expect(await breachMails(trader.email)).toBe(1);
    expect((await by.override({ status: 'active' })).body).toMatchObject({
      status: 'active',
      breachNotified: false,
      failure: null,
      balance: 9_000,
    });
    await by.fail('Overall loss.');
    expect(await breachMails(trader.email)).toBe(2);
  });

  // spec 7.24
  it('and payment status stand in the history with who, before and after', async () => {
    const { by } = await newAccount(world, admin);
    await by.override({ paymentStatus: 'verified', balance: 10_500.5 });
    const { body } = await by.events();
    expect(body.events[0]).toMatchObject({ event: 'mail', after: { template: 'payment_verified' } });
    expect(body.events.find((line) => line.event === 'overridden')).toMatchObject({
      by: 'override',
      actor: { _id: admin.userId, name: 'Ada Admin' },
      at: world.clock.now().toISOString(),
      before: { paymentStatus: 'pending', balance: 10_000, equity: 10_000 },
      after: { paymentStatus: 'verified', balance: 10_500.5, equity: 10_500.5 },
    });
    expect((await by.read()).body).toMatchObject({ status: 'pending_payment', paymentStatus: 'verified' });
    const later = await by.override({ paymentStatus: 'failed' });
    expect(later.body.paymentStatus).toBe('failed');
  });
});

describe('two administrators', () => {
  it('the second is told who changed the account, and when', async () => {
    const { by } = await newAccount(world, admin);
    const { version } = (await by.read()).body;
    await by.override({ balance: 11_000 }, { 'if-match': `"${version}"` });
    const late = await by.override({ balance: 12_000 }, { 'if-match': `"${version}"` });
    expect([late.status, late.problem.code]).toEqual([412, 'changed_meanwhile']);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    expect(late.problem.message).toContain(`Ada Admin changed this at ${day.format(world.clock.now())}, `);
    expect((await by.read()).body.balance).toBe(11_000);
    for (const answer of [
      await by.stage({ stage: 'live' }, { 'if-match': `"${version}"` }),
      await by.assign({}, { 'if-match': `"${version}"` }),
      await by.verify({ status: 'verified' }, { 'if-match': `"${version}"` }),
    ]) {
      expect(answer.status).toBe(412);
    }
    expect((await by.override({ balance: 12_000 }, { 'if-match': '"of something else"' })).status).toBe(412);
    expect((await by.override({ balance: 11_500 }, { 'if-match': '*' })).status).toBe(200);
    expect((await by.override({ balance: 12_000 })).body.balance).toBe(12_000);
  });

  it('who ask for what is so already are not in each other’s way', async () => {
    const { by } = await newAccount(world, admin);
    await by.verify({ status: 'verified' }, { 'if-match': '"1"' });
    expect((await by.verify({ status: 'verified' }, { 'if-match': '"1"' })).status).toBe(200);
  });
});

describe('a deleted account', () => {
  it('is gone from every list and call, keeps its history, and frees its login', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    const accountNumber = freshLogin();
    await by.verify({ status: 'verified' });
    await by.assign({ accountNumber });
    await world.mails();
    await by.stage({ stage: 'phase2' });
    const removed = await by.remove();
    expect(removed.body).toEqual({ success: true, message: messages.accountDeleted });
    for (const answer of [
      await by.remove(),
      await by.read(),
      await by.events(),
      await by.override({ balance: 1 }),
      await by.stage({ stage: 'live' }),
      await by.fail(),
      await by.assign(),
      await by.verify({ status: 'verified' }),
      await world.call('GET /dashboard/{mt5Login}', {
        token: trader.token,
        params: { mt5Login: accountNumber },
      }),
      await world.call('GET /accounts/{id}', { token: trader.token, params: { id } }),
      await uploadProof(world, trader, id),
    ]) {
      expect(answer.status).toBe(404);
    }
    world.clock.advance(60_000);
    expect((await subjectsTo(world, trader.email)).some((subject) => subject.includes('in stage'))).toBe(
      false,
    );
    const list = await world.call('GET /admin/accounts', {
      token: admin.token,
      query: { userId: trader.userId },
    });
    expect(list.body).toEqual({ accounts: [], total: 0, nextCursor: null });
    const lines = await world.context.db
      .selectFrom('account_events')
      .select(['event', 'actor_id'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .execute();
    expect(lines[0]).toEqual({ event: 'deleted', actor_id: admin.userId });
    const next = await purchase(world, trader);
    expect((await adminOf(world, admin, next._id).assign({ accountNumber })).status).toBe(200);
  });

  it('is deleted once by calls at the same time', async () => {
    const { by } = await newAccount(world, admin);
    const answers = await Promise.all([by.remove(), by.remove(), by.remove()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404]);
  });
});

describe('an unknown account', () => {
  it('is not found, whatever its id looks like', async () => {
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000', "' or 1=1 --", '%00']) {
      const by = adminOf(world, admin, id);
      for (const answer of [await by.read(), await by.fail(), await by.remove(), await by.assign()]) {
        expect(answer.status).toBe(404);
      }
    }
  });

  it('and a known one are for administrators alone', async () => {
    const { trader, id } = await newAccount(world, admin);
    const asTrader = adminOf(world, trader, id);
    const asVisitor = adminOf(world, { ...trader, token: '' }, id);
    for (const [by, status] of [
      [asTrader, 403],
      [asVisitor, 401],
    ] as const) {
      for (const answer of [
        await by.read(),
        await by.events(),
        await by.override({ balance: 1_000_000 }),
        await by.stage({ stage: 'live' }),
        await by.fail(),
        await by.assign(),
        await by.verify({ status: 'verified' }),
        await by.remove(),
      ]) {
        expect(answer.status).toBe(status);
      }
    }
    expect((await adminOf(world, admin, id).read()).body).toMatchObject({ balance: 10_000, version: 1 });
  });
});
