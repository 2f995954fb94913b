import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openVisitor, screenshots, type Visitor } from './support/browser.ts';
import { pictures } from './support/pictures.ts';
import { ADMIN } from './support/server.ts';
import {
  arrive,
  article,
  colourOf,
  eventually,
  fact,
  fillRegistration,
  open,
  PASSWORD,
  see,
  seeTitle,
  signIn,
  text,
} from './support/steps.ts';
import { browser, firm, startFirmForAll } from './support/visit-firm.ts';

/** The firm's whole job in a browser, from a clean firm: each step stands on the one before it. */
const TRADER = { name: 'Sam Trader', email: 'sam@example.com' };
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LOGIN = '50012345';
const MT5_PASSWORD = 'Mt5#pass word';

startFirmForAll();
let adminVisitor: Visitor;
let traderVisitor: Visitor;
let admin: Page;
let trader: Page;
let accountId = '';
let broken: string | null = null;
const shoot = screenshots();

beforeAll(async () => {
  adminVisitor = await openVisitor(browser, firm.url, { refusals: true });
  traderVisitor = await openVisitor(browser, firm.url, { refusals: true });
  admin = adminVisitor.page;
  trader = traderVisitor.page;
}, 180_000);

/** A step of the job; once one fails, those that stand on it are not tried. */
const step = (name: string, work: () => Promise<void>): void =>
  it(name, async () => {
    if (broken) throw new Error(`not tried: "${broken}" failed`);
    try {
      await work();
    } catch (error) {
      broken = name;
      await shoot(admin, 'failure-admin');
      await shoot(trader, 'failure-trader');
      throw error;
    }
  });

const proofOf = (page: Page) => page.getByRole('img', { name: 'The proof you sent' });

