import { serveEmptyPage, withDemo } from './demo.mjs';
import { machine, median, printTable } from './figures.mjs';
import { serveFront } from './front.mjs';

/**
 * `npm run measure:lighthouse [-- name,name]`: Lighthouse's mobile profile (150 ms, 1.6 Mbit/s, a quarter of the
 * processor) on pages of the demonstration and, to compare with, on an empty one; the median of RUNS, by default five.
 * With FRONT=true a proxy with TLS and HTTP/2 stands before the server, as in operation; otherwise the browser speaks
 * HTTP/1.1 to it. Prints a table and a summary as JSON. Run it on a machine that does nothing else.
 */
const RUNS = Number(process.env.RUNS ?? 5);
const VERSION = '12.8.2';
const GOALS = {
  public: {
    performance: 98,
    accessibility: 100,
    bestPractices: 100,
    seo: 100,
    lcp: 1500,
    tbt: 100,
    cls: 0.01,
  },
  app: { performance: 95, accessibility: 100, bestPractices: 100, lcp: 2000, tbt: 150, cls: 0.01 },
};

async function loadLighthouse() {
  try {
    return (await import('lighthouse')).default;
  } catch {
    // It is as large as everything else together, so it is no dependency.
    console.error(
      `Lighthouse is missing. Install it once: npm install --no-save --ignore-scripts lighthouse@${VERSION}`,
    );
    process.exit(1);
  }
}

/** The pages to measure, by their names in the demonstration. */
const NAMES = {
  public: ['home', 'accounts', 'rules', 'about', 'privacy', 'terms', 'refund'],
  app: [
    'login',
    'dashboard',
    'account',
    'payment',
    'overview',
    'users',
    'all accounts',
    'account to review',
    'payment options',
  ],
};

const chosen = (pages) =>
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.map((name) => {
      const page = pages.find((one) => one.name === name);
      if (!page) throw new Error(`The demonstration has no page "${name}".`);
      return { ...page, kind };
    }),
  );

function figuresOf({ categories, audits }) {
  const score = (id) => Math.round(categories[id].score * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: Math.round(audits['largest-contentful-paint'].numericValue),
    tbt: Math.round(audits['total-blocking-time'].numericValue),
    cls: Number(audits['cumulative-layout-shift'].numericValue.toFixed(3)),
  };
}

/** What kept a report from 100 outside of performance. */
const faultsOf = ({ categories, audits }) =>
  ['accessibility', 'best-practices', 'seo'].flatMap((id) =>
    categories[id].auditRefs
      .filter(
        ({ id: audit, weight }) => weight > 0 && audits[audit].score !== null && audits[audit].score < 1,
      )
      .map(({ id: audit }) => audit),
  );

/** Lighthouse now and then misses the start of a page, and asks to be run again itself. */
async function measureOnce(name, address, port, triesLeft = 3) {
  const { lhr } = await lighthouse(address, { port, output: 'json', logLevel: 'silent' });
  if (!lhr.runtimeError) return lhr;
  if (triesLeft === 1) throw new Error(`${name}: ${lhr.runtimeError.message}`);
  return measureOnce(name, address, port, triesLeft - 1);
}

const isScore = (name) => name in GOALS.public && !['lcp', 'tbt', 'cls'].includes(name);
const isMet = (name, figure, goal) => goal === undefined || (isScore(name) ? figure >= goal : figure <= goal);

const lighthouse = await loadLighthouse();
const EMPTY = 'an empty page';
const empty = await serveEmptyPage();
const wanted = process.argv[2]?.split(',');
const results = [];
/** Lighthouse's own figure of the processor's speed, of each run. */
const indices = [];
await withDemo(async ({ url, pages, keepToken, port }) => {
  let version = '';
  const front = process.env.FRONT === 'true' ? await serveFront(url) : null;
  const compared = { name: EMPTY, path: '/', kind: 'empty', token: null, origin: empty.url };
  for (const { name, path, kind, token, origin = front?.url ?? url } of [compared, ...chosen(pages)]) {
    if (wanted && name !== EMPTY && !wanted.includes(name)) continue;
    version = await keepToken(token, origin);
    const runs = [];
    const faults = new Set();
    for (let run = 0; run < RUNS; run += 1) {
      const lhr = await measureOnce(name, `${origin}${path}`, port);
      runs.push(figuresOf(lhr));
      indices.push(Math.round(lhr.environment.benchmarkIndex));
      for (const fault of faultsOf(lhr)) faults.add(fault);
    }
    const figures = Object.fromEntries(
      Object.keys(runs[0]).map((figure) => [figure, median(runs.map((run) => run[figure]))]),
    );
    const missed = Object.keys(figures).filter(
      (figure) => !isMet(figure, figures[figure], GOALS[kind]?.[figure]),
    );
    results.push({ name, kind, ...figures, missed, faults: [...faults] });
    console.error(`${name}: ${JSON.stringify(figures)} ${[...faults].join(' ')}`);
  }
  const here = { ...machine(version), benchmarkIndex: median(indices) };
  const goals = (kind) =>
    Object.entries(GOALS[kind])
      .map(([figure, goal]) => `${figure} ${goal}`)
      .join(', ');
  front?.close();
  console.log(`Goals, public: ${goals('public')}\nGoals, app: ${goals('app')}`);
  printTable([
    ['page', 'performance', 'accessibility', 'practices', 'SEO', 'LCP ms', 'TBT ms', 'CLS', 'misses'],
    ...results.map(({ missed, name, kind: _, faults: __, ...figures }) => [
      name,
      ...Object.values(figures).map(String),
      missed.join(' ') || '–',
    ]),
  ]);
  console.log(JSON.stringify({ machine: here, runs: RUNS, front: front !== null, goals: GOALS, results }));
});
empty.close();
