import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, databaseKind } from './database.ts';
import { type Inbox, startInbox } from './inbox.ts';

/** Git-ignored folder of the checkout where tests may write. */
export const TEST_FOLDER = fileURLToPath(new URL('../../../../.test/', import.meta.url));
/** What `npm run build` makes; `TEST_BUNDLE` names another copy of it. */
const BUNDLE =
  process.env.TEST_BUNDLE ?? fileURLToPath(new URL('../../../server/dist/main.mjs', import.meta.url));
const START_MILLISECONDS = 60_000;

export const ADMIN = { email: 'owner@firm.example', password: 'owner password' };

/** A clean firm: the built server on a database and a data folder of its own, and the mail server it sends to. */
export type Firm = {
  url: string;
  inbox: Inbox;
  /** What the server wrote to its terminal so far. */
  said(): string;
  stop(): Promise<void>;
};

/** A port of loopback that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

/** Runs the built server; resolves once it serves. */
const launch = async (environment: Record<string, string>) => {
  if (!existsSync(BUNDLE)) throw new Error(`${BUNDLE} is missing: run npm run build.`);
  const child = spawn(process.execPath, ['--enable-source-maps', BUNDLE], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  let output = '';
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.removeListener('exit', killWithUs);
      resolve(code);
    });
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(late);
      reject(new Error(`The server ${why}.\n${output}`));
    };
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      fail('did not start in time');
    }, START_MILLISECONDS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (!output.includes('is running at')) return;
        clearTimeout(late);
        resolve();
      });
    }
    void ended.then((code) => fail(`ended with code ${code}`));
  });
  return {
    said: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Starts a clean firm with its packages and its first administrator, `ADMIN`. */
export const startFirm = async (environment: Record<string, string> = {}): Promise<Firm> => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'e2e-'));
  const inbox = await startInbox();
  const database = databaseKind === 'postgres' ? await createDatabase() : null;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await launch({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'error',
    SMTP_URL: inbox.url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...environment,
  });
  return {
    url,
    inbox,
    said: server.said,
    stop: async () => {
      await server.stop();
      await inbox.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
