import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, requireNode } from './install.mjs';
import { findChromium, prepareMachine } from './machine.mjs';
import { openPostgres } from './postgres.mjs';
import { root, runTool } from './run.mjs';

const filters = process.argv.slice(2);
const scratch = join(root, '.test');
const totals = { passed: 0, failed: 0 };
const lines = [];
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' };

function record(name, passed, failed, seconds, note = '') {
  totals.passed += passed;
  totals.failed += failed;
  lines.push(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed${note} (${seconds.toFixed(0)} s)`,
  );
}

/** Runs one step of another kind than tests; a crash is one failure. */
async function guard(name, work) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const { passed, failed } = await work().catch((error) => {
    console.log(error.stack);
    return { passed: 0, failed: 1 };
  });
  record(name, passed, failed, (performance.now() - started) / 1000);
  return failed === 0;
}

/**
 * Counts a vitest report. A file that broke before its first test, or broke around its tests, is one failure, and so
 * is a run that ended badly without naming one.
 */
function count(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + broken;
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests,
  };
}

/** Runs the tests of some vitest projects. Without a filter, a run that finds no test at all is a failure. */
async function runTests(name, projects, env = {}, options = []) {
  console.log(`\n== ${name}`);
  const report = join(scratch, `${name.replace(/\W+/g, '-')}.json`);
  const { code, seconds } = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...options,
      ...(filters.length > 0 ? ['--passWithNoTests', ...filters] : []),
    ],
    { env: { NODE_ENV: 'test', ...colours, ...env }, stream: true },
  );
  const { passed, failed, skipped } = count(report, code);
  const none = filters.length === 0 && passed + failed === 0;
  if (none) console.log(`No test ran in "${name}".`);
  record(name, passed, none ? 1 : failed, seconds, skipped > 0 ? `, ${skipped} skipped` : '');
}

function requiredHere(name, remedy) {
  console.log(`\n== ${name}\n${remedy}`);
  if (process.env.CI === 'true') record(name, 0, 1, 0, ', could not run');
  else lines.push(`--   ${name}: not run. ${remedy}`);
}

/** Whether a filter names an end-to-end file, so that a filtered run needs the built server. */
function wantsBrowser() {
  if (filters.length === 0) return true;
  const folder = join(root, 'apps', 'web', 'e2e');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return files.some((file) => filters.some((filter) => `apps/web/e2e/${file}`.includes(filter)));
}

async function runAll(postgres) {
  const chromium = findChromium();
  const databases = [
    ['the embedded database', { TEST_DATABASE: 'embedded' }],
    ['PostgreSQL', { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres?.url }],
  ];
  if (filters.length === 0) {
    const { runChecks } = await import('./check.mjs');
    await guard('checks', runChecks);
  }
  await runTests('unit tests', ['rules', 'contract', 'web']);
  for (const [database, env] of databases) {
    const name = `server on ${database}`;
    if (database === 'PostgreSQL' && !postgres)
      requiredHere(name, 'PostgreSQL is missing: install postgresql or set TEST_DATABASE_URL.');
    else await runTests(name, ['server'], env);
  }
  if (!wantsBrowser()) return;
  const built = await guard('build', async () => {
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt();
    return { passed: 1, failed: 0 };
  });
  for (const [database, env] of databases) {
    const name = `browser on ${database}`;
    if (!built) record(name, 0, 1, 0, ', not run: the build failed');
    else if (!chromium) requiredHere(name, 'Chromium is missing: install chromium or set CHROMIUM_PATH.');
    else if (database === 'PostgreSQL' && !postgres)
      requiredHere(name, 'PostgreSQL is missing: install postgresql or set TEST_DATABASE_URL.');
    else await runTests(name, ['e2e'], { ...env, CHROMIUM_PATH: chromium }, ['--no-file-parallelism']);
  }
}

requireNode();
ensureInstalled();
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const started = performance.now();
let postgres;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    postgres?.stop();
    console.log(`\nStopped by ${signal}\n${totals.passed} passed, ${totals.failed + 1} failed`);
    process.exit(1);
  });
}
try {
  postgres = await openPostgres();
  prepareMachine(postgres !== undefined);
  postgres ??= await openPostgres();
  await runAll(postgres);
} catch (error) {
  console.error(error.stack);
  record('test run', 0, 1, 0);
} finally {
  postgres?.stop();
}
if (totals.passed + totals.failed === 0) record('test run', 0, 1, 0, ', nothing ran');
console.log(`\n${lines.join('\n')}\nTotal ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
