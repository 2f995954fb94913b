import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withAxe } from '../support/axe.ts';
import { findingsInState } from '../support/looks.ts';
import { arrive, eventually, open, see, seeTitle, signIn } from '../support/steps.ts';
import { enter, firm, startFirmForAll } from '../support/visit-firm.ts';

/** A firm that was started without an administrator: the link in its terminal makes one, once. */
const FOUNDER = { name: 'Freya Founder', email: 'freya@firm.example', password: 'founding password' };
const LINK = /\/setup\/[\w-]{43}/;

startFirmForAll({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });

it('the set-up link makes the first administrator, who signs in, and works no second time', async () => {
  await eventually(async () => firm.said()).toMatch(LINK);
  const path = LINK.exec(firm.said())?.[0] ?? '';
  const { context, page } = await enter();
  await withAxe(context);
  const fill = async (tab: Page, { name, email, password }: typeof FOUNDER) => {
    await tab.getByRole('textbox', { name: 'Full name' }).fill(name);
    await tab.getByRole('textbox', { name: 'Email' }).fill(email);
    await tab.getByLabel('Password', { exact: true }).fill(password);
    await tab.getByLabel('Confirm password').fill(password);
    await tab.getByRole('button', { name: 'Create Account' }).click();
  };
  await open(page, path);
  await seeTitle(page, 'Create the first administrator');
  expect(await findingsInState(page, 'set-up')).toEqual([]);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await see(page, 'Name is required');
  await see(page, 'Please confirm your password');
  expect(await findingsInState(page, 'set-up, filled in wrongly')).toEqual([]);
  await fill(page, FOUNDER);
  await see(page, 'The first administrator was created. Please log in.');
  await arrive(page, '/login');
  await signIn(page, FOUNDER.email, FOUNDER.password);
  await see(page, 'Login successful!');
  await arrive(page, '/dashboard/purchase-account');
  await open(page, '/admin');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();

  const late = await enter();
  await open(late.page, path);
  await fill(late.page, { ...FOUNDER, name: 'Lars Late', email: 'lars@firm.example' });
  await see(late.page, 'This set-up link was used or is not valid.');
});
