import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { alter, cutOff, hold, refuseSilently } from '../support/calls.ts';
import { signedInAs } from '../support/session.ts';
import {
  arrive,
  eventually,
  fillRegistration,
  open,
  PASSWORD,
  see,
  seeTitle,
  signIn,
  text,
} from '../support/steps.ts';
import { api, firm, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** What the specification says of signing in and of the guards, clause by clause. */
const NO_CONNECTION = 'Failed to connect to server. Please check your internet connection.';

visitFirm({ RATE_SCALE: '100' });
/** With an active account. */
let trader: Person;
/** Verified, without an account. */
let newcomer: Person;
let admin: string;

beforeAll(async () => {
  admin = await api.admin();
  trader = await api.trader('Tess Trader', 'tess@example.com');
  newcomer = await api.trader('Nils Newcomer', 'nils@example.com');
  await api.activate(await api.order(trader), '50012345');
}, 180_000);

const storedToken = () => page.evaluate(() => localStorage.getItem('token'));
const pathname = () => new URL(page.url()).pathname;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
/** A connection that was cut is written to the console by the browser itself. */
const forgetCutConnections = () => {
  visitor.faults = visitor.faults.filter((fault) => !fault.includes('ERR_CONNECTION_REFUSED'));
};

/** The button is busy with this label, and cannot be pressed again. */
const expectBusy = async (label: string): Promise<void> => {
  await button(label).waitFor();
  await eventually(() => button(label).getAttribute('aria-disabled')).toBe('true');
};

const fillReset = async (): Promise<void> => {
  await field('New password').fill('a new password');
  await field('Confirm new password').fill('a new password');
  await button('Reset Password').click();
};

const openVerification = async (email: string): Promise<string> => {
  const userId = await api.register('Vera Verify', email);
  await open(page, `/verify-email?userId=${userId}`);
  return firm.inbox.code(email);
};

const enterCode = async (code: string): Promise<void> => {
  await field('Verification code').fill(code);
  await button('Verify Email').click();
};

describe('login', () => {
  // spec 3.18, 4.5, 4.19, 7.4, 8.63, 9.29
  it('is busy for as long as it takes, and stores the token', async () => {
    await page.clock.install();
    await open(page, '/login');
    const letGo = await hold(page, 'POST /auth/login');
    await signIn(page, trader.email, PASSWORD);
    await expectBusy('Signing in...');
    await page.clock.fastForward('05:00:00');
    await expectBusy('Signing in...');
    letGo();
    await see(page, 'Login successful!');
    await arrive(page, '/dashboard');
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('token');
    expect((await storedToken())?.split('.')).toHaveLength(3);
  });

  // spec 2.18
  it('is the same with and without the remember-me box', async () => {
    const kept: string[] = [];
    for (const remember of [true, false]) {
      await open(page, '/login');
      await page.getByRole('checkbox', { name: 'Remember me' }).setChecked(remember);
      const sent = page.waitForRequest((request) => request.url().endsWith('/auth/login'));
      await signIn(page, newcomer.email, PASSWORD);
      expect((await sent).postDataJSON()).toEqual({ email: newcomer.email, password: PASSWORD });
      await arrive(page, '/dashboard/purchase-account');
      kept.push(await page.evaluate(() => Object.keys(localStorage).sort().join()));
      await page.evaluate(() => localStorage.removeItem('token'));
    }
    expect(kept[0]).toBe(kept[1]);
  });

  // spec 2.19
  it('leads to a forgotten password', async () => {
    await open(page, '/login');
    await link('Forgot password?').click();
    await arrive(page, '/forgot-password');
  });

  // spec 8.3
  it('fails with the message of the error where there is no server', async () => {
    await cutOff(page, 'POST /auth/login');
    await open(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await see(page, NO_CONNECTION);
    forgetCutConnections();
  });

  // spec 4.6, 8.5
  it('removes the token of before when it fails', async () => {
    await signedInAs(visitor, newcomer.token);
    await open(page, '/login');
    expect(await storedToken()).toBe(newcomer.token);
    await signIn(page, trader.email, 'not the password');
    await see(page, 'Invalid email or password');
    expect(await storedToken()).toBeNull();
    await page.goto('/dashboard/profile');
    await arrive(page, '/login');
  });

  // spec 4.16
  it('counts accounts that cannot be read as none, and logs why', async () => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await refuseSilently(page, 'GET /dashboard/accounts');
    await open(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, '/dashboard/purchase-account');
    expect(warnings.join()).toContain('The accounts could not be checked');
  });
});

describe('registration', () => {
  // spec 4.20, 4.10, 8.64
  it('is busy, and leads to the verification', async () => {
    await open(page, '/register');
    const letGo = await hold(page, 'POST /auth/register');
    await fillRegistration(page, 'Rosa Register', 'rosa@example.com');
    await expectBusy('Creating account...');
    letGo();
    await see(page, 'Registration successful! Please check your email for verification code.');
    await arrive(page, /^\/verify-email\?userId=[\w-]+$/);
  });

  // spec 5.19, 8.8
  it('needs a userId in the answer', async () => {
    await alter(page, 'POST /auth/register', ({ userId: _, ...rest }) => rest);
    await open(page, '/register');
    await fillRegistration(page, 'Rudi Register', 'rudi@example.com');
    await see(page, 'Registration failed: No user ID received');
    await see(page, 'Registration failed');
    expect(pathname()).toBe('/register');
  });

  // spec 8.7
  it('fails in the words of the specification where the server says nothing', async () => {
    await refuseSilently(page, 'POST /auth/register');
    await open(page, '/register');
    await fillRegistration(page, 'Rudi Register', 'rudi@example.com');
    await see(page, 'Registration failed. Please try again.');
  });
});

describe('verification', () => {
  // spec 3.18, 4.7, 4.11, 4.21, 9.12
  it('is busy, signs in, and leads on after one second', async () => {
    await page.clock.install();
    const code = await openVerification('v1@example.com');
    const letGo = await hold(page, 'POST /auth/verify-email');
    await enterCode(code);
    await expectBusy('Verifying...');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    letGo();
    await eventually(async () => (await storedToken())?.split('.').length).toBe(3);
    await see(page, 'Email verified successfully! You are now logged in.');
    await page.clock.runFor(900);
    expect(pathname()).toBe('/verify-email');
    await page.clock.runFor(200);
    await eventually(async () => pathname()).not.toBe('/verify-email');
    await page.clock.resume();
    await arrive(page, '/dashboard/purchase-account');
  });

  // spec 4.8
  it('removes the token of before when it fails', async () => {
    await signedInAs(visitor, newcomer.token);
    const code = await openVerification('v2@example.com');
    expect(await storedToken()).toBe(newcomer.token);
    await enterCode(code === '0000' ? '0001' : '0000');
    await see(page, 'Invalid or expired verification code');
    expect(await storedToken()).toBeNull();
    await page.goto('/dashboard/profile');
    await arrive(page, '/login');
  });

  // spec 5.20, 8.11
  it('needs a token in the answer', async () => {
    await alter(page, 'POST /auth/verify-email', ({ token: _, ...rest }) => rest);
    await enterCode(await openVerification('v3@example.com'));
    await see(page, 'Email verification failed: No token received');
    await see(page, 'Email verification failed');
    expect(await storedToken()).toBeNull();
  });

  // spec 4.22, 8.66
  it('is busy while it resends a code', async () => {
    await openVerification('v5@example.com');
    const letGo = await hold(page, 'POST /auth/resend-verification');
    await button('Resend Code').click();
    await expectBusy('Resending...');
    letGo();
    await see(page, 'Verification code resent successfully. Please check your email.');
    await eventually(async () => firm.inbox.count('v5@example.com', /^Your verification code is/)).toBe(2);
  });

  // spec 8.12
  it('shows why the server resends none', async () => {
    const code = await openVerification('v7@example.com');
    const userId = new URL(page.url()).searchParams.get('userId');
    await api.send('POST', '/auth/verify-email', undefined, { userId, code });
    await button('Resend Code').click();
    await see(page, 'This email is already verified. Please log in.');
  });
});

describe('a forgotten password', () => {
  // spec 2.28, 2.29, 4.17, 4.23, 8.67
  it('is busy, and is confirmed with a way back', async () => {
    await open(page, '/forgot-password');
    const letGo = await hold(page, 'POST /auth/forgot-password');
    await field('Email').fill(trader.email);
    await button('Send Reset Instructions').click();
    await expectBusy('Sending...');
    letGo();
    await see(page, 'Password reset instructions sent to your email');
    await seeTitle(page, 'Check your email');
    expect(await field('Email').count()).toBe(0);
    await link('Back to Login').click();
    await arrive(page, '/login');
  });

  // spec 8.14, 8.16
  it('fails in the words of the specification where the server says nothing', async () => {
    await refuseSilently(page, 'POST /auth/forgot-password');
    await open(page, '/forgot-password');
    await field('Email').fill(trader.email);
    await button('Send Reset Instructions').click();
    await see(page, 'Failed to send reset instructions. Please try again.');
    await see(page, 'Failed to send password reset email');
  });

  // spec 8.15
  it('shows what the server says', async () => {
    await page.route('**/api/auth/forgot-password', (route) =>
      route.continue({ postData: JSON.stringify({ email: 'no address' }) }),
    );
    await open(page, '/forgot-password');
    await field('Email').fill(trader.email);
    await button('Send Reset Instructions').click();
    await see(page, 'Invalid email address');
    await button('Send Reset Instructions').waitFor();
  });

  // spec 4.24, 8.17, 8.18
  it('is busy while a new one is set, and shows what the server says', async () => {
    await open(page, '/reset-password/no-such-link');
    const letGo = await hold(page, 'POST /auth/reset-password/*');
    await fillReset();
    await expectBusy('Resetting...');
    letGo();
    await see(page, 'Failed to reset password. The link may be expired or invalid.');
  });

  // spec 8.17, 8.18
  it('cannot be reset, in the words of the specification, where the server says nothing', async () => {
    await refuseSilently(page, 'POST /auth/reset-password/*');
    await open(page, '/reset-password/no-such-link');
    await fillReset();
    await see(page, 'Failed to reset password. The link may be expired or invalid.');
    await see(page, 'Failed to reset password');
  });
});

describe('the session', () => {
  // spec 4.2
  it('without a token is none', async () => {
    await open(page, '/');
    await link('Login').waitFor();
    expect(await storedToken()).toBeNull();
  });

  // spec 4.3, 7.1, 7.3
  it('with a valid token goes on, and calls with it', async () => {
    await signedInAs(visitor, trader.token);
    const called = page.waitForRequest((request) => request.url() === `${firm.url}/api/profile`);
    await open(page, '/dashboard/profile');
    await seeTitle(page, 'Manage Profile');
    expect((await called).headers().authorization).toBe(`Bearer ${trader.token}`);
  });

  // spec 4.4, 5.16, 5.17
  it('with a token of other types is none, and the token is gone', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { _id: 7, email: 'a@example.com', role: 'user', name: 'Ada' };
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await signedInAs(visitor, `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`);
    await page.goto('/dashboard');
    await arrive(page, '/login');
    expect(await storedToken()).toBeNull();
    expect(warnings.join()).toContain('Invalid data types in token payload');
  });
});

