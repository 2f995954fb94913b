import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { hasFocus } from '../support/keyboard.ts';
import { countPresses } from '../support/session.ts';
import {
  arrive,
  eventually,
  fillRegistration,
  open,
  PASSWORD,
  quiet,
  see,
  signIn,
} from '../support/steps.ts';
import { api, firm, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** The ways in: what they say when a call fails, the code field, and where they lead. */
visitFirm();
let trader: Person;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
  await api.activate(await api.order(trader), '50012345');
}, 180_000);

const field = (name: string) => page.getByLabel(name, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const token = () => page.evaluate(() => localStorage.getItem('token'));

const USER_ID = '00000000-0000-4000-8000-000000000000';
const login = async () => {
  await open(page, '/login');
  await signIn(page, trader.email, PASSWORD);
};
const register = async () => {
  await open(page, '/register');
  await fillRegistration(page, 'Rose Register', 'rose@example.com');
};
const verify = async () => {
  await open(page, `/verify-email?userId=${USER_ID}`);
  await field('Verification code').fill('1234');
  await press('Verify Email');
};
const resend = async () => {
  await open(page, `/verify-email?userId=${USER_ID}`);
  await press('Resend Code');
};
const forgot = async () => {
  await open(page, '/forgot-password');
  await field('Email').fill(trader.email);
  await press('Send Reset Instructions');
};
const reset = async () => {
  await open(page, '/reset-password/example');
  await field('New password').fill(PASSWORD);
  await field('Confirm new password').fill(PASSWORD);
  await press('Reset Password');
};

const FORMS = [
  ['login', login, 'login', 'Signing in...', 'Login failed. Please try again.'],
  ['register', register, 'register', 'Creating account...', 'Registration failed. Please try again.'],
  ['verify', verify, 'verify-email', 'Verifying...', 'Verification failed'],
  ['resend', resend, 'resend-verification', 'Resending...', 'Failed to resend verification code'],
  ['forgot', forgot, 'forgot-password', 'Sending...', 'Failed to send reset instructions. Please try again.'],
  [
    'reset',
    reset,
    'reset-password/**',
    'Resetting...',
    'Failed to reset password. The link may be expired or invalid.',
  ],
] as const;

describe('a failed call', () => {
  // spec 4.6, 4.8, 4.19, 4.20, 4.21, 4.22, 4.23, 4.24, 8.2, 8.4, 8.6, 8.7, 8.9, 8.10, 8.12, 8.13, 8.14
  // spec 8.15, 8.17
  it.each(FORMS)('of %s shows the server’s message, else its own', async (_, act, path, busy, own) => {
    let words: object = { message: 'The harbour is closed.' };
    let release = () => {};
    let sent = 0;
    await page.route(`**/api/auth/${path}`, async (route) => {
      sent += 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.fulfill({ status: 400, json: words });
    });
    await act();
    await see(page, busy);
    await eventually(async () => sent).toBe(1);
    // Enter again while it is sent.
    await page.keyboard.press('Enter');
    release();
    await see(page, 'The harbour is closed.');
    expect(sent).toBe(1);
    expect(await token()).toBeNull();
    words = {};
    await act();
    await see(page, busy);
    await eventually(async () => sent).toBe(2);
    release();
    await see(page, own);
  });

  // spec 5.18, 5.19, 5.20
  it.each([
    ['login', login, 'login', 'Login failed: No token received'],
    ['register', register, 'register', 'Registration failed: No user ID received'],
    ['verify', verify, 'verify-email', 'Email verification failed: No token received'],
  ] as const)('of %s also means an answer without what it needs', async (_, act, path, words) => {
    await page.route(`**/api/auth/${path}`, (route) => route.fulfill({ json: {} }));
    await act();
    await see(page, words);
    expect(await token()).toBeNull();
  });

  it('without a connection says so and keeps what was typed', async () => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 400, json: {} }));
    const checks = page.waitForResponse(/\/form-checks-[^/]*\.js$/);
    await open(page, '/login');
    await (await checks).finished();
    await visitor.context.setOffline(true);
    await see(page, 'You are offline. What you see may be out of date.');
    await signIn(page, trader.email, PASSWORD);
    await visitor.context.setOffline(false);
    await see(page, 'Login failed. Please try again.');
    expect(await field('Email').inputValue()).toBe(trader.email);
  });
});

describe('the code', () => {
  it('is one field for a code of a mail, takes what is pasted around it, and outlives a reload', async () => {
    const userId = await api.register('Cora Code', 'cora@example.com');
    await open(page, `/verify-email?userId=${userId}`);
    const code = field('Verification code');
    expect(await page.getByRole('textbox').count()).toBe(1);
    for (const [name, value] of [
      ['autocomplete', 'one-time-code'],
      ['inputmode', 'numeric'],
      ['maxlength', '4'],
    ] as const) {
      expect(await code.getAttribute(name), name).toBe(value);
    }
    await page.evaluate(() => navigator.clipboard.writeText(' Your code: 00 4 2\n'));
    await code.focus();
    await page.keyboard.press('ControlOrMeta+v');
    await eventually(() => code.inputValue()).toBe('0042');
    await page.reload();
    await eventually(() => code.inputValue()).toBe('0042');
    expect(await page.getByRole('button', { name: 'Verify Email' }).isEnabled()).toBe(true);
    await page.goto('/verify-email?userId=another');
    await eventually(() => code.inputValue()).toBe('');
  });

  it('stays in its slots when it is complete, wherever the caret goes', async () => {
    const userId = await api.register('Slot Code', 'slot@example.com');
    await open(page, `/verify-email?userId=${userId}`);
    const code = field('Verification code');
    await code.focus();
    await page.keyboard.type('0042');
    for (const key of ['End', 'Home', 'End']) {
      await page.keyboard.press(key);
      await eventually(() => code.evaluate((input) => input.scrollLeft)).toBe(0);
    }
    await code.fill('1234');
    await eventually(() => code.evaluate((input) => input.scrollLeft)).toBe(0);
  });

  it('can be sent again after a quiet pause', async () => {
    const userId = await api.register('Quentin Quiet', 'quentin@example.com');
    await page.clock.install();
    await open(page, `/verify-email?userId=${userId}`);
    const again = page.getByRole('button', { name: 'Resend Code' });
    await again.click();
    await see(page, 'Verification code resent successfully. Please check your email.');
    // It counts: what stands still never ends.
    await see(page, /^A new code can be sent in 5\d s\.$/);
    expect(await again.isDisabled()).toBe(true);
    const loud = page
      .locator('[aria-live], [role="status"], [role="alert"]')
      .filter({ hasText: 'A new code' });
    expect(await loud.count()).toBe(0);
    await page.clock.fastForward(61_000);
    await eventually(() => again.isEnabled()).toBe(true);
  });
});

