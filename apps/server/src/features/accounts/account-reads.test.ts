import { messages } from '@firmament/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshLogin, newAccount, uploadProof, waitFor } from '../../../test/account-calls.ts';
import {
  activate,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

const overviewOf = (person: Person) => world.call('GET /dashboard/accounts', { token: person.token });
const dashboardOf = (person: Person, mt5Login: string) =>
  world.call('GET /dashboard/{mt5Login}', { token: person.token, params: { mt5Login } });
const isActive = async (person: Person) =>
  (await world.call('GET /accounts/check-status', { token: person.token })).body.hasActiveAccount;

describe('a trader', () => {
  // spec 3.11, 7.11, 8.45
  it('without accounts is told so', async () => {
    const trader = await registerVerified(world);
    expect((await overviewOf(trader)).body).toEqual({
      success: true,
      message: 'No MT5 accounts found for this user.',
      hasMt5Accounts: false,
      accounts: [],
    });
    expect(await isActive(trader)).toBe(false);
  });

  // spec 1.10, 3.13, 3.14, 7.11, 7.12
  it('sees all own accounts, newest first, and is active with an active or failed one', async () => {
    const { trader, id, by } = await newAccount(world, admin, '2-Step Challenge', 25_000);
    world.clock.advance(1_000);
    await purchase(world, trader, '1-Step Challenge', 5_000);
    const before = await overviewOf(trader);
    expect(before.body.hasMt5Accounts).toBe(false);
    expect(before.body.accounts).toMatchObject([
      { tier: 'Starter', packageName: '1-Step Challenge', status: 'pending_payment', login: null },
      { _id: id, tier: 'Standard', platform: null, server: null, price: 189, hasProof: false },
    ]);
    expect(await isActive(trader)).toBe(false);
    await by.verify({ status: 'verified' });
    await by.assign({ server: 'Firm-MT4', accountNumber: freshLogin() });
    expect(await isActive(trader)).toBe(true);
    const after = await overviewOf(trader);
    expect(after.body).toMatchObject({ message: messages.accountsFetched, hasMt5Accounts: true });
    expect(after.body.accounts[1]).toMatchObject({ platform: 'MT4', server: 'Firm-MT4', failure: null });
    await waitFor(world, 86_400_000, admin, trader);
    await by.fail('Daily loss.');
    await waitFor(world, 86_400_000, admin, trader);
    expect(await isActive(trader)).toBe(true);
    expect((await overviewOf(trader)).body.accounts[1]).toMatchObject({
      tradingDays: 3,
      failure: { reason: 'Daily loss.', tradingDays: 2 },
    });
    await by.override({ status: 'inactive' });
    expect(await isActive(trader)).toBe(false);
  });

  it('is told when the next day begins in the zone of the account', async () => {
    const { trader, id } = await newAccount(world, admin);
    const nextDay = async () => (await overviewOf(trader)).body.accounts[0]?.nextDayStart;
    const midnight = (at: number) => new Date(Math.floor(at / 86_400_000 + 1) * 86_400_000).toISOString();
    const now = world.clock.now().getTime();
    expect(await nextDay()).toBe(midnight(now));
    await world.context.db
      .updateTable('accounts')
      .set({ time_zone: 'Asia/Kolkata' })
      .where('id', '=', id)
      .execute();
    const offset = 5.5 * 3_600_000;
    const there = new Date(Date.parse(midnight(now + offset)) - offset).toISOString();
    expect(await nextDay()).toBe(there);
  });

  // spec 3.10, 7.14, 9.16
  it('reads the dashboard of an account as specified', async () => {
    const { trader, by } = await newAccount(world, admin);
    const accountNumber = freshLogin();
    await by.assign({ accountNumber, password: ' s3cret & <b> ', server: 'Firmament-MT5 Live' });
    expect((await dashboardOf(trader, accountNumber)).status).toBe(404);
    await by.verify({ status: 'verified' });
    await by.override({ balance: 11_000 });
    await waitFor(world, 2 * 86_400_000 + 1, admin, trader);
    const { status, body } = await dashboardOf(trader, accountNumber);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      userName: trader.name,
      accountInfo: {
        planType: 'Basic 2-Step Challenge',
        stage: 'phase1',
        initialBalance: 10_000,
        accountType: 'MT5',
      },
      stats: { balance: 11_000, profitLoss: 1_000, tradingDays: 3 },
      accountDetails: { logIn: accountNumber, masterPass: ' s3cret & <b> ', server: 'Firmament-MT5 Live' },
      accountGrowth: '10.00%',
      growthTargetPercent: 10,
      growthTargetValue: 1_000,
    });
    await by.stage({ stage: 'phase2' });
    await by.override({ balance: 9_995 });
    expect((await dashboardOf(trader, accountNumber)).body).toMatchObject({
      accountGrowth: '-0.05%',
      growthTargetPercent: 5,
      growthTargetValue: 500,
      stats: { profitLoss: -5 },
    });
  });

  it('does not find the account of somebody else, nor what is no login', async () => {
    const { id } = await newAccount(world, admin);
    const { accountNumber } = await activate(world, admin, id);
    const stranger = await registerVerified(world);
    for (const login of [accountNumber ?? '', '1', '0', 'abc', '../1', '1'.repeat(150)]) {
      for (const person of [stranger, admin]) {
        const answer = await dashboardOf(person, login);
        expect([answer.status, answer.problem.message]).toEqual([404, messages.noMt5Account]);
      }
    }
  });

  it('with an unverified address may look at the overview, not at a dashboard', async () => {
    const person = await register(world);
    const { body } = await world.call('POST /auth/login', {
      body: { email: person.email, password: person.password },
    });
    const overview = await world.call('GET /dashboard/accounts', { token: body.token });
    expect(overview.status).toBe(200);
    const dashboard = await world.call('GET /dashboard/{mt5Login}', {
      token: body.token,
      params: { mt5Login: '1' },
    });
    expect([dashboard.status, dashboard.problem.code]).toEqual([403, 'email_not_verified']);
  });
});

