import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const MINIMUM = [20, 19];

/** Ends the process with one clear line when Node.js is older than the project needs. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return;
  console.error(
    `Firmament needs Node.js ${MINIMUM.join('.')} or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/**
 * Tells whether node_modules holds what the lock file asks for. npm records what it installed in
 * node_modules/.package-lock.json as its last act, so an interrupted installation counts as none.
 */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      !path.includes('node_modules/') ||
      wanted.optional ||
      wanted.peer ||
      (installed[path]?.version === wanted.version && installed[path]?.link === wanted.link),
  );
}

/**
 * Installs the locked dependencies when they are missing or the lock file changed. Development dependencies are
 * included even with NODE_ENV=production, because the build needs them; no package's script runs.
 */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing dependencies (once) …');
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const [command, ...before] = npm;
  const result = spawnSync(
    command,
    [
      ...before,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-progress',
      '--loglevel=error',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: command === 'npm.cmd' },
  );
  if (result.status === 0) return;
  console.error(
    `The dependencies could not be installed (npm ci${result.error ? `: ${result.error.message}` : ` ended with ${result.status ?? result.signal}`}). Check the network and that ${root} is writable, then try again.`,
  );
  process.exit(1);
}
