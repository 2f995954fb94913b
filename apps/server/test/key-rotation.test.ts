import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isIntact, isOrderIntact } from '../src/payment-addresses/signatures.ts';
import { rotateKeys, rotateKeysOfDatabase } from '../src/rotate-keys.ts';
import { openCredential, sealCredential } from '../src/secrets/credentials.ts';
import { deriveKeys, type Keys } from '../src/secrets/keys.ts';
import { withRetiredKeys } from '../src/secrets/retired-keys.ts';
import { startServer } from '../src/start.ts';
import { type Authenticator, turnOnTwoFactor } from './authenticator.ts';
import { runBuiltServer, startBuiltServer } from './built-server.ts';
import { createFirm, type Firm, signInAdmin } from './chaos/firm.ts';
import { activate, type Person, purchase, registerAdmin, registerVerified } from './factories.ts';
import { fillFirm } from './fill.ts';
import { ownDatabase, TEST_FOLDER } from './postgres.ts';
import { createWorld, type World } from './world.ts';

/** `npm run measure:key-rotation` takes 100,000. */
const ACCOUNTS = Number(process.env.ROTATED_ACCOUNTS ?? 1_800);
const OLD = 'a test key of more than thirty-two characters';
const NEW = 'another key of more than thirty-two characters';
const NEXT = 'a third key of more than thirty-two characters';

let world: World;
let admin: Person;
let trader: Person;
let login: string;
let guarded: Person;
let app: Authenticator;
let sealed: number;

const use = (keys: Keys) => Object.assign(world.context, { keys });
const during = () => deriveKeys({ current: NEW, previous: OLD });
const passwordRows = async () => {
  const rows = await world.context.db
    .selectFrom('accounts')
    .select(['id', 'mt5_password'])
    .where('mt5_password', 'is not', null)
    .execute();
  return rows.map(({ id, mt5_password }) => ({ id, stored: mt5_password ?? '' }));
};
const signIn = (person: Person) =>
  world.call('POST /auth/login', { body: { email: person.email, password: person.password } });

beforeAll(async () => {
  world = await createWorld({ SECRET_KEY: OLD });
  const { db, clock, keys } = world.context;
  admin = await registerAdmin(world);
  const address = {
    name: 'Bitcoin',
    network: 'Bitcoin',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  };
  await world.call('POST /payment/addresses', { token: admin.token, body: address });
  trader = await registerVerified(world);
  login = (await activate(world, admin, (await purchase(world, trader))._id)).accountNumber ?? '';
  guarded = await registerVerified(world);
  app = await turnOnTwoFactor(world, guarded);
  await fillFirm(db, { users: 50, accounts: ACCOUNTS, now: clock.now() });
  const filled = await db.selectFrom('accounts').select('id').where('mt5_password', '=', 'none').execute();
  await db.transaction().execute(async (tx) => {
    for (const { id } of filled) {
      const mt5_password = sealCredential(`Trade#${id}`, id, keys['mt5-credentials']);
      await tx.updateTable('accounts').set({ mt5_password }).where('id', '=', id).execute();
    }
  });
  sealed = filled.length + 1;
}, 600_000);
afterAll(() => world.close());

/** The database as a process sees it that dies before its `last` statement. */
const dyingAt = (last: number) => {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      if (count >= last) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return world.context.db.withPlugin(plugin);
};