describe('guards', () => {
  // spec 2.59, 2.60
  it('show the Unauthorized page with a way home', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { _id: '1', email: 'a@example.com', role: 'auditor', name: 'Ada', emailVerified: true };
    await signedInAs(visitor, `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`);
    await page.goto('/dashboard/profile');
    await see(page, "You don't have permission to access this page.");
    await link('Go to Home').click();
    await arrive(page, '/');
  });

  // spec 2.61, 2.67, 2.102, 4.12, 6.10
  it.each(['/dashboard/purchase-account', '/dashboard', '/dashboard/50012345'])(
    'send from %s to the login, and back',
    async (path) => {
      await page.goto(path);
      await arrive(page, '/login');
      await signIn(page, trader.email, PASSWORD);
      await arrive(page, path);
    },
  );

  // spec 2.66, 7.12
  it('wait for the account status', async () => {
    await signedInAs(visitor, trader.token);
    const letGo = await hold(page, 'GET /accounts/check-status');
    await page.goto('/dashboard');
    await see(page, 'Loading account status...');
    letGo();
    await seeTitle(page, 'My MT5 Accounts');
  });

  // spec 7.13
  it('count a status that cannot be read as none', async () => {
    await signedInAs(visitor, trader.token);
    await refuseSilently(page, 'GET /accounts/check-status');
    await page.goto('/dashboard');
    await arrive(page, '/dashboard/purchase-account');
  });

  // spec 2.68, 2.69
  it('send to the catalogue, which remembers where from', async () => {
    await signedInAs(visitor, newcomer.token);
    await page.goto('/dashboard/50012345');
    await arrive(page, '/dashboard/purchase-account');
    await seeTitle(page, 'Choose your challenge');
    expect(await page.evaluate(() => JSON.stringify(history.state))).toContain('/dashboard/50012345');
  });

  // spec 2.44, 2.57
  it.each([
    ['Loading user...', 'DashboardLayout', '/dashboard/profile', 'Manage Profile'],
    ['Loading admin layout...', 'AdminLayout', '/admin/users', 'Users'],
  ])('say %s while the layout comes', async (words, chunk, path, title) => {
    await signedInAs(visitor, admin);
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(new RegExp(`/assets/${chunk}`), async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(path);
    await see(page, words);
    letGo();
    await seeTitle(page, title);
    expect(await text(page, words).count()).toBe(0);
  });

  // spec 2.56, 2.65, 6.9
  it.each(['/admin', '/admin/payment-addresses'])('keep %s from a trader', async (path) => {
    await signedInAs(visitor, trader.token);
    await page.goto(path);
    await arrive(page, '/dashboard');
  });
});
