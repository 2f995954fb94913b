import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumOf } from '../src/backup/layout.ts';
import { restoreBackup } from '../src/backup/restore.ts';
import { backUpWhenDue } from '../src/backup/schedule.ts';
import { listTables } from '../src/backup/tables.ts';
import { writeBackup } from '../src/backup/write.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createKysely, openDatabase } from '../src/db/open.ts';
import type { Schema } from '../src/db/schema.ts';
import { verifyAudit } from '../src/features/audit/index.ts';
import { openCredential } from '../src/secrets/credentials.ts';
import { newAccount, uploadProof } from './account-calls.ts';
import { runBuiltServer, startBuiltServer } from './built-server.ts';
import { registerAdmin } from './factories.ts';
import { TEST_FOLDER } from './postgres.ts';
import { createWorld, openTestDatabase, type World } from './world.ts';

const PASSWORD = 'Marker#7719';
let world: World;
let folder: string;
let backup: string;

const source = () => ({
  db: world.context.db,
  filesDir: world.context.config.filesDir,
  keyId: world.context.keys['mt5-credentials'].current.id,
  now: world.clock.now(),
});

/** Every row of every table, in the words of the database. */
const contentsOf = async (db: Kysely<Schema>): Promise<Record<string, string[]>> => {
  const contents: Record<string, string[]> = {};
  for (const { name } of await listTables(db)) {
    const { rows } = await sql<{
      line: string;
    }>`select to_jsonb(t)::text as line from ${sql.table(name)} t`.execute(db);
    contents[name] = rows.map((row) => row.line).sort();
  }
  return contents;
};

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'backup-'));
  world = await createWorld();
  const admin = await registerAdmin(world);
  for (let count = 1; count <= 3; count += 1) {
    const { trader, id, by } = await newAccount(world, admin);
    await uploadProof(world, trader, id, count);
    await by.verify({ status: 'verified' });
    await by.assign({ password: PASSWORD });
    await by.override({ balance: 11_000.07 });
  }
  await newAccount(world, admin, '1-Step Challenge', 5_000);
  await world.mails();
  backup = join(folder, 'first');
  await writeBackup(source(), backup);
}, 180_000);
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

type Place = { db: Kysely<Schema>; filesDir: string; close(): Promise<void> };

const emptyPlace = async (kind: 'same' | 'embedded' = 'same'): Promise<Place> => {
  const dir = mkdtempSync(join(folder, 'place-'));
  const { database, drop } =
    kind === 'same'
      ? await openTestDatabase(dir, join(dir, 'none'))
      : { database: await openDatabase({ dataDir: dir }), drop: async () => {} };
  const db = createKysely<Schema>(database.pool);
  return {
    db,
    filesDir: join(dir, 'uploads'),
    close: async () => {
      await db.destroy();
      await database.close();
      await drop();
    },
  };
};

const target = ({ db, filesDir }: Place, isMove: boolean) => ({
  db,
  filesDir,
  migrations,
  now: world.clock.now(),
  isMove,
});

