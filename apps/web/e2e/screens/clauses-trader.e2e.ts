import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { alter, answer, callAs, hold, refuseSilently } from '../support/calls.ts';
import { drawnPng } from '../support/pictures.ts';
import { signedInAs } from '../support/session.ts';
import {
  arrive,
  article,
  colourOf,
  eventually,
  fact,
  open,
  PASSWORD,
  see,
  seeTitle,
  text,
} from '../support/steps.ts';
import { api, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** What the specification says of the dashboard, the purchase and the payment, clause by clause. */
const UNVERIFIED = 'Please verify your email address first.';
const BITCOIN = {
  name: 'Our Bitcoin',
  network: 'Bitcoin',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};
const MINUTE = 60_000;

visitFirm({ RATE_SCALE: '100' });
/** With two active accounts, a failed one, and one to be paid. */
let trader: Person;
/** Verified, without an account. */
let newcomer: Person;
let unverified: string;
let admin: string;
let orderId: string;

beforeAll(async () => {
  admin = await api.admin();
  await api.send('POST', '/payment/addresses', admin, BITCOIN);
  trader = await api.trader('Tess Trader', 'tess@example.com');
  newcomer = await api.trader('Nils Newcomer', 'nils@example.com');
  await api.activate(await api.order(trader), '50012345');
  await api.activate(await api.order(trader, '1-Step Challenge', 50_000), '70000001', 'Firm-Live');
  const failed = await api.order(trader, '2-Step Challenge', 5_000);
  await api.activate(failed, '50099999');
  await api.send('PATCH', `/admin/accounts/${failed}/mark-failed`, admin);
  orderId = await api.order(trader, '2-Step Challenge', 25_000);
  await api.register('Una Unverified', 'una@example.com');
  const login = { email: 'una@example.com', password: PASSWORD };
  unverified = String((await api.send('POST', '/auth/login', undefined, login)).body.token);
}, 180_000);

const button = (name: string, area: Page | Locator = page) => area.getByRole('button', { name, exact: true });
const link = (name: string | RegExp, area: Page | Locator = page) =>
  area.getByRole('link', { name, exact: true });
const alert = () => page.getByRole('alert');
const seeToast = (words: string) => see(page.locator('[popover]'), words);
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const as = (person: Person) => signedInAs(visitor, person.token);
const confirmationOf = (offer: Record<string, unknown>) => `/dashboard/purchase-account/${offer._id}`;

describe('the header of the dashboard', () => {
  // spec 2.37, 2.38, 2.39, 2.40, 2.41, 2.42
  it('has a title, the theme, the way to a challenge, and the menu of the user', async () => {
    await as(trader);
    await open(page, '/dashboard');
    const banner = page.getByRole('banner');
    await link('Dashboard', banner).waitFor();
    await button('Switch to dark theme', banner).click();
    await eventually(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    const menu = banner.getByRole('button', { name: trader.name });
    expect(await menu.textContent()).toBe(`T${trader.name}`);
    await menu.click();
    await button('Logout', banner).waitFor();
    await link('Manage Profile', banner).click();
    await arrive(page, '/dashboard/profile');
    await link('Start Challenge', banner).click();
    await arrive(page, '/dashboard/purchase-account');
  });

  // spec 2.40, 2.41
  it('shows U and Guest to a user without a name', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { _id: '1', email: 'a@example.com', role: 'user', name: ' ', emailVerified: true };
    await signedInAs(visitor, `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`);
    await hold(page, 'GET /profile');
    await hold(page, 'GET /profile/*');
    await page.goto('/dashboard/profile');
    const menu = page.getByRole('banner').getByRole('button', { name: 'Guest' });
    expect(await menu.textContent()).toBe('UGuest');
  });

  // spec 2.45
  it('has the same in the menu of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedInAs(visitor, await api.session(trader));
    await open(page, '/dashboard');
    await button('Open menu').click();
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await see(menu, trader.name);
    for (const name of ['Dashboard', 'Manage Profile', 'Start Challenge']) await link(name, menu).waitFor();
    await button('Logout', menu).click();
    await arrive(page, '/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

describe('the accounts', () => {
  // spec 2.155, 2.156, 2.157, 2.158, 2.159, 1.10, 1.11
  it('that are active or failed have a card each', async () => {
    await as(trader);
    await open(page, '/dashboard');
    await seeTitle(page, 'My MT5 Accounts');
    const cards = page.getByRole('article');
    await eventually(() => cards.count()).toBe(3);
    for (const [name, tier, status] of [
      ['MT5 50012345', /^Basic/, 'Active'],
      ['MT4 70000001', /^Professional/, 'Active'],
      ['MT5 50099999', /^Starter/, 'Failed'],
    ] as const) {
      await see(article(page, name), tier);
      await see(article(page, name), status);
    }
    await link(/^View Account Dashboard/, article(page, 'MT4 70000001')).click();
    await arrive(page, '/dashboard/70000001');
  });

  // spec 2.157
  it('without a tier are Starter', async () => {
    await as(trader);
    await alter(page, 'GET /dashboard/accounts', (body) => ({
      ...body,
      accounts: Object.values(body.accounts ?? {}).map((account: object) => ({ ...account, tier: null })),
    }));
    await open(page, '/dashboard');
    await see(article(page, 'MT5 50012345'), /^Starter/);
  });

  // spec 2.161, 8.45
  it('that are none offer one', async () => {
    const person = await api.trader('Emil Empty', 'emil@example.com');
    const account = await api.order(person);
    await api.activate(account, '50020001');
    await as(person);
    const letGo = await hold(page, 'GET /dashboard/accounts');
    await page.goto('/dashboard');
    await seeTitle(page, 'My MT5 Accounts');
    await api.send('DELETE', `/admin/accounts/${account}`, admin);
    letGo();
    await see(page, 'No MT5 accounts found for this user.');
    await link('Purchase an Account').click();
    await arrive(page, '/dashboard/purchase-account');
  });
});

describe('the dashboard of an account', () => {
  // spec 2.142
  it('without a login is the overview', async () => {
    await as(trader);
    await page.goto('/dashboard/');
    await seeTitle(page, 'My MT5 Accounts');
  });

  // spec 2.145, 2.146
  it('has a badge of the plan, purple for Pro', async () => {
    await as(trader);
    const badgeColour = async (login: string, word: string) => {
      await open(page, `/dashboard/${login}`);
      await text(page, word).waitFor();
      return colourOf(text(page, word), 'background-color');
    };
    const basic = await badgeColour('50012345', 'Basic');
    const pro = await badgeColour('70000001', 'Professional');
    expect(Math.min(pro.red, pro.blue)).toBeGreaterThan(pro.green);
    expect(Math.min(basic.red, basic.blue)).toBeLessThanOrEqual(basic.green);
  });

  // spec 2.149, 2.150, 2.152
  it('copies login and server', async () => {
    await as(trader);
    await open(page, '/dashboard/50012345');
    for (const [name, copied] of [
      ['Copy login', '50012345'],
      ['Copy server', 'Firm-MT5'],
    ] as const) {
      await button(name).click();
      await see(page, 'Copied!');
      await eventually(clipboard).toBe(copied);
    }
  });

  // spec 2.153, 9.16
  it('shows growth with a bar and the target', async () => {
    await as(trader);
    await open(page, '/dashboard/50012345');
    const bar = page.getByRole('progressbar', { name: /^Progress to the target/ });
    expect(await bar.evaluate((node) => node instanceof HTMLProgressElement && node.value)).toBe(0);
    await see(page, '0.00%');
    await see(page, /^Target: 10% \(\$1,000\)$/);
    await alter(page, 'GET /dashboard/*', ({ growthTargetPercent: _, ...body }) => body);
    await page.reload();
    await see(page, /^Target: 10% \(\$1,000\)$/);
  });

  // spec 8.38
  it('shows what the server says', async () => {
    await as(trader);
    await callAs(page, 'GET /dashboard/50012345', unverified);
    await page.goto('/dashboard/50012345');
    await see(alert(), `Error: ${UNVERIFIED}`);
  });
});

describe('the catalogue', () => {
  // spec 2.98, 2.99, 2.100, 2.103, 4.28
  it('begins with 1-Step and lists what a package asks', async () => {
    await as(newcomer);
    await open(page, '/dashboard/purchase-account');
    await page.getByRole('tab', { name: '1-Step Challenge', selected: true }).waitFor();
    expect(await text(page, 'Most popular').count()).toBe(0);
    const card = article(page, /Elite 1-Step Challenge/);
    expect(await fact(card, 'Account Size')).toBe('$100,000');
    expect(await fact(card, 'Challenge Type')).toBe('1-Step');
    expect(await fact(card, 'Profit Target')).toBe('10% $10,000');
    expect(await fact(card, 'Max Daily Loss')).toBe('5% $5,000');
    expect(await fact(card, 'Max Total Loss')).toBe('10% $10,000');
    expect(await fact(card, 'Min Trading Days')).toBe('3');
    expect(await fact(card, 'Profit Split')).toBe('80%');
    await page.getByRole('tab', { name: '2-Step Challenge' }).click();
    await see(article(page, /Professional 2-Step Challenge/), 'Most popular');
    expect(await page.getByText('Most popular').count()).toBe(1);
    await link(/^Purchase/, article(page, /Starter 2-Step Challenge/)).click();
    await arrive(page, confirmationOf(await api.offer('2-Step Challenge', 5_000)));
  });

  // spec 2.101
  it('answers questions that open and close', async () => {
    await as(newcomer);
    await open(page, '/dashboard/purchase-account');
    const question = button('How do I pay?');
    const reply = page.getByText(/^In cryptocurrency, to one of the addresses/);
    expect(await reply.isVisible()).toBe(false);
    await question.click();
    await reply.waitFor();
    await question.click();
    await reply.waitFor({ state: 'hidden' });
  });

  // spec 2.104
  it('says which type there is not', async () => {
    await as(newcomer);
    await answer(page, 'GET /account-packages', []);
    await open(page, '/dashboard/purchase-account');
    await see(page, 'No 1-Step Challenge available.');
    await page.getByRole('tab', { name: '2-Step Challenge' }).click();
    await see(page, 'No 2-Step Challenge available.');
  });
});

describe('the confirmation', () => {
  // spec 2.105, 2.106, 2.107, 2.108, 2.109, 2.110, 2.116
  it('says what is bought, and strikes a higher price out', async () => {
    await as(newcomer);
    const offer = await api.offer('1-Step Challenge', 100_000);
    await open(page, confirmationOf(offer));
    await see(page, '1-Step Challenge');
    await see(page, 'Elite');
    await see(page, '1S');
    await see(page, 'one-time fee');
    expect(await text(page, '$529').evaluate((node) => node.closest('s') === null)).toBe(true);
    expect(await text(page, '$649').evaluate((node) => node.closest('s') !== null)).toBe(true);
    for (const [term, value] of [
      ['Account Size', '$100,000'],
      ['Challenge Type', '1-Step'],
      ['Profit Target', '10% $10,000'],
      ['Max Daily Loss', '5% $5,000'],
      ['Max Total Loss', '10% $10,000'],
      ['Min Trading Days', '3'],
      ['Profit Split', '80%'],
    ] as const)
      expect(await fact(page, term)).toBe(value);
    await api.send('PUT', `/admin/packages/${offer._id}`, admin, { ...offer, originalPrice: 529 });
    await page.reload();
    await see(page, '$529');
    expect(await page.locator('s').count()).toBe(0);
  });

  // spec 2.114, 4.29, 5.25, 8.29
  it('loads, or says that it could not, and then loads the page again', async () => {
    await as(newcomer);
    await refuseSilently(page, 'GET /account-packages/*');
    await open(page, confirmationOf(await api.offer()));
    await see(alert(), 'Failed to load package details.');
    expect(await button('Proceed to Payment').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    const letGo = await hold(page, 'GET /account-packages/*');
    const loaded = page.waitForEvent('domcontentloaded');
    await button('Try Again').click();
    await loaded;
    await page.getByRole('status').filter({ hasText: 'Loading package...' }).waitFor({ state: 'attached' });
    expect(await button('Proceed to Payment').count()).toBe(0);
    letGo();
    await button('Proceed to Payment').waitFor();
  });

  // spec 8.33
  it('has to be of a package', async () => {
    await as(newcomer);
    await answer(page, 'GET /account-packages/*', {});
    await open(page, confirmationOf(await api.offer()));
    await see(alert(), 'Package not found or invalid data format');
  });

  // spec 4.29, 8.35
  it('shows why the server refuses, in its place and as a toast', async () => {
    await as(newcomer);
    const offer = await api.offer('2-Step Challenge', 100_000);
    await open(page, confirmationOf(offer));
    await button('Proceed to Payment').waitFor();
    await api.send('DELETE', `/admin/packages/${offer._id}`, admin);
    await button('Proceed to Payment').click();
    await see(page.getByRole('main'), 'Package not found.');
    await seeToast('Package not found.');
  });

  // spec 5.25, 6.12
  it('needs a token', async () => {
    await as(newcomer);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/accounts/purchase')) calls += 1;
    });
    await open(page, confirmationOf(await api.offer()));
    await button('Proceed to Payment').waitFor();
    await page.evaluate(() => localStorage.removeItem('token'));
    await button('Proceed to Payment').click();
    await see(page, 'Authentication token not available.');
    expect(calls).toBe(0);
  });
});

describe('the payment page', () => {
  const chooser = () => page.getByLabel('Choose File');
  const choose = async () =>
    chooser().setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await drawnPng() });
  const openPayment = async (): Promise<void> => {
    await as(trader);
    await open(page, `/payment/${orderId}`);
    await seeTitle(page, 'Complete Your Purchase');
  };

  // spec 2.119, 2.31
  it('loads with a spinner', async () => {
    await as(trader);
    const letGo = await hold(page, 'GET /accounts/*');
    await page.goto(`/payment/${orderId}`);
    await see(page.getByRole('status'), 'Loading payment details...');
    letGo();
    await seeTitle(page, 'Complete Your Purchase');
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  // spec 2.120, 8.21
  it('shows what the server says', async () => {
    await as(trader);
    await callAs(page, 'GET /accounts/*', unverified);
    await page.goto(`/payment/${orderId}`);
    await see(alert(), `Error: ${UNVERIFIED}`);
  });

  // spec 8.22
  it('fails in the words of the specification where the server says nothing', async () => {
    await as(trader);
    await refuseSilently(page, 'GET /accounts/*');
    await page.goto(`/payment/${orderId}`);
    await see(alert(), 'Error: Failed to fetch account details.');
  });

  // spec 2.136, 8.25
  it('is replaced when the server refuses the addresses', async () => {
    await as(trader);
    await callAs(page, 'GET /accounts/*/payment', unverified);
    await page.goto(`/payment/${orderId}`);
    await see(alert(), `Error loading payment addresses: ${UNVERIFIED}`);
    expect(await page.getByText('Account Details').count()).toBe(0);
  });

  // spec 2.136, 8.26
  it('is replaced when the addresses cannot be read', async () => {
    await as(trader);
    await refuseSilently(page, 'GET /accounts/*/payment');
    await page.goto(`/payment/${orderId}`);
    await see(alert(), 'Error loading payment addresses: Failed to load payment addresses.');
  });

  // spec 2.124, 3.8
  it('copes with a size that is no number and a package that is no object', async () => {
    await as(trader);
    await alter(page, 'GET /accounts/*', (body) => ({ ...body, accountSize: null, package: 'old' }));
    await page.goto(`/payment/${orderId}`);
    await seeTitle(page, 'Complete Your Purchase');
    expect(await fact(page, 'Account size')).toBe('N/A');
    expect(await fact(page, 'Package')).toBe('2-Step Challenge');
  });

  // spec 2.127, 2.128
  it('lists each address with name and network', async () => {
    await openPayment();
    await see(page, /^Please send the exact amount of \$189 to one of these addresses:$/);
    const row = page.getByRole('listitem').filter({ hasText: BITCOIN.name });
    await see(row, BITCOIN.network);
    expect(((await row.textContent()) ?? '').replaceAll(/\s/g, '')).toContain(BITCOIN.address);
  });

  // spec 4.33, 4.34, 4.35, 4.36, 9.13
  it('counts 59 minutes down by the second, and stops', async () => {
    await page.clock.install();
    await openPayment();
    const timer = page.getByRole('timer');
    const openedAt = () =>
      page.evaluate((id) => Number(sessionStorage.getItem(`payment-opened:${id}`)), orderId);
    // Noted once the order is there, which may be after the page's title.
    await eventually(openedAt).toBeGreaterThan(0);
    const opened = await openedAt();
    await page.clock.pauseAt(opened + 10 * MINUTE);
    await eventually(() => timer.textContent()).toBe('49:00');
    await page.clock.runFor(1_000);
    await eventually(() => timer.textContent()).toBe('48:59');
    await page.clock.runFor(1_000);
    await eventually(() => timer.textContent()).toBe('48:58');
    await page.clock.pauseAt(opened + 59 * MINUTE - 1_000);
    await eventually(() => timer.textContent()).toBe('00:01');
    await page.clock.runFor(1_000);
    await eventually(() => timer.textContent()).toBe('00:00');
    await page.clock.runFor(5_000);
    expect(await timer.textContent()).toBe('00:00');
  });

  // spec 2.135, 4.23, 4.31, 5.24
  it('is busy while it sends', async () => {
    await openPayment();
    expect(await button('Send Screenshot').isDisabled()).toBe(true);
    await choose();
    const letGo = await hold(page, 'POST /accounts/*/upload-proof');
    await button('Send Screenshot').click();
    await button('Sending...').waitFor();
    await eventually(() => button('Sending...').getAttribute('aria-disabled')).toBe('true');
    expect(await chooser().isDisabled()).toBe(true);
    letGo();
    const dialog = page.getByRole('dialog', { name: 'Payment Received!' });
    await button('Close', dialog).last().click();
    await see(page, 'No file chosen');
  });

  // spec 5.22
  it('asks for a file', async () => {
    await openPayment();
    await chooser().evaluate((input) => input.closest('form')?.requestSubmit());
    await seeToast('Please select a file and ensure account details are loaded.');
  });

  // spec 4.32, 8.28
  it('says as a toast that a proof was not sent', async () => {
    await refuseSilently(page, 'POST /accounts/*/upload-proof');
    await openPayment();
    await choose();
    await button('Send Screenshot').click();
    await seeToast('Failed to send payment proof.');
    await see(page, 'proof.png');
  });

  // spec 4.32, 8.27
  it('says as a toast why the server refuses a proof', async () => {
    await openPayment();
    await choose();
    await api.send('PATCH', `/admin/accounts/${orderId}`, admin, { status: 'inactive' });
    await button('Send Screenshot').click();
    await seeToast('A payment proof is not accepted for this account any more.');
    await api.send('PATCH', `/admin/accounts/${orderId}`, admin, { status: 'pending_payment' });
  });
});
