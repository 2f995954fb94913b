import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findPackage,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { mergeOverlapping } from './overlap.ts';
import { createPurchase } from './purchase.ts';

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld({ RATE_SCALE: '1' });
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

const accountsOf = (person: Person) =>
  world.context.db.selectFrom('accounts').selectAll().where('user_id', '=', person.userId).execute();

const buy = (person: { token?: string }, raw: unknown, headers: Record<string, string> = {}) =>
  world.call('POST /accounts/purchase', { token: person.token, raw, headers });

describe('buying a package', () => {
  // spec 3.7, 7.17, 7.18
  it('makes an account to be paid, with everything from the package', async () => {
    const trader = await registerVerified(world);
    const chosen = await findPackage(world);
    const answer = await buy(trader, { packageId: chosen._id, subscriberCount: 10_000 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: trader.name,
      userEmail: trader.email,
      packageName: '2-Step Challenge',
      package: { name: '2-Step Challenge', price: 109, discountedPrice: 89 },
      accountSize: 10_000,
      tier: 'Basic',
      price: 89,
      status: 'pending_payment',
      paymentStatus: 'pending',
      proof: null,
      login: null,
      createdAt: world.clock.now().toISOString(),
    });
    const [row] = await accountsOf(trader);
    expect(row).toMatchObject({
      id: answer.body._id,
      stage: 'phase1',
      initial_balance_cents: 1_000_000,
      balance_cents: 1_000_000,
      equity_cents: 1_000_000,
      balance_start_date: null,
      time_zone: 'UTC',
    });
    const payments = await world.context.db
      .selectFrom('payments')
      .selectAll()
      .where('account_id', '=', answer.body._id)
      .execute();
    expect(payments).toMatchObject([{ amount_cents: 8_900, state: 'awaiting', addresses: [] }]);
    const events = await world.context.db
      .selectFrom('account_events')
      .selectAll()
      .where('account_id', '=', answer.body._id)
      .execute();
    expect(events).toMatchObject([{ event: 'purchased', by: 'trader', actor_id: trader.userId }]);
    const params = { id: answer.body._id };
    expect((await world.call('GET /accounts/{id}', { token: trader.token, params })).body).toEqual(
      answer.body,
    );
  });

  it('takes price, size, role and owner from nowhere but the server', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const answer = await buy(trader, {
      packageId,
      price: 1,
      discountedPrice: 1,
      accountSize: 1_000_000,
      balance: 99,
      status: 'active',
      paymentStatus: 'verified',
      role: 'admin',
      userId: admin.userId,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ price: 89, accountSize: 10_000, status: 'pending_payment' });
    const user = await world.context.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', trader.userId)
      .executeTakeFirstOrThrow();
    expect(user.role).toBe('user');
    expect(await accountsOf(admin)).toEqual([]);
  });

  it.each([
    ['another size', { subscriberCount: 100_000 }, 400, 'The account size does not match the package.'],
    ['half a size', { subscriberCount: 'abc' }, 400, 'Enter an amount with at most 2 decimals'],
    ['an unknown package', { packageId: 'a3bb189e-8bf9-4888-9912-ace4e6543002' }, 404, 'Package not found.'],
    ['an id of another kind', { packageId: '507f1f77bcf86cd799439011' }, 404, 'Package not found.'],
    ['an empty id', { packageId: '' }, 400, 'No package ID provided.'],
    ['no id', { packageId: undefined }, 400, 'No package ID provided.'],
  ])('refuses %s and makes nothing', async (_, wrong, status, message) => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const answer = await buy(trader, { packageId, ...wrong });
    expect(answer.problem).toMatchObject({ status, message });
    expect(await accountsOf(trader)).toEqual([]);
  });

  it('is for verified users only', async () => {
    const { _id: packageId } = await findPackage(world);
    const person = await register(world);
    const login = await world.call('POST /auth/login', { body: person });
    const unverified = await buy({ token: login.body.token }, { packageId });
    expect(unverified.problem).toMatchObject({ status: 403, code: 'email_not_verified' });
    expect((await buy({}, { packageId })).status).toBe(401);
    expect((await buy({ token: 'x'.repeat(40) }, { packageId })).status).toBe(401);
  });
});

