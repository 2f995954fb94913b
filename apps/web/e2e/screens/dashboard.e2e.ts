import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { hold } from '../support/calls.ts';
import { countPresses, signedInAs } from '../support/session.ts';
import {
  arrive,
  article,
  eventually,
  fact,
  missingFor,
  open,
  PASSWORD,
  see,
  seeTitle,
  signIn,
  text,
} from '../support/steps.ts';
import { api, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** The trader's accounts: the list, one account, and what they do with strange figures and failing calls. */
const FIRST = '50010001';
const SECOND = '50010002';
const FAILED = '50010003';

visitFirm({ RATE_SCALE: '100' });
let trader: Person;
let pendingId: string;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
  for (const login of [FIRST, SECOND, FAILED]) {
    const id = await api.order(trader);
    await api.activate(id, login);
    if (login === FAILED) await api.send('PATCH', `/admin/accounts/${id}/mark-failed`, await api.admin());
  }
  pendingId = await api.order(trader);
}, 180_000);

beforeEach(() => signedInAs(visitor, trader.token));

const copied = () => page.evaluate(() => navigator.clipboard.readText());
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Answers a call with what the server says, changed. */
const change = (path: string, alter: (body: Json) => Json): Promise<unknown> =>
  page.route(path, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    await route.fulfill({ response: answer, json: isJson(body) ? alter(body) : body });
  });
const list = (body: Json): Json[] => (Array.isArray(body.accounts) ? body.accounts : []);

describe('the list', () => {
  it('says without a press how much room is left and why an account failed', async () => {
    await open(page, '/dashboard');
    await seeTitle(page, 'My MT5 Accounts');
    const active = article(page, `MT5 ${FIRST}`);
    await see(active, /^\$1,000\.00 room to the floor$/);
    await see(active, 'Active');
    const failed = article(page, `MT5 ${FAILED}`);
    await see(failed, 'Failed');
    expect(await failed.textContent()).toMatch(/Failed: \S.*\d{4}, \d\d:\d\d/);
    expect(await page.getByRole('article').count()).toBe(3);
  });

  it('puts the pending purchase on top, one press from its payment', async () => {
    for (const path of ['/dashboard', '/dashboard/purchase-account']) {
      await open(page, path);
      const pending = page.getByRole('region', { name: 'Pending purchases' });
      await pending.getByRole('list', { name: /^Progress of/ }).waitFor();
      const below = page.getByRole('article').first();
      await below.waitFor();
      const [upper, lower] = [await pending.boundingBox(), await below.boundingBox()];
      expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThan(lower?.y ?? 0);
      const presses = await countPresses(page);
      await pending.getByRole('link', { name: /^Continue to payment/ }).click();
      await arrive(page, `/payment/${pendingId}`);
      expect(await presses()).toBe(1);
    }
  });

  it('says how old it is, and that it could not be refreshed', async () => {
    const path = '**/api/dashboard/accounts';
    await open(page, '/dashboard');
    await article(page, `MT5 ${FIRST}`).waitFor();
    await see(page, /^Updated (now|\d+ sec\. ago)$/);
    await page.route(path, (route) => route.fulfill({ status: 400, json: {} }));
    await press('Refresh');
    const notice = text(page, 'These figures could not be refreshed just now.');
    await notice.waitFor();
    await article(page, `MT5 ${FIRST}`).waitFor();
    await page.unroute(path);
    await press('Refresh');
    await notice.waitFor({ state: 'hidden' });
  });

  // spec 2.161, 2.162, 8.43, 8.44, 8.45
  it.each([
    [
      'the server’s message',
      { status: 400, json: { message: 'The harbour is closed.' } },
      'The harbour is closed.',
    ],
    ['its own', { status: 400, json: {} }, 'An error occurred while fetching accounts'],
    ['its own for an answer without success', { json: { success: false } }, 'Failed to fetch accounts'],
    [
      'that there is none',
      { json: { success: true, message: '', accounts: [] } },
      'No MT5 accounts found for this user.',
    ],
  ])('says %s when it fails, and offers a purchase', async (_, answer, words) => {
    await page.route('**/api/dashboard/accounts', (route) => route.fulfill(answer));
    await open(page, '/dashboard');
    await see(page, words);
    await page.getByRole('link', { name: 'Purchase an Account' }).click();
    await arrive(page, '/dashboard/purchase-account');
  });
});

