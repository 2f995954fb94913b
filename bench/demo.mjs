import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ensureBuilt } from '../scripts/build.mjs';
import { findChromium } from '../scripts/machine.mjs';
import { root } from '../scripts/run.mjs';

const PATIENCE_MILLISECONDS = 60_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** The middle one of some numbers. */
export const median = (numbers) =>
  [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];

/** Asks the API, or throws. */
export async function ask(url, path, token, body) {
  const response = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

async function signIn(url, label) {
  const { demo } = await ask(url, '/firm');
  const { email, password } = demo.find((login) => login.label === label);
  return (await ask(url, '/auth/login', undefined, { email, password })).token;
}

async function launchServer(data) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'apps', 'server', 'dist', 'main.mjs')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: data,
      DEMO: '1',
      LOG_LEVEL: 'error',
      RATE_SCALE: '100',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + PATIENCE_MILLISECONDS;
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > end) throw new Error('The server does not answer.');
    await sleep(100);
  }
  return { url, child };
}

/**
 * Runs something with the demonstration, its trader's and administrator's sessions and a Chromium, and ends them.
 * @param {(demo: {
 *   url: string,
 *   tokens: { trader: string, admin: string },
 *   openBrowser: (options?: object) => Promise<import('playwright-core').BrowserContext>,
 *   keepToken: (token: string) => Promise<string>,
 *   port: number,
 * }) => Promise<void>} act `openBrowser` starts a fresh browser; `keepToken` signs in (or out) the one that nobody else
 *   listens to, at `port`, and resolves with its version
 */
export async function withDemo(act) {
  await ensureBuilt();
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is missing: install it or set CHROMIUM_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'firmament-measure-'));
  const { url, child } = await launchServer(join(folder, 'data'));
  const port = await freePort();
  const contexts = [];
  let alone;
  const openBrowser = async (options = {}) => {
    const context = await chromium.launchPersistentContext(mkdtempSync(join(folder, 'profile-')), {
      executablePath,
      args: FLAGS,
      ...options,
    });
    contexts.push(context);
    return context;
  };
  // Lighthouse wants a browser to itself: what else listens in to its pages spoils its trace.
  const keepToken = async (token) => {
    if (!alone) {
      const profile = `--user-data-dir=${join(folder, 'alone')}`;
      alone = spawn(executablePath, ['--headless', ...FLAGS, profile, `--remote-debugging-port=${port}`], {
        stdio: 'ignore',
      });
      const address = `http://127.0.0.1:${port}/json/version`;
      while (
        !(await fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await sleep(100);
    }
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = await browser.contexts()[0].newPage();
    // A page of the same origin that runs no script of the application.
    await page.goto(`${url}/robots.txt`);
    await page.evaluate(
      (value) => (value ? localStorage.setItem('token', value) : localStorage.removeItem('token')),
      token,
    );
    await page.close();
    const version = browser.version();
    await browser.close();
    return version;
  };
  try {
    const tokens = { trader: await signIn(url, 'Trader'), admin: await signIn(url, 'Administrator') };
    await act({ url, tokens, openBrowser, keepToken, port });
  } finally {
    for (const context of contexts) await context.close();
    alone?.kill();
    child.kill();
    await new Promise((resolve) => child.once('close', resolve));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The memory that this process may use in GB: the machine's, or its container's where that is less. */
function memory() {
  try {
    const limit = Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8'));
    if (Number.isFinite(limit)) return Math.min(limit, totalmem()) / 1e9;
  } catch {
    // No container.
  }
  return totalmem() / 1e9;
}

/** On what was measured, and how busy it was. */
export const machine = (browserVersion) => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model,
  memory: `${memory().toFixed(1)} GB`,
  node: process.version,
  chromium: browserVersion,
  load: loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
});

/** Prints rows as a table; each cell is text. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    );
}
