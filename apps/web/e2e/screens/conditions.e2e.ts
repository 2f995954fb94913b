import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api.ts';
import { withAxe } from '../support/axe.ts';
import { launchBrowser, openVisitor, type Visitor } from '../support/browser.ts';
import { answer, refuseSilently } from '../support/calls.ts';
import { type DemoPage, startDemo } from '../support/demo.ts';
import { findingsInState } from '../support/looks.ts';
import { drawnPng } from '../support/pictures.ts';
import { type Firm, startFirm } from '../support/server.ts';
import { arrive, open, see } from '../support/steps.ts';

/** Pages while they load, have nothing to show or fail, and what comes over them: accessible in both themes, narrow and wide. */
type Caller = DemoPage['caller'];

let demo: Awaited<ReturnType<typeof startDemo>>;
let empty: Firm;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [demo, empty, browser] = await Promise.all([
    startDemo(),
    startFirm({ RATE_SCALE: '100' }),
    launchBrowser(),
  ]);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  await empty?.stop();
});

beforeEach(() => async () => {
  await visitor?.context.close();
});

const enter = async (url: string, token: string | null): Promise<Page> => {
  visitor = await openVisitor(browser, url);
  await withAxe(visitor.context);
  if (token) {
    await visitor.page.goto('/robots.txt');
    await visitor.page.evaluate((value) => localStorage.setItem('token', value), token);
  }
  return visitor.page;
};

const as = (caller: Caller): Promise<Page> =>
  enter(demo.url, demo.pages.find((page) => page.caller === caller)?.token ?? null);
const path = (name: string): string => {
  const found = demo.pages.find((page) => page.name === name);
  if (!found) throw new Error(`no page ${name}`);
  return found.path;
};
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first();

/** Pages whose content comes from calls. */
const callingPages = (caller: Caller) =>
  demo.pages.filter((page) => page.caller === caller && page.name !== 'purchase');
/** What a page needs to know who looks at it. */
const FRAME = /\/api\/(auth\/|firm$|accounts\/check-status$)/;

describe.each(['trader', 'admin'] as const)('the pages of a %s', (caller) => {
  it('are accessible while they load', async () => {
    const page = await as(caller);
    await page.route('**/api/**', (route) =>
      FRAME.test(new URL(route.request().url()).pathname) ? route.continue() : undefined,
    );
    const findings: string[] = [];
    for (const { name, path } of callingPages(caller)) {
      await page.goto(path);
      // The frame is there: whoever looks at it is known.
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await page
        .getByRole('status')
        .filter({ hasText: /Loading|loading/ })
        .first()
        .waitFor({ state: 'attached' });
      findings.push(...(await findingsInState(page, name)));
    }
    expect(findings).toEqual([]);
  }, 300_000);

  it('are accessible when the server cannot be reached', async () => {
    const page = await as(caller);
    await page.route('**/api/**', (route) =>
      FRAME.test(new URL(route.request().url()).pathname)
        ? route.continue()
        : route.abort('connectionrefused'),
    );
    const findings: string[] = [];
    for (const { name, path } of callingPages(caller)) {
      await page.goto(path);
      await page.getByRole('alert').first().waitFor();
      findings.push(...(await findingsInState(page, name)));
    }
    expect(findings).toEqual([]);
  }, 300_000);
});

describe('a firm that has nothing yet', () => {
  it('has accessible pages for its first trader', async () => {
    const api = apiOf(empty);
    const { token } = await api.trader('Ada First', 'ada@trader.example');
    const page = await enter(empty.url, token);
    await answer(page, 'GET /accounts/check-status', { hasActiveAccount: true });
    await open(page, '/dashboard');
    await see(page, 'No MT5 accounts found for this user.');
    const findings = await findingsInState(page, 'dashboard');
    await answer(page, 'GET /account-packages', []);
    await open(page, '/dashboard/purchase-account');
    findings.push(...(await findingsInState(page, 'catalogue')));
    await open(page, '/dashboard/nowhere');
    findings.push(...(await findingsInState(page, 'no such account')));
    expect(findings).toEqual([]);
  });

  it('has an accessible back office', async () => {
    const page = await enter(empty.url, await apiOf(empty).admin());
    const findings: string[] = [];
    for (const [path, words] of [
      ['/admin', 'No active accounts yet'],
      ['/admin/users?search=nobody+at+all', 'No user matches'],
      ['/admin/accounts', 'No accounts yet'],
      ['/admin/accounts?queue=near_floor', 'Nothing waits here'],
      ['/admin/payment-addresses', 'No payment address yet'],
      ['/admin/send-mail', /recipients?$/],
    ] as const) {
      await open(page, path);
      await see(page, words);
      findings.push(...(await findingsInState(page, path)));
    }
    await answer(page, 'GET /admin/packages', { packages: [] });
    await open(page, '/admin/packages');
    await see(page, 'Nothing is on sale');
    findings.push(...(await findingsInState(page, 'packages')));
    expect(findings).toEqual([]);
  }, 300_000);
});

