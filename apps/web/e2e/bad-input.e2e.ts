import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from './support/api.ts';
import { drawnPng, tooLarge, tooManyPixels } from './support/pictures.ts';
import { ADMIN } from './support/server.ts';
import { signedInAs } from './support/session.ts';
import {
  arrive,
  article,
  eventually,
  fact,
  fillRegistration,
  open,
  PASSWORD,
  see,
  seeTitle,
  signIn,
} from './support/steps.ts';
import { api, firm, page, visitFirm, visitor } from './support/visit-firm.ts';

/** What the browser shows for bad input at each step, and that nothing changed by it. */
visitFirm();
/** With an active account and an unpaid order. */
let trader: Person;
/** Verified, without an account. */
let newcomer: Person;
let admin: string;
let activeId: string;
let orderId: string;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
  newcomer = await api.trader('Nils Newcomer', 'nils@example.com');
  activeId = await api.order(trader);
  await api.activate(activeId, '50012345');
  orderId = await api.order(trader);
  admin = await api.admin();
}, 180_000);

const storedToken = () => page.evaluate(() => localStorage.getItem('token'));

const as = (token: string) => signedInAs(visitor, token);

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (name: string) => page.getByLabel(name, { exact: true });

/** Leaves a field with a text in it, as one does with the keyboard. */
const leave = async (name: string, value: string): Promise<void> => {
  await field(name).fill(value);
  await field(name).blur();
};

/** The message that a field is described by. */
const errorOf = (name: string) =>
  field(name).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => id.endsWith('-error') || input.getAttribute('type') === 'checkbox')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

const expectErrors = async (expected: Record<string, string>): Promise<void> => {
  for (const [name, message] of Object.entries(expected)) await eventually(() => errorOf(name)).toBe(message);
};

const orderOf = async (id: string, person: Person) =>
  (await api.send('GET', `/accounts/${id}`, person.token)).body;
const managed = async (id: string) => (await api.send('GET', `/admin/accounts/${id}`, admin)).body;

describe('login', () => {
  // spec 2.17, 5.1, 5.2, 5.3, 5.4, 9.10
  it('asks for both fields, in the words of the specification', async () => {
    await open(page, '/login');
    await press('Log in');
    await expectErrors({ Email: 'Email is required', Password: 'Password is required' });
    await leave('Email', 'tess');
    await leave('Password', '12345');
    await expectErrors({
      Email: 'Invalid email address',
      Password: 'Password must be at least 6 characters',
    });
    await leave('Email', 'tess@example.com');
    await leave('Password', '123456');
    await expectErrors({ Email: '', Password: '' });
  });

  // spec 4.6, 4.13, 8.2, 8.63
  it('keeps the form after a wrong password', async () => {
    await open(page, '/login');
    await signIn(page, trader.email, 'wrong password');
    await see(page, 'Invalid email or password');
    expect(await field('Email').inputValue()).toBe(trader.email);
    expect(await field('Password').inputValue()).toBe('wrong password');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await storedToken()).toBeNull();
    await signIn(page, 'nobody@example.com', 'wrong password');
    await see(page, 'Invalid email or password');
    await signIn(page, trader.email, PASSWORD);
    await see(page, 'Login successful!');
    await arrive(page, '/dashboard');
  });
});

