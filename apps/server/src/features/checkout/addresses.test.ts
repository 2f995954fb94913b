import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, purchase, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

/** Published test vectors: BIP-173, ERC-55, and the contract of USDT on TRON. */
const BITCOIN = {
  name: 'Bitcoin',
  network: 'Bitcoin',
  address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
};
const ETHER = { name: 'USDT', network: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const TRON = { name: 'USDT', network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };

let world: World;
let admin: Person;
let trader: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.db.deleteFrom('payment_addresses').execute();
});

const add = (raw: unknown, token: string | undefined = admin.token) => {
  world.clock.advance(1000);
  return world.call('POST /payment/addresses', { token, raw });
};
const change = (id: string, raw: unknown) =>
  world.call('PUT /payment/addresses/{id}', { token: admin.token, params: { id }, raw });
const withdraw = (id: string) =>
  world.call('DELETE /payment/addresses/{id}', { token: admin.token, params: { id } });
const listed = async () =>
  (await world.call('GET /payment/addresses', { token: trader.token })).body.addresses;
const paymentOf = async (id: string) =>
  (await world.call('GET /accounts/{id}/payment', { token: trader.token, params: { id } })).body;
const events = () =>
  world.context.db
    .selectFrom('admin_events')
    .selectAll()
    .where('subject_kind', '=', 'payment_address')
    .orderBy('id')
    .execute();

