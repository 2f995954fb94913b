import { describe, expect, it } from 'vitest';
import { holdFiles } from '../support/calls.ts';
import type { Caller } from '../support/demo-visitor.ts';
import { button, visitDemo } from '../support/demo-visitor.ts';
import { open } from '../support/steps.ts';

/** What a page shows is asked for while its code is still on the way, and asked for once. */
const { as, path, world } = visitDemo();

const PAGES: readonly [name: string, caller: Caller, file: string, asks: readonly RegExp[]][] = [
  [
    'dashboard',
    'trader',
    'DashboardPage',
    [/^\/api\/accounts\/check-status$/, /^\/api\/dashboard\/accounts$/],
  ],
  ['account', 'trader', 'AccountPage', [/^\/api\/dashboard\/accounts$/, /^\/api\/dashboard\/\d+$/]],
  [
    'payment',
    'trader',
    'PaymentPage',
    [/^\/api\/accounts\/[\w-]{36}$/, /^\/api\/accounts\/[\w-]{36}\/payment$/],
  ],
  [
    'overview',
    'admin',
    'OverviewPage',
    [/^\/api\/admin\/overview$/, /^\/api\/admin\/accounts\?status=active/],
  ],
  [
    'account to review',
    'admin',
    'AccountPage',
    [/^\/api\/admin\/accounts\/[\w-]{36}$/, /\/payment$/, /\/events$/],
  ],
  ['payment options', 'admin', 'PaymentAddressesPage', [/^\/api\/admin\/payment-addresses$/]],
];

it('what checks forms is not fetched where there is none', async () => {
  const page = await as('guest');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(path('home'));
  const toggle = page.getByRole('button', { name: /^Switch to/ }).first();
  const before = await toggle.getAttribute('aria-label');
  await expect
    .poll(async () => {
      await toggle.click();
      return toggle.getAttribute('aria-label');
    })
    .not.toBe(before);
  await page.waitForLoadState('networkidle');
  expect(asked.some((file) => file.startsWith('/assets/index-'))).toBe(true);
  expect(asked.filter((file) => file.startsWith('/assets/form-checks-'))).toEqual([]);
  await page.goto(path('login'));
  const checks = page.waitForRequest('**/assets/form-checks-*.js');
  await page.getByRole('textbox', { name: 'Email' }).click();
  await checks;
});

it('a form whose code is still on its way says so', async () => {
  const page = await as('admin');
  const release = await holdFiles(page, '**/assets/AddressDialog-*.js');
  await open(page, path('payment options'));
  await button(page, 'New address').click();
  const opening = page.getByRole('status').filter({ hasText: 'Opening the form...' });
  await opening.waitFor();
  release();
  await page.getByRole('dialog', { name: 'Add an address' }).waitFor();
  await expect.poll(() => opening.count()).toBe(0);
});

describe('the data of a page', () => {
  const askedOnce = async (
    [name, caller, , asks]: (typeof PAGES)[number],
    waiting: string,
    missing = '**/nothing',
  ) => {
    const page = await as(caller);
    // However slow the machine is, no answer becomes old meanwhile.
    await page.clock.setFixedTime(new Date());
    await page.route(missing, (route) => route.abort());
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.method() === 'GET') asked.push(pathname + search);
    });
    const release = await holdFiles(page, waiting);
    await page.goto(path(name), { waitUntil: 'commit' });
    await expect
      .poll(() => asks.filter((ask) => !asked.some((call) => ask.test(call))), { timeout: 20_000 })
      .toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const ask of asks) expect(asked.filter((call) => ask.test(call))).toHaveLength(1);
  };

  it.each(PAGES)('%s is asked for before any code is there, and once', (...page) =>
    askedOnce(page, '**/assets/*.js'),
  );

  it.each(PAGES)('%s is asked for by the code of all pages where it was not before, and once', (...page) =>
    askedOnce(page, `**/assets/${page[2]}-*.js`, '**/ahead.js'),
  );

  it('is not kept for a page that somebody else is signed in to by then', async () => {
    const page = await as('trader');
    const tokens: (string | null)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/dashboard/accounts')
        request.headerValue('authorization').then((value) => tokens.push(value));
    });
    const release = await holdFiles(page, '**/assets/*.js');
    await page.goto(path('dashboard'), { waitUntil: 'commit' });
    await expect.poll(() => tokens.length).toBe(1);
    const other = await page.evaluate(
      (token) => {
        localStorage.setItem('token', token);
        return `Bearer ${token}`;
      },
      world.demo.pages.find((one) => one.caller === 'admin')?.token ?? '',
    );
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => tokens[1]).toBe(other);
    expect(tokens[0]).not.toBe(other);
  });

  it('is asked for anew by the next page, however soon it is entered', async () => {
    const page = await as('trader');
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/dashboard/accounts') asked += 1;
    });
    await page.goto(path('account'), { waitUntil: 'commit' });
    const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true });
    await dashboard.waitFor();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/dashboard/accounts')),
    );
    expect(asked).toBe(1);
    await dashboard.click();
    await page.getByRole('heading', { level: 1, name: 'My MT5 Accounts' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(2);
  });

  it('is not asked for by visitors whom the page would turn away', async () => {
    const page = await as('trader');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path('overview'));
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(asked.filter((call) => call.startsWith('/api/admin/'))).toEqual([]);
  });
});