describe('registration', () => {
  // spec 2.21, 5.1, 5.2, 5.3, 5.5, 5.7, 5.8, 5.9, 5.10, 5.11, 9.10, 9.11
  it('asks for every field, in the words of the specification', async () => {
    await open(page, '/register');
    await press('Create Account');
    await expectErrors({
      'Full name': 'Name is required',
      Email: 'Email is required',
      Password: 'Password is required',
      'Confirm password': 'Please confirm your password',
    });
    await see(page, 'You must accept the terms and conditions');
    await leave('Full name', 'T');
    await leave('Email', 'tess@');
    await leave('Password', 'short');
    await expectErrors({
      'Full name': 'Name must be at least 2 characters',
      Email: 'Invalid email address',
      Password: 'Password must be at least 6 characters',
    });
    await leave('Password', 'long enough');
    await leave('Confirm password', 'long enougg');
    await press('Create Account');
    await expectErrors({ 'Confirm password': 'Passwords do not match' });
    expect(new URL(page.url()).pathname).toBe('/register');
  });

  // spec 2.22, 2.23
  it('leads to the texts to accept, and its placeholders do nothing', async () => {
    await open(page, '/register');
    for (const provider of ['Google', 'GitHub']) {
      const button = page.getByRole('button', { name: `Sign up with ${provider}` });
      expect(await button.isDisabled()).toBe(true);
      await button.click({ force: true });
    }
    expect(new URL(page.url()).pathname).toBe('/register');
    await page.getByLabel('Full name').fill('Tess Trader');
    for (const [name, path] of [
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
    ] as const) {
      // Beside the form, which keeps what was typed.
      const opened = page.context().waitForEvent('page');
      await page.getByRole('link', { name }).click();
      const beside = await opened;
      await seeTitle(beside, name);
      expect(new URL(beside.url()).pathname).toBe(path);
      await beside.close();
    }
    expect(await page.getByLabel('Full name').inputValue()).toBe('Tess Trader');
  });

  // spec 8.6
  it('refuses an address that is verified already', async () => {
    await open(page, '/register');
    await fillRegistration(page, 'Another Tess', trader.email);
    await see(page, 'An account with this email already exists. Please log in.');
    expect(new URL(page.url()).pathname).toBe('/register');
  });
});

describe('verification', () => {
  // spec 2.25
  it('needs to know whom', async () => {
    await page.goto('/verify-email');
    await arrive(page, '/login');
  });

  // spec 2.26, 5.12, 5.13, 5.14, 8.9, 8.65, 8.66, 9.9
  it('takes four digits, refuses a wrong and an old code, and resends one', async () => {
    const email = 'vera@example.com';
    const userId = await api.register('Vera Verify', email);
    const first = await firm.inbox.code(email);
    const wrong = first === '0000' ? '0001' : '0000';
    await open(page, `/verify-email?userId=${userId}`);
    const input = field('Verification code');
    const verify = page.getByRole('button', { name: 'Verify Email' });
    expect(await input.getAttribute('maxlength')).toBe('4');
    await input.pressSequentially('1a2b3');
    expect(await input.inputValue()).toBe('123');
    expect(await verify.isDisabled()).toBe(true);
    await input.fill(wrong);
    await verify.click();
    await see(page, 'Invalid or expired verification code');
    expect(await storedToken()).toBeNull();
    await press('Resend Code');
    await see(page, 'Verification code resent successfully. Please check your email.');
    await eventually(async () => firm.inbox.count(email, /^Your verification code is/)).toBe(2);
    const second = await firm.inbox.code(email);
    if (second !== first) {
      await input.fill(first);
      await verify.click();
      await see(page, 'Invalid or expired verification code');
    }
    await input.fill(second);
    await verify.click();
    await see(page, 'Email verified successfully! You are now logged in.');
    await arrive(page, '/dashboard/purchase-account');
    await open(page, `/verify-email?userId=${userId}`);
    await input.fill(second);
    await verify.click();
    await see(page, 'This email is already verified. Please log in.');
  });

  // spec 2.62, 6.4
  it('is where an unverified user is kept', async () => {
    const userId = await api.register('Una Unverified', 'una@example.com');
    await open(page, '/login');
    await signIn(page, 'una@example.com', PASSWORD);
    await arrive(page, `/verify-email?userId=${userId}`);
    for (const path of ['/dashboard', '/dashboard/purchase-account', `/payment/${orderId}`]) {
      await page.goto(path);
      await arrive(page, `/verify-email?userId=${userId}`);
    }
  });
});

