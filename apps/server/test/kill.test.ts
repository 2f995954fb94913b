import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseBody } from '@firmament/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKysely, type Database, openDatabase } from '../src/db/open.ts';
import type { Schema } from '../src/db/schema.ts';
import { type BuiltServer, runBuiltServer, startBuiltServer } from './built-server.ts';
import { createTestDatabase, TEST_FOLDER, type TestDatabase, testPostgres } from './postgres.ts';
import { startInbox } from './world.ts';

/**
 * The built server is killed (SIGKILL) in the middle of many calls and started again on the same data: every write
 * that was acknowledged is there, and of the others each is there whole or not at all.
 */
type Account = ResponseBody<'GET /accounts/{id}'>;
type Managed = ResponseBody<'GET /admin/accounts/{id}'>;
type Trader = { email: string; token: string };
/** One change as its client sees it: sent, and perhaps acknowledged. */
type Sent<Subject> = { subject: Subject; key: string; acknowledged: boolean; id: string };

const TRADERS = 4;
const ROUNDS = 3;
const PURCHASES_EACH = 4;
const ADMIN = { email: 'owner@firm.example', password: 'owner password' };
const isEmbedded = process.env.TEST_DATABASE !== 'postgres';

let folder: string;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let database: TestDatabase | null = null;
let environment: Record<string, string>;
let server: BuiltServer;
let admin: string;
let picture: Buffer;
let packageId: string;
const traders: Trader[] = [];
const ownerOf = new Map<string, Trader>();

/** Numbers from 0 to 1, the same in each run (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const random = seeded(20_260_302);

type Request = { token?: string; key?: string; body?: unknown };

const send = async <Body>(method: string, path: string, { token, key, body }: Request = {}) => {
  const form = body instanceof FormData;
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Body };
};

const get = async <Body>(path: string, token: string): Promise<Body> => {
  const answer = await send<Body>('GET', path, { token });
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.body;
};

const signIn = async (credentials: { email: string; password: string }): Promise<string> =>
  (await send<{ token: string }>('POST', '/auth/login', { body: credentials })).body.token;

const codeFor = async (email: string): Promise<string> => {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const mail = inbox.mails.find(({ to }) => [to].flat().some((entry) => entry?.text.includes(email)));
    if (mail?.subject) return mail.subject.slice(-4);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code came to ${email}`);
};

const registerTrader = async (number: number): Promise<Trader> => {
  const email = `trader${number}@example.com`;
  const { body } = await send<{ userId: string }>('POST', '/auth/register', {
    body: { name: `Trader ${number}`, email, password: 'trader password' },
  });
  const verified = await send<{ token: string }>('POST', '/auth/verify-email', {
    body: { userId: body.userId, code: await codeFor(email) },
  });
  expect(verified.status, verified.text).toBe(200);
  return { email, token: verified.body.token };
};

const buy = (trader: Trader, key: string) =>
  send<{ _id: string }>('POST', '/accounts/purchase', { token: trader.token, key, body: { packageId } });

const sendProof = (accountId: string, key: string) => {
  const form = new FormData();
  form.set('screenshot', new File([new Uint8Array(picture)], 'proof.png', { type: 'image/png' }));
  const token = ownerOf.get(accountId)?.token ?? '';
  return send<object>('POST', `/accounts/${accountId}/upload-proof`, { token, key, body: form });
};

const verify = (accountId: string, key: string) =>
  send<Managed>('PUT', `/admin/accounts/${accountId}/verify-payment`, {
    token: admin,
    key,
    body: { status: 'verified' },
  });

const ownAccount = (id: string) => get<Account>(`/accounts/${id}`, ownerOf.get(id)?.token ?? '');

const allAccounts = async (): Promise<Managed[]> =>
  (await get<{ accounts: Managed[] }>('/admin/accounts', admin)).accounts;

/** How often each event and each mail stands in the account's history. */
const historyOf = async (id: string): Promise<Record<string, number>> => {
  const { events } = await get<ResponseBody<'GET /admin/accounts/{id}/events'>>(
    `/admin/accounts/${id}/events`,
    admin,
  );
  const counts: Record<string, number> = {};
  for (const { event, after } of events) {
    const name = event === 'mail' ? `mail ${String(after?.template)}` : event;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/**
 * Lets each client send one change after another and kills the server after a drawn number of acknowledgements and a
 * drawn few milliseconds more, so that each client has one change under way. Then starts the server again.
 */
const killDuring = async <Subject>(
  queues: readonly (readonly Subject[])[],
  change: (subject: Subject, key: string) => ReturnType<typeof send<object>>,
  status: number,
): Promise<Sent<Subject>[]> => {
  const total = queues.flat().length;
  const killAfter = 1 + Math.floor(random() * total * 0.6);
  const delay = random() * 25;
  const log: Sent<Subject>[] = [];
  let acknowledged = 0;
  let killing: Promise<void> | undefined;
  const client = async (queue: readonly Subject[]) => {
    for (const subject of queue) {
      const entry: Sent<Subject> = { subject, key: randomUUID(), acknowledged: false, id: '' };
      log.push(entry);
      const answer = await change(subject, entry.key).catch(() => null);
      if (!answer) return;
      expect(answer.status, answer.text).toBe(status);
      entry.acknowledged = true;
      if ('_id' in answer.body && typeof answer.body._id === 'string') entry.id = answer.body._id;
      acknowledged += 1;
      if (acknowledged === killAfter) {
        killing = new Promise((resolve) => setTimeout(resolve, delay)).then(() => server.kill());
      }
    }
  };
  await Promise.all(queues.map(client));
  await killing;
  expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
  expect(
    log.some((entry) => !entry.acknowledged),
    'the kill came after the last change',
  ).toBe(true);
  server = await startBuiltServer(environment);
  return log;
};

/** The items dealt to as many clients as there are traders. */
const deal = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: TRADERS }, (_, client) => items.filter((__, index) => index % TRADERS === client));

