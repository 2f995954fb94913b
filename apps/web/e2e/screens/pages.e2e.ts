import { describe, expect, it } from 'vitest';
import { openVisitor } from '../support/browser.ts';
import { openDemo } from '../support/demo-hooks.ts';
import { findingsOf } from '../support/looks.ts';
import { open } from '../support/steps.ts';

/** The public pages and the trader's: accessibility in every look, the console, and the public ones without JavaScript. */
const world = openDemo();

describe('in both themes, at each width, with large text and forced colours', () => {
  it('every public page is accessible and whole', async () => {
    const pages = world.demo.pages.filter(({ caller }) => caller === 'guest');
    expect(pages.length).toBeGreaterThan(13);
    expect(await findingsOf(world.browser, world.demo.url, pages)).toEqual([]);
  }, 600_000);

  it('every page of a trader is accessible and whole', async () => {
    const pages = world.demo.pages.filter(({ caller }) => caller === 'trader');
    expect(pages.length).toBeGreaterThan(7);
    expect(await findingsOf(world.browser, world.demo.url, pages)).toEqual([]);
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
    const context = await world.browser.newContext({ baseURL: world.demo.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(world.demo.pages.find((entry) => entry.name === name)?.path ?? '');
    expect(await page.getByText(text).first().isVisible()).toBe(true);
    expect(await page.title()).toContain('Firmament');
    await context.close();
  });

  it('the rules are open on a phone, whose titles fold nothing', async () => {
    const context = await world.browser.newContext({
      baseURL: world.demo.url,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    await page.goto('/rules');
    for (const words of ['No hedging between accounts', 'Each phase has 30 days'])
      expect(await page.getByText(words).first().isVisible()).toBe(true);
    for (const title of ['Phase 1', 'Prohibited Activities']) {
      expect(await page.getByRole('button', { name: title }).count()).toBe(0);
      expect(await page.getByRole('heading', { level: 2, name: title }).isVisible()).toBe(true);
    }
    await context.close();
  });
});

describe('a document', () => {
  const documentOf = async (name: string): Promise<string> => {
    const path = world.demo.pages.find((page) => page.name === name)?.path;
    return (await fetch(`${world.demo.url}${path}`)).text();
  };
  const ahead = (document: string): string[] =>
    [...document.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
      ([, href = '']) => href,
    );

  it.each([
    ['login', 'AuthLayout', 'LoginPage'],
    ['dashboard', 'DashboardLayout', 'DashboardPage'],
    ['payment', 'PaymentLayout', 'PaymentPage'],
    ['overview', 'AdminLayout', 'OverviewPage'],
    ['account to review', 'AdminLayout', 'AccountPage'],
  ])('of %s has a frame and names all that the page loads', async (name, layout, page) => {
    const document = await documentOf(name);
    expect(document).toContain('Demonstration: invented traders');
    const scripts = ahead(document);
    expect(scripts.find((script) => script.startsWith(`/assets/${layout}-`))).toBeDefined();
    expect(scripts.find((script) => script.startsWith(`/assets/${page}-`))).toBeDefined();
    for (const script of scripts) {
      const answer = await fetch(`${world.demo.url}${script}`);
      expect([script, answer.status, answer.headers.get('content-type')]).toEqual([
        script,
        200,
        'text/javascript; charset=utf-8',
      ]);
    }
  });

  it('of a public page holds the page, and names its scripts for when it was shown', async () => {
    const document = await documentOf('rules');
    expect(document).toContain('<div id="root" data-page><');
    expect(document).not.toMatch(/<script type="module"|modulepreload/);
    const scripts = /<script async src="\/start\.js" data-scripts="([^"]+)">/.exec(document)?.[1]?.split(' ');
    expect(scripts?.[0]).toMatch(/^\/assets\/index-/);
    expect(scripts?.some((script) => script.startsWith('/assets/RulesPage-'))).toBe(true);
  });

  it('of a public page asks for its scripts after its first picture alone', async () => {
    const { context, page, faults } = await openVisitor(world.browser, world.demo.url);
    await open(page, '/rules');
    const { shown, asked } = await page.evaluate(() => ({
      shown: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      asked: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ name, startTime }) => ({ name: name.replace(/.*\//, ''), startTime })),
    }));
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter(({ startTime }) => startTime < shown)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