describe('a forgotten password', () => {
  // spec 2.27, 5.1, 5.2
  it('asks for an address', async () => {
    await open(page, '/forgot-password');
    await press('Send Reset Instructions');
    await expectErrors({ Email: 'Email is required' });
    await leave('Email', 'nobody');
    await expectErrors({ Email: 'Invalid email address' });
  });

  // spec 2.28, 2.30, 4.17, 4.18, 5.3, 5.6, 5.9, 5.10, 8.17, 8.67, 8.68
  it('is changed once by the link of the mail', async () => {
    const person = await api.trader('Rita Reset', 'rita@example.com');
    await open(page, '/forgot-password');
    await field('Email').fill(person.email);
    await press('Send Reset Instructions');
    await see(page, 'Password reset instructions sent to your email');
    await seeTitle(page, 'Check your email');
    const mail = await firm.inbox.mail(person.email, /reset/i);
    const link = /http:\/\/\S+\/reset-password\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
    await open(page, link);
    await press('Reset Password');
    await expectErrors({
      'New password': 'Password is required',
      'Confirm new password': 'Please confirm your password',
    });
    await leave('New password', 'short');
    await expectErrors({ 'New password': 'Password must be at least 6 characters' });
    await leave('New password', 'a new password');
    await leave('Confirm new password', 'a new passwort');
    await press('Reset Password');
    await expectErrors({ 'Confirm new password': 'Passwords do not match' });
    await leave('Confirm new password', 'a new password');
    await press('Reset Password');
    await see(page, 'Password reset successful! Please log in with your new password.');
    await arrive(page, '/login');
    await signIn(page, person.email, PASSWORD);
    await see(page, 'Invalid email or password');
    await open(page, link);
    await field('New password').fill('yet another one');
    await field('Confirm new password').fill('yet another one');
    await press('Reset Password');
    await see(page, 'Failed to reset password. The link may be expired or invalid.');
    await page.getByRole('link', { name: 'Ask for a new one' }).click();
    await arrive(page, '/forgot-password');
  });

  // spec 8.19
  it('needs a token', async () => {
    await open(page, '/reset-password');
    await see(page, 'Invalid reset token');
  });
});

describe('guards', () => {
  // spec 2.58, 4.12
  it('send a visitor to the login, and back after it', async () => {
    await page.goto('/dashboard/profile');
    await arrive(page, '/login');
    await signIn(page, trader.email, 'wrong password');
    await see(page, 'Invalid email or password');
    await page.reload();
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, '/dashboard/profile');
  });

  // spec 2.64, 2.67, 2.143, 6.10
  it('send a visitor from /dashboard and /admin to the login', async () => {
    for (const path of ['/dashboard', '/dashboard/50012345', '/admin', '/admin/accounts']) {
      await page.goto(path);
      await arrive(page, '/login');
    }
    await signIn(page, ADMIN.email, ADMIN.password);
    await arrive(page, '/admin/accounts');
  });

  // spec 2.56, 2.65
  it('send a trader from /admin to /dashboard', async () => {
    await as(trader.token);
    for (const path of ['/admin', '/admin/users', `/admin/accounts/${activeId}`]) {
      await page.goto(path);
      await arrive(page, '/dashboard');
    }
  });

  // spec 2.69, 6.5
  it('send a trader without an account to the catalogue', async () => {
    await as(newcomer.token);
    for (const path of ['/dashboard', '/dashboard/50012345']) {
      await page.goto(path);
      await arrive(page, '/dashboard/purchase-account');
    }
    await open(page, '/dashboard/profile');
    await seeTitle(page, 'Manage Profile');
  });

  // spec 2.154
  it("do not show another trader's dashboard", async () => {
    await as(trader.token);
    await page.goto('/dashboard/99999999');
    await see(page, 'No MT5 Account Found');
  });

  // spec 2.59, 4.4, 5.17
  it('show the Unauthorized page to another role, and forget a broken token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { _id: '1', email: 'a@example.com', role: 'auditor', name: 'Ada', emailVerified: true };
    await as(`${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`);
    await page.goto('/dashboard/profile');
    await see(page, "You don't have permission to access this page.");
    await page.evaluate((token) => localStorage.setItem('token', token), 'nonsense');
    await page.goto('/dashboard');
    await arrive(page, '/login');
    expect(await storedToken()).toBeNull();
  });

  // spec 8.1
  it('end the session on a 401 and bring back after the next login', async () => {
    const { body } = await api.send('POST', '/auth/login', undefined, { ...trader, password: PASSWORD });
    await as(String(body.token));
    await open(page, '/dashboard/profile');
    await api.send('POST', '/auth/logout', String(body.token));
    await page.reload();
    await arrive(page, '/login');
    expect(await storedToken()).toBeNull();
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, '/dashboard/profile');
  });
});

