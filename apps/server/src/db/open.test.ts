import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  ownCluster,
  TEST_FOLDER,
  type TestDatabase,
  type TestPostgres,
  testPostgres,
} from '../../test/postgres.ts';
import { startSilentProxy } from '../../test/silent-proxy.ts';
import { isTransient } from '../platform/transactions.ts';
import { migrateToLatest } from './migrate.ts';
import { createKysely, DATABASE_FOLDER, type Database, DatabaseStartError, openDatabase } from './open.ts';

const CHILD = fileURLToPath(new URL('../../test/database-child.ts', import.meta.url));
let folder: string;
let templateDir: string;
let postgres: TestPostgres;
let own: TestDatabase;

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'open-'));
  const first = await openDatabase({ dataDir: join(folder, 'template') });
  await first.close();
  templateDir = join(folder, 'template', DATABASE_FOLDER);
  postgres = await testPostgres();
  own = await createTestDatabase(postgres.url);
}, 180_000);

afterAll(async () => {
  await own.drop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function open(kind: 'embedded' | 'postgres', name: string): Promise<Database> {
  const dataDir = join(folder, name);
  return openDatabase(kind === 'postgres' ? { dataDir, databaseUrl: own.url } : { dataDir, templateDir });
}

describe.each(['embedded', 'postgres'] as const)('%s database', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await open(kind, 'same');
  }, 120_000);

  afterAll(() => database.close());

  it('answers the same types', async () => {
    expect(database.kind).toBe(kind);
    const { rows } = await database.pool.query(
      `select 9007199254740991::int8 as big, count(*) as count, array[1, null, -3]::int8[] as bigs,
         12.50::numeric as exact, 7::int4 as small, true as yes, null::int8 as nothing,
         '2026-03-29T01:30:00+01'::timestamptz as at, '2026-03-29'::date as day,
         '{"a": [1, "x"]}'::jsonb as data, 'قيمة'::text as words, '\\x00ff'::bytea as bytes,
         array['a', 'b,c']::text[] as list, current_setting('TimeZone') as zone
       from generate_series(1, 3)`,
    );
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      count: 3,
      bigs: [1, null, -3],
      exact: '12.50',
      small: 7,
      yes: true,
      nothing: null,
      at: new Date('2026-03-29T00:30:00Z'),
      day: '2026-03-29',
      data: { a: [1, 'x'] },
      words: 'قيمة',
      bytes: Buffer.from([0, 255]),
      list: ['a', 'b,c'],
      zone: 'UTC',
    });
  });

  it('fails a query whose bigint would lose digits, and goes on', async () => {
    await expect(database.pool.query('select 9007199254740993::int8 as big')).rejects.toThrow(/safe integer/);
    expect((await database.pool.query('select 1::int8 as n')).rows).toEqual([{ n: 1 }]);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const db = createKysely<{ rolled: { n: number } }>(database.pool);
    await db.schema
      .createTable('rolled')
      .addColumn('n', 'bigint', (column) => column.primaryKey())
      .execute();
    await db.insertInto('rolled').values({ n: 1 }).execute();
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('rolled').values({ n: 2 }).execute();
      await tx.insertInto('rolled').values({ n: 1 }).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await db.selectFrom('rolled').selectAll().execute()).toEqual([{ n: 1 }]);
  });

  it('rolls back when a client is thrown away inside a transaction', async () => {
    await database.pool.query('create table thrown (n int)');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('insert into thrown values (1)');
    client.release(true);
    expect((await database.pool.query('select * from thrown')).rows).toEqual([]);
  });

  it('answers each of many callers at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => database.pool.query('select $1::int8 as n', [n])),
    );
    expect(answers.map((answer) => answer.rows[0].n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });
});

