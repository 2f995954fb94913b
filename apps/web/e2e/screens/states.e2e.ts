import { describe, expect, it } from 'vitest';
import { openVisitor, type Visitor } from '../support/browser.ts';
import { refuseSilently } from '../support/calls.ts';
import type { DemoPage } from '../support/demo.ts';
import { openDemo } from '../support/demo-hooks.ts';
import { hasFocus } from '../support/keyboard.ts';
import { signedInAs } from '../support/session.ts';
import { eventually, open, quiet, see, seeTitle, text } from '../support/steps.ts';

/** What every page does while the server is slow, fails, or cannot be reached. */
const world = openDemo();

const NO_CONNECTION = 'Failed to connect to server. Please check your internet connection.';

const visit = async (token: string | null): Promise<Visitor> => {
  const visitor = await openVisitor(world.browser, world.demo.url);
  if (token) await signedInAs(visitor, token);
  return visitor;
};
const page = (name: string): DemoPage => {
  const found = world.demo.pages.find((entry) => entry.name === name);
  if (!found) throw new Error(`no page ${name}`);
  return found;
};

describe('with a failing server', () => {
  const WAYS_ON: Record<string, string> = {
    dashboard: 'Try Again',
    account: 'Try Again',
    profile: 'Try Again',
    catalogue: 'Try Again',
    purchase: 'Try Again',
    payment: 'Try Again',
  };

  it.each(Object.entries(WAYS_ON))('%s says so in place and offers "%s"', async (name, action) => {
    const { context, page: tab } = await visit(page(name).token);
    let failing = true;
    await context.route('**/api/**', (route) =>
      failing && !route.request().url().endsWith('/check-status')
        ? route.fulfill({ status: 400, json: { message: 'The harbour is closed.' } })
        : route.continue(),
    );
    await open(tab, page(name).path);
    const alert = tab.getByRole('alert').filter({ hasText: 'The harbour is closed.' });
    await alert.first().waitFor();
    failing = false;
    await tab.getByRole('button', { name: action }).first().click();
    await eventually(() => alert.count()).toBe(0);
    await eventually(() => tab.getByRole('heading', { level: 1 }).count()).toBe(1);
    await context.close();
  });

  // spec 2.70
  it('a page whose code breaks is the router’s error screen', async () => {
    const { context, page: tab } = await visit(null);
    const broken = "export function Component() { throw new Error('The chart is upside down.'); }";
    await context.route('**/assets/AboutPage*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: broken }),
    );
    await open(tab, '/');
    await tab.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await seeTitle(tab, 'Unexpected Application Error!');
    const title = tab.getByRole('heading', { level: 1 });
    await hasFocus(title);
    expect(await tab.title()).toMatch(/^Unexpected Application Error! · /);
    await context.unroute('**/assets/AboutPage*.js');
    await tab.getByRole('button', { name: 'Reload the page' }).click();
    await see(tab, /^Founded in 2023/);
    await context.close();
  });

  it('a page whose code cannot be loaded is loaded anew, and otherwise says so in its place', async () => {
    const { context, page: tab } = await visit(page('dashboard').token);
    await open(tab, '/dashboard');
    await context.route('**/assets/ProfilePage*.js', (route) => route.abort());
    let loads = 0;
    tab.on('load', () => {
      loads += 1;
    });
    await tab.getByRole('button', { name: /Tamsin/ }).click();
    await tab.getByRole('link', { name: 'Profile' }).first().click();
    await seeTitle(tab, 'This page could not be loaded');
    await see(tab, NO_CONNECTION);
    await eventually(async () => loads).toBe(1);
    await seeTitle(tab, 'This page could not be loaded');
    await hasFocus(tab.getByRole('heading', { level: 1 }));
    // What is around it stays.
    await tab.getByRole('banner').getByRole('link').first().waitFor();
    await context.unroute('**/assets/ProfilePage*.js');
    await tab.getByRole('button', { name: 'Try Again' }).click();
    await tab.getByRole('textbox', { name: 'Full name' }).waitFor();
    await context.close();
  });
});

describe('without a connection', () => {
  it('a page whose code is not there says so, and comes with the connection', async () => {
    const { context, page: tab } = await visit(null);
    await open(tab, '/');
    await context.setOffline(true);
    await tab.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await seeTitle(tab, 'This page could not be loaded');
    await see(tab, NO_CONNECTION);
    await context.setOffline(false);
    await see(tab, /^Founded in 2023/);
    await context.close();
  });

  it('what is asked or sent fails at once, and says so', async () => {
    const { context, page: tab } = await visit(page('purchase').token);
    await open(tab, page('purchase').path);
    const proceed = tab.getByRole('button', { name: 'Proceed to Payment' });
    await proceed.waitFor();
    await context.setOffline(true);
    await proceed.click();
    await see(tab.locator('[popover]'), NO_CONNECTION);
    await context.close();
    const other = await visit(page('account').token);
    await open(other.page, '/dashboard');
    const details = other.page.getByRole('link', { name: /^View Account/ }).first();
    await details.hover();
    await quiet(other.page);
    await other.context.setOffline(true);
    await details.click();
    await other.page.getByRole('alert').filter({ hasText: NO_CONNECTION }).first().waitFor();
    await other.context.setOffline(false);
    await other.page.getByText('Account Details').first().waitFor();
    await other.context.close();
  });

  it('a banner stands until it is back', async () => {
    const { context, page: tab } = await visit(page('dashboard').token);
    await open(tab, '/dashboard');
    await tab.getByRole('article').first().waitFor();
    await context.setOffline(true);
    const banner = tab.getByRole('region', { name: 'Connection' });
    await see(banner, 'You are offline. What you see may be out of date.');
    expect(await tab.getByRole('article').count()).toBeGreaterThan(0);
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await context.close();
  });

  it.each(['account', 'dashboard'])('figures of %s older than five minutes say so', async (name) => {
    const { context, page: tab } = await visit(page(name).token);
    await tab.clock.install();
    await open(tab, page(name).path);
    await tab.getByRole('article').or(tab.getByText('Account Details')).first().waitFor();
    const words = text(tab, 'These figures are more than 5 minutes old');
    expect(await words.count()).toBe(0);
    await context.setOffline(true);
    await tab.clock.fastForward('06:00');
    await words.waitFor();
    await context.setOffline(false);
    await tab.clock.fastForward('00:31');
    await words.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('are asked for less and less often while that fails', async () => {
    const { context, page: tab } = await visit(page('dashboard').token);
    await tab.clock.install();
    await open(tab, page('dashboard').path);
    await tab.getByRole('article').first().waitFor();
    await refuseSilently(tab, 'GET /dashboard/accounts');
    let asked = 0;
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/dashboard/accounts')) asked += 1;
    });
    for (let half = 0; half < 8; half += 1) {
      await tab.clock.fastForward('00:30');
      await quiet(tab);
    }
    // After 30, 90 and 210 seconds.
    expect(asked).toBe(3);
    await context.close();
  });
});