describe('the password of an account', () => {
  it('is in its owner’s dashboard alone', async () => {
    const marker = 'Zx9-marker-password-Qw7';
    const { trader, id, by } = await newAccount(world, admin);
    await by.assign({ password: marker }, { 'idempotency-key': 'once' });
    await by.verify({ status: 'verified' });
    const { accountNumber } = (await by.assign({ password: `${marker}2` })).body;
    const answers = [
      await by.read(),
      await by.events(),
      await world.call('GET /admin/accounts', { token: admin.token }),
      await overviewOf(trader),
      await world.call('GET /accounts/{id}', { token: trader.token, params: { id } }),
      await world.call('GET /profile/export', { token: trader.token }),
    ];
    expect(JSON.stringify(answers.map((answer) => answer.body))).not.toContain(marker);
    const mails = await world.mails();
    expect(mails.map((mail) => `${mail.subject}${mail.text}${mail.html}`).join()).not.toContain(marker);
    for (const table of ['accounts', 'account_events', 'mails', 'idempotency_keys'] as const) {
      const rows = await world.context.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(marker);
    }
    const dashboard = await dashboardOf(trader, accountNumber ?? '');
    expect(dashboard.body.accountDetails.masterPass).toBe(`${marker}2`);
  });

  it('is not in the credentials mail, which names login, server and where to look', async () => {
    const { trader, id } = await newAccount(world, admin);
    const { accountNumber } = await activate(world, admin, id);
    const mail = (await world.mails()).find((entry) => entry.text?.includes(accountNumber ?? '-'));
    expect([mail?.to].flat()[0]?.text).toBe(trader.email);
    for (const part of [mail?.text, String(mail?.html)]) {
      expect(part).toContain('Firmament-MT5');
      expect(part).toContain(`http://firm.example/dashboard/${accountNumber}`);
      expect(part).not.toContain('Trade#2026');
    }
  });

  it('is in that mail where the operator wants it', async () => {
    const open = await createWorld({ MAIL_INCLUDE_MT5_PASSWORD: 'true' });
    try {
      const boss = await registerAdmin(open);
      const { by } = await newAccount(open, boss);
      await by.assign({ password: 'P<w>&"1' });
      await by.verify({ status: 'verified' });
      const mail = (await open.mails()).find((entry) => entry.subject?.includes('is ready'));
      expect(mail?.text).toContain('Password: P<w>&"1');
      expect(mail?.html).toContain('P&#60;w&#62;&#38;&#34;1');
    } finally {
      await open.close();
    }
  });

  it('lost with its key is shown empty, and the rest of the dashboard stays', async () => {
    const { trader, id } = await newAccount(world, admin);
    const { accountNumber } = await activate(world, admin, id);
    await world.context.db
      .updateTable('accounts')
      .set({ mt5_password: '1.00000000.AAAA' })
      .where('id', '=', id)
      .execute();
    const { status, body } = await dashboardOf(trader, accountNumber ?? '');
    expect([status, body.accountDetails.masterPass, body.accountGrowth]).toEqual([200, '', '0.00%']);
  });
});