describe('the frame', () => {
  it('says that an unknown address leads nowhere', async () => {
    await open(page, '/no/such/page');
    await seeTitle(page, 'Page not found');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await arrive(page, '/');
  });

  // spec 1.12, 1.13, 9.30
  it('remembers the theme', async () => {
    // The document follows a picture after the press.
    const themes = () =>
      page.evaluate(() => [document.documentElement.dataset.theme, localStorage.getItem('theme')]);
    await open(page, '/');
    await eventually(themes).toEqual(['light', null]);
    await press('Switch to dark theme');
    await eventually(themes).toEqual(['dark', 'dark']);
    await open(page, '/login');
    await eventually(themes).toEqual(['dark', 'dark']);
    await press('Switch to light theme');
    await eventually(themes).toEqual(['light', 'light']);
  });

  // spec 2.43, 4.9
  it('logs out', async () => {
    const { body } = await api.send('POST', '/auth/login', undefined, { ...trader, password: PASSWORD });
    await as(String(body.token));
    await open(page, '/dashboard');
    await page.evaluate(() => {
      for (const key of ['recent x', 'draft x', 'mass-mail-draft', 'second-step'])
        sessionStorage.setItem(key, '[]');
    });
    await page.getByRole('button', { name: trader.name }).click();
    await press('Logout');
    await arrive(page, '/login');
    expect(await storedToken()).toBeNull();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await eventually(async () => (await api.send('GET', '/profile', String(body.token))).status).toBe(401);
    await page.goto('/dashboard');
    await arrive(page, '/login');
  });
});