describe('payment addresses', () => {
  // spec 3.12, 7.20, 7.34, 7.35, 7.36
  it('are added, changed and withdrawn, each with a line of history', async () => {
    const before = (await events()).length;
    const added = await add(TRON);
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      success: true,
      message: 'Address added',
      address: { _id: added.body.address._id, ...TRON },
      warnings: [],
    });
    const { _id: id } = added.body.address;
    expect(await listed()).toEqual([{ _id: id, ...TRON }]);
    const changed = await change(id, ETHER);
    expect(changed.body).toMatchObject({ message: 'Address updated', address: { _id: id, ...ETHER } });
    const gone = await withdraw(id);
    expect(gone.body).toEqual({ success: true, message: 'Address deleted' });
    expect(await listed()).toEqual([]);
    expect((await withdraw(id)).problem).toMatchObject({ status: 404, message: 'Address not found.' });
    expect((await change(id, TRON)).status).toBe(404);
    expect((await withdraw('nothing')).status).toBe(404);
    expect((await events()).slice(before)).toMatchObject([
      { event: 'payment_address_added', actor_id: admin.userId, subject_id: id, before: null, after: TRON },
      { event: 'payment_address_changed', before: TRON, after: ETHER },
      { event: 'payment_address_withdrawn', before: ETHER, after: null },
    ]);
  });

  it('are for administrators to set and for verified users to read', async () => {
    const { _id: id } = (await add(TRON)).body.address;
    for (const [token, status] of [
      [trader.token, 403],
      ['', 401],
    ] as const) {
      expect((await add(ETHER, token)).status).toBe(status);
      const params = { id };
      expect((await world.call('PUT /payment/addresses/{id}', { token, params, body: ETHER })).status).toBe(
        status,
      );
      expect((await world.call('DELETE /payment/addresses/{id}', { token, params })).status).toBe(status);
    }
    expect((await world.call('GET /payment/addresses')).status).toBe(401);
    expect(await listed()).toEqual([{ _id: id, ...TRON }]);
  });

  it.each([
    ['a wrong checksum', { ...TRON, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }],
    ['a wrong bech32 checksum', { ...BITCOIN, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }],
    ['a wrong ERC-55 checksum', { ...ETHER, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }],
    ['another network', { ...TRON, network: 'ERC20' }],
    ['a private key', { ...ETHER, address: `0x${'4c0883a69102937d6231471b5dbb6204'.repeat(2)}` }],
    ['a Bitcoin private key', { ...BITCOIN, address: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ' }],
    ['seed words', { ...BITCOIN, address: `${'abandon '.repeat(11)}about` }],
    ['the zero address', { ...ETHER, address: `0x${'0'.repeat(40)}` }],
    ['a burn address', { ...ETHER, address: '0x000000000000000000000000000000000000dEaD' }],
  ])('refuse %s with a reason and store nothing', async (_, body) => {
    const before = await events();
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect(answer.problem.code).toBe('address_refused');
    expect(answer.problem.message).not.toBe('This address cannot be used for payments.');
    expect(answer.problem.message.length).toBeGreaterThan(20);
    expect(answer.problem.message).not.toContain(body.address);
    expect(await listed()).toEqual([]);
    expect(await events()).toEqual(before);

    const { _id: id } = (await add(TRON)).body.address;
    expect((await change(id, body)).status).toBe(400);
    expect(await listed()).toEqual([{ _id: id, ...TRON }]);
  });

  it.each([
    ['an unknown network', { name: 'Coin', network: 'Some new chain', address: 'abc123xyz' }],
    ['an EVM address without a checksum', { ...ETHER, address: ETHER.address.toLowerCase() }],
    [
      'a Solana address',
      { name: 'SOL', network: 'Solana', address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' },
    ],
  ])('accept %s with a warning', async (_, body) => {
    const answer = await add(body);
    expect(answer.status).toBe(201);
    expect(answer.body.warnings).toHaveLength(1);
  });

  it.each([
    [{ ...TRON, name: ' ' }],
    [{ ...TRON, network: '' }],
    [{ name: 'USDT', network: 'TRC20' }],
    [{ ...TRON, address: 7 }],
  ])('need name, network and address: %j', async (body) => {
    const answer = await add(body);
    expect(answer.problem).toMatchObject({ status: 400, message: 'Name, network and address are required' });
  });

  it('are in the list once, in whatever case an EVM address is written', async () => {
    await add(TRON);
    expect((await add({ ...TRON, name: 'Other name' })).problem).toMatchObject({
      status: 409,
      code: 'address_duplicate',
    });
    const ether = await add(ETHER);
    expect((await add({ ...ETHER, address: ETHER.address.toLowerCase() })).status).toBe(409);
    expect((await change(ether.body.address._id, TRON)).status).toBe(409);
    expect((await change(ether.body.address._id, { ...ETHER, name: 'Renamed' })).status).toBe(200);
    const both = await Promise.all([add(BITCOIN), add(BITCOIN)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await listed()).toHaveLength(3);
  });

  it('are in the list once where an EVM address is added in several cases at once', async () => {
    for (const ending of ['1', '2', '3', '4', '5']) {
      const digits = `${'ab'.repeat(19)}c${ending}`;
      const spelled = [`0x${digits}`, `0x${digits.toUpperCase()}`];
      const answers = await Promise.all(
        [0, 1, 0, 1, 0, 1].map((index) => add({ ...ETHER, address: spelled[index] ?? '' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    }
  });
});

describe('the payment page of an order', () => {
  it('shows the addresses as they were when it was made', async () => {
    const tron = (await add(TRON)).body.address;
    const bitcoin = (await add(BITCOIN)).body.address;
    const { _id: id } = await purchase(world, trader);
    const shown = [
      { ...tron, uri: TRON.address, withdrawn: false },
      { ...bitcoin, uri: `bitcoin:${BITCOIN.address}`, withdrawn: false },
    ];
    expect(await paymentOf(id)).toEqual({ amount: 89, addresses: shown, changed: false });

    await change(bitcoin._id, ETHER);
    expect(await paymentOf(id)).toEqual({ amount: 89, addresses: shown, changed: true });
    await withdraw(tron._id);
    const [first] = (await paymentOf(id)).addresses;
    expect(first).toMatchObject({ _id: tron._id, withdrawn: true });
    await add(TRON);
    expect((await paymentOf(id)).addresses[0]?.withdrawn).toBe(false);
    await add(BITCOIN);
    expect((await paymentOf(id)).changed).toBe(true);
  });

  it('takes the addresses of the first opening that finds any', async () => {
    const { _id: id } = await purchase(world, trader);
    expect(await paymentOf(id)).toEqual({ amount: 89, addresses: [], changed: false });
    const tron = (await add(TRON)).body.address;
    const openings = await Promise.all([paymentOf(id), paymentOf(id), paymentOf(id)]);
    for (const opening of openings) {
      expect(opening).toEqual({
        amount: 89,
        addresses: [{ ...tron, uri: TRON.address, withdrawn: false }],
        changed: false,
      });
    }
    await add(ETHER);
    expect((await paymentOf(id)).addresses).toHaveLength(1);
    expect((await paymentOf(id)).changed).toBe(true);
  });
});
