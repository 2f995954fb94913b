import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.mjs';

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const debianFolder = '/usr/lib/postgresql';

/** The folder of the newest installed PostgreSQL server's programs, or nothing. */
export function findServerPrograms() {
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder).sort((left, right) => Number(right) - Number(left));
  return versions
    .map((version) => join(debianFolder, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Tells whether a PostgreSQL answers at this address with a role that may make databases. */
async function answers(url) {
  const require = createRequire(join(root, 'apps', 'server', 'package.json'));
  const { Client } = require('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      'select rolcreatedb or rolsuper as able from pg_roles where rolname = current_user',
    );
    return rows[0]?.able === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Runs one of PostgreSQL's programs. They refuse to run as root, so root hands over to the user postgres. Output is
 * not piped: the server would keep the pipe open.
 */
function runProgram(program, args) {
  const command = [program, ...args];
  const asRoot = process.getuid?.() === 0;
  const [file, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  const { status, error } = spawnSync(file, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} failed${error ? `: ${error.message}` : ''}`);
}

/** Starts a throw-away cluster in a temporary folder. It does not sync to disk: its data need not survive. */
async function startCluster(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'firmament-pg-'));
  if (process.getuid?.() === 0) {
    const { status } = spawnSync('chown', ['postgres', folder]);
    if (status !== 0) throw new Error('There is no user postgres to run PostgreSQL as.');
  }
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    runProgram(join(programs, 'initdb'), [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '-N',
    ]);
    const port = await freePort();
    const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c full_page_writes=off -c max_connections=200`;
    runProgram(join(programs, 'pg_ctl'), [
      '-D',
      data,
      '-l',
      join(folder, 'log'),
      '-w',
      '-o',
      settings,
      'start',
    ]);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: () => {
        try {
          runProgram(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop']);
        } finally {
          remove();
        }
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Finds a PostgreSQL for the tests: the one of TEST_DATABASE_URL, the one on the usual port, or else a throw-away
 * cluster of its own from the installed programs.
 * @returns {Promise<{ url: string, stop: () => void } | undefined>} nothing where none is installed
 */
export async function openPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  const url = given ?? DEFAULT_URL;
  if (await answers(url)) return { url, stop: () => {} };
  if (given) throw new Error('TEST_DATABASE_URL does not answer, or its role may not create databases.');
  const programs = findServerPrograms();
  return programs ? startCluster(programs) : undefined;
}
