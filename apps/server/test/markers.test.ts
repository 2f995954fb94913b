import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listTables } from '../src/backup/tables.ts';
import { createKysely, openDatabase } from '../src/db/open.ts';
import type { Schema } from '../src/db/schema.ts';
import { screenshot } from './account-calls.ts';
import { type BuiltServer, runBuiltServer, startBuiltServer } from './built-server.ts';
import { ownDatabase, TEST_FOLDER } from './postgres.ts';

/** Secrets that must be nowhere; and a word in the same calls that must be found, so that the search is known to work. */
const MARKERS = {
  mt5: 'Mrk7#Qz9!vL2-mt5',
  mt5Changed: 'Nrk8#Qz9!vL2-mt5',
  admin: 'Mrk7 admin horse',
  trader: 'Mrk7 trader horse',
  changed: 'Nrk8 trader horse',
  mistyped: 'Mrk7 mistyped horse',
};
const CONTROL = 'Control-7719-MT5';
const ADMIN_EMAIL = 'owner@firm.example';
const EMAIL = 'marked@example.com';

/** The forms in which a text may stand somewhere: as it is, escaped, in hexadecimal, in base64 at any offset. */
const formsOf = (text: string): string[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );
  return [
    text,
    encodeURIComponent(text),
    new URLSearchParams([['', text]]).toString().slice(1),
    bytes.toString('hex'),
    ...base64,
  ];
};
const hits = (where: string | Buffer, texts: readonly string[]): string[] =>
  texts.filter((text) => formsOf(text).some((form) => where.includes(form)));
const secrets = Object.values(MARKERS);

let folder: string;
let environment: Record<string, string>;
let server: BuiltServer;
let clean = async (): Promise<void> => {};
/** What the server said, and what it answered where no password belongs. */
let log = '';
const answers: string[] = [];

const send = async (method: string, path: string, token: string, body?: object, headers = {}) => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!path.startsWith('/dashboard/')) answers.push(text);
  return {
    status: answer.status,
    text,
    body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
  };
};

const filesBelow = (place: string): string[] =>
  readdirSync(place, { recursive: true })
    .map((name) => join(place, String(name)))
    .filter((path) => statSync(path).isFile());

const outbox = (): string[] =>
  filesBelow(join(folder, 'data', 'outbox')).map((path) => readFileSync(path, 'utf8'));

/** What stands in a mail to somebody, once it is there. */
const mailTo = (email: string, wanted: RegExp): Promise<string> =>
  vi.waitFor(
    () => {
      const mails = outbox().filter((mail) => mail.includes(email));
      const found = mails.flatMap((mail) => wanted.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? []).at(-1);
      if (found === undefined) throw new Error(`no mail to ${email} with ${wanted}`);
      return found;
    },
    { timeout: 30_000, interval: 100 },
  );

/** Does with the marked passwords all that people do with passwords, also what fails. */
const live = async () => {
  const owner = { email: ADMIN_EMAIL, password: MARKERS.admin };
  const admin = (await send('POST', '/auth/login', '', owner)).body.token;
  await send('POST', '/auth/login', '', { email: EMAIL, password: MARKERS.mistyped });
  await send('POST', '/auth/login', '', { email: [MARKERS.mistyped], password: { deep: MARKERS.mistyped } });
  const trader = { name: 'Marked Trader', email: EMAIL, password: MARKERS.trader };
  const { userId } = (await send('POST', '/auth/register', '', trader)).body;
  const code = await mailTo(EMAIL, /verification code is (\d{4})/);
  let { token } = (await send('POST', '/auth/verify-email', '', { userId, code })).body;
  const packages = (await send('GET', '/account-packages', '')).body;
  const { _id: id } = (await send('POST', '/accounts/purchase', token, { packageId: packages[0]._id })).body;
  const form = new FormData();
  form.set('screenshot', new File([new Uint8Array(await screenshot(9))], 'proof.png'));
  await send('POST', `/accounts/${id}/upload-proof`, token, form);
  const account = `/admin/accounts/${id}`;
  await send('PUT', `${account}/verify-payment`, admin, { status: 'verified' });
  const assign = (password: string, login: string, headers = {}) =>
    send(
      'POST',
      `${account}/assign-mt5`,
      admin,
      { accountNumber: login, password, server: CONTROL },
      headers,
    );
  expect((await assign(MARKERS.mt5, 'no login')).status).toBe(400);
  expect((await assign(MARKERS.mt5, '7719001', { 'idempotency-key': 'marked' })).status).toBe(200);
  expect((await assign(MARKERS.mt5, '7719001', { 'idempotency-key': 'marked' })).status).toBe(200);
  expect((await assign(MARKERS.mt5Changed, '7719001', { 'idempotency-key': 'marked' })).status).toBe(422);
  expect((await send('GET', '/dashboard/7719001', token)).text).toContain(MARKERS.mt5);
  expect((await assign(MARKERS.mt5Changed, '7719002')).status).toBe(200);
  expect((await send('GET', '/dashboard/7719002', token)).text).toContain(MARKERS.mt5Changed);
  await send('POST', '/profile/password', token, {
    currentPassword: MARKERS.mistyped,
    newPassword: MARKERS.changed,
  });
  const change = { currentPassword: MARKERS.trader, newPassword: MARKERS.changed };
  expect(
    (await send('POST', '/profile/password', token, change, { 'idempotency-key': 'changed' })).status,
  ).toBe(200);
  ({ token } = (await send('POST', '/auth/login', '', { email: EMAIL, password: MARKERS.changed })).body);
  await send('POST', '/auth/forgot-password', '', { email: EMAIL });
  const link = await mailTo(EMAIL, /reset-password\/([\w-]{20,})/);
  expect((await send('POST', `/auth/reset-password/${link}`, '', { password: MARKERS.trader })).status).toBe(
    200,
  );
  ({ token } = (await send('POST', '/auth/login', '', { email: EMAIL, password: MARKERS.trader })).body);
  await send('PATCH', `${account}/mark-failed`, admin, { reason: 'marked' });
  for (const path of [
    '/profile',
    '/profile/export',
    '/profile/sessions',
    '/dashboard/accounts',
    `/accounts/${id}`,
    `/accounts/${id}/payment`,
  ])
    answers.push((await send('GET', path, token)).text);
  const filters = { ids: [id] };
  for (const path of [
    '/admin/accounts',
    account,
    `${account}/events`,
    `${account}/payment`,
    '/admin/users',
    `/admin/users/${userId}`,
    '/admin/overview',
    '/admin/audit',
    '/admin/search?text=7719002',
  ])
    expect([path, (await send('GET', path, admin)).status]).toEqual([path, 200]);
  for (const [list, ids] of [
    ['accounts', filters],
    ['users', { ids: [userId] }],
  ] as const) {
    const exported = await send('POST', `/admin/${list}/export`, admin, { selection: ids });
    expect([list, exported.status]).toEqual([list, 200]);
  }
};

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'markers-'));
  const database = await ownDatabase();
  clean = database.drop;
  environment = {
    ...database.environment,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'trace',
    RATE_SCALE: '100',
    ADMIN_EMAIL,
    ADMIN_PASSWORD: MARKERS.admin,
  };
  server = await startBuiltServer(environment);
  await live();
  await mailTo(EMAIL, /(7719002)/);
  const { stdout, stderr } = await server.stop();
  log = stdout + stderr;
}, 180_000);
afterAll(async () => {
  await server.kill();
  await clean();
  rmSync(folder, { recursive: true, force: true });
});

