import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf, withAxe } from '../support/axe.ts';
import { launchBrowser, openVisitor } from '../support/browser.ts';
import { type DemoPage, startDemo } from '../support/demo.ts';

/** Every page of the demonstration: accessibility, width, console, and the public pages without JavaScript. */
const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const;

let demo: Awaited<ReturnType<typeof startDemo>>;
let browser: Browser;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await demo.stop();
});

const look = async (page: DemoPage, { theme, width }: (typeof LOOKS)[number]) => {
  const visitor = await openVisitor(browser, demo.url);
  await withAxe(visitor.context);
  await visitor.context.addInitScript(
    ([token, chosen]) => {
      if (token) localStorage.setItem('token', token);
      localStorage.setItem('theme', chosen ?? '');
    },
    [page.token, theme],
  );
  await visitor.page.setViewportSize({ width, height: 900 });
  await visitor.page.goto(page.path, { waitUntil: 'networkidle' });
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  return visitor;
};

describe.each(LOOKS)('in the $theme theme at $width px', (style) => {
  it('has pages to look at', () => {
    expect(demo.pages.length).toBeGreaterThan(30);
  });

  it('every page is accessible, fits its window and has one title', async () => {
    const findings: string[] = [];
    for (const page of demo.pages) {
      const { context, page: tab, faults } = await look(page, style);
      for (const violation of await violationsOf(tab)) findings.push(`${page.name}: ${violation}`);
      const report = await tab.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        headings: document.querySelectorAll('h1').length,
        theme: document.documentElement.dataset.theme,
      }));
      if (report.overflow > 0) findings.push(`${page.name}: ${report.overflow} px too wide`);
      if (report.headings !== 1) findings.push(`${page.name}: ${report.headings} titles`);
      if (report.theme !== style.theme) findings.push(`${page.name}: theme ${report.theme}`);
      for (const fault of faults) findings.push(`${page.name}: ${fault}`);
      await context.close();
    }
    expect(findings).toEqual([]);
  }, 600_000);
});

describe('without JavaScript', () => {
  const TEXTS = {
    home: 'Start Your Challenge',
    accounts: 'Max Daily Loss',
    rules: 'No hedging between accounts',
    about: '2023',
    privacy: 'Privacy',
    terms: 'Terms',
    refund: 'All sales are final',
  };

  it.each(Object.entries(TEXTS))('%s shows its text', async (name, text) => {
    const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(demo.pages.find((entry) => entry.name === name)?.path ?? '');
    expect(await page.getByText(text).first().isVisible()).toBe(true);
    expect(await page.title()).toContain('Firmament');
    await context.close();
  });
});