describe('what comes over a page', () => {
  type Case = [
    name: string,
    caller: Caller,
    page: string,
    show: (page: Page) => Promise<void>,
    widths?: number[],
  ];
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor();
  const CASES: Case[] = [
    [
      'the palette',
      'admin',
      'overview',
      async (page) => {
        await page.keyboard.press('Control+k');
        await dialog(page, 'Search and commands');
        await page.getByRole('dialog').getByRole('option').first().waitFor();
      },
    ],
    [
      'the list of shortcuts',
      'admin',
      'users',
      async (page) => {
        await page.keyboard.press('?');
        await dialog(page, 'Keyboard shortcuts');
      },
    ],
    [
      'recent messages',
      'trader',
      'dashboard',
      async (page) => {
        await button(page, 'Recent messages').click();
        await dialog(page, 'Recent messages');
      },
    ],
    ['a user’s menu', 'admin', 'users', (page) => button(page, /Ingrid/).click(), [1280]],
    ['a trader’s menu', 'trader', 'dashboard', (page) => button(page, /Tamsin/).click(), [1280]],
    ['the menu of a phone', 'guest', 'home', (page) => button(page, 'Open menu').click(), [360]],
    ['the menu of a trader’s phone', 'trader', 'profile', (page) => button(page, 'Open menu').click(), [360]],
    ['the menu of an admin’s phone', 'admin', 'settings', (page) => button(page, 'Open menu').click(), [360]],
    ['the views of a list', 'admin', 'users', (page) => button(page, /^Views/).click(), [1280]],
    [
      'the naming of a view',
      'admin',
      'all accounts',
      async (page) => {
        await button(page, /^Views/).click();
        await button(page, /^Save/).click();
        await dialog(page, 'Save as a view');
      },
    ],
    [
      'the bar of selected rows',
      'admin',
      'all accounts',
      async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(1)
          .check();
        await page.getByRole('region', { name: 'Selected rows' }).waitFor();
      },
    ],
    [
      'the drawer of an address',
      'admin',
      'payment options',
      async (page) => {
        await button(page, 'New address').click();
        await dialog(page, 'Add an address');
      },
    ],
    [
      'the form of a package',
      'admin',
      'packages',
      async (page) => {
        await button(page, 'Edit').click();
        await dialog(page, 'Edit package');
      },
    ],
    [
      'the question about unsaved changes',
      'admin',
      'user',
      async (page) => {
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody Else');
        await page.getByRole('complementary').getByRole('link', { name: 'Packages' }).click();
        await dialog(page, 'Leave without saving?');
      },
    ],
    [
      'a toast of a failure',
      'admin',
      'payment options',
      async (page) => {
        await refuseSilently(page, 'DELETE /payment/addresses/*');
        page.on('dialog', (question) => void question.accept());
        await button(page, 'Delete').click();
        await button(page, 'Dismiss').focus();
      },
    ],
    [
      'fields that were filled in wrongly',
      'guest',
      'register',
      async (page) => {
        await button(page, 'Create Account').click();
        await page.locator('[aria-invalid=true]').nth(2).waitFor();
      },
    ],
    [
      'an open QR code',
      'trader',
      'payment',
      async (page) => {
        await button(page, /^Show QR/).click();
        await page.getByRole('img', { name: /QR code/ }).waitFor();
      },
    ],
    [
      'the thanks for a payment',
      'trader',
      'payment',
      async (page) => {
        await page
          .getByLabel('Choose File')
          .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await drawnPng() });
        await button(page, 'Send Screenshot').click();
        await dialog(page, 'Payment Received!');
      },
    ],
    [
      'a toast of a success',
      'trader',
      'profile',
      async (page) => {
        await page.getByRole('textbox', { name: 'Full name' }).fill('Tamsin Okafor-Lindqvist');
        await button(page, 'Save Name').click();
        await button(page, 'Dismiss').focus();
      },
    ],
    [
      'the banner of a lost connection',
      'trader',
      'dashboard',
      async (page) => {
        await page.context().setOffline(true);
        await page.getByRole('region', { name: 'Connection' }).waitFor();
      },
    ],
  ];

  it.each(CASES)('%s is accessible', async (name, caller, where, show, widths) => {
    const page = await as(caller);
    if (widths?.length === 1) await page.setViewportSize({ width: widths[0] ?? 360, height: 900 });
    await open(page, path(where));
    await page.waitForLoadState('networkidle');
    await show(page);
    expect(await findingsInState(page, name, widths)).toEqual([]);
  });

  it('the way back in after the session ended is accessible', async () => {
    const page = await enter(demo.url, 'no session');
    await page.goto('/dashboard');
    await arrive(page, /^\/login/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findingsInState(page, 'login')).toEqual([]);
  });
});
