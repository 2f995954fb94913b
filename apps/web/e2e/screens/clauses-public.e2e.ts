import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { callInstead } from '../support/calls.ts';
import { signedInAs } from '../support/session.ts';
import { arrive, article, eventually, open, quiet, see, seeTitle, text } from '../support/steps.ts';
import { api, enter, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** What the specification says of the public pages, clause by clause. */
const ADDRESS = '1 Harbour Street, Lisbon';
const SOCIAL = { label: 'Chatroom', url: 'https://chat.example/firm' };
const SECOND = 1000;
const DAY = 86_400 * SECOND;

visitFirm();
let trader: Person;
let admin: string;

/** Changes settings of the firm. */
const setFirm = async (changes: object): Promise<void> => {
  const { version: _, ...settings } = (await api.send('GET', '/admin/firm', admin)).body;
  const { status } = await api.send('PUT', '/admin/firm', admin, { ...settings, ...changes });
  expect(status).toBe(200);
};

beforeAll(async () => {
  admin = await api.admin();
  await setFirm({ address: ADDRESS, socialLinks: [SOCIAL] });
  trader = await api.trader('Tess Trader', 'tess@example.com');
}, 180_000);

const link = (name: string, area: Page | Locator = page) => area.getByRole('link', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const bar = () => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });

/** To /accounts by links only, from a page that came without the packages. */
const walkToAccounts = async (): Promise<void> => {
  await open(page, '/nowhere');
  await link('Go to Home').click();
  await arrive(page, '/');
  await link('Accounts', bar()).click();
  await arrive(page, '/accounts');
};

describe('the footer', () => {
  // spec 1.4, 1.5, 1.6, 1.7, 2.16
  it('says what the firm is, and where', async () => {
    await open(page, '/');
    const footer = page.getByRole('contentinfo');
    const words = (await footer.textContent()) ?? '';
    for (const said of [
      'simulated trading and educational tools only',
      'not a broker',
      'no deposits',
      'financial advice',
    ])
      expect(words).toContain(said);
    for (const column of ['Quick Links', 'Legal', 'Contact'])
      await footer.getByRole('heading', { name: column, exact: true }).waitFor();
    expect(await link(SOCIAL.label, footer).getAttribute('href')).toBe(SOCIAL.url);
    expect(await link('support@example.com', footer).getAttribute('href')).toBe('mailto:support@example.com');
    await see(footer, ADDRESS);
    await see(footer, /^© 2025 /);
  });
});

describe('the legal pages', () => {
  // spec 1.14
  it('refuse refunds', async () => {
    await open(page, '/refund');
    await seeTitle(page, 'Refund Policy');
    await see(page, 'All sales are final. There are no refunds once a service has been rendered.');
  });
});

