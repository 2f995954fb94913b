import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { hold } from '../support/calls.ts';
import { isFocused } from '../support/keyboard.ts';
import { ADMIN } from '../support/server.ts';
import { arrive, eventually, open, see, seeTitle, signIn, text } from '../support/steps.ts';
import { api, enter, forgive, startFirmForAll } from '../support/visit-firm.ts';

/** What surrounds every page: palette, shortcuts, messages, and the guard of unsaved changes. */
startFirmForAll({ RATE_SCALE: '100' });
let trader: Person;
let adminToken: string;

beforeAll(async () => {
  adminToken = await api.admin();
  trader = await api.trader('Maren Lindqvist', 'maren@trader.example');
  for (const login of ['880011', '880022']) await api.activate(await api.order(trader), login);
}, 180_000);

/** A page with this session. */
const visit = async (token: string, path: string): Promise<Page> => {
  const { context, page } = await enter();
  await context.addInitScript((value) => {
    // Once: a test may end the session.
    if (sessionStorage.getItem('entered')) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('token', value);
  }, token);
  await open(page, path);
  return page;
};

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('the command palette', () => {
  it('finds a user by the keyboard alone and gives the focus to the page', async () => {
    const page = await visit(adminToken, '/admin');
    await page.keyboard.press('Control+k');
    await eventually(() =>
      palette(page)
        .getByRole('combobox')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.keyboard.type('maren@tr');
    await palette(page).getByRole('option', { name: 'Maren Lindqvist maren@trader.example' }).waitFor();
    await page.keyboard.press('Enter');
    await arrive(page, `/admin/users/${trader.userId}`);
    await palette(page).waitFor({ state: 'detached' });
    // What was opened comes first the next time, before anything is typed.
    await page.keyboard.press('Control+k');
    const first = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
    await first.filter({ hasText: 'Maren Lindqvist' }).waitFor();
    expect(await first.first().getAttribute('aria-selected')).toBe('true');
  });

  it('keeps the focus in a page whose title is known only later', async () => {
    const page = await visit(adminToken, '/admin/accounts');
    const letGo = await hold(page, 'GET /admin/accounts/*');
    await page.getByRole('link', { name: /^View/ }).first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Account', exact: true }).waitFor();
    const focused = page.locator('main:focus, main :focus');
    await focused.waitFor();
    letGo();
    await seeTitle(page, trader.name);
    expect(await focused.count()).toBe(1);
  });

  it('opens by keys that were pressed before its code was there', async () => {
    const page = await visit(adminToken, '/admin');
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/Shell-*.js', async (route) => {
      await gate;
      await route.continue();
    });
    const asked = page.waitForRequest('**/assets/Shell-*.js');
    await page.reload();
    await asked;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    letGo();
    await arrive(page, '/admin/users');
  });

  it('opens by keys that were pressed before its code was asked for', async () => {
    const page = await visit(trader.token, '/dashboard');
    await page.addInitScript(() => {
      const waiting: (() => void)[] = [];
      Object.assign(globalThis, {
        requestIdleCallback: (run: () => void) => waiting.push(run),
        beIdle: () => {
          for (const run of waiting.splice(0)) run();
        },
      });
    });
    await open(page, '/dashboard');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+k');
    await page.evaluate(() => Reflect.get(globalThis, 'beIdle')());
    await palette(page).getByRole('combobox').waitFor();
  });

  it('finds an account by its login, from the visible button', async () => {
    const page = await visit(adminToken, '/admin/packages');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await palette(page).getByRole('combobox').fill('88002');
    await palette(page)
      .getByRole('option', { name: /^880022 · Maren Lindqvist/ })
      .click();
    await seeTitle(page, 'Maren Lindqvist');
  });

  it('asks the server once, 100 ms after the last key, and gives up an answer that is no longer wanted', async () => {
    const { context, page } = await enter();
    await page.clock.install();
    await context.addInitScript((value) => localStorage.setItem('token', value), adminToken);
    await open(page, '/admin');
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/admin/search') asked.push(searchParams.get('text') ?? '');
    });
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.keyboard.type('lin');
    await page.clock.runFor(90);
    expect(asked).toEqual([]);
    await page.clock.runFor(20);
    await eventually(async () => asked).toEqual(['lin']);
    await page.clock.resume();
    await palette(page)
      .getByRole('option', { name: /^Maren Lindqvist/ })
      .waitFor();
  });

  it('offers pages and commands, and says when nothing is found', async () => {
    const page = await visit(adminToken, '/admin/users');
    await page.keyboard.press('Control+k');
    const field = palette(page).getByRole('combobox');
    await field.fill('mass');
    await palette(page).getByRole('option', { name: 'Send Mass Email' }).waitFor();
    await field.fill('dark theme');
    await palette(page).getByRole('option', { name: 'Switch to dark theme' }).click();
    await eventually(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.keyboard.press('Control+k');
    await field.fill('zzzz');
    await see(palette(page), 'Nothing is called “zzzz”.');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
  });

  it('shows a trader the own accounts and nothing of the administration', async () => {
    const page = await visit(trader.token, '/dashboard');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.keyboard.press('Control+k');
    const field = palette(page).getByRole('combobox');
    await field.fill('users');
    await see(palette(page), 'Nothing is called “users”.');
    await field.fill('8800');
    await palette(page)
      .getByRole('option', { name: /^880022/ })
      .click();
    await arrive(page, '/dashboard/880022');
    expect(calls.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  });
});

