import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from './support/api.ts';
import { ADMIN } from './support/server.ts';
import { arrive, eventually, open, PASSWORD, signIn } from './support/steps.ts';
import { api, firm, page, visitFirm } from './support/visit-firm.ts';

/** Every route of the specification is reached by pressing links, and is a sound page once it is there. */
const PUBLIC = ['/', '/about', '/accounts', '/privacy', '/refund', '/rules', '/terms'];
const AUTH = ['/forgot-password', '/login', '/register'];
const TRADER = [
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/purchase-account',
  '/dashboard/purchase-account/{packageId}',
  '/dashboard/{mt5Login}',
  '/payment/{accountId}',
];
const ADMINISTRATION = [
  '/admin',
  '/admin/accounts',
  '/admin/accounts/{id}',
  '/admin/audit',
  '/admin/packages',
  '/admin/payment-addresses',
  '/admin/send-mail',
  '/admin/settings',
  '/admin/settings/{section}',
  '/admin/users',
  '/admin/users/{id}',
];

visitFirm({}, { refusals: true });
let trader: Person;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
  await api.activate(await api.order(trader), '50012345');
  await api.order(trader);
}, 180_000);

const ID = /\/[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The route that a path belongs to. */
const routeOf = (path: string): string =>
  path
    .replace(/^\/dashboard\/\d+$/, '/dashboard/{mt5Login}')
    .replace(/^(\/dashboard\/purchase-account)\/[^/]+$/, '$1/{packageId}')
    .replace(/^(\/payment)\/[^/]+$/, '$1/{accountId}')
    .replace(/^(\/admin\/settings)\/[^/]+$/, '$1/{section}')
    .replace(ID, '/{id}');

/** A link, and whether it stands in a menu of the bar that has to be opened first. */
type Found = { from: string; href: string; inMenu: boolean };

const shownLinks = (page: Page) => page.getByRole('link').filter({ visible: true });

const hrefsOn = async (page: Page): Promise<string[]> => {
  const hrefs = await shownLinks(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  return [...new Set(hrefs)].filter((href) => /^\/(?!server\/|dev\/|api\/)/.test(href));
};

/** Opens the menus of the bar. */
const openMenus = async (page: Page): Promise<void> => {
  const closed = page.getByRole('banner').getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
};

/** A page that has loaded: one h1, a title, one main region, nothing still loading. */
const expectSound = async (page: Page): Promise<void> => {
  const path = new URL(page.url()).pathname;
  await page.locator('h1:not([data-seen])').waitFor();
  await page.waitForLoadState('networkidle');
  const title = page.getByRole('heading', { level: 1 });
  await eventually(() => title.count()).toBe(1);
  expect((await title.textContent())?.trim(), `h1 of ${path}`).not.toBe('');
  expect(await page.getByRole('main').count(), `number of main on ${path}`).toBe(1);
  expect(await page.title(), `title of ${path}`).toMatch(/Firmament$/);
};

/** Presses every link to a route that is neither known nor seen yet, from the page where it was found, until none is left. */
const walk = async (page: Page, start: string, known: readonly string[] = []): Promise<string[]> => {
  const reached = new Set<string>();
  const waiting: Found[] = [];
  const look = async () => {
    await expectSound(page);
    const { pathname, search } = new URL(page.url());
    const from = pathname + search;
    reached.add(routeOf(pathname));
    const plain = await hrefsOn(page);
    await openMenus(page);
    const all = await hrefsOn(page);
    waiting.push(...all.map((href) => ({ from, href, inMenu: !plain.includes(href) })));
  };
  await open(page, start);
  await look();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const route = routeOf(new URL(next.href, firm.url).pathname);
    if (reached.has(route) || known.includes(route)) continue;
    await open(page, next.from);
    if (next.inMenu) await openMenus(page);
    // Marks the title of this page, so that the next page's is not mistaken for it.
    await page.getByRole('heading', { level: 1 }).evaluateAll((titles) => {
      for (const title of titles) title.setAttribute('data-seen', '');
    });
    await shownLinks(page)
      .and(page.locator(`[href="${next.href}"]`))
      .first()
      .click();
    await arrive(page, (at) => routeOf(at.pathname) === route);
    await look();
  }
  return [...reached].sort();
};

describe('pressing links reaches', () => {
  // spec 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.19, 6.1
  it('every public page and the ways in, as a visitor', async () => {
    expect(await walk(page, '/')).toEqual([...PUBLIC, ...AUTH].sort());
  }, 300_000);

  // spec 2.31, 2.32, 2.33, 2.34, 2.35, 2.36, 6.3
  it('every page of a trader, from the home page', async () => {
    await open(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, '/dashboard');
    expect(await walk(page, '/', [...PUBLIC, ...AUTH])).toEqual(['/', ...TRADER].sort());
  }, 300_000);

  // spec 1.8, 1.9, 2.46, 2.47, 2.48, 2.49, 2.50, 2.51, 2.52, 6.6
  it('every page of an administrator, from the home page', async () => {
    await open(page, '/login');
    await signIn(page, ADMIN.email, ADMIN.password);
    await arrive(page, '/dashboard/purchase-account');
    expect(await walk(page, '/', [...PUBLIC, ...AUTH, ...TRADER])).toEqual(['/', ...ADMINISTRATION].sort());
  }, 300_000);
});

describe('on a phone', () => {
  // spec 2.14
  it('the menu of a visitor holds what the bar holds', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
    for (const name of ['Home', 'Accounts', 'Rules', 'Login', 'Get Started']) {
      await menu.getByRole('link', { name, exact: true }).waitFor();
    }
    await menu.getByRole('link', { name: 'Rules', exact: true }).click();
    await arrive(page, '/rules');
    await page.getByRole('button', { name: 'Open menu' }).waitFor();
  });

  // spec 2.14, 2.15, 6.6
  it('the menu of a user also shows name and email', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/login');
    await signIn(page, ADMIN.email, ADMIN.password);
    await arrive(page, '/dashboard/purchase-account');
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
    await menu.getByText(ADMIN.email, { exact: true }).waitFor();
    await menu.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
    await menu.getByRole('button', { name: 'Sign out' }).waitFor();
    await menu.getByRole('link', { name: 'Admin Panel' }).click();
    await arrive(page, '/admin');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const admin = page.getByRole('navigation', { name: 'Admin Dashboard' }).filter({ visible: true });
    for (const name of ['Dashboard', 'Users', 'Accounts', 'Payment Options', 'Send Mass Email']) {
      await admin.getByRole('link', { name, exact: true }).waitFor();
    }
  });
});
