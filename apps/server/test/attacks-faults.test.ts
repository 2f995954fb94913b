import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { smtpMailer } from '../src/adapters/mail/smtp.ts';
import { createApp } from '../src/app.ts';
import { knownFiles } from '../src/features/checkout/proofs.queries.ts';
import { isTransient, transact } from '../src/platform/transactions.ts';
import { adminOf, freshLogin, screenshot, uploadProof } from './account-calls.ts';
import { newestCode, type Person, purchase, register, registerAdmin, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Person;
let trader: Person;

beforeAll(async () => {
  world = await createWorld({ RATE_SCALE: '1' });
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
}, 120_000);
afterAll(() => world.close());

const countOf = async (limit: string, subject: string): Promise<number> => {
  const rows = await world.context.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', `${limit}|${subject}`)
    .execute();
  return rows.reduce((sum, row) => sum + row.count, 0);
};

describe('one password tried on many accounts at once', () => {
  it('is compared at most twenty times for one address', async () => {
    const tries = Array.from({ length: 80 }, (_, index) =>
      world.call('POST /auth/login', {
        body: { email: `nobody${index}@example.com`, password: 'Summer2026' },
      }),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    world.clock.advance(3_600_000);
  });
});

describe('an Idempotency-Key sent many times at once', () => {
  it('uploads once and counts once', async () => {
    const account = await purchase(world, trader);
    const before = await countOf('upload', trader.userId);
    const bytes = new Uint8Array(await screenshot(33));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => {
        const form = new FormData();
        form.set('screenshot', new Blob([bytes]), 'proof.png');
        return world.call('POST /accounts/{id}/upload-proof', {
          token: trader.token,
          params: { id: account._id },
          form,
          headers: { 'idempotency-key': 'twelve' },
        });
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map((answer) => answer.body.account.proof?._id)).size).toBe(1);
    expect((await countOf('upload', trader.userId)) - before).toBe(1);
  });

  it('changes a password once, and no call is told that the old one is wrong', async () => {
    const person = await registerVerified(world);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.call('POST /profile/password', {
          token: person.token,
          body: { currentPassword: person.password, newPassword: 'another horse battery' },
          headers: { 'idempotency-key': 'eight' },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect(await countOf('password', person.userId)).toBe(0);
  });

  it.each(['', 'k'.repeat(256)])('is refused with a wrong length', async (key) => {
    const answer = await world.call('POST /profile/sign-out-everywhere', {
      token: trader.token,
      headers: { 'idempotency-key': key },
    });
    expect([answer.status, answer.problem.code]).toEqual([400, 'validation_failed']);
  });

  it('opens nothing for another user, another route or another body', async () => {
    const other = await registerVerified(world);
    const headers = { 'idempotency-key': 'shared' };
    const first = await purchase(world, trader);
    const mine = await world.call('PATCH /admin/accounts/{id}', {
      token: admin.token,
      params: { id: first._id },
      body: { balance: 1 },
      headers,
    });
    expect(mine.status).toBe(200);
    const stage = {
      token: admin.token,
      params: { id: first._id },
      body: { stage: 'phase2' as const },
      headers,
    };
    expect((await world.call('PATCH /admin/accounts/{id}/stage', stage)).body.stage).toBe('phase2');
    const body = { balance: 2 };
    const again = { token: admin.token, params: { id: first._id }, body, headers };
    expect((await world.call('PATCH /admin/accounts/{id}', again)).status).toBe(422);
    const foreign = await world.call('PATCH /admin/accounts/{id}', { ...again, token: other.token });
    expect(foreign.status).toBe(403);
  });

  it.runIf(process.env.TEST_DATABASE === 'postgres')(
    'waits for another process longer than a statement may run',
    async () => {
      const person = await registerVerified(world);
      const { db } = world.context;
      const row = {
        user_id: person.userId,
        route: 'POST /profile/sign-out-everywhere',
        key: 'slow',
        fingerprint: 'f',
        status: 0,
        response: '{}',
        created_at: world.clock.now(),
      };
      const held = db.transaction().execute(async (tx) => {
        await tx.insertInto('idempotency_keys').values(row).execute();
        await new Promise((resolve) => setTimeout(resolve, 6500));
        throw new Error('the other process fails');
      });
      const answer = world.call('POST /profile/sign-out-everywhere', {
        token: person.token,
        headers: { 'idempotency-key': 'slow' },
      });
      await expect(held).rejects.toThrow();
      expect((await answer).status).toBe(200);
    },
  );
});

describe.runIf(process.env.TEST_DATABASE === 'postgres')('a connection that breaks', () => {
  const terminateWaiting = async (): Promise<void> => {
    for (let waited = 0; waited < 4000; waited += 20) {
      const { rows } = await sql<{ pid: number }>`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.context.db);
      if (rows.length > 0) return;
      await sleep(20);
    }
    throw new Error('no call waits for a lock');
  };

  it('in the middle of a transaction is 503, and the next call is answered', async () => {
    const account = await purchase(world, trader);
    const by = adminOf(world, admin, account._id);
    for (let round = 0; round < 5; round += 1) {
      const broken = await world.context.db.transaction().execute(async (tx) => {
        await tx.selectFrom('accounts').select('id').where('id', '=', account._id).forUpdate().execute();
        const call = by.override({ balance: 77 });
        await terminateWaiting();
        return call;
      });
      expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '2']);
    }
    expect((await by.override({ balance: 77 })).status).toBe(200);
  });

  it('between two statements of a transaction counts as the database away', async () => {
    const { db } = world.context;
    const broken = transact(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sleep(200);
      await sql`select 1`.execute(tx);
    });
    expect(isTransient(await broken.catch((error: unknown) => error))).toBe(true);
  });
});

describe('the mail server', () => {
  const open = async (options: ConstructorParameters<typeof SMTPServer>[0]) => {
    const server = new SMTPServer({ disabledCommands: ['STARTTLS'], logger: false, ...options });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
  };
  const stateOf = async (userId: string) =>
    (
      await world.context.db
        .selectFrom('mails')
        .select('state')
        .where('recipient_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).state;

  it('that takes our sign-in no more costs no mail: they wait, and one refused address fails', async () => {
    const { mailer } = world.context;
    const strict = await open({
      authOptional: false,
      onAuth: (_auth, _session, done) => {
        const error = Object.assign(new Error('Authentication failed'), { responseCode: 535 });
        done(error);
      },
    });
    const picky = await open({
      authOptional: true,
      onRcptTo: (_address, _session, done) => {
        done(Object.assign(new Error('No such user'), { responseCode: 550 }));
      },
    });
    try {
      world.context.mailer = smtpMailer(`smtp://firm:old@127.0.0.1:${strict.port}`);
      const waiting = await register(world);
      await world.mails();
      expect(await stateOf(waiting.userId)).toBe('queued');
      await world.context.mailer.close();
      world.context.mailer = smtpMailer(`smtp://127.0.0.1:${picky.port}`);
      const refused = await register(world);
      await world.mails();
      expect(await stateOf(refused.userId)).toBe('failed');
      await world.context.mailer.close();
      world.context.mailer = mailer;
      world.clock.advance(3_600_000);
      await world.mails();
      expect(await stateOf(waiting.userId)).toBe('sent');
    } finally {
      world.context.mailer = mailer;
      await strict.close();
      await picky.close();
    }
  });
});

describe('the sweeper of files', () => {
  it('asks about more files than a statement takes parameters', async () => {
    const ids = Array.from({ length: 70_000 }, () => randomBytes(16).toString('hex'));
    expect(await knownFiles(world.context.db, ids)).toEqual(new Set());
  });
});

describe('a page that fails', () => {
  it('says nothing but its number, and is in the log', async () => {
    const lines: string[] = [];
    const { config } = world.context;
    const broken = join(config.dataDir, 'outbox', 'folder.eml');
    mkdirSync(broken, { recursive: true });
    const app = createApp({
      ...world.context,
      config: { ...config, demo: true, smtpUrl: null },
      log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    });
    const answer = await app.request('/dev/mail');
    const { code, message, instance } = z
      .object({ code: z.string(), message: z.string(), instance: z.string() })
      .parse(await answer.json());
    rmSync(broken, { recursive: true });
    expect([answer.status, code]).toEqual([500, 'internal']);
    expect(message).toMatch(/^Something went wrong on our side\. \([0-9a-f-]{36}\)$/);
    expect(lines.join('')).toContain(instance.replace('urn:uuid:', ''));
  });
});

describe('the log', () => {
  it('holds no secret at any level, whatever goes wrong', async () => {
    const lines: string[] = [];
    const { log, mailer } = world.context;
    world.context.log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    world.context.mailer = smtpMailer('smtp://user:smtp-secret@127.0.0.1:9');
    const secrets = ['smtp-secret', 'Marker#MT5!', 'marker horse battery', trader.token, admin.token];
    try {
      const person = await register(world, { password: 'marker horse battery' });
      await world.mails();
      world.context.mailer = mailer;
      world.clock.advance(600_000);
      secrets.push(await newestCode(world, person.email));
      await world.call('POST /auth/forgot-password', { body: { email: trader.email } });
      await world.call('POST /auth/login', {
        body: { email: trader.email, password: 'marker horse battery' },
      });
      const account = await purchase(world, trader);
      await uploadProof(world, trader, account._id, 44);
      const by = adminOf(world, admin, account._id);
      await by.verify({ status: 'verified' });
      const login = freshLogin();
      await by.assign({ accountNumber: login, password: 'Marker#MT5!' });
      const other = await purchase(world, trader);
      await adminOf(world, admin, other._id).assign({ accountNumber: login, password: 'Marker#MT5!' });
      await world.mails();
    } finally {
      Object.assign(world.context, { log, mailer });
    }
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  });
});
