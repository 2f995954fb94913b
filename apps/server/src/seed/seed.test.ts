import { createHash } from 'node:crypto';
import {
  CHALLENGE_TYPES,
  isLogin,
  PAYMENT_STATUSES,
  platformOf,
  STAGES,
  STATUSES,
  targetReached,
  tierLabel,
} from '@firmament/rules';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_DAY, type Instance, openInstance } from '../../test/demo.ts';
import { group, liveThrough } from '../../test/histories.ts';
import type { AccountRow, Db, Schema } from '../db/schema.ts';
import { accountFacts } from '../features/accounts/index.ts';
import { packagesOnSale } from '../features/catalogue/index.ts';
import { checkAddress } from '../payment-addresses/checks.ts';
import { openCredential } from '../secrets/credentials.ts';
import { verifyPassword } from '../secrets/passwords.ts';
import { imagineDemo } from './demo.ts';
import { seedDemo } from './index.ts';

const END = new Date('2026-03-02T00:00:00.000Z');
const TABLES: (keyof Schema)[] = [
  'users',
  'packages',
  'payment_addresses',
  'accounts',
  'account_phases',
  'payments',
  'proofs',
  'account_events',
  'admin_events',
  'mailings',
  'mails',
  'facts',
];

const countsOf = async (db: Db) => {
  const counts: Partial<Record<keyof Schema, number>> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`select count(*)::int8 as n from ${sql.table(table)}`.execute(
      db,
    );
    counts[table] = rows[0]?.n ?? -1;
  }
  return counts;
};

/** Everything that does not differ by chance: no hash, no sealed password. */
const projectionOf = async (db: Db) => ({
  users: await db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'role',
      'email_verified_at',
      'disabled_at',
      'unsubscribed_at',
      'created_at',
    ])
    .orderBy('id')
    .execute(),
  accounts: (await db.selectFrom('accounts').selectAll().orderBy('id').execute()).map(
    ({ mt5_password, ...row }) => row,
  ),
  events: await db.selectFrom('account_events').selectAll().orderBy('id').execute(),
  phases: await db.selectFrom('account_phases').selectAll().orderBy('id').execute(),
  payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
  proofs: await db.selectFrom('proofs').selectAll().orderBy('id').execute(),
  mails: await db.selectFrom('mails').selectAll().orderBy('id').execute(),
  office: await db.selectFrom('admin_events').selectAll().orderBy('id').execute(),
});

