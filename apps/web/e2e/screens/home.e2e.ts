import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasFocus } from '../support/keyboard.ts';
import { arrive, eventually, open, quiet, see, seeTitle } from '../support/steps.ts';
import { firm, page, visitFirm } from '../support/visit-firm.ts';

/** The public site: home, rules, about and the legal pages, as a visitor meets them. */
visitFirm();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

describe('the home page', () => {
  it('lets the equity of an account be moved with the keyboard, and the verdict follows', async () => {
    await open(page, '/');
    const demo = page.getByRole('region', { name: 'Try it: one account' });
    const slider = demo.getByRole('slider', { name: 'Move the equity of this $50,000 account' });
    await see(demo, 'Inside the lines');
    await slider.focus();
    await page.keyboard.press('End');
    await see(demo, 'Target reached');
    await see(demo, '$56,000: $11,000 above the floor, $1,000 beyond the target.');
    await page.keyboard.press('Home');
    await see(demo, 'Overall limit reached');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\$44,000: \$1,000 below the floor/);
    await slider.fill('49000');
    await see(demo, 'Daily limit reached');
    await slider.fill('49700');
    await see(demo, 'Near the floor');
    await page.keyboard.press('ArrowRight');
    await see(demo, /^\$49,750: /);
  });

  // spec 2.8, 2.9, 9.32
  it('has a bar that turns solid beyond max(80 px, 20 %) of the window', async () => {
    const isSolid = () =>
      page
        .getByRole('banner')
        .evaluate((bar) => !/^(transparent|.*[,/] ?0\))$/.test(getComputedStyle(bar).backgroundColor));
    for (const [height, edge] of [
      [900, 180],
      [360, 80],
    ] as const) {
      await page.setViewportSize({ width: 1280, height });
      await open(page, '/');
      for (const [top, solid] of [
        [0, false],
        [edge + 10, true],
        [edge - 10, false],
      ] as const) {
        // A page that is still loading restores where it was scrolled to: as a person does, scroll until it stays.
        await eventually(async () => {
          await page.evaluate((to) => scrollTo(0, to), top);
          return isSolid();
        }).toBe(solid);
      }
    }
  });

  it.each([360, 800, 1280])(
    'hardly grows at %d px as it is scrolled, and Back leads to where one was',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/');
      const tall = () => page.evaluate(() => document.documentElement.scrollHeight);
      const top = () => page.evaluate(() => Math.round(scrollY));
      const before = await tall();
      const purchase = page
        .getByRole('region', { name: 'Choose your challenge' })
        .getByRole('link', { name: /^Purchase/ })
        .nth(3);
      await purchase.scrollIntoViewIfNeeded();
      await quiet(page);
      expect(Math.abs((await tall()) - before)).toBeLessThan(400);
      const left = await top();
      await purchase.click();
      await arrive(page, '/login');
      await seeTitle(page, 'Log in');
      await page.goBack();
      await purchase.waitFor();
      await eventually(async () => Math.abs((await top()) - left) < 100).toBe(true);
      await quiet(page);
      expect(Math.abs((await top()) - left)).toBeLessThan(100);
    },
  );

  // spec 2.72, 2.75, 4.26
  it('leads to the packages, whose tabs go by the arrow keys and by the address', async () => {
    await open(page, '/');
    await button('Start Your Challenge').click();
    const first = page.getByRole('tab', { name: '1-Step Challenge', selected: true });
    await hasFocus(first);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: '2-Step Challenge', selected: true }).waitFor();
    await arrive(page, '/?type=2-step');
    await page.getByRole('article', { name: /Professional 2-Step Challenge/ }).waitFor();
    await page.keyboard.press('Home');
    await arrive(page, '/');
    await page.keyboard.press('End');
    await page.reload();
    await page.getByRole('tab', { name: '2-Step Challenge', selected: true }).waitFor();
    await open(page, '/?type=nonsense');
    await first.waitFor();
  });

  // spec 2.73, 2.74, 2.76, 2.77, 2.78, 2.79, 2.80
  it('shows the badge, four features, five quotes with their ratings, and a closing band', async () => {
    await open(page, '/');
    await see(page, 'Offer ends: 5d 0h 25m');
    for (const feature of [
      'High Profit Splits',
      'Realistic Trading Conditions',
      'Secure Platform',
      'Fast Payouts',
    ]) {
      await page.getByRole('heading', { name: feature }).waitFor();
    }
    const quotes = page.getByRole('region', { name: 'What traders write in the log' }).getByRole('figure');
    expect(await quotes.count()).toBe(5);
    for (const quote of await quotes.all()) {
      expect(await quote.textContent()).toMatch(/Rating: [45] of 5/);
      expect(await quote.getByRole('blockquote').count()).toBe(1);
    }
    for (const [name, path] of [
      ['Learn The Rules', '/rules'],
      ['View Account Options', '/accounts'],
      ['Start Your Challenge Now', '/accounts'],
      ['Create Account', '/register'],
    ] as const) {
      expect(await link(name).getAttribute('href'), name).toBe(path);
    }
    for (const started of await link('Get Started').all())
      expect(await started.getAttribute('href')).toBe('/register');
  });
});

