import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { alter, cutOff } from '../support/calls.ts';
import { countPresses, signedInAs } from '../support/session.ts';
import { arrive, eventually, open, see, seeTitle, text } from '../support/steps.ts';
import { api, enter, page, startFirmForAll, visitor } from '../support/visit-firm.ts';

/** The tables of users and accounts: selection, bulk changes, views, export, keys, cards. */
startFirmForAll({ RATE_SCALE: '100' });
let ada: Person;
let ben: Person;
let adminToken: string;

const ADAS_ORDERS = 15;
const BENS_ORDERS = 12;
const ALL_ORDERS = ADAS_ORDERS + BENS_ORDERS;

beforeAll(async () => {
  adminToken = await api.admin();
  ada = await api.trader('Ada Quist', 'ada@trader.example');
  ben = await api.trader('Ben Osei', 'ben@trader.example');
  for (let made = 0; made < ADAS_ORDERS; made += 1) await api.order(ada);
  for (let made = 0; made < BENS_ORDERS; made += 1) await api.order(ben);
}, 180_000);

const visit = async (path: string, width = 1366): Promise<Page> => {
  await signedInAs(await enter({ viewport: { width, height: 900 } }), adminToken);
  await open(page, path);
  await table(page).getByRole('row').nth(1).waitFor();
  return page;
};

const table = (page: Page): Locator => page.getByRole('table');
/** The rows of the list, without its header. */
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected rows' });
const report = (page: Page): Locator => page.getByRole('region', { name: 'Result of the bulk change' });
const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });
const button = (area: Page | Locator, name: string): Locator =>
  area.getByRole('button', { name, exact: true });
const box = (row: Locator): Locator => row.getByRole('checkbox');
const search = (page: Page): Locator => page.getByRole('searchbox', { name: /^Search/ });
const selected = (page: Page): Promise<number> => rows(page).getByRole('checkbox', { checked: true }).count();
const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node.contains(document.activeElement));
const totalOf = async (query: string): Promise<unknown> =>
  (await api.send('GET', `/admin/accounts?${query}`, adminToken)).body.total;
const newestOf = async ({ token }: Person): Promise<string> => {
  const { body } = await api.send('GET', '/dashboard/accounts', token);
  const [account] = body.accounts as { _id: string }[];
  if (!account) throw new Error('no account');
  return account._id;
};
/** Answers the next question of the browser; resolves with its words. */
const answer = (page: Page, yes: boolean): Promise<string> =>
  new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void (yes ? dialog.accept() : dialog.dismiss());
    });
  });