describe('a new secret key', () => {
  it('that replaces the old one half way, killed there, leaves everything readable with both', async () => {
    use(during());
    const { keys } = world.context;
    const prefix = `1.${keys['mt5-credentials'].current.id}.`;
    const fresh = async () => (await passwordRows()).filter(({ stored }) => stored.startsWith(prefix)).length;
    // Reads and writes of the retired keys come first; then a batch is one read and one write.
    await expect(rotateKeys({ db: dyingAt(8), keys })).rejects.toThrow('killed');
    expect([500, 1000]).toContain(await fresh());
    for (const { id, stored } of await passwordRows()) openCredential(stored, id, keys['mt5-credentials']);
    expect(await fresh()).toBeLessThan(sealed);
  });

  it('goes on from there, and no read fails meanwhile', async () => {
    const started = performance.now();
    const rotation = { isOver: false };
    const rotated = rotateKeys(world.context).finally(() => {
      rotation.isOver = true;
    });
    let reads = 0;
    while (!rotation.isOver || reads < 20) {
      const read = await world.call('GET /dashboard/{mt5Login}', {
        token: trader.token,
        params: { mt5Login: login },
      });
      expect([read.status, JSON.stringify(read.body).includes('Trade#2026')]).toEqual([200, true]);
      reads += 1;
    }
    const done = await rotated;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`key rotation: ${sealed} MT5 passwords in ${seconds} s, ${reads} reads meanwhile, 0 failed`);
    expect(done).toEqual({ credentials: expect.any(Number), totpSecrets: 1, retiredKeys: 0, unreadable: 0 });
    expect(done.credentials).toBeLessThan(sealed);
    expect(await rotateKeys(world.context)).toEqual({
      credentials: 0,
      totpSecrets: 0,
      retiredKeys: 0,
      unreadable: 0,
    });
  });

  it('needs the old one no more', async () => {
    const { db } = world.context;
    use(await withRetiredKeys(db, deriveKeys({ current: NEW, previous: null })));
    const { keys } = world.context;
    for (const { id, stored } of await passwordRows())
      expect(openCredential(stored, id, keys['mt5-credentials'])).toMatch(/^Trade#/);
    const ring = keys['payment-address'];
    const [address] = await db.selectFrom('payment_addresses').selectAll().execute();
    expect(address && isIntact(address, ring)).toBe(true);
    const orders = await db.selectFrom('payments').selectAll().execute();
    expect(orders.map((order) => isOrderIntact(order, ring))).toEqual(orders.map(() => true));
    expect((await signIn(trader)).status).toBe(200);
    const halfway = await signIn(guarded);
    expect(halfway.body.twoFactorRequired).toBe(true);
    const otp = app.nextCode();
    expect(
      (await world.call('POST /auth/step-up', { token: halfway.body.token, body: { otp } })).status,
    ).toBe(200);
    const again = await signIn(guarded);
    const recovery = { token: again.body.token, body: { otp: app.recoveryCodes[0] ?? '' } };
    expect((await world.call('POST /auth/step-up', recovery)).status).toBe(200);
    // Only sessions of the old key are over.
    expect((await world.call('GET /profile', { token: trader.token })).status).toBe(401);
  });

  it('may be followed by another: passwords hashed under the first still sign in', async () => {
    const { db } = world.context;
    use(await withRetiredKeys(db, deriveKeys({ current: NEXT, previous: NEW })));
    expect((await rotateKeys(world.context)).unreadable).toBe(0);
    use(await withRetiredKeys(db, deriveKeys({ current: NEXT, previous: null })));
    expect((await signIn(admin)).status).toBe(200);
    expect((await signIn(trader)).status).toBe(200);
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', trader.userId)
      .executeTakeFirstOrThrow();
    expect(password_hash.startsWith(world.context.keys['password-pepper'].current.id)).toBe(true);
  });

  it('leaves alone what neither key opens, and tells how many', async () => {
    const { db } = world.context;
    const id = (await passwordRows())[0]?.id ?? '';
    const lost = sealCredential(
      'lost',
      id,
      deriveKeys({ current: 'lost', previous: null })['mt5-credentials'],
    );
    await db.updateTable('accounts').set({ mt5_password: lost }).where('id', '=', id).execute();
    expect((await rotateKeys(world.context)).unreadable).toBe(1);
    expect((await passwordRows()).find((row) => row.id === id)?.stored).toBe(lost);
  });

  it('is not told to the database: without SECRET_KEY the kept keys open nothing', async () => {
    const stranger = deriveKeys({ current: 'a stranger', previous: null });
    expect(await withRetiredKeys(world.context.db, stranger)).toEqual(stranger);
  });
});