describe('shortcuts', () => {
  it('go to pages by two keys and to the search by one, but not while one types', async () => {
    const page = await visit(adminToken, '/admin');
    await press(page, 'g', 'u');
    await arrive(page, '/admin/users');
    await seeTitle(page, 'Users');
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search users' });
    expect(await isFocused(search)).toBe(true);
    await press(page, 'g', 'a', '?');
    expect(await search.inputValue()).toBe('ga?');
    expect(new URL(page.url()).pathname).toBe('/admin/users');
    await search.blur();
    await press(page, 'g', 'a');
    await arrive(page, '/admin/accounts');
  });

  it('are listed by ?, those of the page too, and close with Esc', async () => {
    const page = await visit(adminToken, '/admin/users');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('term').filter({ hasText: 'Search users' }).waitFor();
    await help.getByRole('term').filter({ hasText: 'Payment Options' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await press(page, 'g', 'd');
    await arrive(page, '/admin');
    await page.keyboard.press('?');
    await help.waitFor();
    expect(await help.getByRole('term').filter({ hasText: 'Search users' }).count()).toBe(0);
  });

  it('switch the trader’s account', async () => {
    const page = await visit(trader.token, '/dashboard/880011');
    await page.getByRole('navigation', { name: 'Your accounts' }).waitFor();
    await page.keyboard.press(']');
    await arrive(page, '/dashboard/880022');
    await page.keyboard.press('[');
    await arrive(page, '/dashboard/880011');
  });

  it('of single keys are switched off in the profile; Ctrl K stays', async () => {
    const page = await visit(adminToken, '/dashboard/profile');
    const box = page.getByRole('checkbox', { name: /^Keyboard shortcuts of single keys/ });
    await box.uncheck();
    await press(page, 'g', 'd', '?');
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/profile');
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await box.check();
    await press(page, 'g', 'd');
    await arrive(page, (at) => at.pathname !== '/dashboard/profile');
  });
});

describe('unsaved changes', () => {
  const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
  const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

  it('are asked about before the page is left, and only then', async () => {
    const page = await visit(adminToken, `/admin/users/${trader.userId}`);
    await nameField(page).fill('Maren Changed');
    await page.getByRole('link', { name: 'Payment Options' }).click();
    await leaving(page).getByRole('button', { name: 'Stay on this page' }).click();
    await leaving(page).waitFor({ state: 'detached' });
    expect(await nameField(page).inputValue()).toBe('Maren Changed');
    await page.getByRole('link', { name: 'Payment Options' }).click();
    await leaving(page).getByRole('button', { name: 'Discard changes' }).click();
    await arrive(page, '/admin/payment-addresses');
    // Given up is given up: the draft does not come back.
    await open(page, `/admin/users/${trader.userId}`);
    await eventually(() => nameField(page).inputValue()).toBe('Maren Lindqvist');
    await page.getByRole('link', { name: 'Payment Options' }).click();
    await arrive(page, '/admin/payment-addresses');
  });

  it('are forgotten as soon as they are given up, before the next page is there', async () => {
    const page = await visit(adminToken, `/admin/users/${trader.userId}`);
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft /.test(key)));
    await nameField(page).fill('Maren Changed');
    await eventually(drafts).toHaveLength(1);
    // The next page never comes.
    await page.route('**/assets/PackagesPage-*.js', () => undefined);
    await page.getByRole('link', { name: 'Packages' }).click();
    await leaving(page).getByRole('button', { name: 'Discard changes' }).click();
    await leaving(page).waitFor({ state: 'detached' });
    expect(await drafts()).toEqual([]);
  });

  it.each([
    ['/admin/packages', 'Edit', 'Original Price', '77'],
    ['/admin/payment-addresses', 'New address', 'Name', 'Tether'],
  ])('in a drawer of %s are asked about before it closes', async (path, opener, field, typed) => {
    const page = await visit(adminToken, path);
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    const drawer = page.getByRole('dialog', { name: /package|address/ });
    await page.getByRole('button', { name: opener }).first().click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: opener }).first().click();
    await drawer.getByRole('textbox', { name: field }).fill(typed);
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await drawer.getByRole('textbox', { name: field }).inputValue()).toBe(typed);
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: opener }).first().click();
    expect(await drawer.getByRole('textbox', { name: field }).inputValue()).not.toBe(typed);
  });

  it('are asked about by the browser when the tab is closed', async () => {
    const page = await visit(adminToken, `/admin/users/${trader.userId}`);
    await nameField(page).fill('Maren Changed');
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', async (dialog) => {
        await dialog.dismiss();
        resolve(dialog.type());
      });
    });
    await page.close({ runBeforeUnload: true });
    expect(await asked).toBe('beforeunload');
    // The tab stays, with what was typed.
    expect(await nameField(page).inputValue()).toBe('Maren Changed');
  });

  it('come back after the session ended and one signed in again', async () => {
    const page = await visit(await api.admin(), `/admin/users/${trader.userId}`);
    await nameField(page).fill('Maren Draft');
    await page.route('**/api/admin/users/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 401,
            contentType: 'application/problem+json',
            body: '{"message":"Expired"}',
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await arrive(page, '/login');
    await page.unroute('**/api/admin/users/*');
    await signIn(page, ADMIN.email, ADMIN.password);
    await arrive(page, `/admin/users/${trader.userId}`);
    await eventually(() => nameField(page).inputValue()).toBe('Maren Draft');
    await see(page, 'What you typed before is back; it is not saved yet.');
  });

  it('never keep a secret', async () => {
    const page = await visit(trader.token, '/dashboard/profile');
    await page.getByLabel('Current password', { exact: true }).fill('a secret password');
    await page.getByRole('textbox', { name: 'Full name' }).fill('Maren Other');
    await eventually(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(
      'Maren Other',
    );
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('secret');
  });
});

