import { readFileSync } from 'node:fs';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { freshCode } from '../support/authenticator.ts';
import { violationsOf, withAxe } from '../support/axe.ts';
import { createClock } from '../support/clock.ts';
import { isFocused } from '../support/keyboard.ts';
import { ADMIN } from '../support/server.ts';
import { arrive, eventually, open, PASSWORD, see, seeTitle, signIn } from '../support/steps.ts';
import { api, firm, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** Two-factor sign-in in the browser, at a firm that asks its administrators for it. */
const MINUTE = 60_000;
const clock = createClock();
afterAll(() => clock.remove());
visitFirm({ ...clock.environment, REQUIRE_ADMIN_2FA: 'true', RATE_SCALE: '100' });
let trader: Person;
/** What the trader and the administrator keep, from the test of their set-up on. */
const secrets = { trader: '', admin: '' };
let recoveryCodes: string[] = [];

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
}, 180_000);

beforeEach(() => withAxe(visitor.context));

/** The form that asks for the password has it; the one that closes the account asks for the same. */
const ownPassword = () =>
  page
    .locator('form', { has: page.getByRole('button', { name: 'Continue', exact: true }) })
    .getByLabel('Your password', { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const codeField = () => page.getByLabel('Code from your authenticator app');
const storedToken = () => page.evaluate(() => localStorage.getItem('token'));
const dialog = () => page.getByRole('dialog', { name: 'Confirm it is you' });

const giveCode = async (secret: string, button: string): Promise<void> => {
  await codeField().fill(freshCode(secret, clock));
  await press(button);
};

/** Opens a page as somebody who is not signed in, and signs in with both steps. */
const enter = async (path: string, email: string, password: string, secret: string): Promise<void> => {
  await open(page, path);
  await signIn(page, email, password);
  await seeTitle(page, 'Two-factor sign-in');
  await giveCode(secret, 'Continue');
};

/** The secret that a drawn QR code carries, as a phone reads it. */
const scanned = async (): Promise<string | null> => {
  const picture = await page.getByRole('img', { name: 'QR code for your authenticator app' }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  return found && new URL(found.data).searchParams.get('secret');
};

/** From the button to the recovery codes; resolves with the secret that the page shows. */
const setUp = async (password: string): Promise<string> => {
  await press('Set Up Two-Factor');
  await ownPassword().fill(password);
  await press('Continue');
  await page.getByRole('heading', { name: /^1\. Add this account/ }).waitFor();
  await press('Copy secret');
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(await scanned()).toBe(secret);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const shown = page.getByText('Secret', { exact: true }).locator('xpath=..');
  expect((await shown.textContent())?.replace('Secret', '')).toBe(secret);
  return secret;
};

const listedCodes = () => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

describe('a trader', () => {
  it('sets it up, and keeps the recovery codes', async () => {
    await open(page, '/dashboard/profile');
    await signIn(page, trader.email, PASSWORD);
    await seeTitle(page, 'Manage Profile');
    await press('Set Up Two-Factor');
    await ownPassword().fill('not my password');
    await press('Continue');
    await see(page, 'The current password is not right');
    await press('Cancel');

    secrets.trader = await setUp(PASSWORD);
    expect(await violationsOf(page)).toEqual([]);
    await codeField().fill('000000');
    await press('Turn On');
    await see(page, 'This code is not right or was used before.');
    await eventually(() => codeField().inputValue()).toBe('');
    await giveCode(secrets.trader, 'Turn On');

    await listedCodes().first().waitFor();
    recoveryCodes = await listedCodes().allTextContents();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await violationsOf(page)).toEqual([]);
    await press('Copy Codes');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'));
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download')]);
    const file = readFileSync(await download.path(), 'utf8');
    for (const code of recoveryCodes) expect(file).toContain(code);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');

    // As a pointer does, which the reason of a button that is off does not hold back.
    await page.getByRole('button', { name: 'Done', exact: true }).click({ force: true });
    expect(await listedCodes().count()).toBe(10);
    await page.getByRole('checkbox', { name: 'I have kept these codes' }).check();
    await press('Done');
    await see(page, '10 recovery codes are left.');
    expect(await listedCodes().count()).toBe(0);
    await firm.inbox.mail(trader.email, /^Two-factor sign-in was turned on$/);
  });

  it('signs in with the code, over a reload, to the page that was wanted', async () => {
    await open(page, '/dashboard/profile');
    await signIn(page, trader.email, PASSWORD);
    await seeTitle(page, 'Two-factor sign-in');
    expect(await storedToken()).toBeNull();
    expect(await codeField().getAttribute('autocomplete')).toBe('one-time-code');
    expect(await isFocused(codeField())).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await codeField().fill('000000');
    await press('Continue');
    await see(page, 'This code is not right or was used before.');
    await page.reload();
    await seeTitle(page, 'Two-factor sign-in');
    await codeField().fill(freshCode(secrets.trader, clock));
    await codeField().press('Enter');
    await arrive(page, '/dashboard/profile');
    await seeTitle(page, 'Manage Profile');
    expect(await storedToken()).not.toBeNull();
    expect(await page.evaluate(() => sessionStorage.getItem('second-step'))).toBeNull();
  });

  it('starts over as somebody else', async () => {
    await open(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await seeTitle(page, 'Two-factor sign-in');
    await press('Sign in as somebody else');
    await seeTitle(page, 'Log in');
    await page.reload();
    await seeTitle(page, 'Log in');
  });

  it('signs in with a recovery code, once', async () => {
    const [code = ''] = recoveryCodes;
    const giveRecoveryCode = async () => {
      await press('Use a recovery code');
      await page.getByLabel('Recovery code').fill(code.toLowerCase());
      await press('Continue');
    };
    await open(page, '/dashboard/profile');
    await signIn(page, trader.email, PASSWORD);
    await giveRecoveryCode();
    await seeTitle(page, 'Manage Profile');
    await see(page, '9 recovery codes are left.');
    await firm.inbox.mail(trader.email, /^A recovery code was used$/);

    await page.evaluate(() => localStorage.removeItem('token'));
    await open(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await giveRecoveryCode();
    await see(page, 'This code is not right or was used before.');
    expect(await storedToken()).toBeNull();
  });

  it('makes new recovery codes with a code, and prints them alone', async () => {
    await enter('/dashboard/profile', trader.email, PASSWORD, secrets.trader);
    await press('New Recovery Codes');
    await giveCode(secrets.trader, 'Make New Codes');
    await listedCodes().first().waitFor();
    const fresh = await listedCodes().allTextContents();
    expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    recoveryCodes = fresh;
    await page.evaluate(() => {
      window.print = () => document.documentElement.classList.add('printed');
    });
    await press('Print');
    await eventually(() => page.locator('html.printed').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await listedCodes().first().isVisible()).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await page.getByRole('checkbox', { name: 'I have kept these codes' }).check();
    await press('Done');
  });
});

describe('an administrator', () => {
  const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const NEW = /\/api\/payment\/addresses$/;

  const fillAddress = async (): Promise<void> => {
    await press('New address');
    await page.getByLabel('Name').fill('Bitcoin');
    await page.getByLabel('Network').fill('Bitcoin');
    await page.getByLabel('Address', { exact: true }).fill(ADDRESS);
  };

  it('is led to the set-up, told why, and led back', async () => {
    await open(page, '/admin/users');
    await signIn(page, ADMIN.email, ADMIN.password);
    await seeTitle(page, 'Manage Profile');
    await see(page, 'Needed for the Admin Panel');
    expect(await violationsOf(page)).toEqual([]);
    secrets.admin = await setUp(ADMIN.password);
    await giveCode(secrets.admin, 'Turn On');
    await page.getByRole('checkbox', { name: 'I have kept these codes' }).check();
    await press('Done');
    await page.getByRole('link', { name: 'Go on' }).click();
    await arrive(page, '/admin/users');
    await seeTitle(page, 'Users');
    await see(page, 'Tess Trader');
  });

  it('is asked for a fresh code at a change, which then goes through once with all that was typed', async () => {
    await enter('/admin/payment-addresses', ADMIN.email, ADMIN.password, secrets.admin);
    await seeTitle(page, 'Payment Options');
    clock.advance(6 * MINUTE);
    await fillAddress();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && NEW.test(request.url()))
        keys.push(request.headers()['idempotency-key']);
    });
    await press('Add Address');
    await dialog().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await see(page, 'This needs a fresh code from your authenticator app.');
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(ADDRESS);

    await press('Add Address');
    await codeField().fill('000000');
    await codeField().press('Enter');
    await see(dialog(), 'This code is not right or was used before.');
    await codeField().fill(freshCode(secrets.admin, clock));
    await codeField().press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'In use' }).getByRole('heading', { name: 'Bitcoin' }).waitFor();
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('resets it for a trader who lost everything', async () => {
    await enter(`/admin/users/${trader.userId}`, ADMIN.email, ADMIN.password, secrets.admin);
    await seeTitle(page, 'Tess Trader');
    clock.advance(6 * MINUTE);
    page.once('dialog', (question) => void question.accept());
    await press('Reset Two-Factor');
    await dialog().waitFor();
    await giveCode(secrets.admin, 'Confirm');
    await see(page, 'Two-factor sign-in was switched off for this user.');
    const button = page.getByRole('button', { name: 'Reset Two-Factor' });
    await eventually(() => button.getAttribute('aria-disabled')).toBe('true');
    await firm.inbox.mail(trader.email, /^Two-factor sign-in was reset$/);

    await page.evaluate(() => localStorage.removeItem('token'));
    await open(page, '/dashboard/profile');
    await signIn(page, trader.email, PASSWORD);
    await seeTitle(page, 'Manage Profile');
    await page.getByRole('button', { name: 'Set Up Two-Factor' }).waitFor();
  });

  it('turns it off with a code, and is told what that closes', async () => {
    await enter('/dashboard/profile', ADMIN.email, ADMIN.password, secrets.admin);
    await press('Turn Off');
    await see(page, /the Admin Panel stays closed to you/);
    await giveCode(secrets.admin, 'Turn Off');
    await see(page, 'Needed for the Admin Panel');
    await firm.inbox.mail(ADMIN.email, /^Two-factor sign-in was turned off$/);
  });
});
