import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, runBuiltServer, startBuiltServer } from './built-server.ts';
import { createTestDatabase, TEST_FOLDER, type TestDatabase, testPostgres } from './postgres.ts';

const isEmbedded = process.env.TEST_DATABASE !== 'postgres';
let folder: string;
let database: TestDatabase | null = null;
let environment: Record<string, string>;
let server: BuiltServer;

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'second-'));
  if (!isEmbedded) database = await createTestDatabase((await testPostgres()).url);
  environment = { DATA_DIR: folder, ...(database ? { DATABASE_URL: database.url } : {}) };
  server = await startBuiltServer(environment);
}, 120_000);

afterAll(async () => {
  await server.kill();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const answers = async ({ url }: BuiltServer) => (await fetch(`${url}/api/account-packages`)).status;

it(isEmbedded
  ? 'a second server on the same data folder is refused with one clear line'
  : 'a second server on the same data folder is allowed where the database is PostgreSQL', async () => {
  if (!isEmbedded) {
    const second = await startBuiltServer(environment);
    expect(await answers(second)).toBe(200);
    expect(await second.stop()).toMatchObject({ code: 0 });
    return;
  }
  const second = await runBuiltServer(environment);
  expect(second.code).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^The data folder .+ is in use by another process \(pid \d+\)\. Stop that one, or set DATA_DIR/,
    ),
  ]);
  expect(await answers(server)).toBe(200);
}, 120_000);
