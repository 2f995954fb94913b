import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openVisitor, type Visitor } from '../support/browser.ts';
import { holdFiles } from '../support/calls.ts';
import { openDemo } from '../support/demo-hooks.ts';
import { hasFocus } from '../support/keyboard.ts';
import { signedInAs } from '../support/session.ts';
import { arrive, eventually, open, quiet, see, seeTitle, text } from '../support/steps.ts';

/** What is said and done on the way from one page to another. */
const world = openDemo();

const visit = async (token: string | null = null): Promise<Visitor> => {
  const visitor = await openVisitor(world.browser, world.demo.url);
  if (token) await signedInAs(visitor, token);
  return visitor;
};
const traderToken = (): string => world.demo.pages.find(({ name }) => name === 'dashboard')?.token ?? '';

const nameIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).name;

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** The files of a page's code that were asked for. */
const asked = (page: Page, name: string): string[] => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/assets/${name}`)) files.push(request.url());
  });
  return files;
};

describe('a link', () => {
  it('has the code of its page loaded as soon as it is pointed at or has the focus', async () => {
    const { context, page } = await visit();
    await open(page, '/');
    await quiet(page);
    const about = asked(page, 'AboutPage');
    const login = asked(page, 'LoginPage');
    expect(about).toEqual([]);
    await footerLink(page, 'About').hover();
    await eventually(async () => about.length).toBe(1);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).focus();
    await eventually(async () => login.length).toBe(1);
    await footerLink(page, 'About').click();
    await seeTitle(page, /^About/);
    expect(about).toHaveLength(1);
    await context.close();
  });

  it('has nothing loaded for who saves data, until it is pressed', async () => {
    const { context, page } = await visit();
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } }),
    );
    await open(page, '/');
    await quiet(page);
    const about = asked(page, 'AboutPage');
    await footerLink(page, 'About').hover();
    await quiet(page);
    expect(about).toEqual([]);
    await footerLink(page, 'About').click();
    await seeTitle(page, /^About/);
    expect(about).toHaveLength(1);
    await context.close();
  });

  it('that takes long shows a line until its page is there', async () => {
    const { context, page } = await visit();
    await open(page, '/');
    await quiet(page);
    const line = page.getByRole('progressbar', { name: 'Loading the page' });
    const letGo = await holdFiles(page, '**/assets/AboutPage*.js');
    await footerLink(page, 'About').click();
    await line.waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toMatch(/^About/);
    letGo();
    await seeTitle(page, /^About/);
    await line.waitFor({ state: 'detached' });
    await context.close();
  });

  it('to the page that is shown says so', async () => {
    const { context, page } = await visit(traderToken());
    const current = (name: string) => page.getByRole('link', { name, exact: true }).first();
    await open(page, '/rules');
    await eventually(() => footerLink(page, 'Rules').getAttribute('aria-current')).toBe('page');
    expect(await footerLink(page, 'Home').getAttribute('aria-current')).toBeNull();
    await open(page, '/dashboard');
    await eventually(() => current('Dashboard').getAttribute('aria-current')).toBe('page');
    expect(await current('Start Challenge').getAttribute('aria-current')).toBeNull();
    await current('Start Challenge').click();
    await eventually(() => current('Start Challenge').getAttribute('aria-current')).toBe('page');
    expect(await current('Dashboard').getAttribute('aria-current')).toBeNull();
    await context.close();
  });
});

describe('a session', () => {
  const ended = 'Your session has ended. Sign in to go on.';

  it('that ended by itself is named on the login page, on that visit alone', async () => {
    const { context, page } = await visit(`${traderToken()}x`);
    await page.goto('/dashboard');
    await arrive(page, '/login');
    await see(page.getByRole('main').getByRole('status'), ended);
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await arrive(page, '/register');
    // The address changes before the page does.
    await text(page, ended).waitFor({ state: 'detached' });
    await page.goBack();
    await seeTitle(page, 'Log in');
    expect(await text(page, ended).count()).toBe(0);
    await context.close();
  });

  it('that one left by choice is not, nor one that never was', async () => {
    const { context, page } = await visit(traderToken());
    await open(page, '/dashboard');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: nameIn(traderToken()) }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await arrive(page, '/login');
    await seeTitle(page, 'Log in');
    await quiet(page);
    expect(await text(page, ended).count()).toBe(0);
    await context.close();
    const stranger = await visit();
    await stranger.page.goto('/dashboard');
    await arrive(stranger.page, '/login');
    await seeTitle(stranger.page, 'Log in');
    expect(await text(stranger.page, ended).count()).toBe(0);
    await stranger.context.close();
  });
});

describe('a text of the firm that cannot be loaded', () => {
  it.each([
    ['Rules', 'Frequently Asked Questions', '**/api/firm/faq/**'],
    ['Home', 'What traders write in the log', '**/api/firm/testimonials'],
  ])('says so in its place on %s, and can be tried again', async (link, title, address) => {
    const { context, page } = await visit();
    await context.route(address, (route) => route.abort());
    await open(page, '/about');
    await footerLink(page, link).click();
    const section = page.getByRole('region', { name: title });
    const again = section.getByRole('button', { name: 'Try Again' });
    await again.waitFor();
    expect(await section.getByRole('alert').count()).toBe(1);
    await context.unroute(address);
    await again.click();
    await again.waitFor({ state: 'detached' });
    await section.getByRole('heading').first().waitFor();
    await context.close();
  });
});

describe('a legal page', () => {
  it('names the support address before its two ways on', async () => {
    const { context, page } = await visit();
    await open(page, '/refund');
    const words = (await page.getByRole('main').textContent()) ?? '';
    expect(words).toMatch(/Support: \S+@\S+?\s*Contact Support\s*Go to Homepage\s*$/);
    await context.close();
  });
});

describe('a form that the server refuses', () => {
  it('has the focus in its first refused field', async () => {
    const { context, page } = await visit();
    await page.route('**/api/auth/register', (route) =>
      route.fulfill({
        status: 400,
        json: {
          code: 'validation_failed',
          message: 'Refused',
          errors: [
            { path: ['password'], message: 'Not this password' },
            { path: ['email'], message: 'Not this address' },
          ],
        },
      }),
    );
    await open(page, '/register');
    const email = page.getByLabel('Email');
    expect(await email.getAttribute('autocomplete')).toBe('username');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await email.fill('ada@example.com');
    for (const field of await page
      .getByLabel(/password/i)
      .and(page.getByRole('textbox'))
      .all())
      await field.fill('a long pass phrase 42');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /Create|Register/ }).click();
    await see(page, 'Not this address');
    await hasFocus(email);
    await context.close();
  });
});

describe('the connection', () => {
  it('is told of in a region that is there before its text', async () => {
    const { context, page } = await visit();
    await open(page, '/login');
    const said = page.getByRole('status').filter({ hasText: 'You are offline' });
    const regions = await page.getByRole('status').elementHandles();
    await context.setOffline(true);
    await said.waitFor();
    const region = await said.elementHandle();
    const was = await Promise.all(
      regions.map((one) => one.evaluate((node, other) => node === other, region)),
    );
    expect(was).toContain(true);
    await context.setOffline(false);
    await context.close();
  });
});
