import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { limitSilence } from './answer-limit.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { rowTypes } from './types.ts';
import { createWalSync, syncTree } from './wal-sync.ts';

export { DataFolderInUseError } from './data-folder-lock.ts';

/** The database cannot be used; the message is one line for the operator and holds no password. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** The embedded engine gave up, as it does where it cannot write its log; what was acknowledged is on disk. */
export class DatabaseBrokenError extends Error {
  override name = 'DatabaseBrokenError';
}

export type DatabaseOptions = {
  /** PostgreSQL 15 or newer; null or missing = the embedded database in `dataDir`. */
  databaseUrl?: string | null | undefined;
  /** Parent of the embedded database's folder `database`; locked while open. */
  dataDir: string;
  /** A migrated `database` folder that a new embedded database starts as a copy of. */
  templateDir?: string | undefined;
  /** Hears of connections that break while no query waits; without a listener they would end the process. */
  onError?: (error: Error) => void;
  /** Hears of the end of the embedded engine, after which nothing works any more; by default the process says so and ends. */
  onBroken?: (error: DatabaseBrokenError) => void;
  /** Connections of this process to PostgreSQL (default 10); the embedded database always has one. */
  poolSize?: number;
  /** Milliseconds before PostgreSQL gives up a statement (default 5,000; 0: never). */
  statementTimeoutMs?: number;
  /**
   * Milliseconds of silence while an answer of PostgreSQL is due before the connection is given up (default: 2,000 more than a
   * statement has; 0: never). Only a server that hangs, or a network that is gone, is silent for so long.
   */
  answerTimeoutMs?: number;
  /** Milliseconds before PostgreSQL gives up waiting for a lock (default 10,000). */
  lockTimeoutMs?: number;
  /** Milliseconds a caller waits for a connection (default 2,000; embedded 10,000). */
  connectionTimeoutMs?: number;
};

/** What outlives a fault; `walSyncs` counts the embedded database's synced log files. */
export type Durability = { commitsSynced: 'before the answer' | 'by the server'; readonly walSyncs: number };

export type Database = {
  pool: pg.Pool;
  kind: 'embedded' | 'postgres';
  durability: Durability;
  /** Ends the pool, the embedded engine and the lock; waits for connections in use. */
  close(): Promise<void>;
};

/** Folder of the embedded database below the data folder. */
export const DATABASE_FOLDER = 'database';
const OLDEST_SERVER = 150_000;
/** Bytes that a start of the embedded database may need: two files of its log. */
const LEAST_SPACE = 32 * 1024 * 1024;
/** Milliseconds that the word of a statement's end may take to arrive. */
const ANSWER_MARGIN = 2_000;

