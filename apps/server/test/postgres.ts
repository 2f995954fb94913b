import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
/** Git-ignored folder of the checkout where tests may write. */
export const TEST_FOLDER = fileURLToPath(new URL('../../../.test/', import.meta.url));

export type TestPostgres = { url: string; stop(): Promise<void> };
export type OwnCluster = TestPostgres & {
  /** SIGKILL to the postmaster: its sessions break, and nothing answers until `start`. */
  kill(): Promise<void>;
  /** Starts the killed cluster again and resolves when it answers. */
  start(): Promise<void>;
};

/**
 * A PostgreSQL server for tests: `TEST_DATABASE_URL`, else the one on port 5432, else a cluster of our own.
 * The first two are left running by `stop`.
 */
export async function testPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  const url = given ?? DEFAULT_URL;
  if (await answersAt(url)) return { url, stop: async () => {} };
  if (given) throw new Error('TEST_DATABASE_URL is set, but no PostgreSQL answers there.');
  return ownCluster();
}

/** A cluster of our own on a free port of loopback, also for tests that kill it. */
export async function ownCluster(): Promise<OwnCluster> {
  const bin = newestBin();
  const { folder, prefix } = await clusterFolder();
  const data = join(folder, 'data');
  const [command, ...args] = [
    ...prefix,
    join(bin, 'initdb'),
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
  ];
  await run(command ?? '', args, { cwd: folder });
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const [server, ...serverArgs] = [
    ...prefix,
    ...[join(bin, 'postgres'), '-D', data],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const launch = () => {
    const child = spawn(server ?? '', serverArgs, { cwd: folder, stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    return { child, ended };
  };
  let { child, ended } = launch();
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  /** A killed postmaster may leave sessions that still hold its memory; until they are gone a new one ends at once. */
  const untilAnswers = async () => {
    for (let waited = 0; !(await answersAt(url)); waited += 100) {
      if (waited > 30_000) throw new Error('The test cluster did not start.');
      if (child.exitCode !== null) ({ child, ended } = launch());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await untilAnswers();
  return {
    url,
    async kill() {
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      await ended;
    },
    async start() {
      ({ child, ended } = launch());
      await untilAnswers();
    },
    async stop() {
      await run(prefix[0] ?? join(bin, 'pg_ctl'), [
        ...prefix.slice(1),
        ...(prefix.length > 0 ? [join(bin, 'pg_ctl')] : []),
        ...['-D', data, '-m', 'immediate', '-w', 'stop'],
      ]).catch(() => child.kill());
      await ended;
      process.removeListener('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestDatabase = { url: string; name: string; drop(): Promise<void> };

/** Makes a database of its own on the server at `url`, empty or as a copy of the database `template`. */
export async function createTestDatabase(url: string, template?: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name} template ${template ?? 'template0'}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, name, drop: () => execute(url, `drop database if exists ${name} with (force)`) };
}

/** What a server that a test starts itself needs of a database of its own: on the embedded kind its folder is enough. */
export async function ownDatabase(): Promise<{ environment: Record<string, string>; drop(): Promise<void> }> {
  if (process.env.TEST_DATABASE !== 'postgres') return { environment: {}, drop: async () => {} };
  const server = await testPostgres();
  const database = await createTestDatabase(server.url);
  return {
    environment: { DATABASE_URL: database.url },
    drop: async () => {
      await database.drop();
      await server.stop();
    },
  };
}

export type TestRole = { url: string; name: string; drop(): Promise<void> };

/** Makes a role that may sign in to the database at `url` and owns nothing; `url` names its owner. Drop the database first. */
export async function createTestRole(url: string): Promise<TestRole> {
  const name = `role_${process.pid}_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  await execute(url, `create role ${name} login password '${password}'`);
  const own = new URL(url);
  own.username = name;
  own.password = password;
  const server = new URL(url);
  server.pathname = '/postgres';
  return { url: own.href, name, drop: () => execute(server.href, `drop role if exists ${name}`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function answersAt(url: string): Promise<boolean> {
  try {
    await execute(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

function newestBin(): string {
  const root = '/usr/lib/postgresql';
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  if (versions[0] === undefined)
    throw new Error(`No PostgreSQL below ${root}: install the package postgresql.`);
  return join(root, versions[0], 'bin');
}

/**
 * A new folder and the command words before each program of PostgreSQL, which refuses to run as root: there
 * they run as the user postgres, who owns the folder. A checkout closed to that user falls back to the
 * system's temporary folder.
 */
async function clusterFolder(): Promise<{ folder: string; prefix: string[] }> {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'postgres-'));
  if (process.getuid?.() !== 0) return { folder, prefix: [] };
  const prefix = ['runuser', '-u', 'postgres', '--'];
  const uid = Number((await run('id', ['-u', 'postgres'])).stdout);
  chownSync(folder, uid, -1);
  const isReachable = await run('runuser', [...prefix.slice(1), 'test', '-w', folder]).then(
    () => true,
    () => false,
  );
  if (isReachable) return { folder, prefix };
  rmSync(folder, { recursive: true });
  const fallback = mkdtempSync(join(tmpdir(), 'firmament-postgres-'));
  chownSync(fallback, uid, -1);
  return { folder: fallback, prefix };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(),
      );
    });
  });
}