describe('messages', () => {
  /** A page whose clock stands still, with a form that is refused or accepted as the test says. */
  const withClock = async () => {
    const { context, page } = await enter();
    await page.clock.install();
    await context.addInitScript((value) => localStorage.setItem('token', value), adminToken);
    forgive(/status of 500/);
    let number = 0;
    await page.route('**/api/admin/users/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      number += 1;
      const body = JSON.stringify({ message: `Refused ${number}`, code: 'internal' });
      return route.fulfill({ status: 500, contentType: 'application/problem+json', body });
    });
    await open(page, `/admin/users/${trader.userId}`);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    return page;
  };
  const toasts = (page: Page) => page.getByRole('button', { name: 'Dismiss' });
  /** Lets the page's timers run in small steps until something holds. */
  const runUntil = async (page: Page, holds: () => Promise<boolean>): Promise<void> => {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1);
          return holds();
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(true);
  };
  const shown = (page: Page, count: number) =>
    runUntil(page, async () => (await toasts(page).count()) === count);
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  // spec 1.17, 9.24, 9.26, 9.27
  it('stand at the top right, at most 350 px wide, for 4 s when something failed, and leave within 1 s', async () => {
    const page = await withClock();
    const region = page.locator('[aria-live=assertive]');
    expect(await region.count()).toBe(1);
    await save(page);
    await shown(page, 1);
    expect(await region.textContent()).toBe('Refused 1');
    const bar = toasts(page).locator('xpath=..');
    const box = await bar.boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(box?.width).toBeLessThanOrEqual(350);
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBeGreaterThan(width - 40);
    expect(box?.y).toBeLessThan(40);
    await page.clock.runFor(3_900);
    expect(await region.textContent()).toBe('Refused 1');
    await page.clock.runFor(110);
    await eventually(() => region.textContent()).toBe('');
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(1_010);
    await eventually(() => toasts(page).count()).toBe(0);
  });

  // spec 8.71, 9.24
  it('stand 2 s when something worked, and are announced politely', async () => {
    const page = await withClock();
    await page.unroute('**/api/admin/users/*');
    await save(page);
    await shown(page, 1);
    const region = page.locator('[data-toaster] [aria-live=polite]');
    expect(await region.textContent()).toBe('User updated successfully!');
    await page.clock.runFor(1_900);
    expect(await region.textContent()).toBe('User updated successfully!');
    await page.clock.runFor(110);
    await eventually(() => region.textContent()).toBe('');
  });

  it('wait while the pointer or the focus is on them, and go when dismissed', async () => {
    const page = await withClock();
    await save(page);
    await shown(page, 1);
    const region = page.locator('[aria-live=assertive]');
    await toasts(page).hover();
    await page.clock.runFor(60_000);
    expect(await region.textContent()).toBe('Refused 1');
    await toasts(page).focus();
    await page.mouse.move(5, 400);
    await page.clock.runFor(60_000);
    expect(await region.textContent()).toBe('Refused 1');
    await page.keyboard.press('Enter');
    await eventually(() => region.textContent()).toBe('');
  });

  it('can be read afterwards: the last 20, the newest first', async () => {
    const page = await withClock();
    for (let number = 1; number <= 22; number += 1) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
      await runUntil(
        page,
        async () => (await page.getByText(`Refused ${number}`, { exact: true }).count()) > 0,
      );
    }
    expect(await toasts(page).count()).toBe(20);
    await page.clock.resume();
    await eventually(() => toasts(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Recent messages' }).click();
    const list = page.getByRole('dialog', { name: 'Recent messages' }).getByRole('listitem');
    await eventually(() => list.count()).toBe(20);
    expect(await list.first().textContent()).toContain('Refused 22');
    expect(await list.last().textContent()).toContain('Refused 3');
    await text(page.getByRole('dialog'), 'Clear').click();
    await eventually(() => list.count()).toBe(0);
  });
});
