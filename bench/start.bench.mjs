import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../scripts/build.mjs';
import { ensureInstalled } from '../scripts/install.mjs';
import { root } from '../scripts/run.mjs';
import { median } from './figures.mjs';

const RESTARTS = Number(process.env.RESTARTS ?? 7);
const PATIENCE_MS = 120_000;
const dataFolder = join(root, '.test', `bench-start-${process.pid}`);

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answersOk(url) {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts the server as a user does and measures until the first page answers; then stops it. Milliseconds. */
async function timeStart(command, args) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let alive = true;
  ended.then(() => {
    alive = false;
  });
  try {
    while (!(await answersOk(`http://127.0.0.1:${port}/`))) {
      if (!alive) throw new Error('The server ended before it answered.');
      if (performance.now() - started > PATIENCE_MS) throw new Error('The server does not answer.');
      await sleep(5);
    }
    return performance.now() - started;
  } finally {
    if (alive) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

function timeNode() {
  const started = performance.now();
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).on('close', () =>
      resolve(performance.now() - started),
    );
  });
}

async function repeat(times, measure) {
  const values = [];
  for (let index = 0; index < times; index += 1) values.push(await measure());
  return median(values);
}

ensureInstalled();
await ensureBuilt();
mkdirSync(dataFolder, { recursive: true });
try {
  const script = ['scripts/start.mjs'];
  const baseline = await repeat(RESTARTS, timeNode);
  const first = await timeStart(process.execPath, script);
  const again = await repeat(RESTARTS, () => timeStart(process.execPath, script));
  const throughNpm = await repeat(RESTARTS, () => timeStart('npm', ['start']));
  const line = (name, value) =>
    console.log(
      `${name.padEnd(44)} ${value.toFixed(0).padStart(6)} ms  ${(value / baseline).toFixed(1).padStart(6)} × node -e 0`,
    );
  console.log(`Time to the first answer of GET /, median of ${RESTARTS}`);
  line('node -e 0', baseline);
  line('first start with an empty data folder (once)', first);
  line('start again', again);
  line('start again through npm start', throughNpm);
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
