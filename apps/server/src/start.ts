import { existsSync, mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { serve as listen } from '@hono/node-server';
import { pino } from 'pino';
import { diskFiles } from './adapters/files/files.ts';
import { outboxMailer } from './adapters/mail/outbox.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import type { Clock, Context } from './context.ts';
import { migrateToLatest } from './db/migrate.ts';
import { migrations } from './db/migrations/index.ts';
import { createKysely, DATABASE_FOLDER, type Database, openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';
import { ensureFirstAdmin } from './features/auth/index.ts';
import { seedPackages } from './features/catalogue/index.ts';
import { sweepFiles } from './features/checkout/index.ts';
import { mailHooks } from './mail-renderers.ts';
import { removeStaleRows } from './platform/janitor.ts';
import { type MailWorker, startMailWorker } from './platform/mail-worker.ts';
import { transact } from './platform/transactions.ts';
import { deriveKeys } from './secrets/keys.ts';
import { loadSecrets } from './secrets/load.ts';
import { type DemoLogin, seedDemo } from './seed/index.ts';

/** Made by the build: a migrated, empty database that a new one starts as a copy of. */
const TEMPLATE_FOLDER = join(import.meta.dirname, 'template', DATABASE_FOLDER);
const SWEEP_MILLISECONDS = 10 * 60_000;
const DRAIN_MILLISECONDS = 12_000;

export type Running = {
  context: Context;
  port: number;
  demoLogins: DemoLogin[];
  /** Where the first administrator is made, when there is none yet. */
  setupLink: string | null;
  stop(): Promise<void>;
};

const systemClock: Clock = { now: () => new Date() };

const openContext = async (config: Config): Promise<{ context: Context; database: Database }> => {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const log = pino({ level: config.logLevel });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    ...(existsSync(TEMPLATE_FOLDER) ? { templateDir: TEMPLATE_FOLDER } : {}),
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const db = createKysely<Schema>(database.pool);
  await migrateToLatest(db, migrations);
  const context: Context = {
    config,
    db,
    databaseKind: database.kind,
    clock: systemClock,
    mailer: config.smtpUrl ? smtpMailer(config.smtpUrl) : outboxMailer(join(config.dataDir, 'outbox')),
    files: diskFiles(config.filesDir),
    keys: deriveKeys(loadSecrets(config)),
    log,
    wakeMailWorker: () => {},
    draining: false,
  };
  return { context, database };
};

const startWeb = (context: Context): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const server = listen(
      {
        fetch: createApp(context).fetch,
        port: context.config.port,
        hostname: context.config.host,
        serverOptions: { headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 5_000 },
      },
      (info) => resolve({ server: server as Server, port: info.port }),
    );
    server.once('error', reject);
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Opens the database, migrates, seeds, and serves until `stop`. Throws with a one-line message on a wrong configuration. */
export const startServer = async (env: NodeJS.ProcessEnv): Promise<Running> => {
  const config = readConfig(env);
  const { context, database } = await openContext(config);
  const now = context.clock.now();
  const demoLogins = config.demo ? await seedDemo(context) : [];
  await transact(context.db, (tx) => seedPackages(tx, now));
  const setupLink = await ensureFirstAdmin(context);

  let worker: MailWorker | null = null;
  if (config.roles.has('worker')) {
    worker = startMailWorker(context, mailHooks(context));
    context.wakeMailWorker = worker.wake;
  }
  const sweep = async () => {
    try {
      await sweepFiles(context);
      await removeStaleRows(context);
    } catch (error) {
      context.log.warn({ err: error }, 'clean-up failed');
    }
  };
  const sweeper = setInterval(() => void sweep(), SWEEP_MILLISECONDS);
  sweeper.unref();
  const web = config.roles.has('web') ? await startWeb(context) : null;

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    context.draining = true;
    clearInterval(sweeper);
    if (web) await closeServer(web.server);
    await worker?.stop();
    await context.mailer.close();
    await context.db.destroy();
    await database.close().catch(() => undefined);
  };
  return {
    context,
    port: web?.port ?? 0,
    demoLogins,
    setupLink,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};

/** Writes a migrated, empty database below `folder`, for the build. */
export const makeTemplate = async (folder: string): Promise<void> => {
  const database = await openDatabase({ dataDir: folder });
  await migrateToLatest(createKysely<Schema>(database.pool), migrations);
  await database.close();
};
