import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, newAccount, subjectsTo, uploadProof } from '../../../test/account-calls.ts';
import { activate, type Person, registerAdmin } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
let admin: Person;
let second: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  second = await registerAdmin(world);
}, 60_000);
afterAll(() => world.close());

const undo = (id: string, ifMatch?: number, token = admin.token) =>
  world.call('POST /admin/accounts/{id}/undo', {
    token,
    params: { id },
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': String(ifMatch) } }),
  });
const active = async (name: '1-Step Challenge' | '2-Step Challenge' = '2-Step Challenge') => {
  const made = await newAccount(world, admin, name);
  await activate(world, admin, made.id);
  world.clock.advance(3 * 86_400_000);
  for (const person of [admin, second]) {
    const body = { email: person.email, password: person.password };
    person.token = (await world.call('POST /auth/login', { body })).body.token;
  }
  return { ...made, by: adminOf(world, admin, made.id), mails: () => subjectsTo(world, made.trader.email) };
};
const phasesOf = (id: string) =>
  world.context.db
    .selectFrom('account_phases')
    .select(['id', 'stage', 'started_at', 'start_balance_cents', 'ended_at', 'end_balance_cents', 'outcome'])
    .where('account_id', '=', id)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
const rowOf = async (id: string) => {
  const {
    version: _,
    updated_at: __,
    ...row
  } = await world.context.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row;
};

describe('an undo', () => {
  it('puts a stage with its restart back, without a mail, and both steps stay in the history', async () => {
    const { id, by, mails } = await active();
    await by.override({ balance: 11_000 });
    world.clock.advance(60_000);
    const [row, phases, sent] = [await rowOf(id), await phasesOf(id), await mails()];
    const changed = await by.stage({ stage: 'phase2', restart: true });
    expect(changed.body).toMatchObject({ stage: 'phase2', balance: 10_000, tradingDays: 1 });
    expect(changed.body.undoUntil).toBe(new Date(world.clock.now().getTime() + 10_000).toISOString());
    world.clock.advance(6000);
    const undone = await undo(id, changed.body.version);
    expect(undone.status, undone.problem.message).toBe(200);
    expect(undone.body).toMatchObject({ stage: 'phase1', balance: 11_000, undoUntil: null });
    expect(await rowOf(id)).toEqual(row);
    expect(await phasesOf(id)).toEqual(phases);
    world.clock.advance(60_000);
    expect(await mails()).toEqual(sent);
    const [last, before] = (await by.events()).body.events.filter(({ event }) => event !== 'mail');
    expect(last).toMatchObject({
      event: 'undone',
      actor: { name: 'Ada Admin' },
      before: { stage: 'phase2', balance: 10_000 },
      after: { stage: 'phase1', balance: 11_000 },
      version: undone.body.version,
    });
    expect(before).toMatchObject({ event: 'stage_set', version: changed.body.version });
  });

  it.each([
    ['a balance', { balance: 9_500 }],
    ['a status', { status: 'inactive' as const }],
    ['a payment status', { paymentStatus: 'pending' as const }],
    ['all of them', { balance: 1, status: 'inactive' as const, paymentStatus: 'pending' as const }],
  ])('puts %s back', async (_, body) => {
    const { id, by } = await active();
    const row = await rowOf(id);
    const [payment] = await world.context.db
      .selectFrom('payments')
      .selectAll()
      .where('account_id', '=', id)
      .execute();
    const changed = await by.override(body);
    expect(changed.body.undoUntil).not.toBeNull();
    expect((await undo(id, changed.body.version)).status).toBe(200);
    expect(await rowOf(id)).toEqual(row);
    expect(
      await world.context.db.selectFrom('payments').selectAll().where('account_id', '=', id).execute(),
    ).toEqual([payment]);
  });

  it('puts a breach back that was overridden, without a second mail of it', async () => {
    const { id, by, mails } = await active();
    await by.fail('Daily loss');
    const [row, phases, sent] = [await rowOf(id), await phasesOf(id), await mails()];
    world.clock.advance(60_000);
    const changed = await by.override({ status: 'active' });
    expect((await undo(id, changed.body.version)).body).toMatchObject({
      status: 'failed',
      breachNotified: true,
      failure: { reason: 'Daily loss' },
    });
    expect(await rowOf(id)).toEqual(row);
    expect(await phasesOf(id)).toEqual(phases);
    expect(await mails()).toEqual(sent);
  });

  it('is not there where a mail went out, for the wrong person, too late, or twice', async () => {
    const { id, by } = await active();
    const gone = async (token?: string) => (await undo(id, undefined, token)).problem.code;
    expect(await gone()).toBe('nothing_to_undo');
    expect((await by.override({ status: 'failed' })).body.undoUntil).toBeNull();
    expect(await gone()).toBe('nothing_to_undo');
    expect((await by.override({ status: 'active' })).body.undoUntil).not.toBeNull();
    expect(await gone(second.token)).toBe('nothing_to_undo');
    world.clock.advance(10_001);
    expect(await gone()).toBe('nothing_to_undo');
    await by.override({ balance: 9_000 });
    world.clock.advance(10_000);
    expect((await undo(id)).status).toBe(200);
    expect(await gone()).toBe('nothing_to_undo');
    expect((await undo('nothing')).status).toBe(404);
  });

  it('does not take a change back over that of somebody else', async () => {
    const { id, by } = await active();
    const mine = await by.override({ balance: 9_000 });
    await adminOf(world, second, id).override({ balance: 9_100 });
    const late = await undo(id, mine.body.version);
    expect(late.problem).toMatchObject({ status: 412, code: 'changed_meanwhile' });
    expect((await undo(id)).problem.code).toBe('nothing_to_undo');
    expect((await by.read()).body.balance).toBe(9_100);
  });

  it('happens once, however often it is asked for at the same time', async () => {
    const { id, by } = await active();
    await by.override({ balance: 9_000 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await by.read()).body.balance).toBe(10_000);
  });
});

