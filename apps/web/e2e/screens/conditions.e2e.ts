import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api.ts';
import { answer } from '../support/calls.ts';
import { type Caller, visitDemo } from '../support/demo-visitor.ts';
import { inGroups } from '../support/groups.ts';
import { findingsInState } from '../support/looks.ts';
import { type Firm, startFirm } from '../support/server.ts';
import { open, see } from '../support/steps.ts';

/** Pages while they load, have nothing to show or fail: accessible in both themes, narrow and wide. */
const { world, enter, as } = visitDemo();
let empty: Firm;

beforeAll(async () => {
  empty = await startFirm({ RATE_SCALE: '100' });
}, 180_000);

afterAll(async () => {
  await empty?.stop();
});

/** Pages whose content comes from calls. */
const callingPages = (caller: Caller) =>
  world.demo.pages.filter((page) => page.caller === caller && page.name !== 'purchase');
/** What a page needs to know who looks at it. */
const FRAME = /\/api\/(auth\/|firm$|accounts\/check-status$)/;

describe.each(['trader', 'admin'] as const)('the pages of a %s', (caller) => {
  it('are accessible while they load', async () => {
    const page = await as(caller);
    await page.route('**/api/**', (route) =>
      FRAME.test(new URL(route.request().url()).pathname) ? route.continue() : undefined,
    );
    const findings: string[] = [];
    for (const { name, path } of callingPages(caller)) {
      await page.goto(path);
      // The frame is there: whoever looks at it is known.
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await page
        .getByRole('status')
        .filter({ hasText: /Loading|loading/ })
        .first()
        .waitFor({ state: 'attached' });
      findings.push(...(await findingsInState(page, name)));
    }
    expect(findings).toEqual([]);
  }, 300_000);

  it('are accessible when the server cannot be reached', async () => {
    const context = (await as(caller)).context();
    await context.route('**/api/**', (route) =>
      FRAME.test(new URL(route.request().url()).pathname)
        ? route.continue()
        : route.abort('connectionrefused'),
    );
    // Side by side: each tries three times before it gives up. All at once are too many for a slow machine.
    const failed = await inGroups(3, callingPages(caller), async ({ name, path }) => {
      const page = await context.newPage();
      await page.goto(path);
      await page.getByRole('alert').first().waitFor();
      return { name, page };
    });
    const findings: string[] = [];
    for (const { name, page } of failed) {
      await page.bringToFront();
      findings.push(...(await findingsInState(page, name)));
      await page.close();
    }
    expect(findings).toEqual([]);
  }, 300_000);
});

describe('a firm that has nothing yet', () => {
  it('has accessible pages for its first trader', async () => {
    const api = apiOf(empty);
    const { token } = await api.trader('Ada First', 'ada@trader.example');
    const page = await enter(empty.url, token);
    await answer(page, 'GET /accounts/check-status', { hasActiveAccount: true });
    await open(page, '/dashboard');
    await see(page, 'No MT5 accounts found for this user.');
    const findings = await findingsInState(page, 'dashboard');
    await answer(page, 'GET /account-packages', []);
    await open(page, '/dashboard/purchase-account');
    findings.push(...(await findingsInState(page, 'catalogue')));
    await open(page, '/dashboard/nowhere');
    findings.push(...(await findingsInState(page, 'no such account')));
    expect(findings).toEqual([]);
  });

  it('has an accessible back office', async () => {
    const page = await enter(empty.url, await apiOf(empty).admin());
    const findings: string[] = [];
    for (const [path, words] of [
      ['/admin', 'No active accounts yet'],
      ['/admin/users?search=nobody+at+all', 'No user matches'],
      ['/admin/accounts', 'No accounts yet'],
      ['/admin/accounts?queue=near_floor', 'Nothing waits here'],
      ['/admin/payment-addresses', 'No payment address yet'],
      ['/admin/send-mail', /recipients?$/],
    ] as const) {
      await open(page, path);
      await see(page, words);
      findings.push(...(await findingsInState(page, path)));
    }
    await answer(page, 'GET /admin/packages', { packages: [] });
    await open(page, '/admin/packages');
    await see(page, 'Nothing is on sale');
    findings.push(...(await findingsInState(page, 'packages')));
    expect(findings).toEqual([]);
  }, 300_000);
});
