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
import { type Person, purchase, registerAdmin } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

const RECEIVED = 'We received your payment proof';
const VERIFIED = 'Your payment was verified';
const REJECTED = 'Your payment could not be confirmed';
const READY = 'Your trading account is ready';
const FAILED = 'Your trading account was marked as failed';
const KINDS = [RECEIVED, VERIFIED, REJECTED, READY, FAILED];

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

/** The kinds of all mails to an address; those of one instant may arrive in any order. */
const mailsTo = async (email: string): Promise<string[]> =>
  (await subjectsTo(world, email))
    .map((subject) => KINDS.find((kind) => subject.startsWith(kind)) ?? subject)
    .sort();

const paymentsOf = (id: string) =>
  world.context.db
    .selectFrom('payments')
    .select(['state', 'reason', 'judged_by'])
    .where('account_id', '=', id)
    .orderBy('created_at')
    .execute();

describe('the way to an active account', () => {
  it('goes over the verified payment and then the credentials', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    const verified = await by.verify({ status: 'verified' });
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({
      message: messages.paymentVerified,
      status: 'payment_submitted',
      paymentStatus: 'verified',
      balanceStartDate: null,
    });
    expect(await mailsTo(trader.email)).toEqual([VERIFIED].sort());
    const active = await by.assign({ accountNumber: '123456', server: 'Firmament-MT5 2' });
    expect(active.body).toMatchObject({
      message: messages.credentialsAssigned,
      status: 'active',
      stage: 'phase1',
      accountNumber: '123456',
      balance: 10_000,
      equity: 10_000,
      balanceStartDate: world.clock.now().toISOString(),
      tradingDays: 1,
    });
    expect(await mailsTo(trader.email)).toEqual([VERIFIED, READY].sort());
    expect(await paymentsOf(id)).toEqual([{ state: 'verified', reason: null, judged_by: admin.userId }]);
  });

  it('goes over the credentials and then the verified payment', async () => {
    const { trader, by } = await newAccount(world, admin);
    const assigned = await by.assign();
    expect(assigned.body).toMatchObject({ status: 'pending_payment', balanceStartDate: null });
    expect(await subjectsTo(world, trader.email)).toEqual([]);
    const active = await by.verify({ status: 'verified' });
    expect(active.body).toMatchObject({ status: 'active', stage: 'phase1' });
    // In this order: a mail that promises credentials must not come after them.
    expect(await subjectsTo(world, trader.email)).toEqual(
      [VERIFIED, READY].map((subject) => `${subject} - Firmament`),
    );
  });

  it('goes over a rejected proof and a second one', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    expect((await uploadProof(world, trader, id, 1)).status).toBe(200);
    expect((await by.read()).body).toMatchObject({ status: 'payment_submitted', paymentStatus: 'pending' });
    const rejected = await by.verify({ status: 'failed', reason: 'The amount is missing.' });
    expect(rejected.body).toMatchObject({
      message: messages.paymentRejected,
      status: 'pending_payment',
      paymentStatus: 'failed',
      rejectionReason: 'The amount is missing.',
    });
    expect((await uploadProof(world, trader, id, 2)).status).toBe(200);
    const again = (await by.read()).body;
    expect(again).toMatchObject({
      status: 'payment_submitted',
      paymentStatus: 'pending',
      rejectionReason: null,
    });
    expect(again.proofs).toHaveLength(2);
    await by.verify({ status: 'verified' });
    expect((await by.assign()).body.status).toBe('active');
    expect(await mailsTo(trader.email)).toEqual([RECEIVED, REJECTED, RECEIVED, VERIFIED, READY].sort());
    const mail = (await world.mails()).find((entry) => entry.text?.includes('The amount is missing.'));
    expect(mail?.html).toContain('The amount is missing.');
    expect(await paymentsOf(id)).toMatchObject([
      { state: 'rejected', reason: 'The amount is missing.' },
      { state: 'verified', reason: null },
    ]);
  });

  it('leaves a verified payment as it is when a proof comes later', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    await by.verify({ status: 'verified' });
    expect((await uploadProof(world, trader, id)).status).toBe(200);
    expect((await by.read()).body).toMatchObject({ status: 'payment_submitted', paymentStatus: 'verified' });
    await by.assign();
    const late = await uploadProof(world, trader, id, 9);
    expect(late.status).toBe(409);
    expect(late.problem.message).toBe(messages.proofNotAccepted);
  });
});