describe('purchases that come in together', () => {
  it('with one Idempotency-Key make one account', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const headers = { 'idempotency-key': 'order-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(trader, { packageId }, headers)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await accountsOf(trader)).toHaveLength(1);

    const later = await buy(trader, { packageId }, headers);
    expect(later.body).toEqual(answers[0]?.body);
    const other = await findPackage(world, '1-Step Challenge', 5_000);
    const reused = await buy(trader, { packageId: other._id }, headers);
    expect(reused.problem).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await accountsOf(trader)).toHaveLength(1);
  });

  it('with different keys are different purchases', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    await Promise.all(['a', 'b', 'c'].map((key) => buy(trader, { packageId }, { 'idempotency-key': key })));
    expect(await accountsOf(trader)).toHaveLength(3);
  });

  it('without a key are one purchase, and the next one is another', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(trader, { packageId })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await accountsOf(trader)).toHaveLength(1);
    const next = await buy(trader, { packageId });
    expect(next.body._id).not.toBe(answers[0]?.body._id);
    expect(await accountsOf(trader)).toHaveLength(2);
  });

  it('of different packages or users stay apart', async () => {
    const [one, two] = [await registerVerified(world), await registerVerified(world)];
    const [small, large] = [await findPackage(world, '1-Step Challenge', 5_000), await findPackage(world)];
    await Promise.all([
      buy(one, { packageId: small._id }),
      buy(one, { packageId: large._id }),
      buy(two, { packageId: large._id }),
    ]);
    expect(await accountsOf(one)).toHaveLength(2);
    expect(await accountsOf(two)).toHaveLength(1);
  });

  it('in two processes are one purchase by a rule of the database', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const order = { userId: trader.userId, packageId, timeZone: 'UTC', unlessAfter: 0 };
    const inProcess = () =>
      world.context.db.transaction().execute((tx) => createPurchase(tx, { ...world.context }, order));
    const ids = await Promise.all([inProcess(), inProcess(), inProcess()]);
    expect(new Set(ids).size).toBe(1);
    expect(await accountsOf(trader)).toHaveLength(1);
  });

  it('take the result of a purchase that finished after they came in', async () => {
    const context = { ...world.context };
    const cameIn = performance.now();
    const buyOnce = (id: string) => mergeOverlapping(context, 'subject', cameIn, async () => id);
    expect(await buyOnce('first')).toBe('first');
    expect(await buyOnce('second')).toBe('first');
    const later = performance.now() + 1;
    expect(await mergeOverlapping(context, 'subject', later, async () => 'third')).toBe('third');
  });
});

describe('limits of buying', () => {
  it('stop at 20 unpaid orders at a time', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    for (let bought = 0; bought < 20; bought += 1) {
      expect((await buy(trader, { packageId })).status).toBe(201);
    }
    const refused = await Promise.all(
      ['x', 'y'].map((key) => buy(trader, { packageId }, { 'idempotency-key': key })),
    );
    expect(refused.map((answer) => answer.problem.code)).toEqual(['too_many_unpaid', 'too_many_unpaid']);
    expect(refused[0]?.status).toBe(429);
    expect(await accountsOf(trader)).toHaveLength(20);
    await world.context.db
      .updateTable('accounts')
      .set({ payment_status: 'verified' })
      .where('id', '=', (await accountsOf(trader))[0]?.id ?? '')
      .execute();
    expect((await buy(trader, { packageId })).status).toBe(201);
  });

  it('let in exactly as many as are free when they come together', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        buy(trader, { packageId }, { 'idempotency-key': `k${index}` }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    expect(await accountsOf(trader)).toHaveLength(20);
  });

  it('count 60 new purchases a minute, and none of the merged or replayed ones', async () => {
    const trader = await registerVerified(world);
    const { _id: packageId } = await findPackage(world);
    const headers = { 'idempotency-key': 'again' };
    for (let call = 0; call < 70; call += 1) await buy(trader, { packageId }, headers);
    const close = () =>
      world.context.db
        .updateTable('accounts')
        .set({ payment_status: 'verified' })
        .where('user_id', '=', trader.userId)
        .execute();
    for (let bought = 1; bought < 60; bought += 1) {
      if (bought % 15 === 0) await close();
      expect((await buy(trader, { packageId })).status).toBe(201);
    }
    await close();
    const limited = await buy(trader, { packageId });
    expect(limited.problem).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await accountsOf(trader)).toHaveLength(60);
    world.clock.advance(60_000);
    expect((await buy(trader, { packageId })).status).toBe(201);
  });
});

describe('one’s own orders', () => {
  it('are not found by anyone else, an administrator included', async () => {
    const [owner, stranger] = [await registerVerified(world), await registerVerified(world)];
    const account = await purchase(world, owner);
    const params = { id: account._id };
    for (const { token } of [stranger, admin]) {
      const read = await world.call('GET /accounts/{id}', { token, params });
      expect(read.problem).toMatchObject({ status: 404, message: 'Account details not found.' });
      expect((await world.call('GET /accounts/{id}/payment', { token, params })).status).toBe(404);
    }
    const unknown = await world.call('GET /accounts/{id}', { token: owner.token, params: { id: 'nothing' } });
    expect(unknown.problem).toMatchObject({ status: 404, message: 'Account details not found.' });
    await world.context.db
      .updateTable('accounts')
      .set({ deleted_at: world.clock.now() })
      .where('id', '=', account._id)
      .execute();
    expect((await world.call('GET /accounts/{id}', { token: owner.token, params })).status).toBe(404);
    expect((await world.call('GET /accounts/{id}/payment', { token: owner.token, params })).status).toBe(404);
  });
});
