import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subjectsTo } from '../../../test/account-calls.ts';
import { type Person, purchase, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { renewSignatures } from '../../payment-addresses/renew.ts';
import { deriveKeys } from '../../secrets/keys.ts';
import { watchAddresses } from './index.ts';

/** Published test vectors: the contract of USDT on TRON, ERC-55, BIP-173. */
const TRON = { name: 'USDT', network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
const ETHER = { name: 'USDT', network: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const BITCOIN = { name: 'BTC', network: 'Bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
const CHANGED = /^A payment address was (?:added|changed|deleted|confirmed)/;
const ALARM = /^Warning: a payment address was changed in the database/;

let world: World;
let admin: Person;
let second: Person;
let trader: Person;

const open = async (environment: Record<string, string> = {}): Promise<void> => {
  world = await createWorld(environment);
  admin = await registerAdmin(world);
  second = await registerAdmin(world);
  trader = await registerVerified(world);
};

const add = async (body: typeof TRON, token = admin.token): Promise<string> => {
  world.clock.advance(1000);
  const answer = await world.call('POST /payment/addresses', { token, body });
  expect(answer.status, answer.problem.message).toBe(201);
  return answer.body.address._id;
};
const change = (id: string, body: typeof TRON, ifMatch?: number, token = admin.token) =>
  world.call('PUT /payment/addresses/{id}', {
    token,
    params: { id },
    body,
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': String(ifMatch) } }),
  });
const confirm = (id: string, token: string) =>
  world.call('POST /admin/payment-addresses/{id}/confirm', { token, params: { id } });
const shown = async () =>
  (await world.call('GET /payment/addresses', { token: trader.token })).body.addresses.map(
    ({ address }) => address,
  );
const managed = async () =>
  (await world.call('GET /admin/payment-addresses', { token: admin.token })).body.addresses;
const warnings = async () => (await world.call('GET /admin/overview', { token: admin.token })).body.warnings;
const paymentOf = async (id: string) =>
  (await world.call('GET /accounts/{id}/payment', { token: trader.token, params: { id } })).body;
const mailsTo = async (person: Person, subject: RegExp) =>
  (await subjectsTo(world, person.email)).filter((line) => subject.test(line));

/** Changes one character of the address behind the program's back. */
const tamper = (id: string) =>
  world.context.db
    .updateTable('payment_addresses')
    .set({ address: sql<string>`left(address, 8) || 'X' || substr(address, 10)` })
    .where('id', '=', id)
    .execute();

describe('without a delay', () => {
  beforeAll(() => open(), 60_000);
  afterAll(() => world.close());
  beforeEach(() => world.context.db.deleteFrom('payment_addresses').execute());

  it('hides a row in which one byte was changed in the database, and raises the alarm once', async () => {
    const tron = await add(TRON);
    await add(BITCOIN);
    expect(await shown()).toEqual([TRON.address, BITCOIN.address]);
    expect(await warnings()).toEqual([]);
    await watchAddresses(world.context);
    expect(await mailsTo(admin, ALARM)).toHaveLength(0);

    await tamper(tron);
    expect(await shown()).toEqual([BITCOIN.address]);
    const order = await purchase(world, trader);
    expect((await paymentOf(order._id)).addresses.map(({ address }) => address)).toEqual([BITCOIN.address]);
    expect((await managed()).map(({ intact }) => intact)).toEqual([false, true]);
    expect(
      (await warnings()).filter((line) => line.includes('changed outside of this program')),
    ).toHaveLength(1);
    await watchAddresses(world.context);
    await watchAddresses(world.context);
    expect(await mailsTo(admin, ALARM)).toHaveLength(1);
    expect(await mailsTo(second, ALARM)).toHaveLength(1);
    expect(await mailsTo(trader, ALARM)).toHaveLength(0);

    // Another tampering is another alarm; saving the address again ends it.
    await tamper(tron);
    await world.context.db
      .updateTable('payment_addresses')
      .set({ name: 'Y' })
      .where('id', '=', tron)
      .execute();
    await watchAddresses(world.context);
    expect(await mailsTo(admin, ALARM)).toHaveLength(2);
    expect((await confirm(tron, second.token)).problem.code).toBe('address_not_intact');
    expect((await change(tron, TRON)).status).toBe(200);
    expect(await shown()).toEqual([TRON.address, BITCOIN.address]);
    expect(await warnings()).toEqual([]);
  });

  it.each([
    ['name', { name: 'Other' }],
    ['network', { network: 'ERC20' }],
    ['version', { version: 7 }],
    ['moment', { effective_at: new Date('2020-01-01T00:00:00Z') }],
    ['signature', { mac: '' }],
  ])('hides a row whose %s was changed', async (_, columns) => {
    const id = await add(TRON);
    await world.context.db.updateTable('payment_addresses').set(columns).where('id', '=', id).execute();
    expect(await shown()).toEqual([]);
  });

  it('hides a row that was put back into use or copied from another', async () => {
    const id = await add(TRON);
    await world.call('DELETE /payment/addresses/{id}', { token: admin.token, params: { id } });
    await world.context.db.updateTable('payment_addresses').set({ withdrawn_at: null }).execute();
    expect(await shown()).toEqual([]);
    await world.context.db
      .updateTable('payment_addresses')
      .set({ id: '11111111-1111-4111-8111-111111111111' })
      .execute();
    expect(await shown()).toEqual([]);
  });

  it('shows an order whose addresses were changed in the database those of today', async () => {
    await add(TRON);
    const order = await purchase(world, trader);
    const evil = [{ id: '22222222-2222-4222-8222-222222222222', ...TRON, address: 'TEvilEvilEvil' }];
    await world.context.db
      .updateTable('payments')
      .set({ addresses: JSON.stringify(evil) })
      .where('account_id', '=', order._id)
      .execute();
    const before = (await mailsTo(admin, ALARM)).length;
    const [first, again] = [await paymentOf(order._id), await paymentOf(order._id)];
    expect(first.addresses.map(({ address }) => address)).toEqual([TRON.address]);
    expect(first.changed).toBe(true);
    expect(again).toEqual(first);
    expect((await mailsTo(admin, ALARM)).length - before).toBe(1);
    for (const form of ['"no list"', '[null]', '[]', '{}']) {
      await world.context.db
        .updateTable('payments')
        .set({ addresses: form })
        .where('account_id', '=', order._id)
        .execute();
      expect((await paymentOf(order._id)).addresses.map(({ address }) => address)).toEqual([TRON.address]);
    }
    expect((await managed())[0]?.openOrders).toBe(0);
  });

  it('keeps signatures over a change of the key, and renews them', async () => {
    const id = await add(TRON);
    const keys = deriveKeys({
      current: 'another key of more than thirty-two characters',
      previous: 'a test key of more than thirty-two characters',
    });
    const macOf = async () =>
      (
        await world.context.db
          .selectFrom('payment_addresses')
          .select('mac')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).mac;
    const old = await macOf();
    await renewSignatures({ db: world.context.db, keys }, false);
    const renewed = await macOf();
    expect(renewed).not.toBe(old);
    expect(renewed.startsWith(keys['payment-address'].current.id)).toBe(true);
    // Under the first key alone the row is one that somebody else wrote; unsigned rows are signed only when asked for.
    expect(await shown()).toEqual([]);
    await world.context.db.updateTable('payment_addresses').set({ mac: '' }).execute();
    await renewSignatures(world.context, false);
    expect(await shown()).toEqual([]);
    await renewSignatures(world.context, true);
    expect(await shown()).toEqual([TRON.address]);
  });

  it('tells all administrators of each change, once', async () => {
    const before = (await mailsTo(second, CHANGED)).length;
    const id = await add(TRON);
    world.clock.advance(1000);
    await change(id, ETHER);
    await change(id, ETHER);
    world.clock.advance(1000);
    await world.call('DELETE /payment/addresses/{id}', { token: admin.token, params: { id } });
    expect((await mailsTo(second, CHANGED)).slice(before)).toEqual([
      expect.stringContaining('was added'),
      expect.stringContaining('was changed'),
      expect.stringContaining('was deleted'),
    ]);
    const mail = (await world.mails()).findLast(({ subject }) => subject?.includes('was changed'));
    expect(mail?.text).toContain('Ada Admin');
    expect(mail?.text).toContain('TJRa bPrw bZy4');
    expect(mail?.text).toContain('0x5a Aeb6 053F');
    expect(await mailsTo(trader, CHANGED)).toEqual([]);
  });

  it('refuses a change of another version, and says who changed it', async () => {
    const id = await add(TRON);
    expect((await managed())[0]).toMatchObject({
      version: 1,
      updatedBy: { _id: admin.userId, name: 'Ada Admin' },
      check: { verdict: 'proven', text: null },
      uri: TRON.address,
    });
    expect((await change(id, ETHER, 1, second.token)).status).toBe(200);
    const late = await change(id, BITCOIN, 1);
    expect(late.problem).toMatchObject({ status: 412, code: 'changed_meanwhile' });
    expect(late.problem.message).toMatch(/^Ada Admin changed this at \d+ \w+ 2026, /);
    expect(late.problem.changed).toEqual({ by: 'Ada Admin', at: world.clock.now().toISOString() });
    const deletion = await world.call('DELETE /payment/addresses/{id}', {
      token: admin.token,
      params: { id },
      headers: { 'if-match': '"1"' },
    });
    expect(deletion.status).toBe(412);
    expect(await shown()).toEqual([ETHER.address]);
    expect((await change(id, BITCOIN, 2)).status).toBe(200);
  });

  it('counts the open orders that show an address', async () => {
    const id = await add(TRON);
    const [one] = [await purchase(world, trader), await purchase(world, trader)];
    expect((await managed())[0]?.openOrders).toBe(2);
    await world.call('PUT /admin/accounts/{id}/verify-payment', {
      token: admin.token,
      params: { id: one._id },
      body: { status: 'verified' },
    });
    expect((await managed())[0]?.openOrders).toBe(1);
    await change(id, ETHER);
    expect((await managed())[0]?.openOrders).toBe(0);
  });
});

describe('with a delay of 30 minutes', () => {
  beforeAll(() => open({ ADDRESS_CHANGE_DELAY_MINUTES: '30' }), 60_000);
  afterAll(() => world.close());
  beforeEach(() => world.context.db.deleteFrom('payment_addresses').execute());

  const MINUTE = 60_000;

  it('shows a new address later, and what was there before until a change counts', async () => {
    const id = await add(TRON);
    expect(await shown()).toEqual([]);
    expect((await managed())[0]).toMatchObject({ shownUntilThen: null });
    world.clock.advance(30 * MINUTE);
    expect(await shown()).toEqual([TRON.address]);
    expect((await managed())[0]?.shownFrom).toBeNull();

    await change(id, ETHER);
    expect(await shown()).toEqual([TRON.address]);
    expect((await managed())[0]).toMatchObject({ address: ETHER.address, shownUntilThen: TRON });
    world.clock.advance(29 * MINUTE);
    const order = await purchase(world, trader);
    expect((await paymentOf(order._id)).addresses[0]?.address).toBe(TRON.address);
    world.clock.advance(MINUTE);
    expect(await shown()).toEqual([ETHER.address]);
    expect((await paymentOf(order._id)).changed).toBe(true);
  });

  it('takes a change back at once, and keeps what is shown over several changes', async () => {
    const id = await add(TRON);
    world.clock.advance(30 * MINUTE);
    await change(id, ETHER);
    world.clock.advance(20 * MINUTE);
    await change(id, BITCOIN);
    world.clock.advance(20 * MINUTE);
    expect(await shown()).toEqual([TRON.address]);
    await change(id, TRON);
    expect(await shown()).toEqual([TRON.address]);
    expect((await managed())[0]?.shownFrom).toBeNull();
  });

  it('is cut short by a second administrator, not by the author', async () => {
    const id = await add(TRON);
    expect((await confirm(id, admin.token)).problem).toMatchObject({
      status: 409,
      code: 'address_own_change',
    });
    expect(await shown()).toEqual([]);
    const both = await Promise.all([confirm(id, second.token), confirm(id, second.token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shown()).toEqual([TRON.address]);
    expect((await confirm(id, admin.token)).status).toBe(200);
    expect((await managed())[0]?.version).toBe(2);
    expect((await confirm('nothing', second.token)).status).toBe(404);
    expect((await mailsTo(second, /was confirmed/)).length).toBe(1);
  });
});