describe('verdicts', () => {
  it('repeat without a change and without a mail, and are not turned round', async () => {
    const { trader, by } = await newAccount(world, admin);
    const first = await by.verify({ status: 'failed', reason: 'No such payment.' });
    const second = await by.verify({ status: 'failed', reason: 'Another reason.' });
    expect(second.status).toBe(200);
    expect(second.body.version).toBe(first.body.version);
    expect(second.body.rejectionReason).toBe('No such payment.');
    const opposite = await by.verify({ status: 'verified' });
    expect(opposite.status).toBe(409);
    expect(opposite.problem.code).toBe('payment_already_judged');
    expect(await mailsTo(trader.email)).toEqual([REJECTED].sort());
  });

  it('at the same time: one wins, the other is refused', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    const answers = await Promise.all([by.verify({ status: 'verified' }), by.verify({ status: 'failed' })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await subjectsTo(world, trader.email)).toHaveLength(1);
    expect((await paymentsOf(id)).map((payment) => payment.state)).not.toContain('awaiting');
  });
});

describe('a breach', () => {
  // spec 4.45, 4.46, 7.26
  it('is told once, however often and at once it is marked', async () => {
    const { trader, by } = await newAccount(world, admin);
    await by.verify({ status: 'verified' });
    await by.assign();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => by.fail(`Daily loss, report ${index}.`)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    const failed = (await by.read()).body;
    expect(failed).toMatchObject({ status: 'failed', breachNotified: true });
    expect(failed.failure?.reason).toMatch(/^Daily loss, report \d\.$/);
    expect(answers.map((answer) => answer.body.message).sort()).toEqual(
      [messages.markedFailed, ...Array(9).fill(messages.alreadyFailed)].sort(),
    );
    expect(await mailsTo(trader.email)).toEqual([VERIFIED, READY, FAILED].sort());
    const { events } = (await by.events()).body;
    expect(events.filter((line) => line.event === 'breached')).toHaveLength(1);
  });

  // spec 7.26
  it('needs no body, and gets a reason of its own', async () => {
    const { by } = await newAccount(world, admin);
    expect((await by.fail()).status).toBe(409);
    await by.verify({ status: 'verified' });
    await by.assign();
    const failed = await by.fail();
    expect(failed.body.failure).toEqual({
      reason: 'A rule of the challenge was broken.',
      at: world.clock.now().toISOString(),
    });
  });
});

describe('the stage', () => {
  const active = async (name: '1-Step Challenge' | '2-Step Challenge' = '2-Step Challenge') => {
    const account = await newAccount(world, admin, name);
    await account.by.verify({ status: 'verified' });
    await account.by.assign();
    return account;
  };
  const stageMails = async (email: string) =>
    (await subjectsTo(world, email)).filter((subject) => subject.includes('in stage'));

  // spec 7.25, 9.17
  it('phase2 has the target 5, and changes nothing else', async () => {
    const { by } = await active();
    await by.override({ balance: 11_000 });
    const { body } = await by.stage({ stage: 'phase2' });
    expect(body).toMatchObject({
      message: messages.stageUpdated,
      stage: 'phase2',
      growthTargetPercent: 5,
      targetReached: true,
      balance: 11_000,
      equity: 11_000,
    });
    expect(body.criteria).toEqual({
      profitTarget: 5,
      maxDailyLoss: 5,
      maxTotalLoss: 10,
      minTradingDays: 2,
      profitSplit: 80,
    });
  });

  it('is told 10 seconds later, once', async () => {
    const { trader, by } = await active();
    const first = await by.stage({ stage: 'phase2' });
    const again = await by.stage({ stage: 'phase2' });
    expect(again.body.version).toBe(first.body.version);
    world.clock.advance(9_999);
    expect(await stageMails(trader.email)).toEqual([]);
    world.clock.advance(1);
    expect(await stageMails(trader.email)).toEqual([expect.stringContaining('Phase 2')]);
  });

  it('undone within 10 seconds sends no mail', async () => {
    const { trader, by } = await active();
    await by.stage({ stage: 'phase2' });
    world.clock.advance(4_000);
    await by.stage({ stage: 'live' });
    world.clock.advance(4_000);
    await by.stage({ stage: 'phase1' });
    world.clock.advance(60_000);
    expect(await stageMails(trader.email)).toEqual([]);
    await by.stage({ stage: 'phase2' });
    world.clock.advance(60_000);
    await world.mails();
    await by.stage({ stage: 'phase1' });
    world.clock.advance(60_000);
    expect(await stageMails(trader.email)).toEqual([
      expect.stringContaining('Phase 2'),
      expect.stringContaining('Phase 1'),
    ]);
  });

  it('starts afresh when asked to, and keeps the finished phase', async () => {
    const { id, by } = await active();
    const begun = world.clock.now();
    await by.override({ balance: 11_500 });
    await waitFor(world, 3 * 86_400_000, admin);
    expect((await by.read()).body.tradingDays).toBe(4);
    const { body } = await by.stage({ stage: 'phase2', restart: true });
    expect(body).toMatchObject({ stage: 'phase2', balance: 10_000, equity: 10_000, tradingDays: 1 });
    const version = body.version;
    expect((await by.stage({ stage: 'phase2', restart: true })).body.version).toBe(version);
    const phases = await world.context.db
      .selectFrom('account_phases')
      .selectAll()
      .where('account_id', '=', id)
      .orderBy('started_at')
      .execute();
    expect(phases).toMatchObject([
      {
        stage: 'phase1',
        started_at: begun,
        end_balance_cents: 1_150_000,
        ended_at: world.clock.now(),
        outcome: 'passed',
      },
      { stage: 'phase2', started_at: world.clock.now(), start_balance_cents: 1_000_000, ended_at: null },
    ]);
  });

  // spec 4.44
  it('refuses an unknown stage', async () => {
    const { by, id } = await active();
    const answer = await world.call('PATCH /admin/accounts/{id}/stage', {
      token: admin.token,
      params: { id },
      raw: { stage: 'phase3' },
    });
    expect(answer.status).toBe(400);
    expect((await by.read()).body.stage).toBe('phase1');
  });
});