describe('npm run keys:rotate', () => {
  const ADMIN = { email: 'owner@firm.example', password: 'owner password' };
  let environment: Record<string, string>;
  let clean = async (): Promise<void> => {};

  beforeAll(async () => {
    mkdirSync(TEST_FOLDER, { recursive: true });
    const folder = mkdtempSync(join(TEST_FOLDER, 'rotation-'));
    const database = await ownDatabase();
    environment = {
      ...database.environment,
      DATA_DIR: folder,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    clean = async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => clean());

  const statusOfSignIn = async (keys: Record<string, string>): Promise<number> => {
    const running = await startServer({ ...environment, ...keys });
    const answer = await fetch(`http://127.0.0.1:${running.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    await running.stop();
    return answer.status;
  };

  it('asks for the previous key, and makes the next start independent of it', async () => {
    expect(await statusOfSignIn({ SECRET_KEY: OLD })).toBe(200);
    await expect(rotateKeysOfDatabase([], { ...environment, SECRET_KEY: NEW })).rejects.toThrow(
      /^SECRET_KEY_PREVIOUS is not set/,
    );
    await expect(rotateKeysOfDatabase(['now'], environment)).rejects.toThrow(/^Usage/);
    expect(await statusOfSignIn({ SECRET_KEY: NEW })).toBe(401);
    await rotateKeysOfDatabase([], { ...environment, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
    expect(await statusOfSignIn({ SECRET_KEY: NEW })).toBe(200);
  }, 180_000);
});

describe('npm run keys:rotate as a process', () => {
  const KILLER = pathToFileURL(join(import.meta.dirname, 'chaos', 'kill-at-seal.mjs')).href;
  const both = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD };
  let firm: Firm;

  beforeAll(async () => {
    firm = await createFirm('rotation', { SECRET_KEY: OLD });
    await (await firm.start()).stop();
    const ring = deriveKeys({ current: OLD, previous: null })['mt5-credentials'];
    await firm.fill(async (db) => {
      await fillFirm(db, { users: 20, accounts: 1_500, now: new Date('2026-03-02T10:00:00Z') });
      const rows = await db.selectFrom('accounts').select('id').where('mt5_password', '=', 'none').execute();
      await db.transaction().execute(async (tx) => {
        for (const { id } of rows) {
          const mt5_password = sealCredential(`Trade#${id}`, id, ring);
          await tx.updateTable('accounts').set({ mt5_password }).where('id', '=', id).execute();
        }
      });
    });
  }, 180_000);
  afterAll(() => firm.remove());

  /** Reads everything with these keys, and signs in at a server that has them; how many rows the new key sealed. */
  const check = async (keys: { SECRET_KEY: string; SECRET_KEY_PREVIOUS: string }): Promise<number> => {
    const server = await startBuiltServer({ ...firm.environment, ...keys });
    expect(await signInAdmin(server.url)).toBeTruthy();
    expect((await server.stop()).code).toBe(0);
    const previous = keys.SECRET_KEY_PREVIOUS || null;
    const ring = deriveKeys({ current: keys.SECRET_KEY, previous })['mt5-credentials'];
    return firm.withTables(async (db) => {
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'mt5_password'])
        .where('mt5_password', 'is not', null)
        .execute();
      expect(rows.length).toBeGreaterThan(1_000);
      for (const { id, mt5_password } of rows)
        expect(openCredential(mt5_password ?? '', id, ring)).toBe(`Trade#${id}`);
      return rows.filter(({ mt5_password }) => mt5_password?.startsWith(`1.${ring.current.id}.`)).length;
    });
  };

  it('killed before its first text, in the first batch and in the second locks nobody out, and goes on to its end', async () => {
    const sealed: number[] = [];
    for (const text of [1, 300, 700]) {
      const killed = await runBuiltServer(
        { ...firm.environment, ...both, NODE_OPTIONS: `--import=${KILLER}`, CHAOS_SEAL: String(text) },
        ['rotate-keys'],
      );
      expect([killed.code, killed.stdout]).toEqual([null, '']);
      sealed.push(await check(both));
    }
    console.log(
      `key rotation killed before texts 1, 300 and 700: ${sealed.join(', ')} rows sealed with the new key`,
    );
    expect(sealed).toEqual([0, 0, 500]);
    const done = await runBuiltServer({ ...firm.environment, ...both }, ['rotate-keys']);
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain('SECRET_KEY_PREVIOUS is needed no more');
    expect(await check({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: '' })).toBeGreaterThan(1_000);
  }, 300_000);
});