describe('the top bar', () => {
  // spec 2.10, 2.11
  it('links the pages, and for a guest the ways in', async () => {
    for (const [name, path] of [
      ['Accounts', '/accounts'],
      ['Rules', '/rules'],
      ['Home', '/'],
    ] as const) {
      await open(page, '/about');
      await link(name, bar()).click();
      await arrive(page, path);
    }
    const banner = page.getByRole('banner');
    expect(await link('Get Started', banner).getAttribute('href')).toBe('/register');
    await link('Login', banner).click();
    await arrive(page, '/login');
  });

  // spec 2.12, 2.13
  it('has the menu of a trader', async () => {
    await signedInAs(visitor, await api.session(trader));
    await open(page, '/');
    const banner = page.getByRole('banner');
    expect(await link('Login', banner).count()).toBe(0);
    await banner.getByRole('button', { name: trader.name }).click();
    await link('Dashboard', banner).waitFor();
    expect(await link('Admin Panel', banner).count()).toBe(0);
    await banner.getByRole('button', { name: 'Sign out' }).click();
    await link('Get Started', banner).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  // spec 2.12, 2.13, 6.6
  it('has the menu of an admin', async () => {
    await signedInAs(visitor, admin);
    await open(page, '/');
    const banner = page.getByRole('banner');
    await banner.getByRole('button', { expanded: false }).last().click();
    await link('Dashboard', banner).waitFor();
    await link('Admin Panel', banner).click();
    await arrive(page, '/admin');
  });
});

describe('home', () => {
  // spec 2.72, 2.75, 4.26
  it('leads down to the packages, where 1-Step is selected', async () => {
    await open(page, '/');
    const heading = page.getByRole('heading', { name: 'Choose your challenge' });
    const top = () => heading.evaluate((node) => node.getBoundingClientRect().top);
    expect(await top()).toBeGreaterThan(900);
    await page.getByRole('button', { name: 'Start Your Challenge', exact: true }).click();
    await eventually(top).toBeLessThan(450);
    await page.getByRole('tab', { name: '1-Step Challenge', selected: true }).waitFor();
    await article(page, /Basic 1-Step Challenge/).waitFor();
    await page.getByRole('tab', { name: '2-Step Challenge', selected: false }).click();
    await article(page, /Basic 2-Step Challenge/).waitFor();
    expect(await article(page, /1-Step Challenge/).count()).toBe(0);
  });

  // spec 2.74, 9.1
  it('names four features', async () => {
    await open(page, '/');
    const features = region('What you get').getByRole('listitem');
    expect(await features.getByRole('heading').allTextContents()).toEqual([
      'High Profit Splits',
      'Realistic Trading Conditions',
      'Secure Platform',
      'Fast Payouts',
    ]);
    expect(await features.first().textContent()).toMatch(/up to 90%/i);
  });

  // spec 2.76
  it('quotes five traders', async () => {
    await open(page, '/');
    const quotes = page.getByRole('listitem').filter({ has: page.getByRole('blockquote') });
    expect(await quotes.count()).toBe(5);
    for (const quote of await quotes.all()) {
      expect(((await quote.getByRole('blockquote').textContent()) ?? '').length).toBeGreaterThan(40);
      expect(await quote.locator('figcaption > *').allTextContents()).toEqual([
        expect.stringMatching(/^\w+ \w+$/),
        expect.stringMatching(/trader/),
      ]);
      await see(quote, /^Rating: [45] of 5$/);
    }
  });
});

describe('rules', () => {
  const rule = (section: string, title: string) =>
    region(section)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const seeRule = async (section: string, title: string, ...said: string[]) => {
    const words = (await rule(section, title).textContent()) ?? '';
    for (const part of said) expect(words.toLowerCase()).toContain(part.toLowerCase());
  };

  // spec 5.35, 5.36, 9.5
  it.each([
    ['Phase 1', '10%', '3', '$1,000'],
    ['Phase 2', '5%', '2', '$500'],
  ])('say what %s asks', async (phase, target, days, money) => {
    await open(page, '/rules');
    await seeRule(phase, 'Profit target', target, `${money} on a $10,000 account`);
    await seeRule(phase, 'Max daily loss', '5%');
    await seeRule(phase, 'Max overall loss', '10%');
    await seeRule(phase, 'Minimum trading days', days);
    await seeRule(phase, 'Time limit', 'No time limit');
  });

  // spec 9.1, 9.2, 9.3, 9.4
  it('say how profit is shared', async () => {
    await open(page, '/rules');
    const section = '80% Profit Sharing Model';
    await seeRule(section, 'Your share', '80%', 'On a $5,000 profit you get $4,000 and the firm gets $1,000');
    await seeRule(section, 'Your share', 'up to 90%');
    await seeRule(
      section,
      'Payouts',
      'Every 14 days from the first profitable trade on the funded account',
      'the 1st, then the 15th, then the 29th',
    );
    await seeRule(section, 'Minimum withdrawal', '$100');
  });

  // spec 1.3, 4.49, 4.51, 5.37, 5.38, 5.42, 9.5
  it('say what is required', async () => {
    await open(page, '/rules');
    const section = 'Challenge Requirements';
    await seeRule(section, 'Targets are cumulative', 'cumulative', '$1,000 in Phase 1 and $500 in Phase 2');
    await seeRule(
      section,
      'What a trading day is',
      'A trading day means at least one trade on that calendar day',
      'full 24-hour days in the account’s timezone',
    );
    await seeRule(
      section,
      'One step or two',
      'from Phase 1 (evaluation) to Phase 2 (verification) to the funded account',
      'from Phase 1 straight to the funded account',
    );
    await seeRule(section, 'Weekend holding', 'Weekend holding is allowed');
    await seeRule(section, 'Reaching a limit', 'suspended if total losses reach the overall limit');
  });

  // spec 4.50, 4.51, 5.39, 5.40, 5.41, 9.7
  it('say what is prohibited, and what follows', async () => {
    await open(page, '/rules');
    const section = 'Prohibited Activities';
    await seeRule(
      section,
      'News trading',
      'No trading from 10 minutes before to 10 minutes after major news releases',
    );
    await seeRule(
      section,
      'Copying and automation',
      'No copy trading, expert advisors or algorithms',
      'All trades are manual',
    );
    await seeRule(section, 'Hedging between accounts', 'No hedging between accounts');
    await see(
      region(section),
      /A violation leads to a warning, or to suspension or termination without refund\. Suspension occurs if total losses reach the overall limit\.$/,
    );
  });

  // spec 2.83, 2.86, 9.8
  it('answer questions: each phase has 30 days', async () => {
    await open(page, '/rules');
    const faq = region('Frequently Asked Questions');
    expect(await faq.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(4);
    await see(faq, /^Each phase has 30 days/);
  });
});

describe('about', () => {
  // spec 2.87, 2.88, 2.89, 2.90
  it('tells who the firm is', async () => {
    await open(page, '/about');
    await see(region('Our story'), /Founded in 2023/);
    await see(region('Our story'), 'Founded');
    const values = page.getByRole('region', { name: 'What we hold to' });
    expect(await values.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Trader Success',
      'Transparency',
      'Global Community',
    ]);
    const team = page.getByRole('region', { name: 'Four at the helm' }).getByRole('listitem');
    expect(await team.count()).toBe(4);
    for (const member of await team.all()) {
      const name = (await member.getByRole('heading').textContent()) ?? '';
      await member.getByRole('img', { name }).waitFor();
      const [role, bio] = await member.getByRole('paragraph').allTextContents();
      expect(role).toMatch(/Founder|Head of/);
      expect(bio?.length).toBeGreaterThan(40);
    }
    const reasons = page.getByRole('region', { name: /^Why choose / }).getByRole('term');
    expect(await reasons.count()).toBeGreaterThan(3);
  });
});

describe('the account packages', () => {
  // spec 2.92, 4.25, 8.31
  it('show the message of the server in their place', async () => {
    await callInstead(page, 'GET /account-packages', '/account-packages/no-such-package');
    await walkToAccounts();
    await quiet(page);
    await see(page.getByRole('alert'), 'Package not found.');
    expect(await text(page, 'Loading your accounts...').count()).toBe(0);
    expect(await page.getByRole('tab').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await article(page, /Basic 1-Step Challenge/).waitFor();
  });

  // spec 2.96
  it('lead a logged-in user to the purchase', async () => {
    await signedInAs(visitor, trader.token);
    await open(page, '/accounts');
    await link('Purchase', article(page, /Basic 1-Step Challenge/)).click();
    await arrive(page, /^\/dashboard\/purchase-account\/[\w-]+$/);
    await see(page, '1-Step Challenge');
  });

  // spec 2.97, 4.37, 4.38, 4.39, 4.40, 9.15
  it('count an offer down by the second, until it ends', async () => {
    const end = Math.floor(Date.now() / SECOND) * SECOND + 5 * DAY;
    await setFirm({ offerStart: new Date(end - 7 * DAY).toISOString() });
    const badge = text(article(page, /Basic 1-Step Challenge/), /^Ends in:/);
    await page.clock.install({ time: end - 3 * DAY - 25 * 60 * SECOND });
    await open(page, '/accounts');
    await badge.waitFor();
    await page.clock.pauseAt(end - 2 * DAY - 3 * SECOND);
    await eventually(() => badge.textContent()).toBe('Ends in: 2d 0h 0m 3s');
    await page.clock.runFor(SECOND);
    await eventually(() => badge.textContent()).toBe('Ends in: 2d 0h 0m 2s');
    await page.clock.pauseAt(end - SECOND);
    await eventually(() => badge.textContent()).toBe('Ends in: 0d 0h 0m 1s');
    await page.clock.runFor(SECOND);
    await eventually(() => badge.count()).toBe(0);
    expect(await text(page, 'Ended').count()).toBe(0);
  });
});

describe('roles', () => {
  // spec 1.8, 6.1
  it('leave public pages to everybody', async () => {
    for (const token of [null, trader.token, admin]) {
      const own = await enter();
      if (token) await signedInAs(own, token);
      for (const path of ['/', '/accounts', '/rules', '/about', '/privacy', '/terms', '/refund']) {
        await own.page.goto(path);
        await own.page.getByRole('contentinfo').waitFor();
        expect(new URL(own.page.url()).pathname).toBe(path);
      }
    }
  });
});
