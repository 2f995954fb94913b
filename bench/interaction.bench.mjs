import { setTimeout as sleep } from 'node:timers/promises';
import { serveEmptyPage, withDemo } from './demo.mjs';
import { machine, median, printTable } from './figures.mjs';

/**
 * `npm run measure:interaction`: how long it takes from a press to the next picture (Event Timing, as INP counts it) at a
 * quarter of the processor's speed; the median and the worst of RUNS, by default five, and beside them what a button on an
 * empty page takes. Run it on a machine that does nothing else.
 */
const RUNS = Number(process.env.RUNS ?? 5);
const SLOWDOWN = 4;
/** Event Timing tells durations in steps of this. */
const RESOLUTION_MILLISECONDS = 8;
const GOAL_MILLISECONDS = 100;
const SETTLE_MILLISECONDS = 1200;

const observe = () => {
  const found = [];
  Object.assign(globalThis, { interactions: found });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) found.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
};

const EMPTY = 'button on an empty page';
const empty = await serveEmptyPage();

/** Each: the page where it is done, what to wait for, and what is pressed. */
const INTERACTIONS = [
  {
    name: EMPTY,
    path: '/',
    caller: 'guest',
    origin: empty.url,
    ready: (page) => page.getByRole('button'),
    press: (page) => page.getByRole('button').click(),
  },
  {
    name: 'tab of the packages',
    path: '/accounts',
    caller: 'guest',
    ready: (page) => page.getByRole('tab', { name: /2-Step/ }),
    press: (page) => page.getByRole('tab', { selected: false }).first().click(),
  },
  {
    name: 'theme',
    path: '/',
    caller: 'guest',
    ready: (page) => page.getByRole('button', { name: /theme|dark|light/i }).first(),
    press: (page) =>
      page
        .getByRole('button', { name: /theme|dark|light/i })
        .first()
        .click(),
  },
  {
    name: 'sort of a table',
    path: '/admin/accounts?limit=100',
    caller: 'admin',
    ready: (page) => page.locator('tbody [data-row]').nth(20),
    press: (page) => page.locator('th[aria-sort] button').first().click(),
  },
  {
    name: 'filter of a table',
    path: '/admin/accounts?limit=100',
    caller: 'admin',
    ready: (page) => page.locator('tbody [data-row]').nth(20),
    press: async (page) => {
      const select = page.getByRole('combobox', { name: 'Status', exact: true });
      await select.focus();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'opening a row',
    path: '/admin/accounts?limit=100',
    caller: 'admin',
    ready: (page) => page.locator('tbody [data-row]').nth(20),
    press: (page) => page.locator('tbody [data-row] a').first().click(),
  },
  {
    name: 'edit in a card',
    path: '/admin',
    caller: 'admin',
    ready: (page) => page.getByRole('article').first().getByRole('textbox', { name: 'Balance' }),
    press: async (page, run) => {
      const field = page.getByRole('article').first().getByRole('textbox', { name: 'Balance' });
      await field.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(String(100_100 + run));
      await page.keyboard.press('Enter');
    },
  },
];

const rows = [];
await withDemo(async ({ url, pages, openBrowser }) => {
  const context = await openBrowser({ viewport: { width: 1366, height: 900 } });
  await context.addInitScript(observe);
  const [first] = context.pages();
  for (const { name, path, caller, origin = url, ready, press } of INTERACTIONS) {
    await first.goto(`${url}/robots.txt`);
    await first.evaluate(
      (value) => (value ? localStorage.setItem('token', value) : localStorage.removeItem('token')),
      pages.find((page) => page.caller === caller).token,
    );
    const worst = [];
    for (let run = 0; run < RUNS; run += 1) {
      const page = await context.newPage();
      await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
      await ready(page).waitFor();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      await sleep(SETTLE_MILLISECONDS);
      await page.evaluate(() => globalThis.interactions.splice(0));
      await press(page, run);
      await sleep(SETTLE_MILLISECONDS);
      // Nothing above 16 ms is reported as nothing.
      worst.push(await page.evaluate(() => Math.max(0, ...globalThis.interactions)));
      await page.close();
    }
    rows.push({ name, median: median(worst), worst: Math.max(...worst) });
  }
  const here = machine(await first.evaluate(() => navigator.userAgent.match(/Chrom\w*\/(\S+)/)?.[1]));
  printTable([
    ['interaction', 'goal ms', 'median ms', 'worst ms', 'of empty', ''],
    ...rows.map((row) => [
      row.name,
      String(GOAL_MILLISECONDS),
      String(row.median),
      String(row.worst),
      `${(row.median / Math.max(rows[0].median, RESOLUTION_MILLISECONDS)).toFixed(1)}×`,
      row.median > GOAL_MILLISECONDS ? 'MISSED' : '',
    ]),
  ]);
  console.log(JSON.stringify({ machine: here, runs: RUNS, results: rows }));
});
empty.close();