describe('purchase', () => {
  // spec 2.112, 2.116, 4.30, 5.26
  it('makes one account however often Proceed is pressed', async () => {
    const person = await api.trader('Dora Double', 'dora@example.com');
    await as(person.token);
    let sent = 0;
    await page.route('**/api/accounts/purchase', async (route) => {
      sent += 1;
      await see(page, 'Processing...');
      await proceed.click({ clickCount: 2, force: true });
      await route.continue();
    });
    await open(page, '/dashboard/purchase-account');
    await article(page, /Starter 1-Step Challenge/)
      .getByRole('link', { name: /^Purchase/ })
      .click();
    const proceed = page.getByRole('button', { name: /^(Proceed to Payment|Processing\.\.\.)$/ });
    await see(page, '1S');
    await see(page, 'Starter');
    await proceed.dblclick();
    await arrive(page, /^\/payment\//);
    expect(sent).toBe(1);
    const { body } = await api.send('GET', '/dashboard/accounts', person.token);
    expect(body.accounts).toHaveLength(1);
  });

  // spec 2.115
  it('knows only packages that exist', async () => {
    await as(newcomer.token);
    await open(page, '/dashboard/purchase-account/00000000-0000-4000-8000-000000000000');
    await see(page, 'Package not found.');
    await page.getByRole('link', { name: 'Back to Packages' }).click();
    await arrive(page, '/dashboard/purchase-account');
  });

  // spec 2.95, 2.113, 4.12, 6.2
  it('of a visitor begins with the login, and goes on after it', async () => {
    await open(page, '/accounts');
    await article(page, /Starter 1-Step Challenge/)
      .getByRole('link', { name: 'Purchase' })
      .click();
    await arrive(page, '/login');
    await signIn(page, newcomer.email, PASSWORD);
    await arrive(page, /^\/dashboard\/purchase-account\/[\w-]+$/);
    await page.getByRole('link', { name: 'Cancel and Back to Packages' }).click();
    await arrive(page, '/dashboard/purchase-account');
  });
});

describe('the payment page', () => {
  // spec 2.120, 2.121, 6.11, 8.23, 8.24
  it('needs a session, an id, and an own account', async () => {
    await open(page, `/payment/${orderId}`);
    await see(page, 'Error: Authentication token not available.');
    expect(await page.getByRole('link', { name: 'Login', exact: true }).count()).toBe(1);
    await page.evaluate((token) => localStorage.setItem('token', token), newcomer.token);
    await open(page, `/payment/${orderId}`);
    await see(page, 'Account details not found.');
    await open(page, '/payment');
    await see(page, 'Error: No account ID provided in URL.');
  });

  it('says that no address is set up yet', async () => {
    await as(trader.token);
    await open(page, `/payment/${orderId}`);
    await see(page, 'No payment address is set up yet');
  });

  // spec 2.132, 5.23
  it('refuses what is no picture, too large or broken, and changes nothing', async () => {
    await as(trader.token);
    await open(page, `/payment/${orderId}`);
    const chooser = page.getByLabel('Choose File');
    const send = page.getByRole('button', { name: 'Send Screenshot' });
    expect(await chooser.getAttribute('accept')).toBe('image/*');
    expect(await send.isDisabled()).toBe(true);
    await chooser.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    await see(page, 'Only JPEG, PNG, WebP and GIF images are accepted.');
    expect(await send.isDisabled()).toBe(true);
    const png = await drawnPng();
    const refused = [
      [
        'proof.svg',
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'Only JPEG, PNG, WebP and GIF images are accepted.',
      ],
      [
        'proof.png',
        'image/png',
        'I have paid, believe me.',
        'Only JPEG, PNG, WebP and GIF images are accepted.',
      ],
      ['cut.png', 'image/png', png.subarray(0, png.length / 2), 'The image is damaged and cannot be read.'],
      [
        'huge.png',
        'image/png',
        tooManyPixels(),
        'The image has too many pixels: at most 40 megapixels and 10,000 on a side.',
      ],
    ] as const;
    for (const [name, mimeType, content, message] of refused) {
      await chooser.setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
      await see(page, name);
      // The same text may still stand in a toast: what counts is the answer to this file.
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/upload-proof'));
      await send.click();
      expect((await answered).ok()).toBe(false);
      await send.waitFor();
      await see(page, message);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    await chooser.setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.from(tooLarge(png)),
    });
    await see(page, 'The image is larger than 10 MiB.');
    expect(await send.isDisabled()).toBe(true);
    expect(await fact(page, 'Status')).toBe('pending payment');
    expect(await orderOf(orderId, trader)).toMatchObject({ status: 'pending_payment', proof: null });
  });
});

