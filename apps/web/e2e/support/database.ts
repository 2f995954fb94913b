import { randomBytes } from 'node:crypto';
import pg from 'pg';

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';

/** Which database the servers of this run use (`TEST_DATABASE`). */
export const databaseKind: 'embedded' | 'postgres' =
  process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';

export type OwnDatabase = { url: string; drop(): Promise<void> };

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A new, empty database on the server at `TEST_DATABASE_URL` (default: port 5432 of this machine). */
export const createDatabase = async (): Promise<OwnDatabase> => {
  const server = process.env.TEST_DATABASE_URL ?? DEFAULT_URL;
  const name = `e2e_${process.pid}_${randomBytes(6).toString('hex')}`;
  await execute(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `drop database if exists ${name} with (force)`) };
};
