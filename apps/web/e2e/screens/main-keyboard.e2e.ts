import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { drawnPng } from '../support/pictures.ts';
import { countPresses } from '../support/session.ts';
import { arrive, article, eventually, fact, open, PASSWORD, see, seeTitle } from '../support/steps.ts';
import { api, firm, page, visitFirm } from '../support/visit-firm.ts';

/** The firm's main job as a trader does it, from the home page to the credentials, without a pointer. */
const EMAIL = 'keys@trader.example';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LOGIN = '50012345';

visitFirm();

beforeAll(async () => {
  await api.addAddress({ name: 'Bitcoin', network: 'Bitcoin', address: BITCOIN });
}, 180_000);

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};
const type = async (page: Page, target: Locator, words: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.type(words);
};

const register = async (page: Page): Promise<void> => {
  await press(
    page,
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts', exact: true }),
  );
  await arrive(page, '/accounts');
  await press(page, page.getByRole('tab', { selected: true }), 'End');
  await press(page, article(page, /Basic 2-Step Challenge/).getByRole('link', { name: 'Purchase' }));
  await arrive(page, '/login');
  await press(page, page.getByRole('link', { name: 'Create an account' }));
  await arrive(page, '/register');
  await type(page, page.getByRole('textbox', { name: 'Full name' }), 'Kaya Keys');
  await type(page, page.getByRole('textbox', { name: 'Email' }), EMAIL);
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await type(page, page.getByLabel('Confirm password'), PASSWORD);
  await press(page, page.getByRole('checkbox', { name: /^I accept the/ }), 'Space');
  await press(page, page.getByRole('button', { name: 'Create Account' }));
  await arrive(page, /^\/verify-email\?userId=[\w-]+$/);
  await type(page, page.getByLabel('Verification code'), await firm.inbox.code(EMAIL));
  await page.keyboard.press('Enter');
  await see(page, 'Email verified successfully! You are now logged in.');
  await arrive(page, '/dashboard/purchase-account');
};

const buy = async (page: Page): Promise<string> => {
  await press(page, page.getByRole('tab', { name: '1-Step Challenge', selected: true }), 'ArrowRight');
  await hasFocus(page.getByRole('tab', { name: '2-Step Challenge', selected: true }));
  await press(page, article(page, /Basic 2-Step Challenge/).getByRole('link', { name: /^Purchase/ }));
  await press(page, page.getByRole('button', { name: 'Proceed to Payment' }));
  await arrive(page, /^\/payment\/[\w-]+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

const pay = async (page: Page): Promise<void> => {
  await press(page, page.getByRole('button', { name: /^Copy Bitcoin address/ }));
  await see(page, 'Address copied!');
  expect(await clipboard(page)).toBe(BITCOIN);
  // Listened for ahead: the browser hears of the listening by another way than of the key.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByLabel('Choose File'));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await drawnPng() });
  await see(page, 'proof.png');
  await press(page, page.getByRole('button', { name: 'Send Screenshot' }));
  const dialog = page.getByRole('dialog', { name: 'Payment Received!' });
  const close = dialog.getByRole('button', { name: 'Close', exact: true });
  await close.waitFor();
  await hasFocus(close);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  // The focus is back where the dialog came from.
  await hasFocus(page.getByRole('button', { name: 'Send Screenshot' }));
  await eventually(() => fact(page, 'Status')).toBe('payment submitted');
};

// spec 1.1, 1.2
it('a trader registers, pays and gets the credentials by the keyboard alone', async () => {
  await open(page, '/');
  const presses = await countPresses(page);
  await register(page);
  const accountId = await buy(page);
  await pay(page);
  await api.activate(accountId, LOGIN);
  await press(page, page.getByRole('link', { name: 'View Account Dashboard' }));
  await arrive(page, `/dashboard/${LOGIN}`);
  await seeTitle(page, /Kaya Keys$/);
  await press(page, page.getByRole('button', { name: 'View password' }));
  expect(await fact(page, 'Password')).toBe('Mt5#pass');
  await press(page, page.getByRole('button', { name: 'Copy password' }));
  await eventually(() => clipboard(page)).toBe('Mt5#pass');
  expect(await presses()).toBe(0);
});
