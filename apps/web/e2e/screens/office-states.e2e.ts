import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { refuseSilently } from '../support/calls.ts';
import { button, visitDemo } from '../support/demo-visitor.ts';
import { hasFocus } from '../support/keyboard.ts';
import { countPresses } from '../support/session.ts';
import { arrive, eventually, open, see, text } from '../support/steps.ts';

/** What the back office says while a part of it cannot be read, has nothing to show, or has lost what was pressed. */
const { as } = visitDemo();

const visit = async (path: string, width = 1280): Promise<Page> => {
  const page = await as('admin');
  await page.setViewportSize({ width, height: 900 });
  await open(page, path);
  return page;
};
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' });

describe('a part that cannot be read', () => {
  it('is said in its place where it is what waits, and the rest of the overview stands', async () => {
    const page = await as('admin');
    await refuseSilently(page, 'GET /admin/overview');
    await open(page, '/admin');
    await page.getByRole('alert').filter({ hasText: 'Failed to load what waits.' }).waitFor();
    await page.getByRole('article').first().waitFor();
    await page.unroute('**/api/**');
    await tryAgain(page).click();
    await page.getByRole('navigation', { name: 'Waiting work' }).waitFor();
    expect(await tryAgain(page).count()).toBe(0);
  });

  it.each(['/admin/accounts', '/admin/users'])(
    'is said above the list where it is the views: %s',
    async (path) => {
      const page = await as('admin');
      await refuseSilently(page, 'GET /admin/views/*');
      await open(page, path);
      await page.getByRole('alert').filter({ hasText: 'Failed to load the views.' }).waitFor();
      await page.getByRole('row').nth(1).waitFor();
      await page.unroute('**/api/**');
      await tryAgain(page).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
    },
  );

  const NOT_REFRESHED = 'What you see here could not be refreshed just now.';

  it('keeps what it showed, says that it is old, and asks again', async () => {
    const page = await visit('/admin');
    const cards = page.getByRole('article');
    await cards.first().waitFor();
    expect(await text(page, NOT_REFRESHED).count()).toBe(0);
    await see(page, /^Updated/);
    await refuseSilently(page, 'GET /admin/accounts');
    await button(page, 'Refresh').click();
    await see(page, NOT_REFRESHED);
    await cards.first().waitFor();
    await page.unroute('**/api/**');
    await tryAgain(page).click();
    await text(page, NOT_REFRESHED).waitFor({ state: 'detached' });
  });
});

it('reminders go out from the overview with one press, their number above it', async () => {
  const page = await visit('/admin');
  const presses = await countPresses(page);
  await see(page, 'Reminders due');
  await button(page, 'Send Payment Reminder Emails').click();
  await see(page, /^[1-9]\d* reminders? sent/);
  expect(await presses()).toBe(1);
});

it('an empty queue leads on', async () => {
  const page = await visit('/admin/accounts?queue=needs_credentials&search=nobody-has-this-name');
  await see(page, 'No account matches');
  await button(page, 'Clear filters').click();
  await arrive(page, '/admin/accounts?queue=needs_credentials');
});

describe('on a phone', () => {
  it('the filters of a list stand in a sheet, and act at once', async () => {
    const page = await visit('/admin/accounts', 360);
    await button(page, 'Filters').waitFor();
    expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0);
    await button(page, 'Filters').click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Active');
    await sheet.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Balance ↑' });
    await arrive(page, '/admin/accounts?status=active&sort=balance');
    await sheet.getByRole('button', { name: 'Show the list' }).click();
    await hasFocus(button(page, 'Filters (1)'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });

  it('the menu of the views reaches no edge of the window', async () => {
    const page = await visit('/admin/accounts', 360);
    await button(page, 'Views').click();
    const box = await button(page, 'Save as a view…').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });
});

describe('the focus', () => {
  it('returns to a menu’s button when what it opened is closed', async () => {
    const page = await visit('/admin/accounts');
    await button(page, 'Views').click();
    await button(page, 'Save as a view…').click();
    await page.getByRole('dialog', { name: 'Save as a view' }).waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(button(page, 'Views'));
  });

  it('stays in the list when an address, a package or a link is gone', async () => {
    const page = await visit('/admin/payment-addresses');
    page.on('dialog', (dialog) => void dialog.accept());
    const lost = () => page.evaluate(() => document.activeElement === document.body);
    const items = page.getByRole('list', { name: 'In use' }).getByRole('listitem');
    await items.first().waitFor();
    const before = await items.count();
    await button(page, 'Delete').click();
    await eventually(() => items.count()).toBe(before - 1);
    expect(await lost()).toBe(false);

    await open(page, '/admin/packages');
    const rows = page.getByRole('row');
    await rows.nth(1).waitFor();
    const sold = await rows.count();
    await button(page, 'Take Off Sale').click();
    await eventually(() => rows.count()).toBe(sold - 1);
    expect(await lost()).toBe(false);

    await open(page, '/admin/settings');
    await button(page, 'Remove link 1').click();
    expect(await lost()).toBe(false);
  });
});
