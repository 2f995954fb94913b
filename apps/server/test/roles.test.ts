import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Running, startServer } from '../src/start.ts';
import {
  createTestDatabase,
  TEST_FOLDER,
  type TestDatabase,
  type TestPostgres,
  testPostgres,
} from './postgres.ts';
import { startInbox } from './world.ts';

const KEY = 'q8Jm2xV5cN0bT7rLw4Ys1Ku9Hd3Gf6Pz';
let folder: string;
let postgres: TestPostgres;
let database: TestDatabase;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let web: Running;
let worker: Running;

const start = (roles: string, name: string): Promise<Running> =>
  startServer({
    ROLES: roles,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, name),
    PORT: '0',
    SECRET_KEY: KEY,
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    LOG_LEVEL: 'silent',
  });

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'roles-'));
  postgres = await testPostgres();
  database = await createTestDatabase(postgres.url);
  inbox = await startInbox();
  [web, worker] = await Promise.all([start('web', 'web'), start('worker', 'worker')]);
}, 180_000);

afterAll(async () => {
  await web?.stop();
  await worker?.stop();
  await inbox.stop();
  await database.drop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = async (path: string, body: unknown) => {
  const response = await fetch(`http://127.0.0.1:${web.port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const nextMail = async (count: number): Promise<string> => {
  for (let waited = 0; inbox.mails.length < count && waited < 20_000; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return inbox.mails[count - 1]?.subject ?? 'no mail';
};

it('one process answers, another one sends the mails, from a database without a demonstration', async () => {
  expect(worker.port).toBe(0);
  // A link of the worker would end the one that the operator reads at the web process.
  expect([web.setupLink === null, worker.setupLink]).toEqual([false, null]);
  expect([web.demoLogins, worker.demoLogins]).toEqual([[], []]);
  const setup = web.setupLink?.split('/').at(-1);
  const admin = { name: 'Owner', email: 'owner@firm.example', password: 'owner password' };
  expect((await post(`/auth/setup/${setup}`, admin)).status).toBe(201);
  const person = { name: 'Sam', email: 'sam@example.com', password: 'sam password' };
  const { userId } = (await post('/auth/register', person)).body;
  const code = /^Your verification code is (\d{4})$/.exec(await nextMail(1))?.[1];
  expect(await post('/auth/verify-email', { userId, code })).toMatchObject({
    status: 200,
    body: { user: { _id: userId, emailVerified: true } },
  });
});

it('without a worker a mail waits, and none is lost', async () => {
  await worker.stop();
  const before = inbox.mails.length;
  await post('/auth/register', { name: 'Kim', email: 'kim@example.com', password: 'kim password' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(inbox.mails).toHaveLength(before);
  worker = await start('worker', 'worker');
  expect(await nextMail(before + 1)).toMatch(/^Your verification code is \d{4}$/);
});
