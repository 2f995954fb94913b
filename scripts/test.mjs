import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled, requireNode } from './install.mjs';
import { findChromium, prepareMachine } from './machine.mjs';
import { openPostgres } from './postgres.mjs';
import { root, runTool } from './run.mjs';

const filters = process.argv.slice(2);
const scratch = join(root, '.test');
const totals = { passed: 0, failed: 0 };
const lines = [];
/** What failed, told once more at the end, where a reader of a long run looks first. */
const failures = [];
const LINES_OF_A_FAILURE = 16;
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
  const {
    passed,
    failed,
    failures: told,
  } = await work().catch((error) => {
    console.log(error.stack);
    return { passed: 0, failed: 1, failures: [`${name}: ${error.message}`] };
  });
  failures.push(...(told ?? []).map((failure) => shorten(`${name}: ${failure}`)));
  record(name, passed, failed, (performance.now() - started) / 1000);
  return failed === 0;
}

/** One failure: the file, the test and its message; the end of a run shows how it begins. */
const tell = (file, test, message = '') => `${relative(root, file)} > ${test}\n${message.trim()}`;
const shorten = (failure) =>
  failure
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules/.test(line))
    .slice(0, LINES_OF_A_FAILURE)
    .join('\n  ');

/**
 * Counts a vitest report. A file that broke before its first test, or broke around its tests, is one failure, and so
 * is a run that ended badly without naming one.
 */
function count(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: ['No report was written.'] };
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const told = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => tell(name, fullName, failureMessages.join('\n'))),
  );
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  told.push(...broken.map(({ name, message }) => tell(name, 'outside of its tests', message)));
  const failed = numFailedTests + broken.length;
  if (failed === 0 && code !== 0) told.push(`The run ended with ${code}: see "Unhandled" above.`);
  return {
    failures: told,
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests,
  };
}

/** Runs the tests of some vitest projects. Without a filter, a run that finds no test at all is a failure. */
async function runTests(name, projects, env = {}) {
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
      ...(filters.length > 0 ? ['--passWithNoTests', ...filters] : []),
    ],
    { env: { NODE_ENV: 'test', ...colours, ...env }, stream: true },
  );
  const { passed, failed, skipped, failures: told } = count(report, code);
  failures.push(...told.map((failure) => shorten(`${name}: ${failure}`)));
  const none = filters.length === 0 && passed + failed === 0;
  if (none) console.log(`No test ran in "${name}".`);
  record(name, passed, none ? 1 : failed, seconds, skipped > 0 ? `, ${skipped} skipped` : '');
}

/**
 * Runs tests unless something they need is missing. What is missing is a failure under CI=true and after a failed
 * build; elsewhere it is said in the summary.
 */
async function runWhere(needs, name, projects, env) {
  const missing = needs.find((need) => need !== undefined);
  if (missing === undefined) return runTests(name, projects, env);
  console.log(`\n== ${name}\n${missing}`);
  if (process.env.CI === 'true' || missing === 'The build failed.')
    record(name, 0, 1, 0, `, not run: ${missing}`);
  else lines.push(`--   ${name}: not run. ${missing}`);
}

/** Whether a filter names a file below one of these folders; without a filter everything is wanted. */
function wants(...folders) {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`),
    );
  return filters.length === 0 || files.some((file) => filters.some((filter) => file.includes(filter)));
}

async function buildAll() {
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

async function measureBuild() {
  const { checkBudgets } = await import('./budgets.mjs');
  const excess = checkBudgets();
  return { passed: excess.length === 0 ? 1 : 0, failed: excess.length, failures: excess };
}

async function runAll(postgres) {
  const chromium = findChromium();
  const wantsServer = wants('apps/server/src', 'apps/server/test');
  const wantsBrowser = wants('apps/web/e2e');
  if (filters.length === 0) {
    const { runChecks } = await import('./check.mjs');
    await guard('checks', runChecks);
  }
  if (wants('packages', 'apps/web/src', 'scripts'))
    await runTests('unit tests', ['rules', 'contract', 'web', 'scripts']);
  const built = (wantsServer || wantsBrowser) && (await guard('build', buildAll));
  if (built && filters.length === 0) await guard('budgets', measureBuild);
  const template = built
    ? { TEST_TEMPLATE: join(root, 'apps', 'server', 'dist', 'template', 'database') }
    : {};
  const embedded = { TEST_DATABASE: 'embedded', ...template };
  const server = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres?.url };
  const needsPostgres = postgres
    ? undefined
    : 'PostgreSQL is missing: install postgresql or set TEST_DATABASE_URL.';
  const needsBuild = built ? undefined : 'The build failed.';
  const needsChromium = chromium ? undefined : 'Chromium is missing: install chromium or set CHROMIUM_PATH.';
  if (wantsServer) {
    await runWhere([], 'server on the embedded database', ['server'], embedded);
    await runWhere([needsPostgres], 'server on PostgreSQL', ['server'], server);
  }
  if (wantsBrowser) {
    const browser = { CHROMIUM_PATH: chromium };
    const needed = [needsBuild, needsChromium];
    await runWhere(needed, 'browser on the embedded database', ['e2e'], { ...embedded, ...browser });
    await runWhere([...needed, needsPostgres], 'browser on PostgreSQL', ['e2e'], { ...server, ...browser });
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
if (failures.length > 0) console.log(`\n== What failed\n\n${failures.join('\n\n')}`);
console.log(`\n${lines.join('\n')}\nTotal ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
