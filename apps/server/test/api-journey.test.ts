import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startServer } from '../src/start.ts';
import {
  createTestDatabase,
  createTestRole,
  TEST_FOLDER,
  type TestDatabase,
  type TestRole,
  testPostgres,
} from './postgres.ts';
import { startInbox } from './world.ts';

/**
 * The main job over HTTP alone, from a clean firm: this file uses the paths, bodies and fields of specification section 7
 * and nothing of the contract.
 */
type Answer = { status: number; body: Record<string, unknown> };

let inbox: Awaited<ReturnType<typeof startInbox>>;
let server: Running;
let base: string;
let folder: string;
let database: TestDatabase | null = null;
let role: TestRole | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(TEST_FOLDER, 'journey-'));
  inbox = await startInbox();
  if (process.env.TEST_DATABASE === 'postgres')
    database = await createTestDatabase((await testPostgres()).url);
  if (database) role = await createTestRole(database.url);
  server = await startServer({
    PORT: '0',
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    ADMIN_EMAIL: 'owner@firm.example',
    ADMIN_PASSWORD: 'owner password',
    // On PostgreSQL the server's role owns nothing: the whole job is done with the rights that it is granted.
    ...(database && role ? { DATABASE_URL: role.url, DATABASE_OWNER_URL: database.url } : {}),
  });
  base = `http://127.0.0.1:${server.port}/api`;
}, 120_000);

