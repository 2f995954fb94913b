import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { hold, refuseSilently } from '../support/calls.ts';
import { hasFocus } from '../support/keyboard.ts';
import { signedInAs } from '../support/session.ts';
import { arrive, eventually, fillRegistration, open, PASSWORD, see, seeTitle } from '../support/steps.ts';
import { api, firm, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** What was pressed goes away with what it has done: the focus is then in what came in its place. */
visitFirm({ RATE_SCALE: '100' });
let trader: Person;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
}, 180_000);

const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (name: string, area: Page | Locator = page) => area.getByRole('button', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });

/** Waits until the focus is on something in this area. */
const hasFocusIn = (area: Locator) =>
  eventually(() => area.evaluate((node) => node.contains(document.activeElement))).toBe(true);

describe('the payment page', () => {
  beforeEach(() => signedInAs(visitor, trader.token));

  it('keeps it on its title when the order is there', async () => {
    await api.order(trader);
    await open(page, '/dashboard/purchase-account');
    const letGo = await hold(page, 'GET /accounts/*');
    await page
      .getByRole('link', { name: /^Continue to payment/ })
      .first()
      .press('Enter');
    await see(page, 'Loading payment details...');
    await hasFocus(title('Complete Your Purchase'));
    letGo();
    await see(page, 'Payment Instructions');
    await hasFocus(title('Complete Your Purchase'));
  });

  it('gives it to its title when trying again was enough', async () => {
    const id = await api.order(trader);
    await refuseSilently(page, 'GET /accounts/*');
    await open(page, `/payment/${id}`);
    const again = button('Try Again');
    await again.waitFor();
    await page.unrouteAll();
    await again.press('Enter');
    await see(page, 'Payment Instructions');
    await hasFocus(title('Complete Your Purchase'));
  });

  it('gives it to its title when an order that became active takes no proof any more', async () => {
    const id = await api.order(trader);
    await page.clock.install();
    await open(page, `/payment/${id}`);
    await page.getByLabel('Choose File').focus();
    await api.activate(id, '50020001');
    await page.clock.fastForward('00:20');
    await see(page, 'No further proof is needed for this account.');
    await hasFocus(title('Complete Your Purchase'));
  });
});

describe('Manage Profile', () => {
  const openProfile = async (person: Person) => {
    await signedInAs(visitor, person.token);
    await open(page, '/dashboard/profile');
    await region('Name').waitFor();
  };

  it('keeps it on the button that saved the name', async () => {
    await openProfile(await api.trader('Nora Name', 'nora@example.com'));
    await page.getByLabel('Full name').fill('Nora Newname');
    await button('Save Name').press('Enter');
    await see(page, 'Profile updated successfully!');
    await eventually(() => button('Save Name').isDisabled()).toBe(true);
    await hasFocus(button('Save Name'));
    expect(await page.getByLabel('Full name').inputValue()).toBe('Nora Newname');
  });

  it('leads it through the change of the email', async () => {
    await openProfile(await api.trader('Emil Email', 'emil@example.com'));
    const email = region('Email');
    await button('Change Email').press('Enter');
    await hasFocus(email.getByLabel('New email'));
    await button('Cancel', email).press('Enter');
    await hasFocusIn(email);
    await button('Change Email').press('Enter');
    await email.getByLabel('New email').fill('emil.new@example.com');
    await email.getByLabel('Your password').fill(PASSWORD);
    await button('Send Code').press('Enter');
    const code = email.getByLabel('Verification code');
    await code.waitFor();
    await hasFocusIn(email);
    await code.fill(await firm.inbox.code('emil.new@example.com'));
    await button('Confirm Email').press('Enter');
    await see(email, 'emil.new@example.com');
    await code.waitFor({ state: 'detached' });
    await hasFocusIn(email);
  });

  it('keeps it in the list of devices when one was signed out', async () => {
    const person = await api.trader('Dora Device', 'dora@example.com');
    await api.session(person);
    await api.session(person);
    await openProfile(person);
    const devices = region('Signed-in devices');
    const rows = devices.getByRole('listitem');
    await eventually(() => rows.count()).toBe(3);
    await devices
      .getByRole('button', { name: /^Sign Out(?! Other)/ })
      .first()
      .press('Enter');
    await eventually(() => rows.count()).toBe(2);
    await hasFocusIn(devices);
    await button('Sign Out Other Devices').press('Enter');
    await eventually(() => rows.count()).toBe(1);
    await hasFocusIn(devices);
  });
});

describe('signing in and up', () => {
  it('goes to the new title when the link is on its way', async () => {
    await open(page, '/forgot-password');
    await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
    await button('Send Reset Instructions').press('Enter');
    await seeTitle(page, 'Check your email');
    await hasFocus(title('Check your email'));
  });

  it('is in the code’s field after registering, ready to type', async () => {
    await open(page, '/register');
    await fillRegistration(page, 'Vera Verify', 'vera@example.com');
    await arrive(page, /^\/verify-email/);
    await seeTitle(page, 'Verify your email');
    // What tells of the new page comes after what moves the focus.
    await see(page.locator('p[aria-live="polite"]'), /^Verify your email/);
    await hasFocus(page.getByLabel('Verification code'));
  });
});