describe('the list of the administration', () => {
  const list = (query: Parameters<typeof world.call<'GET /admin/accounts'>>[1] = {}) =>
    world.call('GET /admin/accounts', { token: admin.token, ...query });

  it('is newest first, in pages that neither skip nor repeat', async () => {
    const whole = (await list()).body;
    expect(whole.accounts.length).toBe(whole.total);
    expect(whole.nextCursor).toBeNull();
    const times = whole.accounts.map((account) => account.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await list({ query: { limit: 3, ...(cursor ? { cursor } : {}) } })).body;
      expect(page.total).toBe(whole.total);
      seen.push(...page.accounts.map((account) => account._id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(whole.accounts.map((account) => account._id));
    for (const wrong of ['x', 'e30', '%', Buffer.from('["2026-01-01","a"]').toString('base64url')]) {
      expect((await list({ query: { cursor: wrong } })).status).toBe(400);
    }
  });

  it('finds by name, address and login, and takes no pattern', async () => {
    const trader = await registerVerified(world, { name: '100% _Sure', email: 'odd_one@example.com' });
    const { _id } = await purchase(world, trader);
    const { accountNumber } = await activate(world, admin, _id);
    for (const search of ['100% _s', 'ODD_ONE@', accountNumber ?? '']) {
      const found = (await list({ query: { search } })).body;
      expect(found.accounts.map((account) => account._id)).toEqual([_id]);
    }
    expect((await list({ query: { search: '%sure%' } })).body.total).toBe(0);
    expect((await list({ query: { search: "'; drop table users --" } })).body.total).toBe(0);
    const own = (await list({ query: { userId: trader.userId, status: 'active', stage: 'phase1' } })).body;
    expect(own.accounts[0]?.userId).toEqual({
      _id: trader.userId,
      name: '100% _Sure',
      email: 'odd_one@example.com',
    });
    expect((await list({ query: { userId: trader.userId, paymentStatus: 'failed' } })).body.total).toBe(0);
    expect((await list({ query: { userId: 'nobody' } })).body.total).toBe(0);
  });

  it('has queues that the overview counts', async () => {
    const proof = await newAccount(world, admin);
    await uploadProof(world, proof.trader, proof.id);
    const verified = await newAccount(world, admin);
    await verified.by.verify({ status: 'verified' });
    const target = await newAccount(world, admin);
    await activate(world, admin, target.id);
    await target.by.override({ balance: 11_000 });
    const floor = await newAccount(world, admin);
    await activate(world, admin, floor.id);
    await floor.by.override({ balance: 9_200 });
    const unpaid = await newAccount(world, admin);
    const calm = await newAccount(world, admin);
    await activate(world, admin, calm.id);
    await calm.by.override({ balance: 9_200.01 });
    world.clock.advance(3_600_000);
    const { body: overview } = await world.call('GET /admin/overview', { token: admin.token });
    const expected = [
      ['proof_to_review', overview.proofToReview, proof.id],
      ['needs_credentials', overview.needsCredentials, verified.id],
      ['at_target', overview.atTarget, target.id],
      ['near_floor', overview.nearFloor, floor.id],
      ['reminder_due', overview.remindersDue, unpaid.id],
    ] as const;
    for (const [queue, count, id] of expected) {
      const found = (await list({ query: { queue } })).body;
      expect(found.total).toBe(count);
      const ids = found.accounts.map((account) => account._id);
      expect(ids).toContain(id);
      expect(ids).not.toContain(calm.id);
    }
    expect(overview.activeAccounts).toBe((await list({ query: { status: 'active' } })).body.total);
    expect(overview.paymentAddresses).toBe(0);
    expect(overview.warnings).toEqual([
      'No payment address is set up yet. Traders cannot pay until you add one.',
    ]);
    await world.call('GET /firm', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await world.context.db
      .updateTable('mails')
      .set({ state: 'failed' })
      .where('template', '=', 'payment_verified')
      .execute();
    const { warnings, failedMails } = (await world.call('GET /admin/overview', { token: admin.token })).body;
    expect(warnings).toHaveLength(3);
    expect(warnings[1]).toBe(
      `${failedMails} emails could not be sent. “Send Mass Email” lists them, to be sent again or dismissed.`,
    );
    expect(warnings[2]).toContain('TRUST_PROXY');
  });

  // spec 7.37
  it('shows the newest proof under a link that works, and the same picture on another order', async () => {
    const one = await newAccount(world, admin);
    const other = await newAccount(world, admin);
    await uploadProof(world, one.trader, one.id, 201);
    expect((await one.by.read()).body.proofSeenElsewhere).toBe(false);
    world.clock.advance(1_000);
    await uploadProof(world, one.trader, one.id, 202);
    await uploadProof(world, other.trader, other.id, 201);
    const account = (await one.by.read()).body;
    expect(account.proofSeenElsewhere).toBe(true);
    expect((await other.by.read()).body.proofSeenElsewhere).toBe(true);
    expect(account.proofs.map((proof) => proof.file)[0]).toBe(account.paymentScreenshot);
    const response = await fetch(`${world.url}/server/uploads/${account.paymentScreenshot}`);
    expect(response.status).toBe(200);
    const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual(['webp', 40, 30]);
  });
});
