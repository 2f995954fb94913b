import type { RequestBody } from '@firmament/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findPackage,
  type Person,
  purchase,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { transact } from '../../platform/transactions.ts';
import { seedPackages } from './index.ts';

const criteria = { profitTarget: 8.25, maxDailyLoss: 4, maxTotalLoss: 8, minTradingDays: 5, profitSplit: 90 };
const edited: RequestBody<'POST /admin/packages'> = {
  name: '2-Step Challenge',
  subscriberCount: 200_000,
  originalPrice: 1_099.5,
  discountedPrice: 999.99,
  criteria,
  phase2Criteria: { ...criteria, profitTarget: 4 },
  mostPopular: false,
  timeLimitDays: 60,
};

describe('the catalogue', () => {
  let world: World;
  let admin: Person;
  let trader: Person;

  beforeAll(async () => {
    world = await createWorld();
    admin = await registerAdmin(world);
    trader = await registerVerified(world);
  });
  afterAll(() => world.close());

  const onSale = async () => (await world.call('GET /account-packages')).body;
  const add = (body: unknown) => world.call('POST /admin/packages', { token: admin.token, raw: body });
  const change = (id: string, body: unknown, headers = {}) =>
    world.call('PUT /admin/packages/{id}', { token: admin.token, params: { id }, raw: body, headers });
  const events = () =>
    world.context.db.selectFrom('admin_events').selectAll().where('subject_kind', '=', 'package').execute();

  it('starts with the ten packages of the price list', async () => {
    const packages = await onSale();
    const list = packages.map((entry) => [
      entry.name,
      entry.tier,
      entry.subscriberCount,
      entry.originalPrice,
      entry.discountedPrice,
    ]);
    expect(list).toEqual([
      ['1-Step Challenge', 'Starter', 5_000, 69, 59],
      ['1-Step Challenge', 'Basic', 10_000, 119, 99],
      ['1-Step Challenge', 'Standard', 25_000, 239, 199],
      ['1-Step Challenge', 'Professional', 50_000, 379, 309],
      ['1-Step Challenge', 'Elite', 100_000, 649, 529],
      ['2-Step Challenge', 'Starter', 5_000, 59, 49],
      ['2-Step Challenge', 'Basic', 10_000, 109, 89],
      ['2-Step Challenge', 'Standard', 25_000, 229, 189],
      ['2-Step Challenge', 'Professional', 50_000, 369, 299],
      ['2-Step Challenge', 'Elite', 100_000, 639, 519],
    ]);
    const phase1 = {
      profitTarget: 10,
      maxDailyLoss: 5,
      maxTotalLoss: 10,
      minTradingDays: 3,
      profitSplit: 80,
    };
    for (const entry of packages) {
      expect(entry.criteria).toEqual(phase1);
      expect(entry.phase2Criteria).toEqual(
        entry.name === '1-Step Challenge' ? null : { ...phase1, profitTarget: 5, minTradingDays: 2 },
      );
      expect(entry.mostPopular).toBe(entry.name === '2-Step Challenge' && entry.subscriberCount === 50_000);
      expect(entry.timeLimitDays).toBeNull();
    }
  });

  it('is seeded once', async () => {
    const before = await onSale();
    await transact(world.context.db, (tx) => seedPackages(tx, world.clock.now()));
    expect(await onSale()).toEqual(before);
  });

  it('is edited by administrators only', async () => {
    const { _id: id } = await findPackage(world);
    for (const [token, status] of [
      [trader.token, 403],
      [undefined, 401],
    ] as const) {
      expect((await world.call('GET /admin/packages', { token })).status).toBe(status);
      expect((await world.call('POST /admin/packages', { token, body: edited })).status).toBe(status);
      const params = { id };
      expect((await world.call('PUT /admin/packages/{id}', { token, params, body: edited })).status).toBe(
        status,
      );
      expect((await world.call('DELETE /admin/packages/{id}', { token, params })).status).toBe(status);
    }
    expect(await onSale()).toHaveLength(10);
  });

  it('takes a new package, a change and a withdrawal, each in the history', async () => {
    const added = await add(edited);
    expect(added.status).toBe(201);
    const { package: first } = added.body;
    expect(first).toMatchObject({
      ...edited,
      tier: 'Custom',
      version: 1,
      accountsSold: 0,
    });
    const changed = await change(first._id, { ...edited, discountedPrice: 949, timeLimitDays: null });
    expect(changed.body.package).toMatchObject({ discountedPrice: 949, timeLimitDays: null, version: 2 });
    const params = { id: first._id };
    const gone = await world.call('DELETE /admin/packages/{id}', { token: admin.token, params });
    expect(gone.status).toBe(200);
    expect((await world.call('DELETE /admin/packages/{id}', { token: admin.token, params })).status).toBe(
      404,
    );
    expect((await change(first._id, edited)).status).toBe(404);
    expect((await world.call('GET /account-packages/{id}', { params })).status).toBe(404);
    expect(await onSale()).toHaveLength(10);
    expect((await events()).map((event) => [event.event, event.subject_id, event.actor_id])).toEqual([
      ['package_added', first._id, admin.userId],
      ['package_changed', first._id, admin.userId],
      ['package_withdrawn', first._id, admin.userId],
    ]);
    expect((await events())[1]).toMatchObject({
      before: { discountedPrice: 999.99 },
      after: { discountedPrice: 949 },
    });
    await transact(world.context.db, (tx) => seedPackages(tx, world.clock.now()));
    expect(await onSale()).toHaveLength(10);
  });

  it('has one package of a type and size', async () => {
    expect((await add({ ...edited, subscriberCount: 10_000 })).problem).toMatchObject({
      status: 409,
      code: 'package_duplicate',
    });
    const { _id: id } = await findPackage(world, '2-Step Challenge', 25_000);
    const answer = await change(id, { ...edited, subscriberCount: 10_000 });
    expect(answer.status).toBe(409);
    expect((await world.call('GET /account-packages/{id}', { params: { id } })).body.subscriberCount).toBe(
      25_000,
    );
  });

  it('refuses what was changed meanwhile', async () => {
    const { _id: id } = await findPackage(world, '1-Step Challenge', 25_000);
    const body = { ...edited, name: '1-Step Challenge', subscriberCount: 25_000, phase2Criteria: null };
    const headers = { 'if-match': '"1"' };
    expect((await change(id, body, headers)).status).toBe(200);
    const late = await change(id, { ...body, discountedPrice: 1 }, headers);
    expect(late.problem).toMatchObject({
      status: 412,
      code: 'changed_meanwhile',
      changed: { by: 'Ada Admin', at: world.clock.now().toISOString() },
    });
    expect((await world.call('GET /account-packages/{id}', { params: { id } })).body.discountedPrice).toBe(
      999.99,
    );
  });

  it.each([
    [{ subscriberCount: 0 }],
    [{ subscriberCount: -5 }],
    [{ discountedPrice: 1.005 }],
    [{ discountedPrice: 'NaN' }],
    [{ name: '3-Step Challenge' }],
    [{ phase2Criteria: null }],
    [{ name: '1-Step Challenge' }],
    [{ criteria: { ...criteria, profitSplit: 101 } }],
    [{ timeLimitDays: 0 }],
  ])('refuses a package with %j', async (wrong) => {
    const before = await onSale();
    const answer = await add({ ...edited, ...wrong });
    expect(answer.status).toBe(400);
    expect(await onSale()).toEqual(before);
  });

  it('may have a time zone of its own, which accounts bought from then on keep', async () => {
    const { _id: id, timeZone } = await findPackage(world, '2-Step Challenge', 100_000);
    expect(timeZone).toBeNull();
    const zoneOf = async () => {
      const { _id } = await purchase(world, trader, '2-Step Challenge', 100_000);
      const { db } = world.context;
      const row = await db
        .selectFrom('accounts')
        .select('time_zone')
        .where('id', '=', _id)
        .executeTakeFirst();
      return row?.time_zone;
    };
    expect(await zoneOf()).toBe('UTC');
    const values = { ...edited, subscriberCount: 100_000 };
    const moved = await change(id, { ...values, timeZone: 'America/New_York' });
    expect(moved.body.package.timeZone).toBe('America/New_York');
    expect(await zoneOf()).toBe('America/New_York');
    // A form that does not know the field leaves it as it is.
    expect((await change(id, values)).body.package.timeZone).toBe('America/New_York');
    expect((await change(id, { ...values, timeZone: 'Mars/Base' })).problem.message).toBe(
      'Unknown time zone',
    );
    expect((await change(id, { ...values, timeZone: null })).body.package.timeZone).toBeNull();
    expect(await zoneOf()).toBe('UTC');
  });

  it('never changes an account already bought', async () => {
    const account = await purchase(world, trader, '2-Step Challenge', 50_000);
    const { _id: id } = await findPackage(world, '2-Step Challenge', 50_000);
    await change(id, { ...edited, subscriberCount: 60_000, discountedPrice: 5 });
    const { body } = await world.call('GET /accounts/{id}', {
      token: trader.token,
      params: { id: account._id },
    });
    expect(body).toMatchObject({
      accountSize: 50_000,
      price: 299,
      package: { discountedPrice: 299, price: 369 },
    });
    const listed = await world.call('GET /admin/packages', { token: admin.token });
    expect(listed.body.packages.find((entry) => entry._id === id)).toMatchObject({
      accountsSold: 1,
      subscriberCount: 60_000,
    });
  });
});