describe('the demonstration on an embedded database', () => {
  let demo: Instance;
  let logins: Awaited<ReturnType<typeof seedDemo>>;
  let accounts: AccountRow[];

  beforeAll(async () => {
    demo = await openInstance('embedded');
    logins = await seedDemo(demo.context);
    accounts = await demo.context.db.selectFrom('accounts').selectAll().execute();
  });
  afterAll(() => demo.close());

  test('it can begin on any day', async () => {
    const packages = await packagesOnSale(demo.context.db);
    const credentialKeys = demo.context.keys['mt5-credentials'];
    for (let day = 0; day < 21; day += 1) {
      const end = new Date(END.getTime() + day * 86_400_000);
      const { stories } = imagineDemo({ end, packages, passwordHash: '', credentialKeys });
      expect(stories.length).toBe(accounts.length);
      for (const { events, account } of stories) {
        expect(events.every(({ at }, index) => at >= (events[index - 1]?.at ?? account.created_at))).toBe(
          true,
        );
        expect(events.every(({ at }) => at < end)).toBe(true);
      }
    }
  });

  test('its sign-ins work', async () => {
    expect(logins.map(({ label }) => label)).toEqual(['Administrator', 'Trader', 'New trader']);
    for (const { email, password } of logins) {
      const user = await demo.context.db
        .selectFrom('users')
        .selectAll()
        .where('email_key', '=', email)
        .executeTakeFirstOrThrow();
      expect(user.email_verified_at).not.toBeNull();
      expect(await verifyPassword(password, user.password_hash, demo.context.keys['password-pepper'])).toBe(
        true,
      );
    }
  });

  test('a later start changes nothing and knows the sign-ins', async () => {
    const before = await countsOf(demo.context.db);
    expect(await seedDemo(demo.context)).toEqual(logins);
    expect(await countsOf(demo.context.db)).toEqual(before);
  });

  test('every state, stage, type, tier and platform is there', () => {
    const shown = accounts.filter(({ deleted_at }) => deleted_at === null);
    expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(STATUSES));
    expect(new Set(shown.map(({ payment_status }) => payment_status))).toEqual(new Set(PAYMENT_STATUSES));
    expect(new Set(shown.map(({ challenge_type }) => challenge_type))).toEqual(new Set(CHALLENGE_TYPES));
    const tiers = new Set(shown.map(({ account_size_cents }) => tierLabel(account_size_cents)));
    expect(tiers).toEqual(new Set(['Starter', 'Basic', 'Standard', 'Professional', 'Elite', 'Custom']));
    const active = shown.filter(({ status }) => status === 'active');
    expect(new Set(active.map(({ stage }) => stage))).toEqual(new Set(STAGES));
    expect(new Set(active.map(({ server }) => platformOf(server ?? '')))).toEqual(new Set(['MT5', 'MT4']));
    const atTarget = active.filter((row) =>
      targetReached(row.balance_cents, row.account_size_cents, row.stage),
    );
    expect(new Set(atTarget.map(({ stage }) => stage))).toEqual(new Set(['phase1', 'phase2']));
    expect(active.some((row) => row.balance_cents < row.account_size_cents * 0.92)).toBe(true);
  });

  test('the main trader has an account of each kind', async () => {
    const own = await demo.context.db
      .selectFrom('accounts')
      .innerJoin('users', 'users.id', 'accounts.user_id')
      .selectAll('accounts')
      .where('users.email', '=', 'trader@firmament.example')
      .orderBy('accounts.created_at')
      .execute();
    expect(own.map(({ status, stage }) => `${status} ${stage}`)).toEqual([
      'failed phase1',
      'active live',
      'active phase2',
      'active phase1',
      'active phase1',
      'payment_submitted phase1',
      'pending_payment phase1',
    ]);
    expect(own[0]?.failure_reason).toMatch(/^Maximum daily loss reached: \$5/);
    expect(own[3]).toMatchObject({ account_size_cents: 1_000_000, balance_cents: 1_100_000 });
    expect(own[1]?.account_number).toSatisfy(isLogin);
  });

  test('users who cannot sign in, administer or be mailed are among them', async () => {
    const users = await demo.context.db.selectFrom('users').selectAll().execute();
    expect(users.length).toBeGreaterThan(60);
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(2);
    expect(users.some(({ disabled_at }) => disabled_at !== null)).toBe(true);
    expect(users.some(({ unsubscribed_at }) => unsubscribed_at !== null)).toBe(true);
    expect(users.filter(({ email_verified_at }) => email_verified_at === null).length).toBeGreaterThan(3);
    for (const { name, email, email_key } of users) {
      expect(name).toBe(name.normalize('NFC'));
      expect([email, email_key]).toEqual([email_key, email_key.trim().toLowerCase()]);
      expect(email).toMatch(/@[a-z]+\.example$/);
    }
  });

  test('the rules lead from each history to the state of the account', async () => {
    const lines = group(
      await demo.context.db.selectFrom('account_events').selectAll().orderBy('id').execute(),
    );
    for (const account of accounts) {
      const own = lines(account.id);
      expect(own[0]).toMatchObject({ event: 'purchased', at: account.created_at });
      expect(liveThrough(account, own)).toEqual(accountFacts(account));
      // To open a payment page changes nothing of the account.
      const changes = own.filter(({ event }) => event !== 'payment_opened');
      expect(own.length - changes.length).toBe(1);
      expect(changes.at(-1)?.at).toEqual(account.updated_at);
      expect(account.version).toBe(changes.length);
    }
  });

  test('each line of history starts from what the line before it left', async () => {
    const lines = group(
      await demo.context.db.selectFrom('account_events').selectAll().orderBy('id').execute(),
    );
    for (const account of accounts) {
      const facts = new Map<string, unknown>([['balanceCents', account.initial_balance_cents]]);
      for (const { event, before, after } of lines(account.id).slice(1)) {
        if (event === 'deleted') continue;
        for (const [name, value] of Object.entries(before ?? {})) {
          if (facts.has(name)) expect(value, `${account.id} ${event} ${name}`).toEqual(facts.get(name));
        }
        for (const [name, value] of Object.entries(after ?? {})) facts.set(name, value);
      }
      expect(facts.get('balanceCents')).toBe(account.balance_cents);
      expect(account.equity_cents).toBe(account.balance_cents);
    }
  });

  test('histories are in the order of time and end before today', async () => {
    const { db } = demo.context;
    const events = await db.selectFrom('account_events').selectAll().orderBy('id').execute();
    for (const [index, { at }] of events.entries()) {
      expect(at.getTime()).toBeGreaterThanOrEqual(events[index - 1]?.at.getTime() ?? 0);
      expect(at.getTime()).toBeLessThan(END.getTime());
    }
    const first = events[0]?.at.getTime() ?? 0;
    expect((END.getTime() - first) / 86_400_000).toBeGreaterThan(340);
    const users = new Map(
      (await db.selectFrom('users').selectAll().execute()).map((user) => [user.id, user]),
    );
    for (const { user_id, created_at } of accounts) {
      expect(users.get(user_id)?.email_verified_at?.getTime()).toBeLessThan(created_at.getTime());
    }
  });

  test('credentials open, and only where they are assigned', () => {
    for (const account of accounts) {
      if (account.mt5_password === null) {
        expect(account.status).not.toBe('active');
        continue;
      }
      const ring = demo.context.keys['mt5-credentials'];
      expect(openCredential(account.mt5_password, account.id, ring)).toHaveLength(10);
    }
  });

  test('phases, payments and mails agree with the accounts', async () => {
    const { db } = demo.context;
    const phases = group(await db.selectFrom('account_phases').selectAll().orderBy('started_at').execute());
    const payments = group(await db.selectFrom('payments').selectAll().orderBy('created_at').execute());
    const mails = group(await db.selectFrom('mails').selectAll().execute());
    const lines = group(await db.selectFrom('account_events').selectAll().execute());
    const STATES = { verified: ['verified'], failed: ['rejected'], pending: ['awaiting', 'submitted'] };
    for (const account of accounts) {
      const own = phases(account.id);
      const open = own.filter(({ ended_at }) => ended_at === null);
      expect(open).toHaveLength(account.activated_at && account.status !== 'failed' ? 1 : 0);
      expect(own[0]?.started_at).toEqual(account.activated_at ?? undefined);
      expect(own.at(-1)?.started_at).toEqual(account.balance_start_date ?? undefined);
      if (own.length > 0) expect(own.at(-1)?.stage).toBe(account.stage);
      const payment = payments(account.id).at(-1);
      expect(STATES[account.payment_status]).toContain(payment?.state);
      expect(payment).toMatchObject({ amount_cents: account.price_cents, reason: account.rejection_reason });
      const templates = mails(account.id).map(({ template }) => template);
      expect(templates.filter((name) => name === 'credentials_ready')).toHaveLength(own.length > 0 ? 1 : 0);
      const breaches = lines(account.id).filter(({ event }) => event === 'breached');
      expect(templates.filter((name) => name === 'breach')).toHaveLength(breaches.length);
      if (account.status === 'failed') expect(own.at(-1)?.outcome).toBe('failed');
    }
    const restarted = accounts.filter(({ id }) => phases(id).length > 1);
    expect(restarted.length).toBeGreaterThan(10);
  });

  test('no mail waits to be sent or holds a code', async () => {
    const mails = await demo.context.db.selectFrom('mails').selectAll().execute();
    expect(mails.filter(({ state }) => state === 'failed')).toHaveLength(1);
    for (const { state, template, payload } of mails) {
      expect(['sent', 'failed']).toContain(state);
      if (template === 'verification_code') expect(payload).toEqual({});
      expect(payload).not.toHaveProperty('code');
    }
  });

  test('each proof is a picture of its own, but for one that was sent twice', async () => {
    const proofs = await demo.context.db.selectFrom('proofs').selectAll().execute();
    const submitted = accounts.filter((row) => row.status === 'payment_submitted');
    const withProof = new Set(proofs.map(({ account_id }) => account_id));
    for (const { id } of submitted) expect(withProof).toContain(id);
    for (const proof of proofs) {
      const bytes = await demo.context.files.read(proof.id);
      if (!bytes) throw new Error(`no file of proof ${proof.id}`);
      expect(bytes.byteLength).toBe(proof.bytes);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(proof.sha256);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: proof.width,
        height: proof.height,
      });
    }
    expect(new Set(proofs.map(({ sha256 }) => sha256)).size).toBe(proofs.length - 1);
  });

  test('the payment addresses pass the checks and say what they are', async () => {
    const rows = await demo.context.db.selectFrom('payment_addresses').selectAll().execute();
    expect(rows.filter(({ withdrawn_at }) => withdrawn_at === null)).toHaveLength(5);
    for (const { network, address, name } of rows) {
      expect(checkAddress(network, address, name)).toMatchObject({ verdict: 'ok', warnings: [] });
      expect(name).toMatch(/\(test vector – do not pay\)$/);
    }
  });
});