describe('the main job', () => {
  // spec 2.55, 4.14, 8.63
  step('the first administrator signs in', async () => {
    await open(admin, '/login');
    await seeTitle(admin, 'Log in');
    await signIn(admin, ADMIN.email, ADMIN.password);
    await see(admin, 'Login successful!');
    await arrive(admin, '/dashboard/purchase-account');
    await admin.getByRole('banner').getByRole('button', { expanded: false, name: /./ }).last().click();
    await admin.getByRole('link', { name: 'Admin Panel' }).click();
    await arrive(admin, '/admin');
    await see(admin, 'Admin Panel');
    await admin.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await shoot(admin, 'admin-overview-empty');
  });

  // spec 1.9, 2.185, 2.186, 8.74
  step('and adds a payment address', async () => {
    await admin.getByRole('link', { name: 'Payment Options' }).first().click();
    await seeTitle(admin, 'Payment Options');
    await admin.getByRole('button', { name: 'New address' }).click();
    await admin.getByRole('textbox', { name: 'Name' }).fill('Bitcoin');
    await admin.getByLabel('Network').fill('Bitcoin');
    await admin.getByRole('textbox', { name: 'Address', exact: true }).fill(ADDRESS);
    await admin.getByRole('button', { name: 'Add Address' }).click();
    await see(admin, 'Address added');
    const listed = admin.getByRole('listitem', { name: 'Bitcoin' });
    await listed.waitFor();
    expect(((await listed.textContent()) ?? '').replaceAll(/\s/g, '')).toContain(ADDRESS);
    await shoot(admin, 'address-added');
  });

  // spec 2.78, 2.93, 2.94, 2.95, 4.28, 6.2
  step('a visitor comes to the home page and to the packages', async () => {
    await open(trader, '/');
    await see(trader, 'Offer ends: 5d 0h 25m');
    await trader.getByRole('button', { name: 'Start Your Challenge', exact: true }).waitFor();
    await shoot(trader, 'home');
    await trader.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
    await arrive(trader, '/accounts');
    await article(trader, /Basic 1-Step Challenge/).waitFor();
    await trader.getByRole('tab', { name: '2-Step Challenge' }).click();
    const card = article(trader, /Basic 2-Step Challenge/);
    await card.waitFor();
    expect(await fact(card, 'Account Size')).toBe('$10,000');
    expect(await fact(card, 'Challenge Type')).toMatch(/^2-Step/);
    expect(await fact(card, 'Profit Target')).toMatch(/^10%/);
    expect(await fact(card, 'Max Daily Loss')).toMatch(/^5%/);
    expect(await fact(card, 'Max Total Loss')).toMatch(/^10%/);
    expect(await fact(card, 'Min Trading Days')).toMatch(/^3/);
    expect(await fact(card, 'Profit Split')).toBe('80%');
    await see(card, '$89');
    await shoot(trader, 'packages');
    await card.getByRole('link', { name: 'Purchase' }).click();
    await arrive(trader, '/login');
  });

  // spec 1.1, 2.20, 4.10, 8.64
  step('registers', async () => {
    await trader.getByRole('link', { name: 'Create an account' }).click();
    await arrive(trader, '/register');
    await fillRegistration(trader, TRADER.name, TRADER.email);
    await see(trader, 'Registration successful! Please check your email for verification code.');
    await arrive(trader, /^\/verify-email\?userId=[\w-]+$/);
    await shoot(trader, 'verify-email');
  });

  // spec 1.1, 2.24, 5.14, 8.65, 9.9
  step('verifies with the code that comes by mail, and is sent to the catalogue', async () => {
    const code = await firm.inbox.code(TRADER.email);
    const mail = await firm.inbox.mail(TRADER.email, /^Your verification code is /);
    expect(mail.text?.split('\n')).toContain(code);
    expect(mail.html).toContain(code);
    const verify = trader.getByRole('button', { name: 'Verify Email' });
    await trader.getByLabel('Verification code').fill(code.slice(0, 3));
    expect(await verify.isDisabled()).toBe(true);
    await trader.getByLabel('Verification code').fill(code);
    await verify.click();
    await see(trader, 'Email verified successfully! You are now logged in.');
    await arrive(trader, '/dashboard/purchase-account');
    await trader.getByRole('tab', { name: '1-Step Challenge', selected: true }).waitFor();
    await shoot(trader, 'catalogue');
  });

  // spec 1.1, 2.100, 2.103, 2.105, 2.106, 2.107, 2.109, 2.111, 2.117, 2.118, 8.37
  step('buys a 2-Step 10,000', async () => {
    await trader.getByRole('tab', { name: '2-Step Challenge' }).click();
    await see(article(trader, /Professional 2-Step Challenge/), 'Most popular');
    await article(trader, /Basic 2-Step Challenge/)
      .getByRole('link', { name: /^Purchase/ })
      .click();
    await arrive(trader, /^\/dashboard\/purchase-account\/[\w-]+$/);
    await see(trader, '2-Step Challenge');
    await see(trader, 'Basic');
    await see(trader.getByRole('region', { name: 'Order summary' }), /\$10K/);
    await see(trader, '2S');
    await see(trader, '$89');
    await see(trader, 'one-time fee');
    expect(await text(trader, '$109').evaluate((node) => node.closest('s') !== null)).toBe(true);
    expect(await fact(trader, 'Profit Target')).toMatch(/^10%/);
    await shoot(trader, 'confirmation');
    await trader.getByRole('button', { name: 'Proceed to Payment' }).click();
    await see(trader, 'Account purchase initiated. Please complete payment.');
    await arrive(trader, /^\/payment\/[\w-]+$/);
    accountId = new URL(trader.url()).pathname.split('/').at(-1) ?? '';
  });

  // spec 2.122, 2.123, 2.125, 2.126, 2.127, 2.129, 2.130, 2.133, 4.36
  step('sees the payment page and copies the address', async () => {
    await seeTitle(trader, 'Complete Your Purchase');
    for (const card of ['Account Details', 'Payment Instructions', 'Upload Payment Proof']) {
      await trader.getByRole('heading', { name: card }).waitFor();
    }
    expect(await fact(trader, 'Package')).toBe('2-Step Challenge');
    expect(await fact(trader, 'Account size')).toBe('$10,000');
    expect(await fact(trader, 'Price')).toBe('$89');
    expect(await fact(trader, 'Status')).toBe('pending payment');
    expect(await trader.getByRole('timer').textContent()).toMatch(/^5[78]:[0-5]\d$|^59:00$/);
    await see(trader, /^Please send the exact amount of \$89 to one of these addresses:$/);
    await see(trader, 'Ensure you send the correct cryptocurrency and exact amount.');
    await see(trader, 'No file chosen');
    await trader.getByRole('button', { name: /^Copy Bitcoin address/ }).click();
    await see(trader, 'Address copied!');
    expect(await trader.evaluate(() => navigator.clipboard.readText())).toBe(ADDRESS);
    await shoot(trader, 'payment');
  });

  // spec 1.2, 2.131, 2.132, 2.133, 2.134, 2.137, 2.138, 2.139, 2.140, 2.141, 4.31, 9.14
  step('uploads a proof as PNG, then as JPEG, WebP and GIF', async () => {
    const send = trader.getByRole('button', { name: 'Send Screenshot' });
    await see(trader, 'Upload a screenshot of your payment confirmation.');
    expect(await send.isDisabled()).toBe(true);
    for (const picture of Object.values(await pictures())) {
      await trader.getByLabel('Choose File').setInputFiles(picture);
      await see(trader, picture.name);
      await send.click();
      const dialog = trader.getByRole('dialog', { name: 'Payment Received!' });
      await dialog.waitFor();
      await see(
        dialog,
        "Thank you for your payment! We're processing your payment proof and will send your account details to your email shortly.",
      );
      await see(dialog, 'Processing time: less than 30 minutes');
      await see(dialog, "We'll send your account details via email once processing is complete.");
      if (picture.mimeType === 'image/png') await shoot(trader, 'payment-received');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'hidden' });
      await see(trader, 'No file chosen');
      await eventually(() =>
        proofOf(trader).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      ).toBe(picture.width);
      const kept = await trader.request.get((await proofOf(trader).getAttribute('src')) ?? '');
      expect(kept.headers()['content-type']).toBe('image/webp');
      const facts = await sharp(await kept.body()).metadata();
      expect(facts).toMatchObject({ width: picture.width, height: picture.height });
      expect(facts.exif).toBeUndefined();
    }
    expect(await fact(trader, 'Status')).toBe('payment submitted');
    await firm.inbox.mail(TRADER.email, /^We received your payment proof/);
    await shoot(trader, 'proof-sent');
  });

  // spec 2.175, 2.178, 2.183, 7.37
  step('the administrator sees the order in the table and opens the screenshot', async () => {
    await admin.getByRole('link', { name: 'Accounts', exact: true }).click();
    await seeTitle(admin, 'Accounts');
    const row = admin.getByRole('row').filter({ hasText: TRADER.email });
    await row.waitFor();
    for (const header of [
      'User',
      'Tier',
      'Balance',
      'Equity',
      'Status',
      'Payment Status',
      'MT5 Account',
      'Created',
    ]) {
      await admin.getByRole('columnheader', { name: header, exact: true }).waitFor();
    }
    for (const cell of [/^Basic/, '$10,000.00', 'Payment submitted', 'Pending']) {
      await row.getByRole('cell', { name: cell }).first().waitFor();
    }
    await admin.getByRole('button', { name: 'Send Payment Reminder Emails' }).waitFor();
    await shoot(admin, 'accounts-table');
    await row.getByRole('link', { name: 'View/Edit' }).click();
    await arrive(admin, `/admin/accounts/${accountId}`);
    await seeTitle(admin, TRADER.name);
    const opening = adminVisitor.context.waitForEvent('page');
    await admin.getByRole('link', { name: 'View Payment Screenshot' }).click();
    const screenshot = await opening;
    await screenshot.waitForLoadState();
    expect(new URL(screenshot.url()).pathname).toMatch(/^\/server\/uploads\//);
    expect(await screenshot.evaluate(() => document.contentType)).toBe('image/webp');
    await shoot(screenshot, 'screenshot');
    await screenshot.close();
  });

  // spec 1.9, 2.182
  step('verifies the payment', async () => {
    await admin.getByRole('button', { name: 'Verify Payment' }).click();
    await see(admin, 'Payment marked as verified.');
    await see(admin, 'Payment verified');
    await firm.inbox.mail(TRADER.email, /^Your payment was verified/);
    await shoot(admin, 'verified');
  });

  // spec 1.2, 2.181, 8.72
  step('assigns the credentials, and the trader gets the mail', async () => {
    await admin.getByRole('textbox', { name: 'Account Number' }).fill(LOGIN);
    await admin.getByLabel('Password', { exact: true }).fill(MT5_PASSWORD);
    await admin.getByRole('textbox', { name: 'Server' }).fill('Firm-MT5');
    await admin.getByRole('button', { name: 'Assign MT5 Credentials' }).click();
    await see(admin, 'MT5 credentials assigned successfully!');
    await see(admin, 'Active');
    await shoot(admin, 'credentials');
    const mail = await firm.inbox.mail(TRADER.email, /^Your trading account is ready/);
    expect(mail.text).toContain(LOGIN);
    expect(mail.text).toContain('Firm-MT5');
    expect(mail.text).toContain(`${firm.url}/dashboard`);
    expect(`${mail.text}${mail.html}`).not.toContain(MT5_PASSWORD);
    expect(firm.inbox.count(TRADER.email, /^Your trading account is ready/)).toBe(1);
  });

  // spec 1.2, 1.11, 2.144, 2.147, 2.148, 2.150, 2.151, 2.153, 2.156, 2.157, 2.158, 2.159
  step('the trader opens the dashboard, views and copies the password', async () => {
    await trader.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await arrive(trader, '/dashboard');
    await seeTitle(trader, 'My MT5 Accounts');
    const card = article(trader, `MT5 ${LOGIN}`);
    await see(card, 'Active');
    await see(card, /^Basic/);
    await shoot(trader, 'my-accounts');
    await card.getByRole('link', { name: /^View Account Dashboard/ }).click();
    await arrive(trader, `/dashboard/${LOGIN}`);
    await seeTitle(trader, new RegExp(`^Good (morning|afternoon|evening), ${TRADER.name}$`));
    expect(await fact(trader, 'Stage')).toBe('Phase 1');
    expect(await fact(trader, 'Initial Balance')).toBe('$10,000');
    expect(await fact(trader, 'Plan Type')).toBe('Basic 2-Step Challenge');
    expect(await fact(trader, 'Account Type')).toBe('MT5');
    expect(await fact(trader, 'Balance')).toBe('$10,000.00');
    expect(await fact(trader, 'Profit/Loss')).toBe('$0.00');
    expect(await fact(trader, 'Trading Days')).toBe('1');
    expect(await fact(trader, 'Log In')).toBe(LOGIN);
    expect(await fact(trader, 'Server')).toBe('Firm-MT5');
    await see(trader, /^Target: 10% \(\$1,000\)$/);
    expect(await fact(trader, 'Password')).not.toContain(MT5_PASSWORD);
    await trader.getByRole('button', { name: 'View password' }).click();
    expect(await fact(trader, 'Password')).toBe(MT5_PASSWORD);
    await trader.getByRole('button', { name: 'Copy password' }).click();
    await see(trader, 'Copied!');
    expect(await trader.evaluate(() => navigator.clipboard.readText())).toBe(MT5_PASSWORD);
    await shoot(trader, 'account-dashboard');
    await trader.getByRole('button', { name: 'Hide password' }).click();
    expect(await fact(trader, 'Password')).not.toContain(MT5_PASSWORD);
  });

  // spec 2.163, 2.164, 2.168, 8.69, 9.18, 9.19
  step(
    'the administrator sets the balance to 11,000.00: growth 10.00 %, the card is highlighted',
    async () => {
      await admin.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await arrive(admin, '/admin');
      const card = article(admin, TRADER.name);
      await card.waitFor();
      const plain = await colourOf(card, 'border-top-color');
      await card.getByRole('textbox', { name: 'Balance' }).fill('11,000.00');
      await card.getByRole('button', { name: 'Update Account' }).click();
      await see(admin, 'Account updated successfully!');
      await see(card, '+10.00%');
      await see(card, 'Target reached');
      const highlighted = await colourOf(card, 'border-top-color');
      expect(highlighted).not.toEqual(plain);
      expect(highlighted.green).toBeGreaterThan(highlighted.red);
      await shoot(admin, 'target-reached');
      await trader.reload();
      await see(trader, '10.00%');
      await see(trader, 'Target reached');
      expect(await fact(trader, 'Balance')).toBe('$11,000.00');
      expect(await fact(trader, 'Profit/Loss')).toBe('+$1,000.00');
      await shoot(trader, 'growth');
    },
  );

  // spec 2.167, 8.70, 9.17
  step('sets the stage phase2: the target is 5', async () => {
    const card = article(admin, TRADER.name);
    await card.getByRole('combobox', { name: 'Stage' }).selectOption('phase2');
    await see(admin, 'Stage updated successfully!');
    await see(card, 'Target 5% · $500');
    await shoot(admin, 'phase2');
    await trader.reload();
    await see(trader, /^Target: 5% \(\$500\)$/);
    expect(await fact(trader, 'Stage')).toBe('Phase 2');
    await shoot(trader, 'phase2-trader');
  });

  // spec 2.169, 4.45, 4.46, 4.47, 4.48, 5.34
  step('marks the account as failed, once the browser asked', async () => {
    const card = article(admin, TRADER.name);
    const fail = card.getByRole('button', { name: 'Mark as Failed' });
    const questions: string[] = [];
    admin.once('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await fail.click();
    await see(card, 'Active');
    admin.once('dialog', (dialog) => {
      questions.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.accept();
    });
    await fail.click();
    await see(card, 'Failed');
    expect(questions).toEqual([
      expect.stringContaining(`${TRADER.name}'s account ${LOGIN}`),
      expect.stringMatching(/^confirm: /),
    ]);
    await eventually(() => fail.isDisabled()).toBe(true);
    await shoot(admin, 'marked-as-failed');
    await firm.inbox.mail(TRADER.email, /^Your trading account was marked as failed/);
    expect(firm.inbox.count(TRADER.email, /^Your trading account was marked as failed/)).toBe(1);
  });

  // spec 2.160
  step('the trader sees the red card', async () => {
    await trader.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await arrive(trader, '/dashboard');
    const card = article(trader, `MT5 ${LOGIN}`);
    await see(card, 'Failed');
    const { red, green, blue } = await colourOf(
      card.locator('xpath=..').locator('xpath=..'),
      'background-color',
    );
    expect(red).toBeGreaterThan(green + 5);
    expect(red).toBeGreaterThan(blue + 5);
    await card.getByRole('link', { name: /^View Account Dashboard/ }).waitFor();
    await shoot(trader, 'red-card');
  });

  // spec 2.43, 4.9, 4.13, 4.15
  step('the trader logs out and in again, and lands on the dashboard', async () => {
    await trader.getByRole('button', { name: TRADER.name }).click();
    await trader.getByRole('button', { name: 'Logout' }).click();
    await arrive(trader, '/login');
    expect(await trader.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await signIn(trader, TRADER.email, PASSWORD);
    await arrive(trader, '/dashboard');
    await article(trader, `MT5 ${LOGIN}`).waitFor();
  });

  step('nothing went wrong in either browser meanwhile', async () => {
    expect(adminVisitor.faults).toEqual([]);
    expect(traderVisitor.faults).toEqual([]);
  });
});