describe('a backup', () => {
  it.each(['same', 'embedded'] as const)('comes back whole in an empty place: %s', async (kind) => {
    const place = await emptyPlace(kind);
    const manifest = await restoreBackup(target(place, true), backup);
    const restored = await contentsOf(place.db);
    expect(restored).toEqual(await contentsOf(world.context.db));
    expect(Object.values(restored).flat().length).toBeGreaterThan(50);
    expect(manifest.uploads).toBe(3);
    for (const name of readdirSync(world.context.config.filesDir))
      expect(readFileSync(join(place.filesDir, name))).toEqual(
        readFileSync(join(world.context.config.filesDir, name)),
      );
    const accounts = await place.db.selectFrom('accounts').select(['id', 'mt5_password']).execute();
    const passwords = accounts.flatMap(({ id, mt5_password }) =>
      mt5_password ? [openCredential(mt5_password, id, world.context.keys['mt5-credentials'])] : [],
    );
    expect(passwords).toEqual([PASSWORD, PASSWORD, PASSWORD]);
    const next = await place.db
      .insertInto('account_events')
      .values({
        account_id: accounts[0]?.id ?? '',
        at: new Date(),
        event: 'note',
        by: 'system',
        actor_id: null,
        note: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(next.id).toBeGreaterThan(restored.account_events?.length ?? 0);
    // The chain came back whole and goes on.
    const lines = restored.audit_chain?.length ?? 0;
    expect(lines).toBeGreaterThan(5);
    expect(await verifyAudit(place.db)).toMatchObject({ checked: lines + 1, fault: null });
    await place.close();
  });

  it('holds neither the secret key nor a password that can be read', async () => {
    const { gunzipSync } = await import('node:zlib');
    const tables = readdirSync(join(backup, 'tables')).map((name) =>
      gunzipSync(readFileSync(join(backup, 'tables', name))).toString(),
    );
    const text = tables.join('\n');
    expect(text).toContain('mt5_password');
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(world.context.config.secretKey);
  });

  it('that is older than the present ends sessions and sends no waiting mail again', async () => {
    const { db } = world.context;
    const id = (await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()).id;
    await db.updateTable('mails').set({ state: 'queued' }).where('id', '=', id).execute();
    const later = join(folder, 'later');
    await writeBackup(source(), later, backup);
    await db.updateTable('mails').set({ state: 'sent' }).where('id', '=', id).execute();
    const place = await emptyPlace();
    await restoreBackup(target(place, false), later);
    const open = await place.db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
    expect(open).toEqual([]);
    const mail = await place.db.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirst();
    expect(mail?.state).toBe('unknown');
    await place.close();
  });

  it('goes only where nothing is', async () => {
    const place = await emptyPlace();
    await restoreBackup(target(place, true), backup);
    await expect(restoreBackup(target(place, true), backup)).rejects.toThrow('The database is not empty');
    await place.close();
    await expect(writeBackup(source(), backup)).rejects.toThrow('is there already');
  });

  it('that was changed or is not whole is refused before anything is written', async () => {
    const broken = join(folder, 'broken');
    await writeBackup(source(), broken, backup);
    const place = await emptyPlace();
    const file = join(broken, 'tables', 'accounts.jsonl.gz');
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(file, changed);
    await expect(restoreBackup(target(place, true), broken)).rejects.toThrow(
      'The backup was changed: tables/accounts.jsonl.gz is not what was written.',
    );
    rmSync(file);
    await expect(restoreBackup(target(place, true), broken)).rejects.toThrow(
      'The backup is not whole: tables/accounts.jsonl.gz is missing.',
    );
    expect(await listTables(place.db)).toEqual([]);
    expect(existsSync(place.filesDir)).toBe(false);
    await place.close();
  });

  it('that holds what its sums do not name, or a link to elsewhere, is refused', async () => {
    const forged = join(folder, 'forged');
    await writeBackup(source(), forged);
    const place = await emptyPlace();
    const isRefusedFor = (part: string) =>
      expect(restoreBackup(target(place, true), forged)).rejects.toThrow(
        `The backup was changed: ${part} is not what was written.`,
      );
    const sums = join(forged, 'SHA256SUMS');
    const written = readFileSync(sums, 'utf8');
    writeFileSync(sums, written.replace(/^.*accounts\.jsonl\.gz\n/m, ''));
    await isRefusedFor('tables/accounts.jsonl.gz');
    writeFileSync(sums, written);
    const link = `uploads/${'f'.repeat(32)}`;
    symlinkSync(join(forged, 'manifest.json'), join(forged, link));
    await isRefusedFor(link);
    writeFileSync(sums, `${written}${await sumOf(join(forged, 'manifest.json'))}  ${link}\n`);
    await isRefusedFor(link);
    expect(existsSync(place.filesDir)).toBe(false);
    await place.close();
  });
});

it('is written when it is due, and the oldest are removed', async () => {
  const dir = join(folder, 'kept');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const context = {
    ...world.context,
    log,
    config: { ...world.context.config, backup: { dir, hours: 24, keep: 2 } },
  };
  const names = () => readdirSync(dir).sort();
  await Promise.all([
    backUpWhenDue(context),
    backUpWhenDue({ ...context, config: { ...context.config, backup: null } }),
  ]);
  expect(names()).toHaveLength(1);
  world.clock.advance(23 * 3_600_000);
  await backUpWhenDue(context);
  expect(names()).toHaveLength(1);
  const [first] = names();
  for (let day = 0; day < 2; day += 1) {
    world.clock.advance(25 * 3_600_000);
    await backUpWhenDue(context);
  }
  expect(names()).toHaveLength(2);
  expect(names()).not.toContain(first);
  expect(lines.filter((line) => line.includes('backup written'))).toHaveLength(3);
});

it('is made and restored by commands, with the key apart', async () => {
  const data = join(folder, 'data');
  const server = await startBuiltServer({ DATA_DIR: data, DEMO: '1' });
  const place = { DATA_DIR: data, LOG_LEVEL: 'error' };
  const out = join(folder, 'by-command');
  const keys = join(folder, 'keys.txt');
  const refused = await runBuiltServer(place, ['backup', out]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is in use by another process');
  await server.stop();

  expect((await runBuiltServer(place, ['backup'])).stderr).toContain('Usage: npm run backup');
  const written = await runBuiltServer(place, ['backup', out, '--keys', keys]);
  expect(written.stderr).toBe('');
  expect(written.stdout).toMatch(/\d+ rows and \d+ uploads are in /);

  const other = { DATA_DIR: join(folder, 'other'), LOG_LEVEL: 'error' };
  const keyless = await runBuiltServer(other, ['restore', out]);
  expect(keyless.stderr).toContain('give --keys <file>');
  const restored = await runBuiltServer(other, ['restore', out, '--keys', keys]);
  expect(restored.stderr).toBe('');
  expect(restored.stdout).toContain('are restored');

  const again = await startBuiltServer({ ...other, DEMO: '1' });
  const answer = await fetch(`${again.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'trader@firmament.example', password: 'firmament-demo' }),
  });
  expect(answer.status).toBe(200);
  await again.stop();
}, 180_000);
