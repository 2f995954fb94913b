import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { countPresses, signedInAs } from '../support/session.ts';
import { arrive, article, eventually, open, quiet, see } from '../support/steps.ts';
import { api, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** The packages on sale: their offer, their loading, and the way to a purchase. */
const DAY = 86_400_000;

visitFirm();
let trader: Person;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
}, 180_000);

/** Starts the firm's offer at a moment. */
const offerFrom = async (start: number): Promise<void> => {
  const admin = await api.admin();
  const { version: _, ...settings } = (await api.send('GET', '/admin/firm', admin)).body;
  const changed = { ...settings, offerStart: new Date(start).toISOString() };
  expect((await api.send('PUT', '/admin/firm', admin, changed)).status).toBe(200);
};

const countdowns = () => page.getByText(/^Ends in:/);

describe('the offer', () => {
  // spec 2.97, 4.37
  it('counts down on every card while it runs', async () => {
    await offerFrom(Date.now() - 2 * DAY);
    await open(page, '/accounts');
    await eventually(() => countdowns().count()).toBe(5);
    const first = await countdowns().first().textContent();
    expect(first).toMatch(/^Ends in: 4d 23h 59m \d+s$/);
    await eventually(() => countdowns().first().textContent()).not.toBe(first);
  });

  // spec 4.40
  it('leaves the cards when it reaches zero while they are open', async () => {
    const end = Date.now() + 3 * DAY;
    await offerFrom(end - 7 * DAY);
    await page.clock.install({ time: end - 60_000 });
    await open(page, '/accounts');
    await eventually(() => countdowns().first().textContent()).toMatch(/^Ends in: 0d 0h 0m \d+s$/);
    await page.clock.fastForward(61_000);
    await eventually(() => countdowns().count()).toBe(0);
    await see(article(page, /Basic 1-Step/), '$99');
  });

  // spec 4.40
  it('is absent before its start and after its end', async () => {
    for (const start of [Date.now() + DAY, Date.now() - 8 * DAY]) {
      await offerFrom(start);
      await open(page, '/accounts');
      await article(page, /Basic 1-Step/).waitFor();
      expect(await countdowns().count()).toBe(0);
    }
  });
});

type Answer = { status?: number; json: unknown };
const offer = async (name: string) =>
  Object.values((await api.send('GET', '/account-packages')).body).filter(
    (entry) => typeof entry === 'object' && entry !== null && Reflect.get(entry, 'name') === name,
  );

/** Comes to the packages from a page that does not know them, with this answer of the server. */
const comeWith = async (answer: Answer): Promise<void> => {
  await page.route('**/api/account-packages', (route) => route.fulfill(answer));
  await open(page, '/login');
  await page.getByRole('banner').getByRole('link', { name: 'Firmament' }).click();
  await arrive(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
  await arrive(page, '/accounts');
};

describe('the list', () => {
  // spec 2.91, 4.25
  it('says that it loads', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/account-packages', async (route) => {
      await held;
      await route.continue();
    });
    await open(page, '/login');
    await page.getByRole('banner').getByRole('link', { name: 'Firmament' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
    await see(page, 'Loading your accounts...');
    answer();
    await article(page, /Basic 1-Step/).waitFor();
    expect(await page.getByText('Loading your accounts...').count()).toBe(0);
  });

  // spec 2.92, 4.25, 5.21, 8.31, 8.32
  it.each([
    [
      'the server’s message',
      { status: 400, json: { message: 'The harbour is closed.' } },
      'The harbour is closed.',
    ],
    ['its own without one', { status: 400, json: {} }, 'Failed to load account packages'],
    ['that the answer is no list', { json: { packages: [] } }, 'Invalid data format received from server'],
  ])('says %s, and tries again', async (_, answer, words) => {
    await comeWith(answer);
    // The link under the pointer asks ahead, the page once more.
    await quiet(page);
    await see(page, words);
    await page.unroute('**/api/account-packages');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await article(page, /Basic 1-Step/).waitFor();
  });

  // spec 8.34
  it('says that a tab is empty', async () => {
    await comeWith({ json: [] });
    await see(page, 'No 1-Step Challenge packages available.');
  });

  // spec 4.27, 8.34
  it('opens with 2-Step where only that is sold', async () => {
    await comeWith({ json: await offer('2-Step Challenge') });
    await page.getByRole('tab', { name: '2-Step Challenge', selected: true }).waitFor();
    await page.getByRole('tab', { name: '1-Step Challenge' }).click();
    await see(page, 'No 1-Step Challenge packages available.');
  });
});

describe('the two figures of a 2-Step card', () => {
  it.each(['/', '/accounts', '/dashboard/purchase-account'])(
    'are explained above the cards, and nothing moves for it, on %s',
    async (path) => {
      await signedInAs(visitor, trader.token);
      const legend = page.getByText('Two figures: Phase 1 / Phase 2.', { exact: true });
      const top = async (card: RegExp) => {
        const grid = article(page, card).locator('xpath=..');
        return grid.evaluate((node) => node.getBoundingClientRect().top + scrollY);
      };
      await open(page, path);
      const before = await top(/Basic 1-Step/);
      expect(await legend.count()).toBe(0);
      await page.getByRole('tab', { name: '2-Step Challenge' }).click();
      await legend.waitFor();
      expect(await top(/Basic 2-Step/)).toBe(before);
    },
  );
});

describe('Purchase', () => {
  // spec 2.95, 6.2
  it('asks a visitor to sign in', async () => {
    await open(page, '/accounts?type=2-step');
    await article(page, /Basic 2-Step/)
      .getByRole('link', { name: 'Purchase' })
      .click();
    await arrive(page, '/login');
  });

  it('leads a trader from the dashboard to the payment with three presses', async () => {
    await signedInAs(visitor, trader.token);
    await open(page, '/dashboard/profile');
    const presses = await countPresses(page);
    await page.getByRole('link', { name: 'Start Challenge' }).click();
    await article(page, /Basic 1-Step/)
      .getByRole('link', { name: /^Purchase/ })
      .click();
    await arrive(page, /^\/dashboard\/purchase-account\/[\w-]+$/);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await arrive(page, /^\/payment\//);
    expect(await presses()).toBe(3);
  });

  // spec 8.36
  it('shows a failure in place and as a toast, and the next try is the same purchase', async () => {
    await signedInAs(visitor, trader.token);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/accounts/purchase', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await (keys.length === 1 ? route.fulfill({ status: 400, json: {} }) : route.continue());
    });
    await open(page, '/accounts');
    await article(page, /Starter 1-Step/)
      .getByRole('link', { name: 'Purchase' })
      .click();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const failure = page.getByText('Failed to initiate purchase. Please try again.', { exact: true });
    await eventually(() => failure.filter({ visible: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await arrive(page, /^\/payment\//);
    expect(new Set(keys).size).toBe(1);
  });
});