test('two first starts of a day make the same firm, on both databases', async () => {
  const [embedded, postgres] = [await openInstance('embedded'), await openInstance('postgres')];
  try {
    await seedDemo(embedded.context);
    await seedDemo(postgres.context);
    expect(await projectionOf(postgres.context.db)).toEqual(await projectionOf(embedded.context.db));
  } finally {
    await embedded.close();
    await postgres.close();
  }
});

test('processes that start together seed once', async () => {
  const demo = await openInstance('postgres');
  try {
    const [one, other] = await Promise.all([seedDemo(demo.context), seedDemo(demo.context)]);
    expect(one).toEqual(other);
    expect((await countsOf(demo.context.db)).facts).toBe(1);
  } finally {
    await demo.close();
  }
});

test('an interrupted seed leaves no rows, and the next start seeds', async () => {
  const demo = await openInstance('embedded');
  const { db } = demo.context;
  try {
    await sql`create function stop_seed() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$`.execute(
      db,
    );
    await sql`create trigger stop_seed before insert on facts execute function stop_seed()`.execute(db);
    await expect(seedDemo(demo.context)).rejects.toThrow('power cut');
    expect(await countsOf(db)).toMatchObject({
      users: 0,
      accounts: 0,
      account_events: 0,
      mails: 0,
      facts: 0,
    });
    await sql`drop trigger stop_seed on facts`.execute(db);
    expect(await seedDemo(demo.context)).toHaveLength(3);
    expect((await countsOf(db)).accounts).toBeGreaterThan(60);
  } finally {
    await demo.close();
  }
});

test('a database with users of its own is left alone', async () => {
  const firm = await openInstance('embedded');
  const { db } = firm.context;
  try {
    await db
      .insertInto('users')
      .values({
        id: '11111111-1111-4111-8111-111111111111',
        email: 'owner@firm.example',
        email_key: 'owner@firm.example',
        name: 'Owner',
        password_hash: 'none',
        role: 'admin',
        created_at: DEMO_DAY,
        updated_at: DEMO_DAY,
      })
      .execute();
    const before = await countsOf(db);
    expect(await seedDemo(firm.context)).toEqual([]);
    expect(await countsOf(db)).toEqual(before);
  } finally {
    await firm.close();
  }
});
