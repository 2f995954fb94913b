import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateToLatest } from '../apps/server/src/db/migrate.ts';
import { migrations } from '../apps/server/src/db/migrations/index.ts';
import { createKysely, openDatabase } from '../apps/server/src/db/open.ts';
import { seedPackages } from '../apps/server/src/features/catalogue/index.ts';
import { startBuiltServer } from '../apps/server/test/built-server.ts';
import { fillFirm } from '../apps/server/test/fill.ts';
import { createTestDatabase, TEST_FOLDER, testPostgres } from '../apps/server/test/postgres.ts';
import { ensureBuilt } from '../scripts/build.mjs';
import { machine, median, printTable } from './figures.mjs';

/**
 * `npm run bench:tables`: how much longer the calls of the back office's lists take with ROWS users and as many accounts,
 * by default 10,000, than with a hundred; the median of RUNS calls over HTTP, on both databases.
 */
const ROWS = Number(process.env.ROWS ?? 10_000);
const RUNS = Number(process.env.RUNS ?? 21);
const FEW = 100;
const ADMIN = { email: 'owner@firm.example', password: 'owner password' };

const CALLS = {
  'users, newest first': '/admin/users?limit=100',
  'users by name': '/admin/users?limit=100&sort=name&order=ascending',
  'users, a name searched': '/admin/users?limit=100&search=Reed',
  'users, nothing found': '/admin/users?limit=100&search=nobody+at+all',
  'accounts, newest first': '/admin/accounts?limit=100',
  'accounts by balance': '/admin/accounts?limit=100&sort=balance&order=descending',
  'accounts near the floor': '/admin/accounts?limit=100&queue=near_floor',
  'accounts, a login searched': '/admin/accounts?limit=100&search=6000005',
  overview: '/admin/overview',
  palette: '/admin/search?text=reed',
};

async function fill(options, rows) {
  const database = await openDatabase({ ...options, statementTimeoutMs: 0 });
  const db = createKysely(database.pool);
  try {
    await migrateToLatest(db, migrations);
    // The rows are placed on whole seconds.
    const now = new Date(Math.trunc(Date.now() / 1000) * 1000);
    await db.transaction().execute((tx) => seedPackages(tx, now));
    await fillFirm(db, { users: rows, accounts: rows, now });
  } finally {
    await db.destroy();
    await database.close();
  }
}

/** Milliseconds of each call, the median of its runs. */
async function timesOf(url) {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = await login.json();
  const times = {};
  for (const [name, path] of Object.entries(CALLS)) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const started = performance.now();
      const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      runs.push(performance.now() - started);
    }
    times[name] = median(runs);
  }
  return times;
}

async function measure(kind, rows, postgres) {
  const folder = mkdtempSync(join(TEST_FOLDER, 'tables-'));
  const own = kind === 'PostgreSQL' ? await createTestDatabase(postgres.url) : null;
  try {
    await fill({ dataDir: folder, ...(own ? { databaseUrl: own.url } : {}) }, rows);
    const server = await startBuiltServer({
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_SCALE: '100',
      ...(own ? { DATABASE_URL: own.url } : {}),
    });
    try {
      return await timesOf(server.url);
    } finally {
      await server.kill();
    }
  } finally {
    await own?.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

await ensureBuilt();
mkdirSync(TEST_FOLDER, { recursive: true });
const postgres = await testPostgres();
const lines = [];
for (const kind of ['embedded', 'PostgreSQL']) {
  const few = await measure(kind, FEW, postgres);
  const many = await measure(kind, ROWS, postgres);
  for (const name of Object.keys(CALLS))
    lines.push([
      `${kind}: ${name}`,
      few[name].toFixed(1),
      many[name].toFixed(1),
      (many[name] / few[name]).toFixed(1),
    ]);
}
await postgres.stop();
printTable([['call', `ms with ${FEW}`, `ms with ${ROWS}`, 'ratio'], ...lines]);
console.log(JSON.stringify({ machine: machine('none'), runs: RUNS }));