describe('the rules', () => {
  const section = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const SECTIONS = [
    'Phase 1',
    'Phase 2',
    '80% Profit Sharing Model',
    'Challenge Requirements',
    'Prohibited Activities',
  ];
  const hedging = () => page.getByRole('heading', { name: /hedging/i, includeHidden: true }).first();

  // spec 2.84, 9.31
  it('are closed below 768 px, and open one by one', async () => {
    await page.setViewportSize({ width: 767, height: 900 });
    await open(page, '/rules');
    for (const name of SECTIONS)
      expect(await section(name).getAttribute('aria-expanded'), name).toBe('false');
    expect(await hedging().isVisible()).toBe(false);
    await section('Prohibited Activities').click();
    await eventually(() => hedging().isVisible()).toBe(true);
    await section('Prohibited Activities').click();
    await eventually(() => hedging().isVisible()).toBe(false);
  });

  // spec 2.81, 2.82, 2.83, 2.85, 2.86, 9.31
  it('are always open from 768 px on', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await open(page, '/rules');
    expect(await hedging().isVisible()).toBe(true);
    for (const name of SECTIONS) {
      expect(await section(name).filter({ visible: true }).count(), name).toBe(0);
      await page.getByRole('heading', { name, exact: true }).filter({ visible: true }).waitFor();
    }
    await see(page, /^Each phase has 30 days/);
  });

  it('are reached one by one by their anchors, on a phone too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, '/rules');
    const anchors = await page
      .locator('a[href^="#"]')
      .evaluateAll((links) => links.map((entry) => entry.getAttribute('href') ?? ''));
    const targets = await page.evaluate(
      (hrefs) => hrefs.filter((href) => document.getElementById(href.slice(1)) === null),
      anchors,
    );
    expect(anchors.length).toBeGreaterThan(20);
    expect(targets).toEqual([]);
    await open(page, '/rules#phase-2-max-daily-loss');
    const rule = page.locator('#phase-2-max-daily-loss');
    await eventually(() => rule.isVisible()).toBe(true);
    const top = async () => (await rule.boundingBox())?.y ?? -1;
    await eventually(async () => (await top()) >= 64 && (await top()) < 400).toBe(true);
  });

  it('print whole, without the bar and the buttons', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, '/rules');
    await page.emulateMedia({ media: 'print' });
    expect(await hedging().isVisible()).toBe(true);
    expect(await button('Print the rules').isVisible()).toBe(false);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
  });
});

describe('the other texts', () => {
  // spec 1.15, 1.16
  it.each([
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
    ['/refund', 'Refund Policy'],
  ])('%s has a date and ends with its two links', async (path, title) => {
    await open(page, path);
    await seeTitle(page, title);
    await see(page, /^Effective date: \S/);
    expect(await link('Contact Support').getAttribute('href')).toBe('mailto:support@example.com');
    await link('Go to Homepage').click();
    await arrive(page, '/');
  });

  // spec 2.87, 2.88
  it('/about tells the story, three values, four people and reasons', async () => {
    await open(page, '/about');
    await see(page, /^Founded in 2023/);
    for (const value of ['Trader Success', 'Transparency', 'Global Community'])
      await page.getByRole('heading', { name: value, exact: true }).waitFor();
    const team = page.getByRole('region', { name: 'Four at the helm' }).getByRole('listitem');
    expect(await team.count()).toBe(4);
    for (const person of await team.all()) expect(await person.getByRole('img').count()).toBe(1);
    await page.getByRole('heading', { name: /^Why choose/ }).waitFor();
  });
});

it.each(['/', '/accounts', '/rules', '/about', '/privacy', '/terms', '/refund'])(
  '%s says in one sentence what it is about, for search engines',
  async (path) => {
    const html = await (await fetch(`${firm.url}${path}`)).text();
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}">/);
  },
);