/** The n-th of `ROUNDS` shares of a list. */
const share = <Item>(items: readonly Item[], round: number): Item[] =>
  items.filter((_, index) => index % ROUNDS === round);

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'kill-'));
  inbox = await startInbox();
  if (!isEmbedded) database = await createTestDatabase((await testPostgres()).url);
  environment = {
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_SCALE: '100',
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  server = await startBuiltServer(environment);
  admin = await signIn(ADMIN);
  for (let number = 0; number < TRADERS; number += 1) traders.push(await registerTrader(number));
  const packages = await send<{ _id: string }[]>('GET', '/account-packages');
  packageId = packages.body[0]?._id ?? '';
  picture = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
}, 180_000);

afterAll(async () => {
  await server.kill();
  await inbox.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe('a server killed in the middle of', () => {
  it.each([1, 2, 3])(
    'purchases keeps each whole, once (kill %i)',
    async () => {
      const before = new Set((await allAccounts()).map((account) => account._id));
      const queues = traders.map((trader) => Array.from({ length: PURCHASES_EACH }, () => trader));
      const log = await killDuring(queues, buy, 201);
      const found = (await allAccounts()).map((account) => account._id).filter((id) => !before.has(id));
      const acknowledged = log.filter((entry) => entry.acknowledged);
      expect(found).toEqual(expect.arrayContaining(acknowledged.map((entry) => entry.id)));
      expect(found.length).toBeLessThanOrEqual(log.length);
      for (const id of found) {
        const account = await get<Managed>(`/admin/accounts/${id}`, admin);
        expect(account).toMatchObject({ status: 'pending_payment', paymentStatus: 'pending' });
        expect(await historyOf(id)).toEqual({ purchased: 1 });
      }
      for (const entry of log) {
        const again = await buy(entry.subject, entry.key);
        expect(again.status, again.text).toBe(201);
        if (entry.acknowledged) expect(again.body._id).toBe(entry.id);
        ownerOf.set(again.body._id, entry.subject);
        expect(
          (await send('GET', `/accounts/${again.body._id}/payment`, { token: entry.subject.token })).status,
        ).toBe(200);
      }
      const now = (await allAccounts()).map((account) => account._id).filter((id) => !before.has(id));
      expect(now).toHaveLength(log.length);
    },
    180_000,
  );

  it.each([1, 2, 3])(
    'uploads keeps each proof with its file, once (kill %i)',
    async (kill) => {
      const accounts = share([...ownerOf.keys()], kill - 1);
      const log = await killDuring(deal(accounts), sendProof, 200);
      for (const { subject, acknowledged } of log) {
        const account = await ownAccount(subject);
        if (acknowledged) expect(account.status).toBe('payment_submitted');
        const isThere = account.status === 'payment_submitted';
        expect(account.proof !== null).toBe(isThere);
        expect(await historyOf(subject)).toEqual(
          isThere
            ? { purchased: 1, payment_opened: 1, proof_uploaded: 1, 'mail payment_received': 1 }
            : { purchased: 1, payment_opened: 1 },
        );
      }
      for (const { subject, key } of log) {
        const again = await sendProof(subject, key);
        expect(again.status, again.text).toBe(200);
        const { proof } = await ownAccount(subject);
        const file = await fetch(`${server.url}/server/uploads/${proof?.file}`);
        expect(file.status).toBe(200);
        expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ width: 90, height: 160 });
      }
    },
    180_000,
  );

  it.each([1, 2, 3])(
    'verifications keeps each with its history and mail, once (kill %i)',
    async (kill) => {
      const submitted = (await allAccounts()).filter(
        ({ paymentStatus, proofs }) => paymentStatus === 'pending' && proofs.length > 0,
      );
      const accounts = submitted
        .map((account) => account._id)
        .filter((_, index) => index % (ROUNDS + 1 - kill) === 0);
      const log = await killDuring(deal(accounts), verify, 200);
      for (const { subject, acknowledged } of log) {
        const { paymentStatus } = await get<Managed>(`/admin/accounts/${subject}`, admin);
        if (acknowledged) expect(paymentStatus).toBe('verified');
        const history = await historyOf(subject);
        const times = paymentStatus === 'verified' ? 1 : undefined;
        expect(history.payment_judged).toBe(times);
        expect(history['mail payment_verified']).toBe(times);
      }
      for (const { subject, key } of log) {
        const again = await verify(subject, key);
        expect(again.status, again.text).toBe(200);
        expect(again.body.paymentStatus).toBe('verified');
        expect(await historyOf(subject)).toMatchObject({ payment_judged: 1, 'mail payment_verified': 1 });
      }
    },
    180_000,
  );
});