afterAll(async () => {
  await server.stop();
  await inbox.stop();
  await database?.drop();
  await role?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const send = async (method: string, path: string, token?: string, body?: unknown): Promise<Answer> => {
  const form = body instanceof FormData;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const mailTo = async (address: string, subject: RegExp): Promise<{ subject: string; text: string }> => {
  for (let waited = 0; waited < 15_000; waited += 100) {
    const mail = inbox.mails.find(
      (entry) =>
        [entry.to].flat().some((to) => to?.text.includes(address)) && subject.test(entry.subject ?? ''),
    );
    if (mail) return { subject: mail.subject ?? '', text: mail.text ?? '' };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `no mail ${subject} to ${address}; there are: ${inbox.mails.map((mail) => mail.subject).join(' | ')}`,
  );
};

describe('the main job over the API alone', () => {
  let admin: string;
  let trader: string;
  let userId: string;
  let accountId: string;
  let addressId: string;

  // spec 7.34, 7.35
  it('the first administrator signs in and adds a payment address', async () => {
    const login = await send('POST', '/auth/login', undefined, {
      email: 'owner@firm.example',
      password: 'owner password',
    });
    expect(login).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    admin = String(login.body.token);
    const added = await send('POST', '/payment/addresses', admin, {
      name: 'Bitcoin',
      network: 'BTC',
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    });
    expect(added).toMatchObject({
      status: 201,
      body: { message: 'Address added', address: { name: 'Bitcoin', network: 'BTC' } },
    });
    addressId = String((added.body.address as Record<string, unknown>)._id);
    const changed = await send('PUT', `/payment/addresses/${addressId}`, admin, {
      name: 'Bitcoin (BTC)',
      network: 'BTC',
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'Address updated', address: { _id: addressId } },
    });
  });

  // spec 1.1, 3.14, 3.15, 3.17, 7.1, 7.2, 7.6, 7.7, 7.12
  it('a visitor registers, the code comes by SMTP, the address is verified', async () => {
    const registered = await send('POST', '/auth/register', undefined, {
      name: 'Sam Trader',
      email: 'sam@example.com',
      password: 'sam password',
    });
    expect(registered.status).toBe(201);
    userId = String(registered.body.userId);
    const mail = await mailTo('sam@example.com', /^Your verification code is \d{4}$/);
    const code = mail.subject.slice(-4);
    expect(mail.text.split('\n')).toContain(code);
    expect(`${mail.subject}\n${mail.text}`.match(/\d{4,}/g)?.every((run) => run === code)).toBe(true);
    const wrong = await send('POST', '/auth/verify-email', undefined, {
      userId,
      code: code === '0000' ? '0001' : '0000',
    });
    expect(wrong.status).toBe(400);
    const verified = await send('POST', '/auth/verify-email', undefined, { userId, code });
    expect(verified).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { _id: userId, emailVerified: true } },
    });
    trader = String(verified.body.token);
    expect(await send('GET', '/accounts/check-status', trader)).toMatchObject({
      status: 200,
      body: { hasActiveAccount: false },
    });
    expect(await send('GET', '/dashboard/accounts', trader)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'No MT5 accounts found for this user.',
        hasMt5Accounts: false,
        accounts: [],
      },
    });
  });

  // spec 1.1, 3.4, 3.7, 7.15, 7.16, 7.17, 7.18, 7.19, 7.20
  it('buys a 2-Step 10,000 and sends the proof', async () => {
    const packages = (await send('GET', '/account-packages')).body as unknown as Record<string, unknown>[];
    const chosen = packages.find(
      (entry) => entry.name === '2-Step Challenge' && entry.subscriberCount === 10_000,
    );
    expect(chosen).toMatchObject({
      originalPrice: 109,
      discountedPrice: 89,
      criteria: { profitTarget: 10, maxDailyLoss: 5, maxTotalLoss: 10, minTradingDays: 3, profitSplit: 80 },
    });
    expect(await send('GET', `/account-packages/${chosen?._id}`)).toMatchObject({
      status: 200,
      body: { _id: chosen?._id },
    });
    const bought = await send('POST', '/accounts/purchase', trader, {
      packageId: chosen?._id,
      subscriberCount: 10_000,
    });
    expect(bought.status).toBe(201);
    accountId = String(bought.body._id);
    expect(await send('GET', `/accounts/${accountId}`, trader)).toMatchObject({
      status: 200,
      body: {
        name: expect.any(String),
        package: { name: '2-Step Challenge', price: expect.any(Number), discountedPrice: 89 },
        accountSize: 10_000,
        packageName: '2-Step Challenge',
        userEmail: 'sam@example.com',
        status: 'pending_payment',
      },
    });
    expect(await send('GET', '/payment/addresses', trader)).toMatchObject({
      status: 200,
      body: { addresses: [{ _id: addressId, name: 'Bitcoin (BTC)', network: 'BTC' }] },
    });
    const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#204060' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('screenshot', new File([new Uint8Array(picture)], 'proof.png', { type: 'image/png' }));
    form.set('accountSize', '10000');
    form.set('packageName', '2-Step Challenge');
    form.set('username', 'Sam Trader');
    form.set('email', 'sam@example.com');
    expect(await send('POST', `/accounts/${accountId}/upload-proof`, trader, form)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await send('GET', `/accounts/${accountId}`, trader)).toMatchObject({
      body: { status: 'payment_submitted' },
    });
  });

  // spec 3.9, 3.10, 7.14, 7.21, 7.22, 7.27, 7.28, 7.37
  it('the admin sees the proof, verifies, assigns credentials; the trader gets the mail', async () => {
    const list = await send('GET', '/admin/accounts', admin);
    expect(list.body).toMatchObject({
      total: 1,
      accounts: [{ _id: accountId, paymentStatus: 'pending', status: 'payment_submitted' }],
    });
    const one = await send('GET', `/admin/accounts/${accountId}`, admin);
    expect(one).toMatchObject({
      status: 200,
      body: {
        _id: accountId,
        userId: { name: 'Sam Trader', email: 'sam@example.com' },
        tier: 'Basic',
        balance: 10_000,
        equity: 10_000,
        accountSize: 10_000,
        initialBalance: 10_000,
        balanceStartDate: null,
        stage: 'phase1',
        status: 'payment_submitted',
        paymentStatus: 'pending',
        accountNumber: null,
        server: null,
        createdAt: expect.any(String),
        breachNotified: false,
        paymentScreenshot: expect.any(String),
        package: { name: '2-Step Challenge', price: 109, discountedPrice: 89 },
      },
    });
    const picture = await fetch(
      `http://127.0.0.1:${server.port}/server/uploads/${one.body.paymentScreenshot}`,
    );
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(
      await send('PUT', `/admin/accounts/${accountId}/verify-payment`, admin, { status: 'verified' }),
    ).toMatchObject({
      status: 200,
      body: { paymentStatus: 'verified', status: 'payment_submitted' },
    });
    expect(
      await send('POST', `/admin/accounts/${accountId}/assign-mt5`, admin, {
        accountNumber: '',
        password: '',
        server: '',
      }),
    ).toMatchObject({
      status: 400,
      body: { message: 'Please fill in all MT5 credentials' },
    });
    expect(
      await send('POST', `/admin/accounts/${accountId}/assign-mt5`, admin, {
        accountNumber: 50012345,
        password: 'Mt5#pass',
        server: 'Firm-MT5',
      }),
    ).toMatchObject({
      status: 200,
      body: {
        message: 'MT5 credentials assigned successfully!',
        status: 'active',
        accountNumber: '50012345',
      },
    });
    const mail = await mailTo('sam@example.com', /credentials|ready|active/i);
    expect(mail.text).toContain('50012345');
    expect(mail.text).not.toContain('Mt5#pass');
    expect(await send('GET', '/dashboard/50012345', trader)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: expect.any(String),
        userName: 'Sam Trader',
        accountInfo: {
          planType: 'Basic 2-Step Challenge',
          stage: 'phase1',
          initialBalance: 10_000,
          accountType: 'MT5',
        },
        stats: { balance: 10_000, profitLoss: 0, tradingDays: 1 },
        accountDetails: { logIn: '50012345', masterPass: 'Mt5#pass', server: 'Firm-MT5' },
        accountGrowth: '0.00%',
        growthTargetPercent: 10,
        growthTargetValue: 1000,
      },
    });
  });

  // spec 3.11, 3.13, 4.45, 7.11, 7.24, 7.25, 7.26, 9.17
  it('balance, stage, breach', async () => {
    expect(await send('PATCH', `/admin/accounts/${accountId}`, admin, { balance: 11_000 })).toMatchObject({
      status: 200,
      body: { message: 'Account updated successfully!', balance: 11_000, equity: 11_000 },
    });
    expect(await send('GET', '/dashboard/50012345', trader)).toMatchObject({
      body: { accountGrowth: '10.00%', stats: { profitLoss: 1000 } },
    });
    for (const balance of ['11000', null, -1, 11_000.001]) {
      expect((await send('PATCH', `/admin/accounts/${accountId}`, admin, { balance })).status).toBe(400);
    }
    expect(
      await send('PATCH', `/admin/accounts/${accountId}/stage`, admin, { stage: 'phase9' }),
    ).toMatchObject({ status: 400 });
    expect(
      await send('PATCH', `/admin/accounts/${accountId}/stage`, admin, { stage: 'phase2' }),
    ).toMatchObject({
      status: 200,
      body: { message: 'Stage updated successfully!', stage: 'phase2' },
    });
    expect(await send('GET', '/dashboard/50012345', trader)).toMatchObject({
      body: { growthTargetPercent: 5, growthTargetValue: 500 },
    });
    expect(await send('PATCH', `/admin/accounts/${accountId}/mark-failed`, admin)).toMatchObject({
      status: 200,
      body: { status: 'failed', breachNotified: true },
    });
    await mailTo('sam@example.com', /breach|failed|closed/i);
    expect(await send('GET', '/dashboard/accounts', trader)).toMatchObject({
      body: {
        success: true,
        message: expect.any(String),
        hasMt5Accounts: true,
        accounts: [
          { _id: accountId, login: '50012345', server: 'Firm-MT5', status: 'failed', tier: 'Basic' },
        ],
      },
    });
  });

  // spec 7.23, 7.29, 7.30, 7.31, 7.32, 7.33, 7.36
  it('users, reminders, mass mail, deletion', async () => {
    expect(await send('GET', '/admin/users', admin)).toMatchObject({ status: 200, body: { total: 2 } });
    expect(await send('GET', `/admin/users/${userId}`, admin)).toMatchObject({
      status: 200,
      body: { email: 'sam@example.com' },
    });
    expect(
      await send('PUT', `/admin/users/${userId}`, admin, {
        name: 'Samuel Trader',
        email: 'sam@example.com',
        role: 'user',
      }),
    ).toMatchObject({
      status: 200,
      body: { message: 'User updated successfully!', user: { name: 'Samuel Trader' } },
    });
    expect(await send('POST', '/admin/send-payment-reminder-email', admin)).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^0 reminders sent\./) },
    });
    const form = new FormData();
    form.set('message', 'Markets are closed on Friday.');
    form.append('imageUrls', 'https://example.com/a.png');
    expect(await send('POST', '/admin/send-mass-email', admin, form)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    await mailTo('sam@example.com', /Firmament/);
    expect(await send('DELETE', `/admin/accounts/${accountId}`, admin)).toMatchObject({
      status: 200,
      body: { message: 'Account deleted!' },
    });
    expect((await send('DELETE', `/admin/accounts/${accountId}`, admin)).status).toBe(404);
    expect(await send('DELETE', `/payment/addresses/${addressId}`, admin)).toMatchObject({
      status: 200,
      body: { message: 'Address deleted' },
    });
    expect((await send('GET', '/admin/accounts', trader)).status).toBe(403);
    expect((await send('GET', '/admin/accounts')).status).toBe(401);
  });

  // spec 7.9, 7.10
  it('forgot and reset', async () => {
    expect(
      await send('POST', '/auth/forgot-password', undefined, { email: 'sam@example.com' }),
    ).toMatchObject({
      status: 200,
      body: { message: 'Password reset instructions sent to your email' },
    });
    const mail = await mailTo('sam@example.com', /reset/i);
    const token = /\/reset-password\/([\w-]+)/.exec(mail.text)?.[1];
    expect(
      await send('POST', `/auth/reset-password/${token}`, undefined, { password: 'another password' }),
    ).toMatchObject({
      status: 200,
      body: { message: 'Password reset successful! Please log in with your new password.' },
    });
    expect((await send('GET', '/dashboard/accounts', trader)).status).toBe(401);
    expect(
      (
        await send('POST', '/auth/login', undefined, {
          email: 'sam@example.com',
          password: 'another password',
        })
      ).status,
    ).toBe(200);
    expect(await send('POST', '/auth/resend-verification', undefined, { userId })).toMatchObject({
      status: 400,
    });
  });
});