describe('the code sent again', () => {
  it('takes the wrong one and its failure away, and says so until the new one is typed', async () => {
    const email = 'wanda@example.com';
    const userId = await api.register('Wanda Wrong', email);
    const code = field('Verification code');
    const wrong = (await firm.inbox.code(email)) === '0000' ? '0001' : '0000';
    await open(page, `/verify-email?userId=${userId}`);
    await code.fill(wrong);
    await press('Verify Email');
    const failure = page.getByRole('main').getByText('Invalid or expired verification code');
    await failure.waitFor();
    await press('Resend Code');
    const success = page
      .getByRole('main')
      .getByText('Verification code resent successfully. Please check your email.');
    await success.waitFor();
    expect(await failure.count()).toBe(0);
    expect(await code.inputValue()).toBe('');
    await hasFocus(code);
    await page.keyboard.type('1');
    await success.waitFor({ state: 'detached' });
    expect(await code.inputValue()).toBe('1');
  });

  it('keeps what was typed when it fails', async () => {
    await page.route('**/api/auth/resend-verification', (route) => route.fulfill({ status: 400, json: {} }));
    await open(page, `/verify-email?userId=${USER_ID}`);
    await field('Verification code').fill('12');
    await press('Resend Code');
    await see(page, 'Failed to resend verification code');
    expect(await field('Verification code').inputValue()).toBe('12');
  });
});

describe('the address that the code went to', () => {
  const sentence = (to: string) =>
    `We sent a 4-digit code to your email address${to}. Enter it here to finish your registration.`;

  it('is named to who registered or logged in with it, over a reload and a wrong code', async () => {
    const email = 'nell@example.com';
    await open(page, '/register');
    await fillRegistration(page, 'Nell Named', email);
    await arrive(page, /^\/verify-email/);
    await see(page, sentence(`, ${email}`));
    await page.reload();
    await see(page, sentence(`, ${email}`));
    await open(page, '/login');
    await signIn(page, email, PASSWORD);
    await arrive(page, /^\/verify-email/);
    await see(page, sentence(`, ${email}`));
    await field('Verification code').fill((await firm.inbox.code(email)) === '0000' ? '0001' : '0000');
    await press('Verify Email');
    await see(page, 'Invalid or expired verification code');
    await see(page, sentence(`, ${email}`));
  });

  it('is not told to who has the link alone', async () => {
    const userId = await api.register('Nora Nobody', 'nora@example.com');
    await open(page, `/verify-email?userId=${userId}`);
    await see(page, sentence(''));
  });
});

describe('the way back', () => {
  it('is the page with its query, and only a page of this site', async () => {
    const path = '/dashboard/purchase-account?type=2-step';
    await page.goto(path);
    await arrive(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, path);
    for (const foreign of ['//evil.example/x', 'https://evil.example', '/\\evil.example', '/login']) {
      // A call that is still to come would be refused without a token, and its page remembered.
      await quiet(page);
      await page.evaluate((place) => {
        localStorage.removeItem('token');
        sessionStorage.setItem('origin', place);
      }, foreign);
      await open(page, '/login');
      await signIn(page, trader.email, PASSWORD);
      await arrive(page, '/dashboard');
    }
  });

  it('leads back to the page and its query when the session ends there', async () => {
    await login();
    await arrive(page, '/dashboard');
    await open(page, '/dashboard/purchase-account?type=2-step');
    await page.getByRole('tab', { name: '2-Step Challenge', selected: true }).waitFor();
    await api.send('POST', '/auth/logout', (await token()) ?? '');
    await page
      .getByRole('article', { name: /Basic 2-Step/ })
      .getByRole('link', { name: /^Purchase/ })
      .click();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await arrive(page, '/login');
    expect(await token()).toBeNull();
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, /^\/dashboard\/purchase-account\/[\w-]+$/);
    await page.getByRole('button', { name: 'Proceed to Payment' }).waitFor();
  });
});

describe('presses', () => {
  it('are three to register and verify, and one to log in', async () => {
    await open(page, '/register');
    const presses = await countPresses(page);
    await fillRegistration(page, 'Penny Press', 'penny@example.com');
    await arrive(page, /^\/verify-email/);
    await field('Verification code').fill(await firm.inbox.code('penny@example.com'));
    await press('Verify Email');
    await arrive(page, '/dashboard/purchase-account');
    expect(await presses()).toBe(3);
    // A call still under way without its session would name this page as the one to return to.
    await quiet(page);
    await page.evaluate(() => localStorage.removeItem('token'));
    await open(page, '/login');
    await page.evaluate(() => sessionStorage.removeItem('presses'));
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, '/dashboard');
    expect(await presses()).toBe(1);
  });
});