describe('the embedded database', () => {
  it('starts as a copy of the template, with folders closed to others', async () => {
    const source = await open('embedded', 'source');
    await source.pool.query('create table from_template (n int)');
    await source.close();
    const dataDir = join(folder, 'copied');
    const copy = await openDatabase({ dataDir, templateDir: join(folder, 'source', DATABASE_FOLDER) });
    expect((await copy.pool.query('select * from from_template')).rows).toEqual([]);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    await copy.close();
  }, 120_000);

  it('starts over when the first start was cut short', async () => {
    const dataDir = join(folder, 'cut');
    mkdirSync(join(dataDir, `${DATABASE_FOLDER}.unfinished`, 'base'), { recursive: true });
    const database = await open('embedded', 'cut');
    expect((await database.pool.query('select 1::int8 as n')).rows).toEqual([{ n: 1 }]);
    expect(existsSync(join(dataDir, `${DATABASE_FOLDER}.unfinished`))).toBe(false);
    await database.close();
  }, 120_000);

  it('syncs the log once for a commit and not at all for reads', async () => {
    const database = await open('embedded', 'synced');
    const { pool, durability } = database;
    await pool.query('create table synced (n int)');
    await settle();
    await pool.query('select 1');
    const before = durability.walSyncs;
    for (let n = 0; n < 20; n += 1) await pool.query('select count(*) from synced');
    expect(durability.walSyncs).toBe(before);
    for (let n = 0; n < 10; n += 1) {
      await settle();
      const syncs = durability.walSyncs;
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into synced values ($1)', [n]);
      expect(durability.walSyncs).toBe(syncs);
      await client.query('commit');
      client.release();
      expect(durability.walSyncs).toBe(syncs + 1);
    }
    await database.close();
  }, 120_000);

  it('refuses a second process with one clear line, and lets it in afterwards', async () => {
    const database = await open('embedded', 'locked');
    const refused = await runChild('hold', join(folder, 'locked'));
    expect(refused.code).toBe(3);
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    expect(refused.stderr).toMatch(
      new RegExp(
        `DataFolderInUseError: The data folder .*locked is in use by another process \\(pid ${process.pid}\\)`,
      ),
    );
    await expect(open('embedded', 'locked')).rejects.toThrow(/is in use/);
    await database.close();
    const again = await open('embedded', 'locked');
    await again.close();
  }, 120_000);

  it('finds every acknowledged row after each of five kills', async () => {
    const dataDir = join(folder, 'killed');
    cpSync(templateDir, join(dataDir, DATABASE_FOLDER), { recursive: true });
    let acknowledged = 0;
    for (let kill = 0; kill < 5; kill += 1) {
      acknowledged = await writeUntilKilled(dataDir, 40 + kill * 13);
      const database = await openDatabase({ dataDir });
      const { rows } = await database.pool.query('select n from written order by n');
      const found = rows.map((row: { n: number }) => row.n);
      expect(found.length).toBeGreaterThanOrEqual(acknowledged);
      // One more may be there: written, but killed before its answer was read.
      expect(found.length).toBeLessThanOrEqual(acknowledged + 2);
      expect(found).toEqual(Array.from({ length: found.length }, (_, n) => n + 1));
      await database.close();
    }
    expect(acknowledged).toBeGreaterThan(150);
  }, 300_000);
});

describe('migrations', () => {
  const migrations = {
    '001_first': {
      up: async (db: { schema: ReturnType<typeof createKysely>['schema'] }) => {
        await db.schema.createTable('migrated').addColumn('n', 'bigint').execute();
      },
    },
    '002_second': {
      up: async (db: { schema: ReturnType<typeof createKysely>['schema'] }) => {
        await db.schema.alterTable('migrated').addColumn('words', 'text').execute();
      },
    },
  };

  it.each(['embedded', 'postgres'] as const)(
    'are applied once on the %s database',
    async (kind) => {
      const database = await open(kind, 'migrated');
      const db = createKysely(database.pool);
      const applied = await Promise.all(Array.from({ length: 4 }, () => migrateToLatest(db, migrations)));
      expect(applied.flat().sort()).toEqual(['001_first', '002_second']);
      const limit = await database.pool.query('show statement_timeout');
      expect(limit.rows[0]).toEqual({ statement_timeout: kind === 'postgres' ? '5s' : '0' });

      const broken = { ...migrations, '003_third': { up: async () => Promise.reject(new Error('no disk')) } };
      await expect(migrateToLatest(db, broken)).rejects.toThrow(
        'Migration 003_third failed and was undone: no disk.',
      );
      await expect(migrateToLatest(db, { '001_first': migrations['001_first'] })).rejects.toThrow(
        /newer version of this program \(migration 002_second\)/,
      );
      await database.close();
    },
    30_000,
  );

  it('of four processes at once are applied by one', async () => {
    const fresh = await createTestDatabase(postgres.url);
    const databases = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ dataDir: folder, databaseUrl: fresh.url })),
    );
    const slow = {
      '001_slow': {
        up: async (db: ReturnType<typeof createKysely>) => {
          await db.schema.createTable('slow').addColumn('n', 'bigint').execute();
          await new Promise((resolve) => setTimeout(resolve, 500));
        },
      },
    };
    const applied = await Promise.all(databases.map((one) => migrateToLatest(createKysely(one.pool), slow)));
    expect(applied.flat()).toEqual(['001_slow']);
    await Promise.all(databases.map((one) => one.close()));
    await fresh.drop();
  }, 120_000);
});

