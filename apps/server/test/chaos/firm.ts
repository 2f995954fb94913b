import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { createKysely, DATABASE_FOLDER, openDatabase } from '../../src/db/open.ts';
import type { Db, Schema } from '../../src/db/schema.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { createTestDatabase, TEST_FOLDER, type TestPostgres, testPostgres } from '../postgres.ts';
import { createCallLog } from './call-log.ts';
import { type Crowd, join as joinFirm, signIn } from './clients.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { seeded } from './random.ts';

export const isEmbedded = process.env.TEST_DATABASE !== 'postgres';
export const ADMIN = { email: 'owner@firm.example', password: 'owner password' };
const STEPS = pathToFileURL(join(import.meta.dirname, 'steps.mjs')).href;

/** A firm in a real process on data of its own. */
export type Firm = {
  folder: string;
  uploads: string;
  environment: Record<string, string>;
  mailbox: Mailbox;
  /** Starts the server; with `step` it kills itself there, see steps.mjs. */
  start(step?: { kind: string; count: number }): Promise<BuiltServer>;
  /**
   * Reads the tables as a kill left them: of the embedded database a copy, made when this is called, so that the server may
   * start again meanwhile; of PostgreSQL the tables themselves.
   */
  withTables<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Writes to the tables themselves while no server runs. */
  fill(work: (db: Db) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
};

export const createFirm = async (
  name: string,
  extra: Record<string, string> = {},
  own?: TestPostgres,
): Promise<Firm> => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, `chaos-${name}-`));
  const box = await startMailbox();
  const database = isEmbedded && !own ? null : await createTestDatabase((own ?? (await testPostgres())).url);
  const environment = {
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${box.port}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_SCALE: '100000',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...extra,
  };
  return {
    folder,
    uploads: join(folder, 'uploads'),
    environment,
    mailbox: box,
    start: (step) =>
      startBuiltServer({
        ...environment,
        ...(step
          ? {
              NODE_OPTIONS: `--import=${STEPS}`,
              CHAOS_STEP: `${step.kind},${step.count}`,
              CHAOS_MAIL_PORT: String(box.port),
            }
          : {}),
      }),
    async withTables(work) {
      const copy = database ? folder : mkdtempSync(`${folder}-copy-`);
      if (!database) cpSync(join(folder, DATABASE_FOLDER), join(copy, DATABASE_FOLDER), { recursive: true });
      const opened = await openDatabase({ dataDir: copy, databaseUrl: database?.url });
      try {
        return await work(createKysely<Schema>(opened.pool));
      } finally {
        await opened.close();
        if (!database) rmSync(copy, { recursive: true, force: true });
      }
    },
    async fill(work) {
      const opened = await openDatabase({ dataDir: folder, databaseUrl: database?.url });
      try {
        await work(createKysely<Schema>(opened.pool));
      } finally {
        await opened.close();
      }
    },
    async remove() {
      await box.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A session of the administrator at a server of the firm. */
export const signInAdmin = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
};

const drawPictures = (): Promise<Buffer[]> =>
  Promise.all(
    [10, 60, 110, 160].map((shade) =>
      sharp({ create: { width: 90, height: 160, channels: 3, background: { r: shade, g: 64, b: 96 } } })
        .png()
        .toBuffer(),
    ),
  );

/** The people of a firm that was just started: its administrator and some verified traders. */
export const gatherCrowd = async (firm: Firm, url: string, seed: number, traders: number): Promise<Crowd> => {
  const crowd: Crowd = {
    traders: [],
    accounts: [],
    admin: { email: ADMIN.email, token: '' },
    packages: [],
    pictures: await drawPictures(),
    log: createCallLog(),
    mailbox: firm.mailbox,
    faults: [],
    url,
    random: seeded(seed),
    registered: 0,
  };
  crowd.admin.token = await signIn(crowd, ADMIN.email, ADMIN.password);
  const packages = z.array(z.object({ _id: z.string() }));
  const onSale: unknown = await (await fetch(`${url}/api/account-packages`)).json();
  crowd.packages = packages.parse(onSale).map((entry) => entry._id);
  while (crowd.traders.length < traders) await joinFirm(crowd);
  return crowd;
};