describe('credentials', () => {
  // spec 5.27
  it('are refused when something is missing or no login', async () => {
    const { by, id } = await newAccount(world, admin);
    const wrong: unknown[] = [
      {},
      { accountNumber: '', password: 'x', server: 's' },
      { accountNumber: '12', password: '', server: 's' },
      { accountNumber: '12', password: 'x', server: '  ' },
      { accountNumber: null, password: 'x', server: 's' },
    ];
    for (const raw of wrong) {
      const answer = await world.call('POST /admin/accounts/{id}/assign-mt5', {
        token: admin.token,
        params: { id },
        raw,
      });
      expect([answer.status, answer.problem.message]).toEqual([400, messages.mt5CredentialsRequired]);
    }
    for (const accountNumber of ['12a', '1'.repeat(21), '-5', 'abc']) {
      const answer = await by.assign({ accountNumber });
      expect([answer.status, answer.problem.message]).toEqual([400, messages.mt5LoginInvalid]);
    }
    expect((await by.read()).body).toMatchObject({ accountNumber: null, version: 1 });
  });

  it('are unique on a server and for a trader', async () => {
    const one = await newAccount(world, admin);
    const other = await newAccount(world, admin);
    const accountNumber = freshLogin();
    expect((await one.by.assign({ accountNumber, server: 'Alpha-MT5' })).status).toBe(200);
    const taken = await other.by.assign({ accountNumber, server: 'ALPHA-mt5' });
    expect([taken.status, taken.problem.code]).toEqual([409, 'login_in_use']);
    expect((await other.by.assign({ accountNumber, server: 'Beta-MT5' })).status).toBe(200);
    const second = await purchase(world, one.trader);
    const held = await adminOf(world, admin, second._id).assign({ accountNumber, server: 'Gamma-MT5' });
    expect([held.status, held.problem.code]).toEqual([409, 'login_held_twice']);
  });

  it('assigned at once with the same login: one account gets it', async () => {
    const accounts = [await newAccount(world, admin), await newAccount(world, admin)];
    const accountNumber = freshLogin();
    const answers = await Promise.all(accounts.map(({ by }) => by.assign({ accountNumber })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('may be a number, repeat without a mail, and are sent again when others', async () => {
    const { trader, id, by } = await newAccount(world, admin);
    await by.verify({ status: 'verified' });
    const values = { accountNumber: 8_800_001, password: 'same', server: 'Firm-Live' };
    const numbered = () =>
      world.call('POST /admin/accounts/{id}/assign-mt5', {
        token: admin.token,
        params: { id },
        raw: values,
      });
    const first = await numbered();
    expect(first.body).toMatchObject({ accountNumber: '8800001', status: 'active' });
    expect((await numbered()).body.version).toBe(first.body.version);
    expect(await mailsTo(trader.email)).toEqual([VERIFIED, READY].sort());
    await by.assign({ accountNumber: '8800001', server: 'Firm-Live', password: 'other' });
    expect(await mailsTo(trader.email)).toEqual([VERIFIED, READY, READY].sort());
    await by.fail();
    const late = await by.assign();
    expect([late.status, late.problem.code]).toEqual([409, 'credentials_not_allowed']);
  });
});
