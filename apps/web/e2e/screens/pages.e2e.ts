import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openVisitor } from '../support/browser.ts';
import { type DemoPage, startDemo } from '../support/demo.ts';

/** Every page of the demonstration: accessibility, width, console, and the public pages without JavaScript. */
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
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

type Finding = { id: string; nodes: { target: unknown[] }[] };
type Axe = { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> };

const look = async (page: DemoPage, { theme, width }: (typeof LOOKS)[number]) => {
  const visitor = await openVisitor(browser, demo.url);
  await visitor.context.addInitScript({ path: AXE });
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
      const report = await tab.evaluate(
        async ([tags]) => {
          const { axe } = globalThis as unknown as { axe: Axe };
          const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
          return {
            violations: violations.map(
              ({ id, nodes }) => `${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
            ),
            overflow: document.documentElement.scrollWidth - innerWidth,
            headings: document.querySelectorAll('h1').length,
            theme: document.documentElement.dataset.theme,
          };
        },
        [TAGS],
      );
      for (const violation of report.violations) findings.push(`${page.name}: ${violation}`);
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