describe('one account', () => {
  // spec 2.144, 2.147, 2.148, 2.153
  it('shows every fact in the words of the specification, and nothing that needs a trading feed', async () => {
    await open(page, `/dashboard/${FIRST}`);
    await seeTitle(page, /^Good (morning|afternoon|evening), Tess Trader$/);
    for (const [term, value] of [
      ['Stage', 'Phase 1'],
      ['Initial Balance', '$10,000'],
      ['Plan Type', 'Basic 2-Step Challenge'],
      ['Account Type', 'MT5'],
      ['Balance', '$10,000.00'],
      ['Profit/Loss', '$0.00'],
      ['Trading Days', '1'],
      ['Log In', FIRST],
      ['Server', 'Firm-MT5'],
    ] as const) {
      expect(await fact(page, term), term).toBe(value);
    }
    const growth = page.getByRole('region', { name: 'Account Growth' });
    await see(growth, '0.00%');
    await see(growth, /^Target: 10% \(\$1,000\)$/);
    await growth.getByRole('progressbar').waitFor();
    await see(page, '$10,000: $1,000 above the floor, $1,000 below the target');
    expect(await page.getByText(/calendar|equity curve|today’s floor/i).count()).toBe(0);
  });

  it('is named by its login before it is there', async () => {
    await open(page, '/dashboard');
    const letGo = await hold(page, `GET /dashboard/${FIRST}`);
    await article(page, `MT5 ${FIRST}`)
      .getByRole('link', { name: /^View Account Dashboard/ })
      .click();
    await seeTitle(page, `Account ${FIRST}`);
    await eventually(() => page.title()).toMatch(new RegExp(`^${FIRST} · Dashboard · `));
    letGo();
    await seeTitle(page, /^Good .*, Tess Trader$/);
    expect(await page.title()).toMatch(new RegExp(`^${FIRST} · Dashboard · `));
  });

  it('says when the day of the daily loss begins, in the trader’s zone', async () => {
    await open(page, `/dashboard/${FIRST}`);
    const objectives = page.getByRole('region', { name: 'Objectives' });
    await see(
      objectives,
      /^\$500 below the balance at the start of the day\. The next starts at 00:00 UTC\.$/,
    );
    const zone = { timeZone: 'Asia/Kolkata' };
    const { body } = await api.send('PATCH', '/profile', await api.session(trader), zone);
    await page.evaluate((token) => localStorage.setItem('token', token), String(body.token));
    await page.reload();
    await see(objectives, /The next starts at 05:30 UTC\+5:30\.$/);
  });

  it('has no target and no days to meet once it is live, but the terms of the payout', async () => {
    const orders = (await api.send('GET', '/dashboard/accounts', trader.token)).body;
    const second = list(orders).find(({ login }) => login === SECOND);
    await api.send('PATCH', `/admin/accounts/${second?._id}/stage`, await api.admin(), { stage: 'live' });
    await open(page, `/dashboard/${SECOND}`);
    const objectives = page.getByRole('region', { name: 'Objectives' });
    await see(objectives, 'Max total loss 10%');
    for (const words of [
      'Profit split 80%',
      'Your share of the profit',
      'Min withdrawal $100',
      'Of your share, after the split',
      'Payout every 14 days',
      'From your first profitable trade on the live account',
    ])
      await see(objectives, words);
    expect(await objectives.getByText(/^(Profit target|Min trading days)/).count()).toBe(0);
  });

  it('copies login, password and server with two presses from the list', async () => {
    await open(page, '/dashboard');
    const presses = await countPresses(page);
    await article(page, `MT5 ${FIRST}`)
      .getByRole('link', { name: /^View Account Dashboard/ })
      .click();
    await press('Copy all');
    await eventually(copied).toBe(`${FIRST}\nMt5#pass\nFirm-MT5`);
    expect(await presses()).toBe(2);
  });

  // spec 2.150, 2.151, 2.152, 9.21
  it('says Copied! for 1.2 seconds, and hides the password again', async () => {
    await page.clock.install();
    await open(page, `/dashboard/${FIRST}`);
    const copy = page.getByRole('button', { name: 'Copy server' });
    await copy.waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await copy.click();
    await see(page, 'Copied!');
    await page.clock.runFor(1_100);
    await see(page, 'Copied!');
    await page.clock.runFor(200);
    await text(page, 'Copied!').waitFor({ state: 'hidden' });
    expect(await copied()).toBe('Firm-MT5');
    expect(await page.getByText('Mt5#pass').count()).toBe(0);
    await press('View password');
    await see(page, 'Mt5#pass');
    await press('Hide password');
    expect(await page.getByText('Mt5#pass').count()).toBe(0);
  });

  it('is left for another one by one press or a key', async () => {
    await open(page, `/dashboard/${FIRST}`);
    const presses = await countPresses(page);
    await page.getByRole('navigation', { name: 'Your accounts' }).getByRole('link', { name: SECOND }).click();
    await arrive(page, `/dashboard/${SECOND}`);
    expect(await presses()).toBe(1);
    await eventually(() => fact(page, 'Log In')).toBe(SECOND);
    const order = await page
      .getByRole('navigation', { name: 'Your accounts' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const at = order.indexOf(`/dashboard/${SECOND}`);
    await page.keyboard.press(']');
    await arrive(page, order[(at + 1) % order.length] ?? '');
    await page.keyboard.press('[');
    await arrive(page, `/dashboard/${SECOND}`);
    // Two presses count as two also before the first one's page is there.
    await page.evaluate(() => {
      for (const key of ['[', '[']) dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await arrive(page, order.at(at - 2) ?? '');
    expect(await presses()).toBe(1);
  });

  it('says why it failed', async () => {
    await open(page, '/dashboard');
    const presses = await countPresses(page);
    await article(page, `MT5 ${FAILED}`)
      .getByRole('link', { name: /^View Account Dashboard/ })
      .click();
    await see(page, 'This account has failed');
    expect(await presses()).toBe(1);
  });

  it('prints as a summary without buttons, menus and the other accounts', async () => {
    await open(page, `/dashboard/${FIRST}`);
    await see(page, 'Account Details');
    await page.emulateMedia({ media: 'print' });
    await see(page, 'Basic 2-Step Challenge');
    expect(await fact(page, 'Balance')).toBe('$10,000.00');
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  });

  // spec 8.38, 8.39, 8.40
  it.each([
    ['Error: The harbour is closed.', { status: 400, json: { message: 'The harbour is closed.' } }],
    ['Error: Failed to fetch dashboard data', { status: 400, json: {} }],
    ['Error: Invalid response from server', { json: { success: false } }],
  ])('says "%s" and tries again', async (words, answer) => {
    const path = `**/api/dashboard/${FIRST}`;
    await page.route(path, (route) => route.fulfill(answer));
    await open(page, `/dashboard/${FIRST}`);
    await see(page, words);
    await page.unroute(path);
    await press('Try Again');
    await eventually(() => fact(page, 'Log In')).toBe(FIRST);
  });

  // spec 8.41
  it('says that the server cannot be reached', async () => {
    await page.route(`**/api/dashboard/${FIRST}`, (route) => route.abort());
    await open(page, `/dashboard/${FIRST}`);
    await see(page, 'Error: Failed to connect to server. Please check your internet connection.');
    // The browser writes the lost request to its console.
    expect(visitor.faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });
});

describe('on a phone', () => {
  beforeEach(() => page.setViewportSize({ width: 360, height: 800 }));

  it.each(['/dashboard', `/dashboard/${FIRST}`, '/admin'])(
    '%s says what its age is, on one line',
    async (path) => {
      if (path === '/admin') await signedInAs(visitor, await api.admin());
      await open(page, path);
      const age = text(page, /^Updated (now|\d+ sec\. ago)$/);
      await age.waitFor();
      const line = await age.evaluate((node) => {
        const box = node.getBoundingClientRect();
        const time = node.querySelector('time')?.getBoundingClientRect();
        return { word: (time?.left ?? 0) - box.left, lines: node.getClientRects().length };
      });
      expect(line.word).toBeGreaterThan(40);
      expect(line.lines).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      if (path !== `/dashboard/${FIRST}`) return;
      const [badge, below] = [await text(page, 'Active').boundingBox(), await age.boundingBox()];
      expect(below?.y).toBeGreaterThanOrEqual((badge?.y ?? 0) + (badge?.height ?? 0));
    },
  );
});

describe('a button that is off says what is missing', () => {
  it('for the code that verifies the email', async () => {
    const userId = await api.register('Vera Verify', 'vera@example.com');
    await open(page, `/verify-email?userId=${userId}`);
    const verify = page.getByRole('button', { name: 'Verify Email' });
    expect(await missingFor(verify)).toBe('Enter all 4 digits of the code.');
    await page.getByLabel('Verification code').fill('1234');
    expect(await missingFor(verify)).toBe('');
    expect(await verify.isDisabled()).toBe(false);
  });

  it('for a new name and for closing the account', async () => {
    await open(page, '/dashboard/profile');
    for (const [name, words, label] of [
      ['Save Name', 'Change the name to save it.', 'Full name'],
      ['Close Account', 'Enter your password to close the account.', 'Your password'],
    ] as const) {
      const button = page.getByRole('button', { name });
      await button.waitFor();
      expect(await missingFor(button)).toBe(words);
      await see(page, words);
      await page.getByLabel(label).fill('Something else');
      expect(await missingFor(button)).toBe('');
      expect(await button.isDisabled()).toBe(false);
      await page.getByLabel(label).fill(label === 'Full name' ? 'Tess Trader' : '');
    }
  });
});

describe('the catalogue', () => {
  it('leads from an empty tab to the other one', async () => {
    await page.route('**/api/account-packages', async (route) => {
      const answer = await route.fetch();
      const offers: Json[] = await answer.json();
      await route.fulfill({ json: offers.filter(({ name }) => name !== '1-Step Challenge') });
    });
    await open(page, '/dashboard/purchase-account');
    await see(page, 'No 1-Step Challenge available.');
    await page.getByRole('button', { name: 'Show 2-Step Challenge' }).press('Enter');
    await article(page, /Elite 2-Step Challenge/).waitFor();
    await page.getByRole('tab', { name: '2-Step Challenge', selected: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  it('leads from the confirmation to the login once signed out, and back', async () => {
    const { _id } = await api.offer();
    await open(page, `/dashboard/purchase-account/${_id}`);
    await page.evaluate(() => localStorage.removeItem('token'));
    await press('Proceed to Payment');
    await see(page, 'Authentication token not available.');
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await seeTitle(page, 'Log in');
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, `/dashboard/purchase-account/${_id}`);
  });
});

const LONG = 'Bartholomew '.repeat(17).slice(0, 200);
const HEBREW = 'שרה כהן (Demo)';

/** How far the page is wider than its window. */
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const direction = (name: string) =>
  page
    .getByRole('heading', { level: 1 })
    .getByText(name)
    .evaluate((node) => getComputedStyle(node).unicodeBidi);

describe('strange values', () => {
  it.each([
    ['a name of 200 letters', LONG, 10_000],
    ['a name from right to left', HEBREW, 10_000],
    ['nothing left', 'Zoe', 0],
    ['less than nothing', 'Zoe', -123_456_789.01],
    ['very much', LONG, 987_654_321_098.76],
  ])('%s stays in its place', async (_, userName, balance) => {
    const figures = { balance, equity: balance };
    await change('**/api/dashboard/accounts', (body) => ({
      ...body,
      accounts: list(body).map((account) => ({ ...account, ...figures })),
    }));
    await change(`**/api/dashboard/${FIRST}`, (body) => ({
      ...body,
      userName,
      stats: { balance, profitLoss: balance - 10_000, tradingDays: 123_456 },
      account: { ...(isJson(body.account) ? body.account : {}), ...figures },
    }));
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/dashboard');
      await article(page, `MT5 ${FIRST}`).waitFor();
      expect(await overflow(), `list at ${width} px`).toBeLessThanOrEqual(0);
      await open(page, `/dashboard/${FIRST}`);
      await seeTitle(page, new RegExp(`^Good .*, ${userName.trim().replace(/[()]/g, '\\$&')}$`));
      expect(await overflow(), `account at ${width} px`).toBeLessThanOrEqual(0);
      expect(await direction(userName.trim())).toBe('isolate');
    }
    expect(await fact(page, 'Balance')).not.toMatch(/NaN|undefined|^-/);
  });

  it('thirty accounts are all there, with the current one in view', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await change('**/api/dashboard/accounts', (body) => {
      const [model = {}] = list(body).filter((account) => account.login === FIRST);
      const copies = Array.from({ length: 29 }, (_, index) => ({
        ...model,
        _id: `copy-${index}`,
        login: String(60_000_000 + index),
      }));
      return { ...body, accounts: [...copies, model] };
    });
    await open(page, '/dashboard');
    await eventually(() => page.getByRole('article').count()).toBe(30);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await open(page, `/dashboard/${FIRST}`);
    const chip = page.getByRole('navigation', { name: 'Your accounts' }).getByRole('link', { name: FIRST });
    const inView = async () => {
      const box = await chip.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360;
    };
    await eventually(inView).toBe(true);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  // spec 2.124
  it('a missing size is N/A on the payment page', async () => {
    await change(`**/api/accounts/${pendingId}`, ({ accountSize: _, ...body }) => body);
    await open(page, `/payment/${pendingId}`);
    await eventually(() => fact(page, 'Account size')).toBe('N/A');
  });
});