describe('the administration', () => {
  beforeEach(() => as(admin));

  // spec 5.27, 8.62
  it('asks for all credentials', async () => {
    await open(page, `/admin/accounts/${orderId}`);
    await press('Assign MT5 Credentials');
    await see(page, 'Please fill in all MT5 credentials');
    await field('Account Number').fill('50099');
    await field('Password').fill('secret');
    await press('Assign MT5 Credentials');
    await see(page, 'Please fill in all MT5 credentials');
    await field('Account Number').fill('five');
    await field('Server').fill('Firm-MT5');
    await press('Assign MT5 Credentials');
    await expectErrors({ 'Account Number': 'The account number must be 1 to 20 digits' });
    await field('Account Number').fill('50012345');
    await press('Assign MT5 Credentials');
    await see(page, 'This account number is already in use on this server.');
    expect(await managed(orderId)).toMatchObject({ accountNumber: null, status: 'pending_payment' });
  });

  it('refuses balances that are no amounts', async () => {
    await open(page, '/admin');
    const card = article(page, trader.name);
    const balance = card.getByRole('textbox', { name: 'Balance' });
    const update = card.getByRole('button', { name: 'Update Account' });
    for (const [value, message] of [
      ['much', 'Enter an amount with at most 2 decimals'],
      ['', 'Enter an amount with at most 2 decimals'],
      ['NaN', 'Enter an amount with at most 2 decimals'],
      ['11000.001', 'Enter an amount with at most 2 decimals'],
      ['-1', 'The amount must not be negative'],
    ] as const) {
      await balance.fill(value);
      await update.click();
      await see(card, message);
    }
    expect(await managed(activeId)).toMatchObject({ balance: 10_000, equity: 10_000 });
    await open(page, `/admin/accounts/${activeId}`);
    await leave('Balance', '-5');
    await press('Update Account');
    await expectErrors({ Balance: 'The amount must not be negative' });
    expect(await managed(activeId)).toMatchObject({ balance: 10_000, equity: 10_000 });
  });

  // spec 5.32, 8.62
  it('refuses a payment address that is incomplete or mistyped', async () => {
    await open(page, '/admin/payment-addresses');
    await press('New address');
    await press('Add Address');
    await expectErrors({ Name: 'Name is required' });
    await see(page, 'Network is required');
    await see(page, 'Address is required');
    await field('Name').fill('Bitcoin');
    await field('Network').fill('Bitcoin');
    await field('Address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5');
    const answer = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/payment/addresses') && response.request().method() === 'POST',
    );
    await press('Add Address');
    const refusal = await answer;
    expect(refusal.status()).toBe(400);
    const { message }: { message: string } = await refusal.json();
    await see(page, message);
    expect((await api.send('GET', '/payment/addresses', admin)).body).toEqual({ addresses: [] });
  });

  // spec 5.28
  it('does not send an empty mass mail', async () => {
    await open(page, '/admin/send-mail');
    await press('Send Mass Email');
    await see(page, 'Message, image URLs, or image uploads are required.');
    await field('Image URLs').fill('ftp://example.com/a.png');
    await press('Send Mass Email');
    await see(page, /^Image URLs must start with http/);
  });

  // spec 5.2, 5.8, 8.62
  it('keeps names and addresses of users valid', async () => {
    await open(page, `/admin/users/${newcomer.userId}`);
    await leave('Name', 'N');
    await leave('Email', 'nils');
    await press('Save');
    await expectErrors({ Name: 'Name must be at least 2 characters', Email: 'Invalid email address' });
    await leave('Name', newcomer.name);
    await leave('Email', trader.email);
    await press('Save');
    await eventually(() => errorOf('Email')).toBe('Another user has this email address.');
    expect(await page.getByText('Another user has this email address.').count()).toBe(1);
    expect((await api.send('GET', `/admin/users/${newcomer.userId}`, admin)).body).toMatchObject({
      name: newcomer.name,
      email: newcomer.email,
    });
  });

  // spec 2.184, 5.33, 8.73
  it('asks before it deletes', async () => {
    const doomed = await api.order(newcomer);
    await open(page, `/admin/accounts/${doomed}`);
    page.once('dialog', (dialog) => void dialog.dismiss());
    await press('Delete');
    expect(await managed(doomed)).toMatchObject({ _id: doomed });
    page.once('dialog', (dialog) => void dialog.accept());
    await press('Delete');
    await see(page, 'Account deleted!');
    await arrive(page, '/admin/accounts');
    expect(await api.send('DELETE', `/admin/accounts/${doomed}`, admin)).toMatchObject({ status: 404 });
    await open(page, `/admin/accounts/${doomed}`);
    await page.getByRole('alert').first().waitFor();
  });
});
