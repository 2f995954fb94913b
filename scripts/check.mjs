import { fileURLToPath } from 'node:url';
import { findAsvsFaults } from './asvs.mjs';
import { findUnguardedBoundaries } from './boundaries.mjs';
import { projectFiles, readText } from './files.mjs';
import { ensureInstalled, requireNode } from './install.mjs';
import { findWrongLinks } from './links.mjs';
import { runTool } from './run.mjs';
import { findUncoveredClauses } from './spec-coverage.mjs';

const MAXIMUM_LINES = 400;
function findRegistryAddresses() {
  return /"resolved": "http/.test(readText('package-lock.json'))
    ? ['package-lock.json names a registry; install with the .npmrc of the project']
    : [];
}

function findMachinePaths(files) {
  const pattern = /(?<![\w.@/-])\/(?:work|root|home\/[\w-]+|Users\/[\w-]+)\/[^\s'"`]*/g;
  return files
    .filter((path) => path !== 'package-lock.json')
    .flatMap((path) => [...readText(path).matchAll(pattern)].map((match) => `${path}: ${match[0]}`));
}

function findLongFiles(files) {
  return files
    .filter((path) => /^(?:apps|packages)\/.*\.tsx?$/.test(path))
    .filter((path) => !/\.(?:test|e2e)\.tsx?$|\/(?:test|e2e|seed|migrations)\//.test(path))
    .map((path) => [path, readText(path).trimEnd().split('\n').length])
    .filter(([, lines]) => lines > MAXIMUM_LINES)
    .map(([path, lines]) => `${path}: ${lines} lines, ${MAXIMUM_LINES} are allowed`);
}

/** Runs one check and gives its name, verdict, time and what there is to read when it fails. */
async function step(name, work) {
  const started = performance.now();
  const problems = await work().catch((error) => `${error.stack}`);
  const output = typeof problems === 'string' ? problems : problems.join('\n');
  return { name, ok: output === '', output, seconds: (performance.now() - started) / 1000 };
}

async function tool(script, args) {
  const { code, output } = await runTool(script, args);
  return code === 0 ? '' : output || `ended with code ${code}`;
}

function steps() {
  const files = projectFiles();
  const typed = files.filter((path) => /^(?:apps|packages)\/.*\btsconfig\.json$/.test(path)).sort();
  return [
    [
      'style and imports',
      () => tool('@biomejs/biome/bin/biome', ['check', '--diagnostic-level=error', '--max-diagnostics=40']),
    ],
    ...typed.map((path) => [
      `types of ${path.replace('/tsconfig.json', '')}`,
      () => tool('typescript/bin/tsc', ['-p', path]),
    ]),
    ['unused code', () => tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints'])],
    ['dependency rule is enforced', findUnguardedBoundaries],
    ['lock file', async () => findRegistryAddresses()],
    ['machine paths', async () => findMachinePaths(files)],
    ['file length', async () => findLongFiles(files)],
    ['links go through one place', () => findWrongLinks(files)],
    ['security requirements have their evidence', findAsvsFaults],
    ['specification is covered', () => findUncoveredClauses(files)],
  ];
}

/**
 * Runs every check, two at a time, and prints a line for each.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const waiting = steps();
  const results = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await step(...next);
      results.push(result);
      console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${result.seconds.toFixed(1)} s)`);
      if (!result.ok) console.log(result.output.trimEnd().replace(/^/gm, '     '));
    }
  };
  await Promise.all([worker(), worker()]);
  const failures = results.filter(({ ok }) => !ok).map(({ name, output }) => `${name}\n${output.trimEnd()}`);
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  ensureInstalled();
  const { passed, failed } = await runChecks();
  console.log(`check: ${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
