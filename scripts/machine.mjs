import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findServerPrograms } from './postgres.mjs';

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser for the end-to-end tests: CHROMIUM_PATH, or the one of the system, or nothing. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...chromiumPaths].find((path) => path && existsSync(path));
}

function apt(...args) {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}

/**
 * Installs PostgreSQL and Chromium where they are missing and this is root on Debian or Ubuntu. Elsewhere it prints
 * what to install; the tests that need them then do not run.
 * @param {boolean} databaseAnswers whether a PostgreSQL already answers, so that none need be installed
 */
export function prepareMachine(databaseAnswers) {
  const missing = [];
  if (!databaseAnswers && !findServerPrograms()) missing.push('postgresql');
  if (!findChromium()) missing.push('chromium');
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(' and ')} with apt-get (once) …`);
    apt('update');
    if (apt('install', '-y', '--no-install-recommends', ...missing)) return;
  }
  console.log(
    `Missing for the tests: ${missing.join(', ')}. On Debian or Ubuntu: sudo ${command}. Elsewhere set TEST_DATABASE_URL and CHROMIUM_PATH.`,
  );
}