describe('the payment of an account', () => {
  it('names the other accounts that carry the same picture', async () => {
    const [one, two] = [await newAccount(world, admin), await newAccount(world, admin)];
    await uploadProof(world, one.trader, one.id, 77);
    world.clock.advance(60_000);
    expect((await one.by.read()).body).toMatchObject({
      proofSeenElsewhere: false,
      proofs: [{ duplicateOf: [] }],
    });
    await uploadProof(world, two.trader, two.id, 77);
    await uploadProof(world, two.trader, two.id, 78);
    const seen = (await two.by.read()).body;
    expect(seen.proofSeenElsewhere).toBe(true);
    expect(seen.proofs.map(({ duplicateOf }) => duplicateOf)).toContainEqual([
      { _id: one.id, name: one.trader.name, uploadedAt: expect.any(String), deleted: false },
    ]);
    expect((await one.by.read()).body.proofs[0]?.duplicateOf).toMatchObject([{ _id: two.id }]);
    await two.by.remove();
    expect((await one.by.read()).body.proofs[0]?.duplicateOf).toMatchObject([{ _id: two.id, deleted: true }]);
  });

  it('shows administrators what its trader is shown, and when that was first opened', async () => {
    const address = { name: 'USDT', network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
    await world.call('POST /payment/addresses', { token: admin.token, body: address });
    const { id, trader, by } = await newAccount(world, admin);
    const payment = () =>
      world.call('GET /admin/accounts/{id}/payment', { token: admin.token, params: { id } });
    expect((await payment()).body).toMatchObject({
      amount: 89,
      addresses: [{ ...address, uri: address.address, withdrawn: false }],
      changed: false,
      intact: true,
      openedAt: null,
    });
    const open = () => world.call('GET /accounts/{id}/payment', { token: trader.token, params: { id } });
    await Promise.all([open(), open(), open()]);
    const first = world.clock.now().toISOString();
    world.clock.advance(1000);
    await open();
    expect((await payment()).body.openedAt).toBe(first);
    const opened = (await by.events()).body.events.filter(({ event }) => event === 'payment_opened');
    expect(opened).toMatchObject([{ by: 'trader', actor: { name: trader.name }, version: null }]);
    await by.remove();
    expect((await payment()).status).toBe(404);
  });
});
