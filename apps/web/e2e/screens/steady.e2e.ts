import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openVisitor } from '../support/browser.ts';
import { openDemo } from '../support/demo-hooks.ts';

/** Nothing moves while a page loads, even from a slow server. */
const MOST = 0.01;
/** How long each further call takes longer than the one before: nothing arrives with something else. */
const DELAY_MILLISECONDS = 150;
/** Pages that are loaded at a time. */
const TABS = 3;

const world = openDemo();

/** The sum of the layout shifts since the page began, and what moved. */
const shifts = (tab: Page) =>
  tab.evaluate(() => {
    const found: { value: number; nodes: string[] }[] = Reflect.get(globalThis, 'shifts');
    return {
      sum: found.reduce((sum, { value }) => sum + value, 0),
      nodes: found.flatMap(({ nodes }) => nodes),
    };
  });

type Moves = Awaited<ReturnType<typeof shifts>>;

/** Where a page begins that does so elsewhere than at its top, or with the focus on something that nobody chose. */
const placeIn = (tab: Page): Promise<string> =>
  tab.evaluate(() => {
    const focused = document.activeElement;
    if (scrollY === 0 && (!focused || focused.matches('body, h1, input'))) return '';
    return `at ${scrollY} with the focus on ${focused?.nodeName} ${focused?.textContent?.slice(0, 40)}`;
  });

/** The widths that the tab's window had since the page began: a busy Chromium 156 may draw a new tab in another one first. */
const widths = (tab: Page): Promise<number[]> => tab.evaluate(() => Reflect.get(globalThis, 'widths'));

const recordShifts = () => {
  const found: { value: number; nodes: string[] }[] = [];
  const widths = [innerWidth];
  Object.assign(globalThis, { shifts: found, widths });
  addEventListener('resize', () => {
    if (!widths.includes(innerWidth)) widths.push(innerWidth);
  });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput')) continue;
      const sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[] =
        Reflect.get(entry, 'sources') ?? [];
      found.push({
        value: Number(Reflect.get(entry, 'value')),
        nodes: sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.trim().slice(0, 30) ?? '';
          const from = `${previousRect.x},${previousRect.y} ${previousRect.width}×${previousRect.height}`;
          return `${node?.nodeName} ${text}: ${from} → ${currentRect.x},${currentRect.y} ${currentRect.width}×${currentRect.height}`;
        }),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

it.each([360, 1280])(
  'nothing moves while a page loads, and it begins at its top, at %i px',
  async (width) => {
    const findings: string[] = [];
    for (const caller of ['guest', 'trader', 'admin'] as const) {
      const visitor = await openVisitor(world.browser, world.demo.url, { viewport: { width, height: 800 } });
      const pages = world.demo.pages.filter((page) => page.caller === caller);
      expect(pages.length).toBeGreaterThan(0);
      const token = pages[0]?.token;
      if (token) {
        await visitor.page.goto('/robots.txt');
        await visitor.page.evaluate((value) => localStorage.setItem('token', value), token);
      }
      await visitor.context.addInitScript(recordShifts);
      const queue = [...pages];
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const found = await movesOf(next.path);
          if (found.place) findings.push(`${next.name}: begins ${found.place}`);
          if (found.sum > MOST)
            findings.push(`${next.name}: ${found.sum.toFixed(3)} ${found.nodes.join(' | ')}`);
        }
      };
      const movesOf = async (path: string): Promise<Moves & { place: string }> => {
        const tab = await visitor.context.newPage();
        let calls = 0;
        await tab.route('**/api/**', async (route) => {
          calls += 1;
          await new Promise((resolve) => setTimeout(resolve, calls * DELAY_MILLISECONDS));
          await route.continue();
        });
        await tab.goto(path, { waitUntil: 'networkidle' });
        await tab.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
        const moves = await shifts(tab);
        const place = await placeIn(tab);
        const seen = await widths(tab);
        await tab.close();
        // No page can change its window: what moved with it says nothing about the page.
        return seen.length === 1 ? { ...moves, place } : movesOf(path);
      };
      await Promise.all(Array.from({ length: TABS }, work));
      await visitor.context.close();
    }
    expect(findings).toEqual([]);
  },
  600_000,
);