describe('a PostgreSQL server', () => {
  it('that does not answer is named without its password', async () => {
    const opening = openDatabase({ dataDir: folder, databaseUrl: 'postgres://me:hush@127.0.0.1:1/x' });
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect(String(error)).toMatch(/DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 /);
    expect(String(error)).not.toContain('hush');
  });

  it('that hangs is given up', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(
      openDatabase({
        dataDir: folder,
        databaseUrl: `postgres://me@127.0.0.1:${port}/x`,
        connectionTimeoutMs: 300,
      }),
    ).rejects.toThrow(DatabaseStartError);
    silent.close();
  });

  it('that goes away fails queries and not the process', async () => {
    const cluster = await ownCluster();
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    const database = await openDatabase({ dataDir: folder, databaseUrl: cluster.url, onError });
    const held = await database.pool.connect();
    await held.query('begin');
    await cluster.stop();
    await expect(held.query('select 1')).rejects.toThrow();
    held.release(true);
    await expect(database.pool.query('select 1')).rejects.toThrow();
    expect(errors.length).toBeGreaterThan(0);
    await database.close();
  }, 180_000);

  it('that falls silent fails what waits for it, and is asked by new connections later', async () => {
    const proxy = await startSilentProxy(own.url);
    const answerTimeoutMs = 300;
    const connectionTimeoutMs = 300;
    const database = await openDatabase({
      dataDir: folder,
      databaseUrl: proxy.url,
      answerTimeoutMs,
      connectionTimeoutMs,
    });
    const db = createKysely<{ silent: { n: number } }>(database.pool);
    await db.schema.createTable('silent').addColumn('n', 'bigint').execute();
    const pidOf = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const before = await pidOf();
    const changing = db.transaction().execute(async (tx) => {
      await tx.insertInto('silent').values({ n: 1 }).execute();
      proxy.hold();
      await tx.insertInto('silent').values({ n: 2 }).execute();
    });
    const error = await changing.catch((reason: unknown) => reason);
    expect(isTransient(error), String(error)).toBe(true);
    expect(database.pool.totalCount).toBe(0);
    const refused = await database.pool.query('select 1').catch((reason: unknown) => reason);
    expect(isTransient(refused), String(refused)).toBe(true);
    proxy.resume();
    expect(await pidOf()).not.toBe(before);
    expect(await db.selectFrom('silent').selectAll().execute()).toEqual([]);
    proxy.hold();
    await database.close();
    await proxy.stop();
  });

  it('may work on a migration for longer than on any answer', async () => {
    const fresh = await createTestDatabase(postgres.url);
    const database = await openDatabase({ dataDir: folder, databaseUrl: fresh.url, answerTimeoutMs: 200 });
    const db = createKysely<unknown>(database.pool);
    const slow = {
      '001_slow': { up: async (tx: typeof db) => void (await sql`select pg_sleep(1)`.execute(tx)) },
    };
    expect(await migrateToLatest(db, slow)).toEqual(['001_slow']);
    await expect(sql`select pg_sleep(1)`.execute(db)).rejects.toThrow(/said nothing for 200 ms/);
    await database.close();
    await fresh.drop();
  });

  it('gives up a statement after its time and survives its own end', async () => {
    const errors: Error[] = [];
    const database = await openDatabase({
      dataDir: folder,
      databaseUrl: own.url,
      statementTimeoutMs: 200,
      onError: (error) => errors.push(error),
    });
    await expect(database.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    const idle = await database.pool.connect();
    const { rows } = await idle.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    idle.release(true);
    expect((await database.pool.query('select 1::int8 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
  });
});

/** Waits until the log's file time is older than the clock tick, so that a sync is never repeated. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

function runChild(mode: string, dataDir: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, mode, dataDir]);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stderr }));
  });
}

/** @returns the last number that the child said is written, killed `acks` numbers after its first */
function writeUntilKilled(dataDir: string, acks: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, 'write', dataDir]);
  let last = 0;
  let seen = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const n = Number(line);
    if (!Number.isInteger(n)) return;
    last = n;
    seen += 1;
    if (seen === acks) child.kill('SIGKILL');
  });
  return new Promise((resolve) => {
    child.once('close', () => resolve(last));
  });
}