describe('the selection', () => {
  it('takes ranges with Shift, the page, all that match as a second step, and ends with another filter', async () => {
    const page = await visit('/admin/accounts');
    expect(await rows(page).count()).toBe(25);
    await see(page, `1–25 of ${ALL_ORDERS}`);
    await box(rows(page).nth(1)).click();
    await see(bar(page), '1 account selected');
    await box(rows(page).nth(4)).click({ modifiers: ['Shift'] });
    await see(bar(page), '4 accounts selected');
    expect(await selected(page)).toBe(4);
    const whole = page.getByRole('checkbox', { name: 'Select this page' });
    expect(await whole.evaluate((field: HTMLInputElement) => field.indeterminate)).toBe(true);
    await whole.click();
    await see(bar(page), '25 accounts selected');
    await button(page, 'Next page').click();
    await see(page, `26–${ALL_ORDERS} of ${ALL_ORDERS}`);
    await see(bar(page), '25 accounts selected');
    await whole.click();
    await see(bar(page), `${ALL_ORDERS} accounts selected`);
    await button(bar(page), 'Clear selection').click();
    await bar(page).waitFor({ state: 'detached' });
    await whole.click();
    await button(bar(page), `Select all ${ALL_ORDERS} matching`).click();
    await see(bar(page), `All ${ALL_ORDERS} matching`);
    await search(page).fill('ben@trader');
    await bar(page).waitFor({ state: 'detached' });
    await see(page, `1–${BENS_ORDERS} of ${BENS_ORDERS}`);
    expect(await selected(page)).toBe(0);
  });

  it('moves, selects, opens and clears by the keyboard alone', async () => {
    const page = await visit('/admin/accounts?search=ben');
    const at = (row: number) => eventually(() => hasFocus(rows(page).nth(row))).toBe(true);
    await page.keyboard.press('j');
    await at(0);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await at(1);
    await see(bar(page), '1 account selected');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await see(bar(page), '3 accounts selected');
    await page.keyboard.press('Shift+A');
    await see(bar(page), `${BENS_ORDERS} accounts selected`);
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await at(2);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('term').filter({ hasText: 'Select up to the row' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    const row = await rows(page).nth(2).getAttribute('data-row');
    await rows(page).nth(2).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await arrive(page, `/admin/accounts/${row}`);
  });
});

describe('the address', () => {
  it('keeps search, filter, order and page size over a reload, and Back undoes a step', async () => {
    const page = await visit('/admin/accounts');
    await search(page).fill('ben');
    await arrive(page, '/admin/accounts?search=ben');
    await page.getByRole('combobox', { name: 'Stage' }).selectOption({ label: 'Phase 1' });
    await button(table(page), 'Balance').click();
    await page.getByLabel('Rows per page').selectOption('50');
    await arrive(page, (at) => at.searchParams.get('size') === '50');
    await page.reload();
    await see(page, `1–${BENS_ORDERS} of ${BENS_ORDERS}`);
    expect(await search(page).inputValue()).toBe('ben');
    expect(await page.getByLabel('Rows per page').inputValue()).toBe('50');
    expect(await page.getByRole('columnheader', { name: 'Balance' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await button(page, 'Remove filter Search ben').click();
    await see(page, `1–${ALL_ORDERS} of ${ALL_ORDERS}`);
    expect(await search(page).inputValue()).toBe('');
    await page.goBack();
    await see(page, `1–${BENS_ORDERS} of ${BENS_ORDERS}`);
    await button(page, 'Clear filters').click();
    await arrive(page, (at) => !at.searchParams.has('search') && !at.searchParams.has('stage'));
  });

  it('opens a view that was saved, on another device too', async () => {
    const page = await visit('/admin/accounts?search=ben');
    const menu = async (label: string, item: RegExp) => {
      await button(page, label).click();
      await page.getByRole('button', { name: item }).click();
    };
    await menu('Views', /^Save as a view/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ben');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => tab(page, `Ben ${BENS_ORDERS}`).getAttribute('aria-selected')).toBe('true');
    await menu('View', /^Rename “/);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders of Ben');
    await button(dialog, 'Save').click();
    const other = await visit('/admin/accounts');
    await tab(other, /^Orders of Ben/).click();
    await see(other, `1–${BENS_ORDERS} of ${BENS_ORDERS}`);
    expect(await search(other).inputValue()).toBe('ben');
    await tab(other, /^All/).click();
    await see(other, `1–25 of ${ALL_ORDERS}`);
    await tab(page, /^Orders of Ben/).waitFor();
    const asked = answer(page, true);
    await menu('View', /^Delete “/);
    expect(await asked).toContain('Orders of Ben');
    await tab(page, /^Orders of Ben/).waitFor({ state: 'detached' });
    expect(await tab(page, /^All/).getAttribute('aria-selected')).toBe('true');
  });
});

describe('the export', () => {
  it('holds what the list shows, or what is selected', async () => {
    const page = await visit('/admin/accounts?search=ben');
    const take = async (area: Page | Locator) => {
      const owner = 'page' in area ? area.page() : area;
      const [file] = await Promise.all([
        owner.waitForEvent('download'),
        button(area, 'Export CSV').first().click(),
      ]);
      const written = await readFile(await file.path(), 'utf8');
      return { name: file.suggestedFilename(), written, lines: written.trim().split('\r\n') };
    };
    const all = await take(page);
    expect(all.name).toMatch(/^accounts.*\.csv$/);
    expect(all.written.startsWith('\ufeff')).toBe(true);
    expect(all.lines).toHaveLength(1 + BENS_ORDERS);
    expect(all.lines.slice(1).every((line) => line.includes('ben@trader.example'))).toBe(true);
    await box(rows(page).first()).click();
    await box(rows(page).nth(2)).click();
    expect((await take(bar(page))).lines).toHaveLength(3);
    const oldestFirst = await visit('/admin/accounts?search=ben&sort=created');
    await rows(oldestFirst).first().waitFor();
    expect((await take(oldestFirst)).lines.slice(1)).toEqual(all.lines.slice(1).reverse());
  });
});

describe('a bulk change', () => {
  it('reaches all that match in 3 presses, and tells row by row what it could not do', async () => {
    const refused = await newestOf(ben);
    await api.send('PUT', `/admin/accounts/${refused}/verify-payment`, adminToken, { status: 'failed' });
    const page = await visit('/admin/accounts');
    const presses = await countPresses(page);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await button(bar(page), `Select all ${ALL_ORDERS} matching`).click();
    await button(bar(page), 'Verify payment').click();
    const summary = `Verify the payment of ${ALL_ORDERS} accounts: ${ALL_ORDERS - 1} of ${ALL_ORDERS} changed, 1 refused.`;
    await see(report(page), summary);
    expect(await presses()).toBe(3);
    expect(await hasFocus(report(page))).toBe(true);
    expect(await totalOf('paymentStatus=verified')).toBe(ALL_ORDERS - 1);
    await bar(page).waitFor({ state: 'detached' });
    const failed = report(page).getByRole('list', { name: 'Rows that failed' }).getByRole('listitem');
    expect(await failed.count()).toBe(1);
    expect(await failed.textContent()).toMatch(/^Ben Osei.*already/i);
    await failed.getByRole('link').click();
    await arrive(page, `/admin/accounts/${refused}`);
    await page.goBack();
    await see(report(page), summary);
    // It would be refused again.
    expect(await report(page).getByRole('button').allTextContents()).toEqual(['Dismiss']);
    await button(report(page), 'Dismiss').click();
    await report(page).waitFor({ state: 'detached' });
  });

  it('is done again where a row failed by no fault of its own', async () => {
    const refused = await newestOf(ben);
    const page = await visit('/admin/accounts');
    await alter(page, 'POST /admin/accounts/bulk/verify-payment', ({ bulk, ...body }) => ({
      ...body,
      bulk: { ...Object(bulk), failures: [{ ...Object(bulk).failures[0], code: 'unavailable' }] },
    }));
    await rows(page).first().waitFor();
    await box(page.locator(`[data-row="${refused}"]`)).click();
    await button(bar(page), 'Verify payment').click();
    await see(report(page), 'Verify the payment of 1 account: 0 of 1 changed, 1 failed.');
    const again = page.waitForRequest((request) => request.postData()?.includes('failedOf') ?? false);
    await button(report(page), 'Retry the failed row').click();
    await again;
    await see(report(page), /: 0 of 1 changed, 1 failed\.$/);
    await button(report(page), 'Dismiss').click();
  });

  it('changes nothing where the list is no longer what was seen', async () => {
    const page = await visit('/admin/accounts?search=ada');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await search(page).fill('');
    await see(page, `1–25 of ${ALL_ORDERS}`);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await button(bar(page), `Select all ${ALL_ORDERS} matching`).click();
    const gone = await newestOf(ada);
    await api.send('DELETE', `/admin/accounts/${gone}`, adminToken);
    await button(bar(page), 'Send reminder').click();
    await see(report(page), `Remind ${ALL_ORDERS} accounts of the payment: not done`);
    await see(page, `1–25 of ${ALL_ORDERS - 1}`);
  });

  it('asks before it deletes, naming how many; the focus stays in the list', async () => {
    const page = await visit('/admin/accounts?search=ada');
    const before = Number(await totalOf('search=ada'));
    await box(rows(page).nth(0)).click();
    await box(rows(page).nth(1)).click();
    const no = answer(page, false);
    await button(bar(page), 'Delete').click();
    expect(await no).toMatch(/^Delete 2 accounts\?/);
    expect(await totalOf('search=ada')).toBe(before);
    const yes = answer(page, true);
    await button(bar(page), 'Delete').click();
    await yes;
    await see(page, `1–${before - 2} of ${before - 2}`);
    await bar(page).waitFor({ state: 'detached' });
    expect(await hasFocus(page.getByRole('group', { name: 'List of accounts' }))).toBe(true);
    // A single one: on to the row that takes its place.
    const next = await rows(page).nth(1).getAttribute('data-row');
    void answer(page, true);
    await button(rows(page).first(), 'Delete').click();
    await eventually(() => rows(page).first().getAttribute('data-row')).toBe(next);
    await eventually(() => hasFocus(rows(page).first())).toBe(true);
  });

  it('sets the stage of the selected accounts', async () => {
    const page = await visit('/admin/accounts?search=ben');
    await box(rows(page).nth(2)).click();
    await box(rows(page).nth(3)).click();
    const ids = await Promise.all([2, 3].map((row) => rows(page).nth(row).getAttribute('data-row')));
    for (const [index, id] of ids.entries()) await api.activate(String(id), `77110${index}`);
    await button(bar(page), 'Set stage').click();
    await button(bar(page), 'Phase 2').click();
    await see(page, 'Set 2 accounts to Phase 2: 2 done.');
    expect(await totalOf('stage=phase2')).toBe(2);
  });

  it('disables users, but never oneself', async () => {
    const page = await visit('/admin/users');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    const asked = answer(page, true);
    await button(bar(page), 'Disable').click();
    expect(await asked).toMatch(/^Disable 3 users\?/);
    await see(report(page), 'Disable 3 users: 2 of 3 changed, 1 refused.');
    await tab(page, /^Disabled 2/).click();
    await see(page, '1–2 of 2');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await button(bar(page), 'Enable').click();
    await see(page, 'No user matches');
    await seeTitle(page, 'Users');
  });

  it('goes on after a lost connection and a reload, for the one who began it alone', async () => {
    const cleo = await api.trader('Cleo Marsh', 'cleo@trader.example');
    await api.order(cleo);
    await api.order(cleo);
    const page = await visit('/admin/accounts?search=cleo');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await cutOff(page, 'POST /admin/accounts/bulk/verify-payment');
    await button(bar(page), 'Verify payment').click();
    const unfinished = 'Verify the payment of 2 accounts: not finished';
    await see(report(page), unfinished);
    await page.unroute('**/api/**');
    expect(visitor.faults.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_REFUSED')]);

    const other = await api.trader('Dora Lund', 'dora@trader.example');
    const { name, email } = other;
    await api.send('PUT', `/admin/users/${other.userId}`, adminToken, { name, email, role: 'admin' });
    const become = (token: string) => page.evaluate((value) => localStorage.setItem('token', value), token);
    await become(await api.session(other));
    await page.reload();
    await rows(page).first().waitFor();
    expect(await report(page).count()).toBe(0);

    await become(adminToken);
    await page.reload();
    await see(report(page), unfinished);
    await button(report(page), 'Go on').click();
    await see(page, 'Verify the payment of 2 accounts: 2 done.');
    expect(await totalOf('search=cleo&paymentStatus=verified')).toBe(2);
  });
});

describe('every column', () => {
  it.each([1280, 1366, 1536, 1920])('fits a window of %i px', async (width) => {
    const page = await visit('/admin/accounts', width);
    const last = await button(rows(page).first(), 'Delete').boundingBox();
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width - 16);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
  });

  it('that stays in sight follows the one before it without a gap', async () => {
    const page = await visit('/admin/accounts', 768);
    const [first, second] = (await table(page).getByRole('columnheader').all()).map((header) =>
      header.boundingBox(),
    );
    const [before, after] = [await first, await second];
    expect(after?.x).toBe((before?.x ?? 0) + (before?.width ?? 0));
  });
});

describe('on a phone', () => {
  it('shows each row as a card with the same selection, actions and order', async () => {
    const page = await visit('/admin/accounts?search=ben', 360);
    await box(rows(page).first()).check();
    await see(bar(page), '1 account selected');
    await button(bar(page), 'Select this page').click();
    await see(bar(page), `${BENS_ORDERS} accounts selected`);
    for (const action of [
      'Set stage',
      'Verify payment',
      'Send reminder',
      'Export CSV',
      'Mark as Failed',
      'Delete',
    ])
      expect(await button(bar(page), action).isVisible(), action).toBe(true);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    await button(page, 'Filters').click();
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Balance ↑' });
    await arrive(page, (at) => at.searchParams.get('sort') === 'balance');
    await button(page, 'Show the list').click();
    await text(page, `1–${BENS_ORDERS} of ${BENS_ORDERS}`).waitFor();
  });
});