it.each([360, 1280])(
  'nothing moves when the forms of an account come after its page, at %i px',
  async (width) => {
    for (const name of ['account to review', 'active account']) {
      const found = world.demo.pages.find((page) => page.name === name);
      const { context, page: tab } = await openVisitor(world.browser, world.demo.url, {
        viewport: { width, height: 3000 },
      });
      await context.addInitScript((token) => localStorage.setItem('token', token), found?.token ?? '');
      await context.addInitScript(recordShifts);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await context.route('**/assets/forms-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await tab.goto(found?.path ?? '');
      const form = tab.getByRole('region', { name: 'Assign MT5 credentials' });
      await form.waitFor();
      await tab.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
      await tab.getByText('Addresses of this order').waitFor();
      expect(await form.getByLabel('Account Number').count()).toBe(0);
      // The browser tells of a move a little after it.
      await tab.waitForTimeout(500);
      // What the server's answers moved below the window of a laptop is not the forms' doing.
      await tab.evaluate(() => Reflect.get(globalThis, 'shifts').splice(0));
      release();
      await form.getByLabel('Account Number').waitFor();
      const { sum, nodes } = await shifts(tab);
      expect(sum, nodes.join(' | ')).toBeLessThan(MOST);
      await context.close();
    }
  },
  120_000,
);

/** Where lines break elsewhere in the fonts that stand in. */
const WRAPPING = ['about', 'rules', 'terms', 'packages', 'testimonials', 'about texts'];

it.each([360, 1280])(
  'nothing moves when the fonts come late, at %i px',
  async (width) => {
    const findings: string[] = [];
    for (const { name, path, token } of world.demo.pages.filter((page) => WRAPPING.includes(page.name))) {
      const { context, page: tab } = await openVisitor(world.browser, world.demo.url, {
        viewport: { width, height: 800 },
      });
      if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token);
      await context.addInitScript(recordShifts);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let asked = 0;
      await context.route('**/*.woff2', async (route) => {
        asked += 1;
        await held;
        await route.continue();
      });
      await tab.goto(path, { waitUntil: 'domcontentloaded' });
      await tab.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await tab.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      expect(asked).toBeGreaterThan(0);
      // Longer than any font is waited for.
      await tab.waitForTimeout(500);
      await tab.evaluate(() => Reflect.get(globalThis, 'shifts').splice(0));
      release();
      await tab.waitForLoadState('networkidle');
      await tab.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const { sum, nodes } = await shifts(tab);
      if (sum > MOST) findings.push(`${name}: ${sum.toFixed(3)} ${nodes.join(' | ')}`);
      await context.close();
    }
    expect(findings).toEqual([]);
  },
  180_000,
);

it('a page makes no formatter as its code is loaded: some take as long as the whole page', async () => {
  for (const name of ['payment options', 'account', 'home']) {
    const found = world.demo.pages.find((page) => page.name === name);
    const { context, page } = await openVisitor(world.browser, world.demo.url);
    await context.addInitScript((token) => {
      if (token) localStorage.setItem('token', token);
      const made: string[] = [];
      Object.assign(globalThis, { made });
      for (const kind of Object.getOwnPropertyNames(Intl)) {
        const Formatter = Reflect.get(Intl, kind);
        if (typeof Formatter !== 'function' || !Formatter.prototype) continue;
        const Watched = new Proxy(Formatter, {
          construct: (target, options) => {
            // Code that runs as its file is loaded has no function of ours around it.
            const lines =
              new Error(kind).stack?.split('\n').filter((line) => line.includes('/assets/')) ?? [];
            if (lines.every((line) => /at https?:/.test(line))) made.push(`${kind}: ${lines.join(' ')}`);
            return Reflect.construct(target, options);
          },
        });
        Reflect.set(Intl, kind, Watched);
      }
    }, found?.token ?? '');
    await page.goto(found?.path ?? '', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    expect(await page.evaluate(() => Reflect.get(globalThis, 'made'))).toEqual([]);
    await context.close();
  }
}, 60_000);

/** React's two most urgent lanes, which it renders in one go (react-dom 19: SyncHydrationLane, SyncLane). */
const URGENT_LANES = 0b11;

it('what the server rendered is taken over in slices: nothing urgent is left to do', async () => {
  const findings: string[] = [];
  const rendered = ['home', 'accounts', 'rules', 'about', 'privacy', 'terms', 'refund'];
  for (const { name, path } of world.demo.pages.filter((page) => rendered.includes(page.name))) {
    const { context, page } = await openVisitor(world.browser, world.demo.url);
    await context.addInitScript((urgent) => {
      const commits: { urgent: number; all: number } = { urgent: 0, all: 0 };
      const note = (_: unknown, root: { pendingLanes: number }) => {
        commits.all += 1;
        if (root.pendingLanes & urgent) commits.urgent += 1;
      };
      Object.assign(globalThis, {
        commits,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          isDisabled: false,
          supportsFiber: true,
          inject: () => 1,
          onCommitFiberUnmount: () => {},
          onCommitFiberRoot: note,
          onPostCommitFiberRoot: note,
        },
      });
    }, URGENT_LANES);
    await page.goto(path, { waitUntil: 'networkidle' });
    await page
      .getByRole('button', { name: /^Switch to/ })
      .first()
      .waitFor();
    const { urgent, all } = await page.evaluate(() => Reflect.get(globalThis, 'commits'));
    expect(all).toBeGreaterThan(1);
    if (urgent > 0) findings.push(`${name}: ${urgent} of ${all}`);
    await context.close();
  }
  expect(findings).toEqual([]);
}, 180_000);
