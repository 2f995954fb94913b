import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { diskFiles } from './adapters/files/files.ts';
import { outboxMailer } from './adapters/mail/outbox.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { createApp } from './app.ts';
import { backUpWhenDue } from './backup/schedule.ts';
import { bindTo, type Config, ConfigError, readConfig } from './config.ts';
import type { Clock, Context } from './context.ts';
import { migrateToLatest } from './db/migrate.ts';
import { migrations, SIGNED_ADDRESSES } from './db/migrations/index.ts';
import { createKysely, DATABASE_FOLDER, type Database, openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';
import { isUnprotected } from './db/unprotected.ts';
import { auditHead } from './features/audit/index.ts';
import { ensureFirstAdmin } from './features/auth/index.ts';
import { seedPackages } from './features/catalogue/index.ts';
import { startAddressWatch, sweepFiles } from './features/checkout/index.ts';
import { mailHooks } from './mail-renderers.ts';
import { renewSignatures } from './payment-addresses/renew.ts';
import { createHttpServer } from './platform/http-server.ts';
import { removeStaleRows } from './platform/janitor.ts';
import { type MailWorker, startMailWorker } from './platform/mail-worker.ts';
import { transact } from './platform/transactions.ts';
import { prepareSchema } from './schema-owner.ts';
import { checkSecretKey } from './secret-key-check.ts';
import { deriveKeys } from './secrets/keys.ts';
import { loadSecrets } from './secrets/load.ts';
import { withRetiredKeys } from './secrets/retired-keys.ts';
import { type DemoLogin, seedDemo } from './seed/index.ts';

/** Made by the build: a migrated, empty database that a new one starts as a copy of. */
const TEMPLATE_FOLDER = join(import.meta.dirname, 'template', DATABASE_FOLDER);
/** With the age of a file that nobody speaks of, at most 10 minutes until it is gone. */
const SWEEP_MILLISECONDS = 5 * 60_000;
/** How long calls in progress may take to end during a stop. */
const DRAIN_MILLISECONDS = 7_000;
const IDLE_MILLISECONDS = 250;
const ANCHOR_MILLISECONDS = 60 * 60_000;

export type Running = {
  context: Context;
  port: number;
  demoLogins: DemoLogin[];
  /** Where the first administrator is made, when there is none yet. */
  setupLink: string | null;
  stop(): Promise<void>;
};

const systemClock: Clock = { now: () => new Date() };

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Makes a folder that this process can write to, or names the variable to correct. */
const makeFolder = (variable: 'DATA_DIR' | 'FILES_URL', folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `${variable} names ${folder}, which is no folder to write to (${codeOf(error)}): correct it, or unset it.`,
    );
  }
};

/** What to do where the server cannot listen; any other error as it is. */
const listenFault = ({ host, port }: Config, error: Error): Error => {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ConfigError(
        `PORT is ${port}, which another process uses on ${host}: stop that one, or set PORT to another.`,
      );
    case 'EACCES':
      return new ConfigError(
        `PORT is ${port}, which this user may not open: set PORT to a number from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `HOST is "${host}", which is no address of this machine: set it to 127.0.0.1 or 0.0.0.0, or unset it.`,
      );
    default:
      return error;
  }
};

const openContext = async (config: Config): Promise<{ context: Context; database: Database }> => {
  makeFolder('DATA_DIR', config.dataDir);
  makeFolder('FILES_URL', config.filesDir);
  const log = pino({ level: config.logLevel });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    ...(existsSync(TEMPLATE_FOLDER) ? { templateDir: TEMPLATE_FOLDER } : {}),
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  if (config.isProduction && isUnprotected(config.databaseUrl))
    log.warn('DATABASE_URL leads to another machine without a checked certificate: add sslmode=verify-full');
  const db = createKysely<Schema>(database.pool);
  const applied = await prepareSchema(db, config);
  const context: Context = {
    config,
    db,
    databaseKind: database.kind,
    clock: systemClock,
    mailer: config.smtpUrl
      ? smtpMailer(config.smtpUrl, { requireTls: config.isProduction })
      : outboxMailer(join(config.dataDir, 'outbox')),
    files: diskFiles(config.filesDir),
    keys: await withRetiredKeys(db, deriveKeys(loadSecrets(config))),
    log,
    wakeMailWorker: () => {},
    draining: false,
  };
  await renewSignatures(context, applied.includes(SIGNED_ADDRESSES));
  return { context, database };
};

const startWeb = (context: Context): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const { port, host } = context.config;
    const server = createHttpServer(createApp(context).fetch);
    server.once('error', (error) => reject(listenFault(context.config, error)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : port });
    });
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
    // Connections whose answer began before the stop stay open when it ends.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_MILLISECONDS);
    server.close(() => {
      clearTimeout(late);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Opens the database, migrates, seeds, and serves until `stop`. Throws with a one-line message on a wrong configuration. */
export const startServer = async (env: NodeJS.ProcessEnv): Promise<Running> => {
  const config = readConfig(env);
  const { context, database } = await openContext(config);
  await checkSecretKey(context);
  if (context.databaseKind === 'embedded' && config.roles.size === 1) {
    context.log.warn(
      'ROLES leaves a part out, but the embedded database takes no second process: unset ROLES',
    );
  }
  const now = context.clock.now();
  const demoLogins = config.demo ? await seedDemo(context) : [];
  await transact(context.db, (tx) => seedPackages(tx, now));
  // A link of a process without a web role would end the one that the operator was shown.
  const serves = config.roles.has('web');
  let setupLink: string | null = null;
  let worker: MailWorker | null = null;
  let watch: { stop(): void } | null = null;
  const tidy = async () => {
    try {
      await sweepFiles(context);
      await removeStaleRows(context);
    } catch (error) {
      context.log.warn({ err: error }, 'clean-up failed');
    }
  };
  const sweep = async () => {
    await tidy();
    if (worker === null) return;
    await backUpWhenDue(context).catch((error) => context.log.error({ err: error }, 'no backup was written'));
  };
  // It also keeps a process alive that only works through the mails, whatever becomes of its connections.
  const sweeper = setInterval(() => void sweep(), SWEEP_MILLISECONDS);
  // Kept where logs go, it shows a chain that was written anew in the database.
  const anchor = async () => {
    const head = await auditHead(context.db).catch(() => null);
    if (head) context.log.info({ line: head.seq, hash: head.hash }, 'end of the audit log');
  };
  void anchor();
  const anchorer = setInterval(() => void anchor(), ANCHOR_MILLISECONDS);
  let web: { server: Server; port: number } | null = null;

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    context.draining = true;
    clearInterval(sweeper);
    clearInterval(anchorer);
    watch?.stop();
    const sending = worker?.stop();
    if (web && context.config.drainSeconds > 0) await sleep(context.config.drainSeconds * 1000);
    if (web) await closeServer(web.server);
    await sending;
    await context.mailer.close();
    await context.db.destroy();
    await database.close().catch(() => undefined);
  };
  try {
    if (serves) {
      web = await startWeb(context);
      // Before anything that writes a link.
      bindTo(config, web.port);
    }
    if (serves || config.firstAdmin) setupLink = await ensureFirstAdmin(context);
    if (config.roles.has('worker')) {
      worker = startMailWorker(context, mailHooks(context));
      context.wakeMailWorker = worker.wake;
      watch = startAddressWatch(context);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  // A process that is often killed would never come to it otherwise.
  const firstTidy = tidy();
  return {
    context,
    port: web?.port ?? 0,
    demoLogins,
    setupLink,
    stop: () => {
      stopping ??= firstTidy.then(stop);
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
