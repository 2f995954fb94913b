import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type {
  PathParameters,
  QueryParameters,
  RequestBody,
  ResponseBody,
  RouteKey,
} from '@firmament/contract';
import { type ParsedMail, simpleParser } from 'mailparser';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { diskFiles } from '../src/adapters/files/files.ts';
import { smtpMailer } from '../src/adapters/mail/smtp.ts';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createKysely, DATABASE_FOLDER, type Database, openDatabase } from '../src/db/open.ts';
import type { Schema } from '../src/db/schema.ts';
import { seedPackages } from '../src/features/catalogue/index.ts';
import { mailHooks } from '../src/mail-renderers.ts';
import { createHttpServer } from '../src/platform/http-server.ts';
import { startMailWorker } from '../src/platform/mail-worker.ts';
import { transact } from '../src/platform/transactions.ts';
import { prepareSchema } from '../src/schema-owner.ts';
import { deriveKeys } from '../src/secrets/keys.ts';
import { createTestDatabase, createTestRole, TEST_FOLDER, testPostgres } from './postgres.ts';

/** What a test may give to a call; the parts that the contract does not name are absent. */
export type CallInput<K extends RouteKey> = {
  params?: PathParameters<K>;
  query?: QueryParameters<K>;
  /** Typed by the contract; use `raw` for a body that must be wrong. */
  body?: RequestBody<K>;
  raw?: unknown;
  form?: FormData;
  token?: string | undefined;
  headers?: Record<string, string>;
};

export type Problem = {
  status: number;
  code: string;
  message: string;
  errors?: { path: string; message: string }[];
  changed?: { by: string | null; at: string };
};
export type CallResult<K extends RouteKey> = {
  status: number;
  headers: Headers;
  /** The answer where the call succeeded; read `problem` where it did not. */
  body: ResponseBody<K>;
  problem: Problem;
};

export type World = {
  context: Context;
  url: string;
  clock: { now(): Date; advance(milliseconds: number): void; set(at: Date): void };
  call<K extends RouteKey>(key: K, input?: CallInput<K>): Promise<CallResult<K>>;
  /** All mails that the SMTP server took so far, oldest first, after everything due was sent. */
  mails(): Promise<ParsedMail[]>;
  close(): Promise<void>;
};

/**
 * An empty database of the kind that this run is for, below the folder where it is the embedded one. With the role
 * 'restricted' (or TEST_ROLE) PostgreSQL is used by one that does not own the tables.
 */
export const openTestDatabase = async (
  folder: string,
  template = process.env.TEST_TEMPLATE,
  role = process.env.TEST_ROLE,
): Promise<{ database: Database; drop: () => Promise<void> }> => {
  if (process.env.TEST_DATABASE === 'postgres') {
    const server = await testPostgres();
    const own = await createTestDatabase(server.url);
    const restricted = role === 'restricted' ? await createTestRole(own.url) : null;
    const database = await openDatabase({
      databaseUrl: restricted?.url ?? own.url,
      dataDir: folder,
      poolSize: 8,
    });
    if (restricted) {
      const schema = { databaseOwnerUrl: own.url, dataDir: folder };
      await prepareSchema(createKysely<Schema>(database.pool), schema);
    }
    return {
      database,
      drop: async () => {
        await own.drop();
        await restricted?.drop();
        await server.stop();
      },
    };
  }
  const database = await openDatabase({
    dataDir: folder,
    templateDir: template ?? join(folder, DATABASE_FOLDER, 'none'),
  });
  return { database, drop: async () => {} };
};

type Inbox = { mails: ParsedMail[]; port: number; stop(): Promise<void> };

/** A real SMTP server on loopback that keeps what it takes. */
export const startInbox = async (): Promise<Inbox> => {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      simpleParser(stream).then(
        (mail) => {
          mails.push(mail);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  // A client that is killed resets its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { mails, port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
};

const startHttp = async (context: Context): Promise<{ server: Server; url: string }> => {
  const server = createHttpServer(createApp(context).fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
};

const fillPath = (path: string, params: object): string => {
  const values = new Map<string, unknown>(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
};

const createCall =
  (url: string): World['call'] =>
  async <K extends RouteKey>(key: K, input: CallInput<K> = {}): Promise<CallResult<K>> => {
    const [method = 'GET', path = ''] = key.split(' ');
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const payload = input.raw ?? input.body;
    const json = !input.form && payload !== undefined;
    const response = await fetch(
      `${url}/api${fillPath(path, input.params ?? {})}${query.size > 0 ? `?${query}` : ''}`,
      {
        method,
        headers: {
          ...(json ? { 'content-type': 'application/json' } : {}),
          ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
          ...input.headers,
        },
        ...(input.form ? { body: input.form } : json ? { body: JSON.stringify(payload) } : {}),
      },
    );
    const { status, headers } = response;
    // The server checked its answer against the contract; a test reads the side that its status promises.
    const isJson = /json/.test(headers.get('content-type') ?? '');
    const answer: unknown = isJson ? await response.json() : await response.text();
    return { status, headers, body: answer as ResponseBody<K>, problem: answer as Problem };
  };

/**
 * A whole server of its own: database (PGlite, or PostgreSQL with TEST_DATABASE=postgres), SMTP server, HTTP port, settable
 * clock, the ten packages. `environment` is read like the process's own; with `ROLES=web` no mail is sent.
 */
export const createWorld = async (
  environment: Record<string, string> = {},
  role = process.env.TEST_ROLE,
): Promise<World> => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'world-'));
  const inbox = await startInbox();
  const { database, drop } = await openTestDatabase(folder, process.env.TEST_TEMPLATE, role);
  const db = createKysely<Schema>(database.pool);
  await migrateToLatest(db, migrations);
  const config = readConfig({
    PUBLIC_URL: 'http://firm.example',
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    SECRET_KEY: 'a test key of more than thirty-two characters',
    DEMO: '0',
    LOG_LEVEL: 'error',
    RATE_SCALE: '100',
    ...environment,
  });
  let now = new Date('2026-03-02T10:00:00.000Z');
  const clock = {
    now: () => now,
    advance: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    set: (at: Date) => {
      now = at;
    },
  };
  const mailer = smtpMailer(`smtp://127.0.0.1:${inbox.port}`);
  const context: Context = {
    config,
    db,
    databaseKind: database.kind,
    clock,
    mailer,
    files: diskFiles(config.filesDir),
    keys: deriveKeys({ current: config.secretKey ?? '', previous: config.secretKeyPrevious }),
    log: pino({ level: config.logLevel }),
    wakeMailWorker: () => {},
    draining: false,
  };
  await transact(db, (tx) => seedPackages(tx, clock.now()));
  const worker = config.roles.has('worker') ? startMailWorker(context, mailHooks(context)) : null;
  if (worker) context.wakeMailWorker = worker.wake;
  const { server, url } = await startHttp(context);
  return {
    context,
    url,
    clock,
    call: createCall(url),
    mails: async () => {
      await worker?.drain();
      return inbox.mails;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await worker?.stop();
      await mailer.close();
      await db.destroy();
      await database.close().catch(() => undefined);
      await inbox.stop();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
