import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { ensureInstalled, requireNode } from './install.mjs';
import { openPostgres } from './postgres.mjs';
import { root, runTool } from './run.mjs';

/**
 * `npm run chaos [-- --seed N --kills N --interleavings N --recipients N --away SECONDS
 * --slow-sockets N --slow-uploads N --registrations N --only embedded|postgres <file>…]`:
 * the tests below apps/server/test/chaos with the full counts, on both databases. CI runs them with small ones.
 */
const COUNTS = {
  seed: ['CHAOS_SEED', randomInt(2 ** 31)],
  kills: ['CHAOS_KILLS', 200],
  interleavings: ['CHAOS_INTERLEAVINGS', 10_000],
  recipients: ['CHAOS_RECIPIENTS', 10_000],
  mailKills: ['CHAOS_MAIL_KILLS', 20],
  away: ['CHAOS_AWAY_SECONDS', 60],
  slowSockets: ['CHAOS_SLOW_SOCKETS', 1000],
  slowUploads: ['CHAOS_SLOW_UPLOADS', 100],
  registrations: ['CHAOS_REGISTRATIONS', 200],
};

function readWords(words) {
  const counts = Object.fromEntries(
    Object.values(COUNTS).map(([variable, count]) => [variable, String(count)]),
  );
  const files = [];
  let only = null;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const name = /^--(.+)$/.exec(word)?.[1].replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    if (name === undefined) files.push(word);
    else if (name === 'only') only = rest.shift();
    else if (Object.hasOwn(COUNTS, name)) counts[COUNTS[name][0]] = rest.shift();
    else throw new Error(`--${name} is none of ${Object.keys(COUNTS).join(', ')}, only`);
  }
  return { counts, files, only };
}

requireNode();
ensureInstalled();
const { counts, files, only } = readWords(process.argv.slice(2));
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
const postgres = only === 'embedded' ? undefined : await openPostgres();
if (!postgres && only !== 'embedded')
  throw new Error('PostgreSQL is missing: install postgresql, or use --only embedded.');
console.log(
  Object.entries(counts)
    .map(([name, value]) => `${name}=${value}`)
    .join(' '),
);
const template = join(root, 'apps', 'server', 'dist', 'template', 'database');
const databases = {
  embedded: { TEST_DATABASE: 'embedded', TEST_TEMPLATE: template },
  postgres: { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres?.url },
};
const chosen = files.length > 0 ? files : ['apps/server/test/chaos'];
try {
  for (const [name, env] of Object.entries(databases)) {
    if (only !== null && only !== name) continue;
    console.log(`\n== ${name}`);
    const { code } = await runTool('vitest/vitest.mjs', ['run', '--project', 'server', ...chosen], {
      env: { NODE_ENV: 'test', CHAOS_MEASURE: '1', ...counts, ...env },
      stream: true,
    });
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  postgres?.stop();
}