/**
 * Opens the database behind an ordinary `pg` Pool: PostgreSQL at `databaseUrl`, else PGlite in `dataDir`.
 * Times are UTC on both, and both answer the same row types.
 *
 * The embedded database has one connection: inside a transaction use only that transaction.
 *
 * @throws {DataFolderInUseError} when another process uses the data folder
 * @throws {DatabaseStartError} when the server is unreachable or too old, or the folder is broken
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options) : openEmbedded(options);
}

/** Kysely over the pool; `Schema` maps table names to row types. */
export function createKysely<Schema>(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

async function openPostgres(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000;
  const usualTimeoutMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_MARGIN;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'firmament',
    options: '-c TimeZone=UTC',
    types: rowTypes,
    max: options.poolSize ?? 10,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 2_000,
  });
  listenToErrors(pool, options.onError);
  pool.on('connect', (client) => limitSilence(client, options.answerTimeoutMs ?? usualTimeoutMs));
  try {
    const result = await pool.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    const version = Number(result.rows[0]?.version);
    if (!(version >= OLDEST_SERVER)) {
      throw new DatabaseStartError(
        `DATABASE_URL names a PostgreSQL of version ${Math.floor(version / 10_000)}: use 15 or newer.`,
      );
    }
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError(
      `DATABASE_URL: no PostgreSQL answers at ${whereIs(databaseUrl)} (${reasonOf(error)}). Start it, or correct the URL.`,
      { cause: error },
    );
  }
  return {
    pool,
    kind: 'postgres',
    durability: { commitsSynced: 'by the server', walSyncs: 0 },
    close: () => endPool(pool),
  };
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const dataDir = resolve(options.dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    const folder = join(dataDir, DATABASE_FOLDER);
    refuseFullDisk(dataDir);
    if (!existsSync(folder)) await createFolder(folder, options.templateDir);
    const engine = await startEngine(folder);
    const wal = createWalSync(folder);
    await wal.afterCommit();
    syncEachCommit(engine, wal.afterCommit, (reason) => {
      const error = new DatabaseBrokenError(
        `The embedded database in ${folder} gave up (${reason}). Nothing that was acknowledged is lost: see that the disk has space, then start again.`,
      );
      (options.onBroken ?? endProcess)(error);
    });
    const pool = await createEmbeddedPool(engine, options);
    return {
      pool,
      kind: 'embedded',
      durability: {
        commitsSynced: 'before the answer',
        get walSyncs() {
          return wal.count;
        },
      },
      async close() {
        await endPool(pool);
        await engine.close();
        await syncTree(folder);
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Makes the folder under another name first, so that a start that is cut short leaves none behind. */
async function createFolder(folder: string, templateDir: string | undefined): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  if (templateDir !== undefined && existsSync(join(templateDir, 'PG_VERSION'))) {
    mkdirSync(unfinished, { mode: 0o700 });
    cpSync(templateDir, unfinished, { recursive: true });
  } else {
    const engine = await startEngine(unfinished);
    await engine.close();
  }
  await syncTree(unfinished);
  renameSync(unfinished, folder);
}

async function startEngine(folder: string): Promise<PGlite> {
  // Loaded only here: a process on PostgreSQL never pays for the embedded engine.
  const { PGlite } = await import('@electric-sql/pglite');
  try {
    return await PGlite.create(folder);
  } catch (error) {
    throw new DatabaseStartError(
      `The embedded database in ${folder} does not start (${reasonOf(error)}). Restore the folder from a backup.`,
      { cause: error },
    );
  }
}

/** An engine that finds no space for its log while it starts tries for ever. */
function refuseFullDisk(dataDir: string): void {
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  if (blocks === 0 || bavail * bsize >= LEAST_SPACE) return;
  throw new DatabaseStartError(
    `The disk of ${dataDir} has ${Math.floor((bavail * bsize) / 1024 ** 2)} MiB left, and the embedded database needs ${LEAST_SPACE / 1024 ** 2} to start: make space.`,
  );
}

function endProcess(error: DatabaseBrokenError): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/**
 * Holds back "ready, no transaction open" until the log is synced: what is acknowledged is on disk. `onBroken` hears why the
 * engine gave up; it must not be asked again then, since it would never return.
 */
function syncEachCommit(
  engine: PGlite,
  afterCommit: () => Promise<void>,
  onBroken: (reason: string) => void,
): void {
  const execute = engine.execProtocolStream.bind(engine);
  let isBroken = false;
  const giveUp = (reason: string): Error => {
    isBroken = true;
    onBroken(reason);
    return new Error(`Connection terminated: ${reason}`);
  };
  engine.execProtocolStream = async (message, executeOptions) => {
    if (isBroken) throw new Error('Connection terminated: the engine gave up before');
    const answers = await execute(message, executeOptions).catch((error: unknown) => {
      throw giveUp(reasonOf(error));
    });
    const panic = answers.find((answer) => 'severity' in answer && answer.severity === 'PANIC');
    if (panic) throw giveUp(reasonOf(panic));
    const isIdle = answers.some(
      (answer) => answer.name === 'readyForQuery' && 'status' in answer && answer.status === 'I',
    );
    if (isIdle) {
      await afterCommit().catch((error: unknown) => {
        throw giveUp(reasonOf(error));
      });
    }
    return answers;
  };
}

async function createEmbeddedPool(engine: PGlite, options: DatabaseOptions): Promise<pg.Pool> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  // The pool replaces a client after a failed query; each needs a connection object of its own.
  class EmbeddedClient extends pg.Client {
    constructor() {
      super({ ...createPgConfig(engine), types: rowTypes });
    }
  }
  const pool = new pg.Pool({
    Client: EmbeddedClient,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    // The engine's only session outlives a client that was thrown away in the middle of a transaction.
    verify(client, done) {
      client.query('rollback').then(() => done(), done);
    },
  });
  listenToErrors(pool, options.onError);
  return pool;
}

/** Kysely ends the pool too, and a pool that is ended twice throws. */
async function endPool(pool: pg.Pool): Promise<void> {
  if (!pool.ending) await pool.end();
}

function listenToErrors(pool: pg.Pool, onError: ((error: Error) => void) | undefined): void {
  pool.on('error', onError ?? ignore);
  pool.on('connect', (client) => client.on('error', onError ?? ignore));
}

function ignore(): void {}

function whereIs(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${url.hostname || 'the local socket'}:${url.port || '5432'}`;
  } catch {
    return 'the given place';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message.split('\n')[0] || error.name : String(error);
}
