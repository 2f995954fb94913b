import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrateToLatest } from '../apps/server/src/db/migrate.ts';
import { migrations } from '../apps/server/src/db/migrations/index.ts';
import { createKysely, openDatabase } from '../apps/server/src/db/open.ts';
import { verifyAudit } from '../apps/server/src/features/audit/index.ts';
import { seedPackages } from '../apps/server/src/features/catalogue/index.ts';
import { fillFirm } from '../apps/server/test/fill.ts';
import { createTestDatabase, testPostgres } from '../apps/server/test/postgres.ts';
import { root } from '../scripts/run.mjs';
import { median } from './figures.mjs';

const LINES = Number(process.env.LINES ?? 100_000);
const RUNS = Number(process.env.RUNS ?? 5);
const GOAL_SECONDS = (5 * LINES) / 100_000;
const LINES_A_TRANSACTION = 5000;

/** Writes lines of both histories as the product does: with who, from where, before and after. */
async function fillAudit(db) {
  const now = new Date('2026-03-02T10:00:00.000Z');
  await db.transaction().execute((tx) => seedPackages(tx, now));
  await fillFirm(db, { users: 100, accounts: 1000, now });
  for (let from = 0; from < LINES; from += LINES_A_TRANSACTION) {
    const to = Math.min(LINES, from + LINES_A_TRANSACTION) - 1;
    await db.transaction().execute(async (tx) => {
      await sql`insert into account_events (account_id, at, event, by, actor_id, before, after, note, version, session_id, ip)
        select ('00000000-0000-4000-9000-' || lpad((1 + n % 1000)::text, 12, '0'))::uuid, ${now}::timestamptz + n * interval '7 s',
          'balance_updated', 'admin', '00000000-0000-4000-8000-000000000001',
          jsonb_build_object('balance', n, 'equity', n), jsonb_build_object('balance', n + 1, 'equity', n + 1),
          'a note of some length, as people write', n, gen_random_uuid(), '203.0.113.7'
        from generate_series(${from}::int, ${to}::int) as n where n % 2 = 0`.execute(tx);
      await sql`insert into admin_events (at, event, actor_id, subject_kind, subject_id, before, after, session_id, ip)
        select ${now}::timestamptz + n * interval '7 s', 'user_changed', '00000000-0000-4000-8000-000000000001', 'user',
          '00000000-0000-4000-8000-000000000002', jsonb_build_object('name', 'Ada', 'email', 'ada@example.com'),
          jsonb_build_object('name', 'Ada Harbour', 'email', 'ada@example.com'), gen_random_uuid(), '203.0.113.7'
        from generate_series(${from}::int, ${to}::int) as n where n % 2 = 1`.execute(tx);
    });
  }
}

/** Fills a new database and verifies it a few times; prints the times and tells whether the goal is met. */
async function measure(kind, options) {
  const database = await openDatabase({ ...options, statementTimeoutMs: 0 });
  const db = createKysely(database.pool);
  try {
    await migrateToLatest(db, migrations);
    const filling = performance.now();
    await fillAudit(db);
    console.log(`${kind}: ${LINES} lines written in ${((performance.now() - filling) / 1000).toFixed(1)} s`);
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      const started = performance.now();
      const { checked, fault } = await verifyAudit(db);
      times.push((performance.now() - started) / 1000);
      if (fault || checked !== LINES)
        throw new Error(`${kind}: ${checked} lines are whole: ${fault?.message}`);
    }
    const middle = median(times);
    const shown = times.map((time) => time.toFixed(2)).join(' ');
    console.log(`${kind}: verified in ${middle.toFixed(2)} s (${shown}), goal ${GOAL_SECONDS} s`);
    return middle <= GOAL_SECONDS;
  } finally {
    await db.destroy();
    await database.close();
  }
}

const scratch = join(root, '.test');
mkdirSync(scratch, { recursive: true });
const folder = mkdtempSync(join(scratch, 'audit-'));
const server = await testPostgres();
const own = await createTestDatabase(server.url);
try {
  const met = [
    await measure('embedded', { dataDir: folder }),
    await measure('PostgreSQL', { databaseUrl: own.url, dataDir: folder }),
  ];
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  await own.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
