import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { callAs, hold, refuseSilently } from '../support/calls.ts';
import { drawnPng } from '../support/pictures.ts';
import { signedInAs } from '../support/session.ts';
import { arrive, article, eventually, fact, open, see, seeTitle, text } from '../support/steps.ts';
import { api, firm, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** What the specification says of the administration, clause by clause. */
const BITCOIN = {
  name: 'Our Bitcoin',
  network: 'Bitcoin',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};

visitFirm({ RATE_SCALE: '100' });
/** With an active account and an unpaid order. */
let trader: Person;
let admin: string;
let activeId: string;
let orderId: string;

beforeAll(async () => {
  admin = await api.admin();
  trader = await api.trader('Tess Trader', 'tess@example.com');
  activeId = await api.order(trader);
  await api.activate(activeId, '50012345');
  orderId = await api.order(trader, '1-Step Challenge', 5_000);
  await api.send('POST', '/payment/addresses', admin, BITCOIN);
}, 180_000);

beforeEach(() => signedInAs(visitor, admin));

const button = (name: string, area: Page | Locator = page) => area.getByRole('button', { name, exact: true });
const link = (name: string, area: Page | Locator = page) => area.getByRole('link', { name, exact: true });
const field = (name: string, area: Page | Locator = page) => area.getByLabel(name, { exact: true });
const seeToast = (words: string) => see(page.locator('[popover]'), words);
const card = () => article(page, trader.name);
const managed = async (id: string) => (await api.send('GET', `/admin/accounts/${id}`, admin)).body;

/** Answers the browser's questions; resolves with them when the work is done. */
const answering = async (yes: boolean, work: () => Promise<void>): Promise<string[]> => {
  const questions: string[] = [];
  const listen = (dialog: { message(): string; accept(): Promise<void>; dismiss(): Promise<void> }) => {
    questions.push(dialog.message());
    void (yes ? dialog.accept() : dialog.dismiss());
  };
  page.on('dialog', listen);
  await work();
  page.off('dialog', listen);
  return questions;
};

describe('the frame', () => {
  // spec 2.53, 2.54, 2.55
  it('has a header, and a sidebar of 16rem with its links', async () => {
    await open(page, '/admin');
    await see(page.getByRole('banner'), 'Admin Panel');
    const sidebar = page.getByRole('complementary');
    expect((await sidebar.boundingBox())?.width).toBe(256);
    await sidebar.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    for (const [name, path] of [
      ['Users', '/admin/users'],
      ['Accounts', '/admin/accounts'],
      ['Payment Options', '/admin/payment-addresses'],
      ['Send Mass Email', '/admin/send-mail'],
      ['Dashboard', '/admin'],
    ] as const) {
      await link(name, sidebar).click();
      await arrive(page, path);
    }
  });
});

describe('the overview', () => {
  // spec 2.163, 2.164, 2.165, 2.166, 2.167, 2.168, 2.169
  it('has a card of each active account', async () => {
    await open(page, '/admin');
    await card().waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect(await card().getByRole('textbox', { name: 'Balance' }).inputValue()).toBe('10,000.00');
    await card().getByRole('progressbar', { name: 'Growth' }).waitFor();
    expect(await fact(card(), 'Trading days')).toBe('1');
    const stages = card().getByRole('combobox', { name: 'Stage' }).getByRole('option');
    expect(await stages.allTextContents()).toEqual(['Phase 1', 'Phase 2', 'Live']);
    await button('Update Account', card()).waitFor();
    await button('Mark as Failed', card()).waitFor();
  });

  // spec 2.167, 4.44, 8.70, 9.17
  it('sets any stage, each with its target', async () => {
    await open(page, '/admin');
    const stage = card().getByRole('combobox', { name: 'Stage' });
    for (const [name, target] of [
      ['phase2', 'Target 5% · $500'],
      ['live', 'Target 10% · $1,000'],
      ['phase1', 'Target 10% · $1,000'],
    ] as const) {
      await stage.selectOption(name);
      await eventually(async () => (await managed(activeId)).stage).toBe(name);
      await see(card(), target);
      await see(card(), 'Stage updated successfully!');
    }
  });

  // spec 8.69, 9.22
  it('says what was done, for three seconds', async () => {
    await page.clock.install();
    await open(page, '/admin');
    await card().waitFor();
    const letGo = await hold(page, 'PATCH /admin/accounts/*');
    await button('Update Account', card()).click();
    await page.clock.pauseAt(Date.now() + 10_000);
    letGo();
    const said = card().getByText('Account updated successfully!');
    await eventually(async () => {
      await page.clock.runFor(10);
      return said.count();
    }).toBe(1);
    await page.clock.runFor(2_500);
    expect(await said.count()).toBe(1);
    await page.clock.runFor(600);
    await eventually(() => said.count()).toBe(0);
  });
});

describe('users', () => {
  // spec 2.170, 2.171, 2.172, 2.173, 2.174, 8.71
  it('are a table, and a form each', async () => {
    await open(page, '/admin/users');
    for (const header of ['Name', 'Email', 'Registered'])
      await page.getByRole('columnheader', { name: header, exact: true }).waitFor();
    await link('View/Edit', page.getByRole('row').filter({ hasText: trader.email })).click();
    await arrive(page, `/admin/users/${trader.userId}`);
    expect(await field('Name').inputValue()).toBe(trader.name);
    expect(await field('Email').inputValue()).toBe(trader.email);
    expect(await page.getByRole('checkbox', { name: 'Is Admin' }).isChecked()).toBe(false);
    expect(await field('User ID').inputValue()).toBe(trader.userId);
    expect(await field('Registration Date').inputValue()).toMatch(/\d{4}/);
    for (const name of ['User ID', 'Registration Date'])
      expect(await field(name).getAttribute('readonly')).not.toBeNull();
    await button('Save').click();
    await seeToast('User updated successfully!');
    await button('Cancel').click();
    await arrive(page, '/admin/users');
  });
});

describe('accounts', () => {
  // spec 2.176, 2.177, 5.33, 8.73
  it('have their login and server in the table, and can be deleted there', async () => {
    const doomed = await api.order(trader, '1-Step Challenge', 100_000);
    await open(page, '/admin/accounts');
    const active = page.getByRole('row').filter({ hasText: '50012345' });
    await see(active, 'Firm-MT5');
    await link('View/Edit', active).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Elite' });
    expect(await answering(false, () => button('Delete', row).click())).toHaveLength(1);
    expect(await managed(doomed)).toMatchObject({ _id: doomed });
    expect(await answering(true, () => button('Delete', row).click())).toHaveLength(1);
    await seeToast('Account deleted!');
    await eventually(() => row.count()).toBe(0);
  });

  // spec 2.179, 2.180, 2.181, 2.182, 8.69, 8.70
  it('have a page that changes stage, status, payment status and balance', async () => {
    await open(page, `/admin/accounts/${activeId}`);
    await field('Stage').selectOption('phase2');
    await button('Update Stage').click();
    await seeToast('Stage updated successfully!');
    await eventually(async () => (await managed(activeId)).stage).toBe('phase2');
    await field('Status').selectOption('inactive');
    await field('Payment Status').selectOption('failed');
    await field('Balance').fill('10,100.50');
    await button('Update Account').click();
    await seeToast('Account updated successfully!');
    expect(await managed(activeId)).toMatchObject({
      status: 'inactive',
      paymentStatus: 'failed',
      balance: 10_100.5,
    });
    for (const name of ['Account Number', 'Password', 'Server']) await field(name).waitFor();
    for (const name of ['Assign MT5 Credentials', 'Verify Payment', 'Reject Payment'])
      await button(name).waitFor();
    const before = { status: 'active', paymentStatus: 'verified', balance: 10_000 };
    await api.send('PATCH', `/admin/accounts/${activeId}`, admin, before);
    await api.send('PATCH', `/admin/accounts/${activeId}/stage`, admin, { stage: 'phase1' });
  });
});

describe('payment addresses', () => {
  // spec 2.185, 2.186, 5.33, 8.74, 8.75, 8.76
  it('are added, changed and deleted', async () => {
    await open(page, '/admin/payment-addresses');
    const listed = (name: string) => page.getByRole('listitem', { name });
    await listed(BITCOIN.name).waitFor();
    await button('New address').click();
    await field('Name').fill('Litecoin');
    await field('Network').fill('Litecoin');
    await field('Address').fill('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1');
    await button('Add Address').click();
    await seeToast('Address added');
    await button('Edit', listed('Litecoin')).click();
    await field('Name').fill('Our Litecoin');
    await button('Update Address').click();
    await seeToast('Address updated');
    const remove = () => button('Delete', listed('Our Litecoin')).click();
    expect(await answering(false, remove)).toHaveLength(1);
    await listed('Our Litecoin').waitFor();
    expect(await answering(true, remove)).toHaveLength(1);
    await seeToast('Address deleted');
    await eventually(() => listed('Our Litecoin').count()).toBe(0);
  });
});

describe('the mass mail', () => {
  // spec 2.187, 5.29, 5.30, 5.31, 9.23
  it('takes a message, links and up to five pictures', async () => {
    await open(page, '/admin/send-mail');
    await field('Message').fill('Markets are closed on Friday.');
    await field('Image URLs').fill(
      'https://a.example/1.png\nhttps://a.example/2.png, https://a.example/3.png;',
    );
    const upload = page.getByLabel('Image Uploads (up to 5)');
    expect(await upload.getAttribute('accept')).toBe('image/*');
    expect(await upload.getAttribute('multiple')).not.toBeNull();
    const buffer = await drawnPng();
    const picture = (number: number) => ({ name: `${number}.png`, mimeType: 'image/png', buffer });
    await upload.setInputFiles([1, 2, 3, 4, 5, 6].map(picture));
    await see(page, 'At most 5 images can be uploaded.');
    const chosen = page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');
    expect(await chosen.count()).toBe(5);
    await answering(true, () => button('Send Mass Email').click());
    const mail = await firm.inbox.mail(trader.email, /^A message from /);
    expect(mail.text).toContain('Markets are closed on Friday.');
    for (const number of [1, 2, 3]) expect(mail.html).toContain(`src="https://a.example/${number}.png"`);
    expect(mail.attachments).toHaveLength(5);
    await eventually(() => field('Message').inputValue()).toBe('');
  });
});

describe('where the server says nothing', () => {
  type Work = () => Promise<void>;
  const press = (name: string) => () => button(name).click();
  const paths = {
    account: () => `/admin/accounts/${activeId}`,
    order: () => `/admin/accounts/${orderId}`,
    user: () => `/admin/users/${trader.userId}`,
  };
  const fillCredentials: Work = async () => {
    for (const [name, value] of [
      ['Account Number', '50020002'],
      ['Password', 'secret'],
      ['Server', 'Firm-MT5'],
    ] as const)
      await field(name).fill(value);
    await button('Assign MT5 Credentials').click();
  };
  const addAddress: Work = async () => {
    await button('New address').click();
    await field('Name').fill('Litecoin');
    await field('Network').fill('Litecoin');
    await field('Address').fill('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1');
    await button('Add Address').click();
  };
  const sendMail: Work = async () => {
    await field('Message').fill('Hello.');
    await button('Send Mass Email').click();
  };

  // spec 8.46, 8.50, 8.51, 8.58
  it.each([
    ['Failed to fetch accounts', 'GET /admin/accounts', () => '/admin/accounts'],
    ['Failed to fetch accounts', 'GET /admin/accounts', () => '/admin'],
    ['Failed to fetch accounts', 'GET /admin/accounts/*', paths.account],
    ['Failed to fetch users', 'GET /admin/users', () => '/admin/users'],
    ['Failed to fetch user details', 'GET /admin/users/*', paths.user],
    ['Failed to load addresses', 'GET /admin/payment-addresses', () => '/admin/payment-addresses'],
  ])('the page says %s: %s', async (words, call, path) => {
    await refuseSilently(page, call);
    await open(page, path());
    await see(page.getByRole('alert'), words);
  });

  // spec 8.47, 8.48, 8.49, 8.52, 8.53, 8.54, 8.56, 8.57, 8.59, 8.60, 8.61
  it.each<[string, string, () => string, Work]>([
    ['Failed to update account.', 'PATCH /admin/accounts/*', () => '/admin', press('Update Account')],
    ['Failed to update account.', 'PATCH /admin/accounts/*', paths.account, press('Update Account')],
    [
      'Failed to update stage.',
      'PATCH /admin/accounts/*/stage',
      () => '/admin',
      async () => void (await field('Stage', card()).selectOption('live')),
    ],
    [
      'Failed to mark as failed.',
      'PATCH /admin/accounts/*/mark-failed',
      () => '/admin',
      press('Mark as Failed'),
    ],
    ['Failed to update user', 'PUT /admin/users/*', paths.user, press('Save')],
    ['Failed to delete account.', 'DELETE /admin/accounts/*', paths.order, press('Delete')],
    [
      'Failed to send reminder emails.',
      'POST /admin/send-payment-reminder-email',
      () => '/admin/accounts',
      press('Send Payment Reminder Emails'),
    ],
    ['Failed to assign MT5 credentials', 'POST /admin/accounts/*/assign-mt5', paths.order, fillCredentials],
    [
      'Failed to mark payment as verified',
      'PUT /admin/accounts/*/verify-payment',
      paths.order,
      press('Verify Payment'),
    ],
    [
      'Failed to mark payment as failed',
      'PUT /admin/accounts/*/verify-payment',
      paths.order,
      press('Reject Payment'),
    ],
    ['Failed to save address', 'POST /payment/addresses', () => '/admin/payment-addresses', addAddress],
    [
      'Failed to delete address',
      'DELETE /payment/addresses/*',
      () => '/admin/payment-addresses',
      press('Delete'),
    ],
    ['Failed to send mass email.', 'POST /admin/send-mass-email', () => '/admin/send-mail', sendMail],
  ])('a toast says %s: %s', async (words, call, path, work) => {
    await refuseSilently(page, call);
    await open(page, path());
    await answering(true, async () => {
      await work();
      await seeToast(words);
    });
  });
});

describe('without the role or the session', () => {
  // spec 6.7
  it.each([
    ['/admin/users', 'GET /admin/users'],
    ['/admin/users/{id}', 'GET /admin/users/*'],
    ['/admin/accounts', 'GET /admin/*'],
    ['/admin/send-mail', 'GET /admin/mass-email'],
  ])('%s denies access', async (path, call) => {
    await callAs(page, call, trader.token);
    await open(page, path.replace('{id}', trader.userId));
    await see(page.getByRole('alert'), 'Access Denied: You must be an administrator to view this page.');
  });

  // spec 6.8
  it('the page of an account denies access in its own words', async () => {
    await callAs(page, 'GET /admin/accounts/*', trader.token);
    await open(page, `/admin/accounts/${activeId}`);
    await see(page.getByRole('alert'), 'Access Denied: Admins only.');
  });

  // spec 8.1, 8.55
  it('an action says that the token is gone, and leads to the login', async () => {
    await open(page, '/admin/accounts');
    await button('Send Payment Reminder Emails').waitFor();
    await page.evaluate(() => localStorage.removeItem('token'));
    await button('Send Payment Reminder Emails').click();
    await seeToast('Authentication token not found. Please log in again.');
    await arrive(page, '/login');
    await seeTitle(page, 'Log in');
    expect(await text(page, 'Admin Panel').count()).toBe(0);
  });
});
