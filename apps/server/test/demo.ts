import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { diskFiles } from '../src/adapters/files/files.ts';
import { outboxMailer } from '../src/adapters/mail/outbox.ts';
import { readConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createKysely, DATABASE_FOLDER, openDatabase } from '../src/db/open.ts';
import type { Schema } from '../src/db/schema.ts';
import { deriveKeys } from '../src/secrets/keys.ts';
import { createTestDatabase, TEST_FOLDER, testPostgres } from './postgres.ts';

export type Instance = { context: Context; folder: string; close(): Promise<void> };

/** The day on which the demonstrations of the tests start. */
export const DEMO_DAY = new Date('2026-03-02T10:00:00.000Z');

const postgresUrl = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const server = await testPostgres();
  const own = await createTestDatabase(server.url);
  return {
    url: own.url,
    drop: async () => {
      await own.drop();
      await server.stop();
    },
  };
};

/** What a first start makes before it seeds: an empty database, folders, and mails that go to files. */
export const openInstance = async (
  kind: 'embedded' | 'postgres',
  environment: Record<string, string> = { DEMO: '1' },
): Promise<Instance> => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'demo-'));
  const server = kind === 'postgres' ? await postgresUrl() : null;
  const database = await openDatabase({
    dataDir: folder,
    ...(server
      ? { databaseUrl: server.url }
      : { templateDir: process.env.TEST_TEMPLATE ?? join(folder, DATABASE_FOLDER, 'none') }),
  });
  const db = createKysely<Schema>(database.pool);
  await migrateToLatest(db, migrations);
  const config = readConfig({
    PUBLIC_URL: 'http://firm.example',
    DATA_DIR: folder,
    SECRET_KEY: 'a test key of more than thirty-two characters',
    LOG_LEVEL: 'error',
    ...environment,
  });
  const context: Context = {
    config,
    db,
    databaseKind: database.kind,
    clock: { now: () => DEMO_DAY },
    mailer: outboxMailer(join(folder, 'outbox')),
    files: diskFiles(config.filesDir),
    keys: deriveKeys({ current: config.secretKey ?? '', previous: null }),
    log: pino({ level: config.logLevel }),
    wakeMailWorker: () => {},
    draining: false,
  };
  const close = async () => {
    await db.destroy();
    await database.close().catch(() => undefined);
    await server?.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { context, folder, close };
};
