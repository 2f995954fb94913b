import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resetTwoFactor } from '../src/reset-two-factor.ts';
import { type Running, startServer } from '../src/start.ts';
import { authenticatorCode } from './authenticator.ts';
import { ownDatabase, TEST_FOLDER } from './postgres.ts';

const ADMIN = { email: 'owner@firm.example', password: 'owner password' };
let folder: string;
let environment: Record<string, string>;
let drop = async (): Promise<void> => {};
let running: Running;

const start = async (): Promise<void> => {
  running = await startServer(environment);
};

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'restart-'));
  const database = await ownDatabase();
  drop = database.drop;
  environment = {
    ...database.environment,
    DATA_DIR: folder,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  await start();
}, 180_000);

afterAll(async () => {
  await running.stop();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

const send = async (method: string, path: string, token?: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${running.port}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it('a restart forgets neither who gave the second factor, nor which codes were used, nor the wrong ones', async () => {
  const signIn = async () => String((await send('POST', '/auth/login', undefined, ADMIN)).body.token);
  const done = await signIn();
  const { body } = await send('POST', '/profile/two-factor', done, { password: ADMIN.password });
  const otp = authenticatorCode(String(body.secret), new Date());
  expect((await send('POST', '/profile/two-factor/confirm', done, { otp })).status).toBe(200);
  const open = await signIn();
  for (const wrong of ['AAAAA-AAAAA', 'AAAAA-AAAAB', 'AAAAA-AAAAC']) {
    expect((await send('POST', '/auth/step-up', open, { otp: wrong })).status).toBe(400);
  }

  await running.stop();
  await start();

  expect((await send('GET', '/admin/users', done)).status).toBe(200);
  expect((await send('GET', '/admin/users', open)).body.code).toBe('totp_required');
  expect((await send('POST', '/auth/step-up', open, { otp })).body.code).toBe('otp_wrong');
  expect((await send('POST', '/auth/step-up', open, { otp: 'AAAAA-AAAAD' })).status).toBe(400);
  expect((await send('POST', '/auth/step-up', open, { otp: 'AAAAA-AAAAE' })).status).toBe(429);
}, 180_000);

it('a restart forgets neither wrong passwords nor wrong verification codes', async () => {
  const person = { name: 'Ann Trader', email: 'ann@firm.example', password: 'a long password' };
  const { userId } = (await send('POST', '/auth/register', undefined, person)).body;
  const code = await vi.waitFor(() => {
    const outbox = join(folder, 'outbox');
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    const found = /code is (\d{4})/.exec(mails.find((mail) => mail.includes(person.email)) ?? '')?.[1];
    if (!found) throw new Error('no mail yet');
    return found;
  }, 30_000);
  const verify = (text: string) => send('POST', '/auth/verify-email', undefined, { userId, code: text });
  for (let step = 1; step <= 5; step += 1)
    await verify(String((Number(code) + step) % 10_000).padStart(4, '0'));
  const signIn = (password: string) =>
    send('POST', '/auth/login', undefined, { email: person.email, password });
  for (let step = 1; step <= 10; step += 1) expect((await signIn('a wrong password')).status).toBe(401);

  await running.stop();
  await start();

  expect((await verify(code)).body.code).toBe('code_tries_used_up');
  const refused = await signIn(person.password);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
}, 180_000);

it('the operator resets two-factor sign-in by command, of that user alone', async () => {
  await running.stop();
  const reset = (...words: string[]) => resetTwoFactor(words, environment);
  await expect(reset()).rejects.toThrow(/^Usage/);
  await expect(reset('nobody@firm.example')).rejects.toThrow(/^Nobody with the address nobody@firm.example/);
  await reset('OWNER@firm.example');
  await expect(reset(ADMIN.email)).rejects.toThrow(/^Nobody/);
  await start();
  const { body } = await send('POST', '/auth/login', undefined, ADMIN);
  expect(body.twoFactorRequired).toBe(false);
  expect((await send('GET', '/admin/users', String(body.token))).status).toBe(200);
}, 180_000);