describe('a second server on the same data folder', () => {
  const environmentOfSecond = () => ({ ...environment, SECRET_KEY: '' });

  it(isEmbedded
    ? 'is refused with one clear line'
    : 'is allowed where the database is PostgreSQL', async () => {
    if (!isEmbedded) {
      const second = await startBuiltServer(environmentOfSecond());
      expect((await fetch(`${second.url}/api/account-packages`)).status).toBe(200);
      expect(await second.stop()).toMatchObject({ code: 0 });
      return;
    }
    const second = await runBuiltServer(environmentOfSecond());
    expect(second.code).toBe(1);
    expect(second.stdout).toBe('');
    expect(second.stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^The data folder .+ is in use by another process \(pid \d+\)\. Stop that one, or set DATA_DIR/,
      ),
    ]);
    expect((await send('GET', '/account-packages')).status).toBe(200);
  }, 120_000);
});

describe('the tables after nine kills', () => {
  let opened: Database;

  beforeAll(async () => {
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    opened = await openDatabase({ dataDir: folder, databaseUrl: database?.url });
  }, 120_000);

  afterAll(() => opened.close());

  it('hold nothing half done', async () => {
    const db = createKysely<Schema>(opened.pool);
    const accounts = await db.selectFrom('accounts').selectAll().execute();
    const payments = await db.selectFrom('payments').selectAll().execute();
    const proofs = await db.selectFrom('proofs').selectAll().execute();
    expect(accounts).toHaveLength(ownerOf.size);
    expect(payments).toHaveLength(accounts.length);
    for (const account of accounts) {
      const [payment] = payments.filter((row) => row.account_id === account.id);
      const own = proofs.filter((row) => row.account_id === account.id);
      const paid = account.payment_status === 'verified';
      expect(account.status).toBe(own.length > 0 ? 'payment_submitted' : 'pending_payment');
      expect(payment).toMatchObject({
        amount_cents: account.price_cents,
        state: paid ? 'verified' : own.length > 0 ? 'submitted' : 'awaiting',
      });
      expect(own.length).toBeLessThanOrEqual(1);
    }
    expect(proofs.length).toBeGreaterThan(0);
    for (const proof of proofs) expect(statSync(join(folder, 'uploads', proof.id)).size).toBe(proof.bytes);
    const keys = await db.selectFrom('idempotency_keys').select(['route', 'status']).execute();
    const count = (route: string) => keys.filter((row) => row.route === route).length;
    expect(count('POST /accounts/purchase')).toBe(accounts.length);
    expect(count('POST /accounts/{id}/upload-proof')).toBe(proofs.length);
    expect(keys.every((row) => row.status >= 200 && row.status < 300)).toBe(true);
  });
});