const openKept = async () => {
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir = '' } = environment;
  const database = await openDatabase({ databaseUrl, dataDir });
  const db: Kysely<Schema> = createKysely<Schema>(database.pool);
  return {
    db,
    close: async () => {
      await db.destroy();
      await database.close();
    },
  };
};

describe('a password that was typed somewhere', () => {
  it('is in no column of any table', async () => {
    const { db, close } = await openKept();
    const found: Record<string, string[]> = {};
    let rows = 0;
    let control = 0;
    for (const { name } of await listTables(db)) {
      const lines = (
        await sql<{ line: string }>`select to_jsonb(t)::text as line from ${sql.table(name)} t`.execute(db)
      ).rows;
      rows += lines.length;
      control += lines.filter(({ line }) => line.includes(CONTROL)).length;
      const all = lines.flatMap(({ line }) => hits(line, secrets));
      if (all.length > 0) found[name] = all;
    }
    await close();
    expect(found).toEqual({});
    expect(control).toBeGreaterThan(0);
    expect(rows).toBeGreaterThan(40);
  });

  it.runIf(process.env.TEST_DATABASE === 'postgres')('is not in a dump of the database', async () => {
    const { stdout } = await promisify(execFile)('pg_dump', [`--dbname=${environment.DATABASE_URL}`], {
      maxBuffer: 1e9,
    });
    expect(hits(stdout, [CONTROL])).toEqual([CONTROL]);
    expect(hits(stdout, secrets)).toEqual([]);
  });

  it('is in no file of the data folder, mails and database included, nor in a backup', async () => {
    const backup = join(folder, 'backup');
    const made = await runBuiltServer({ ...environment, ADMIN_PASSWORD: '', ADMIN_EMAIL: '' }, [
      'backup',
      backup,
      '--keys',
      join(folder, 'keys'),
    ]);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const files = [...filesBelow(join(folder, 'data')), ...filesBelow(backup)];
    const found = files.flatMap((path) =>
      hits(readFileSync(path), secrets).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
    expect(files.some((path) => hits(readFileSync(path), [CONTROL]).length > 0)).toBe(true);
    console.log(
      `markers: 0 hits of ${secrets.length} passwords in ${files.length} files, ${answers.length} answers and ${log.length} characters of log`,
    );
  });

  it('is in no mail', () => {
    const mails = outbox();
    expect(mails.length).toBeGreaterThanOrEqual(5);
    expect(mails.some((mail) => mail.includes(CONTROL))).toBe(true);
    expect(hits(mails.join('\n'), secrets)).toEqual([]);
  });

  it('is in no line of the log, at its most talkative', () => {
    expect(log).toContain('invalid_credentials');
    expect(hits(log, secrets)).toEqual([]);
  });

  it('is in no answer but the dashboard of its owner: no export, no list, no audit log', () => {
    expect(hits(answers.join('\n'), [CONTROL])).toEqual([CONTROL]);
    expect(hits(answers.join('\n'), secrets)).toEqual([]);
  });
});
