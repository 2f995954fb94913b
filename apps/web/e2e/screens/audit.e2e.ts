import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { arrive, eventually, open, see, seeTitle } from '../support/steps.ts';
import { api, enter, startFirmForAll } from '../support/visit-firm.ts';

/** The audit log: everything that was changed, searched, followed and verified. */
startFirmForAll({ RATE_SCALE: '100' });
let admin: string;
let trader: Person;

beforeAll(async () => {
  admin = await api.admin();
  trader = await api.trader('Ada Harbour', 'ada@example.com');
  const id = await api.order(trader);
  await api.send('GET', `/accounts/${id}/payment`, trader.token);
  await api.activate(id, '700100');
  await api.send('PATCH', `/admin/accounts/${id}`, admin, { balance: 10_500 });
  const person = { name: 'Ada <b>Lighthouse</b>', email: trader.email, role: 'user' };
  await api.send('PUT', `/admin/users/${trader.userId}`, admin, person);
}, 180_000);

const visit = async (token: string, path: string): Promise<Page> => {
  const { context, page } = await enter();
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, path);
  return page;
};

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).getByRole('row');
const row = (page: Page, event: string) => rows(page).filter({ hasText: event });

describe('the audit log', () => {
  it('is reached from the sidebar, and tells what was changed, by whom and from where', async () => {
    const page = await visit(admin, '/admin');
    await page.getByRole('link', { name: 'Audit Log' }).click();
    await arrive(page, '/admin/audit');
    await seeTitle(page, 'Audit Log');
    const changed = row(page, 'User changed');
    await see(changed, '127.0.0.1');
    // Names stand as typed, as in the timeline of an account.
    expect(await changed.getByRole('listitem').allTextContents()).toEqual([
      'Name: Ada Harbour  Ada <b>Lighthouse</b>',
    ]);
    await row(page, 'MT5 credentials assigned').getByRole('link').first().click();
    await seeTitle(page, 'Ada <b>Lighthouse</b>');
  });

  it('says what a balance became; on a phone a line without changes has no place for them', async () => {
    const page = await visit(admin, '/admin/audit');
    const updated = row(page, 'Balance updated').getByRole('listitem');
    await eventually(() => updated.allTextContents()).toEqual(['Balance: $10,000.00  $10,500.00']);
    await page.setViewportSize({ width: 390, height: 844 });
    const place = (event: string) => row(page, event).getByText('Changes', { exact: true });
    expect(await place('Balance updated').isVisible()).toBe(true);
    expect(await place('Payment page opened').isVisible()).toBe(false);
  });

  it('is searched and narrowed, and the address keeps it', async () => {
    const page = await visit(admin, '/admin/audit');
    await rows(page).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('700100');
    await arrive(page, '/admin/audit?search=700100');
    await page.getByRole('combobox', { name: 'Part' }).selectOption('Administration');
    await see(page, 'No line matches');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'User changed').waitFor();
    await page.getByLabel('From').fill('2999-01-01');
    await arrive(page, '/admin/audit?from=2999-01-01');
    await see(page, 'No line matches');
    await page.reload();
    await see(page, 'No line matches');
  });

  it('says that it is whole, and gives its end to be kept elsewhere', async () => {
    const page = await visit(admin, '/admin/audit');
    await page.getByRole('button', { name: 'Verify the Log' }).click();
    await see(page, /^All \d+ lines are whole\.$/);
    await page.getByRole('button', { name: 'Copy the end of the log' }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+:[0-9a-f]{64}$/);
  });

  it('is no trader’s', async () => {
    const page = await visit(trader.token, '/admin/audit');
    await arrive(page, (at) => at.pathname !== '/admin/audit');
    expect(await page.getByText('Audit Log').count()).toBe(0);
  });
});
