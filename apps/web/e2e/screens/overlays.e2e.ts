import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hold, refuseSilently } from '../support/calls.ts';
import { button, type Caller, visitDemo } from '../support/demo-visitor.ts';
import { findingsInState } from '../support/looks.ts';
import { drawnPng } from '../support/pictures.ts';
import { arrive, open } from '../support/steps.ts';

/** Dialogs, menus, drawers, toasts and banners: accessible in both themes, narrow and wide. */
const { world, enter, as, path } = visitDemo();

/** Somebody else sets the balance of the account that is open. */
const changeMeanwhile = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const answer = await fetch(`/api/admin/accounts/${location.pathname.split('/').at(-1)}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ balance: 10_002 }),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
  });

/** The first row of a list; before it comes the choice of all. */
const selectRow = (page: Page): Promise<void> =>
  page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();

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
    // On a phone it lies over rows, whose links axe then finds too small.
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
        await selectRow(page);
        await page.getByRole('region', { name: 'Selected rows' }).waitFor();
      },
    ],
    [
      'the stages for selected rows',
      'admin',
      'all accounts',
      async (page) => {
        await selectRow(page);
        await button(page, 'Set stage').click();
        await button(page, 'Phase 2').waitFor();
      },
      [1280],
    ],
    [
      'the filters of a list',
      'admin',
      'all accounts',
      async (page) => {
        await button(page, 'Filters').click();
        await dialog(page, 'Filters');
      },
      [360],
    ],
    [
      'a bulk change under way',
      'admin',
      'all accounts',
      async (page) => {
        page.on('dialog', (question) => void question.accept());
        await hold(page, 'POST /admin/accounts/bulk/remind');
        await selectRow(page);
        await button(page, 'Send reminder').click();
        await page.getByRole('progressbar').waitFor();
      },
    ],
    [
      'the report of a bulk change',
      'admin',
      'all accounts',
      async (page) => {
        page.on('dialog', (question) => void question.accept());
        await page
          .getByRole('checkbox', { name: /^Select / })
          .first()
          .check();
        await button(page, 'Send reminder').click();
        await page.getByRole('list', { name: 'Rows that failed' }).waitFor();
      },
    ],
    [
      'somebody else’s change of an account',
      'admin',
      'active account',
      async (page) => {
        await page.getByLabel('Balance', { exact: true }).fill('10001');
        await changeMeanwhile(page);
        await button(page, 'Update Account').click();
        await page
          .getByRole('alert')
          .filter({ hasText: /^Changed by / })
          .waitFor();
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

  it('the page for whom a place is not meant is accessible', async () => {
    // A role that the product does not know.
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { _id: '1', email: 'a@example.com', role: 'auditor', name: 'Ada', emailVerified: true };
    const page = await enter(world.demo.url, `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`);
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { level: 1, name: 'Unauthorized' }).waitFor();
    expect(await findingsInState(page, 'unauthorized')).toEqual([]);
  });

  it('the router’s error screen is accessible', async () => {
    const page = await as('guest');
    const broken = "export function Component() { throw new Error('The chart is upside down.'); }";
    await page.route('**/assets/AboutPage*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: broken }),
    );
    await open(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor();
    expect(await findingsInState(page, 'error screen')).toEqual([]);
  });

  it('the first administrator’s page is accessible', async () => {
    const page = await as('guest');
    await open(page, '/setup?token=made-up');
    expect(await findingsInState(page, 'setup')).toEqual([]);
  });

  it('the way back in after the session ended is accessible', async () => {
    const page = await enter(world.demo.url, 'no session');
    await page.goto('/dashboard');
    await arrive(page, /^\/login/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findingsInState(page, 'login')).toEqual([]);
  });
});
