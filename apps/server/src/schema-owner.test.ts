import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBuiltServer } from '../test/built-server.ts';
import {
  createTestDatabase,
  createTestRole,
  TEST_FOLDER,
  type TestDatabase,
  type TestPostgres,
  type TestRole,
  testPostgres,
} from '../test/postgres.ts';
import { createKysely, type Database, openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';
import { auditHead, verifyAudit } from './features/audit/index.ts';
import { startServer } from './start.ts';

const KEY = 'q8Jm2xV5cN0bT7rLw4Ys1Ku9Hd3Gf6Pz';
let folder: string;
let postgres: TestPostgres;
let database: TestDatabase;
let role: TestRole;
let own: Database;

const start = (urls: Record<string, string>) =>
  startServer({
    DATA_DIR: folder,
    PORT: '0',
    DEMO: '0',
    SECRET_KEY: KEY,
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: 'owner@firm.example',
    ADMIN_PASSWORD: 'owner password',
    ...urls,
  });

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'owner-'));
  postgres = await testPostgres();
  database = await createTestDatabase(postgres.url);
  role = await createTestRole(database.url);
  own = await openDatabase({ databaseUrl: role.url, dataDir: folder });
});
afterAll(async () => {
  await own.close();
  await database.drop();
  await role.drop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a server whose role does not own the tables', () => {
  it('starts with the owner named beside it, writes the history, and starts again without the owner', async () => {
    const first = await start({ DATABASE_URL: role.url, DATABASE_OWNER_URL: database.url });
    await sql`insert into admin_events (at, event, subject_kind, subject_id) values (now(), 'test', 'firm', '1')`.execute(
      first.context.db,
    );
    const verdict = await verifyAudit(first.context.db);
    expect(verdict).toMatchObject({ fault: null, head: { seq: verdict.checked } });
    expect(verdict.checked).toBeGreaterThan(0);
    await first.stop();
    const second = await start({ DATABASE_URL: role.url });
    expect((await fetch(`http://127.0.0.1:${second.port}/readyz`)).status).toBe(200);
    await second.stop();
  });

  it.each([
    "update account_events set event = 'x'",
    'delete from account_events',
    'truncate account_events',
    'truncate account_events, audit_chain cascade',
    "update admin_events set event = 'x'",
    'delete from admin_events',
    "insert into audit_chain values (99999, 'admin', 99999, decode('00', 'hex'))",
    'update audit_chain set seq = seq + 1',
    'delete from audit_chain',
    'update audit_head set seq = 0',
    'delete from audit_head',
    "select audit_append('admin', 99999, 'forged')",
    'alter table admin_events disable trigger all',
    'alter table admin_events disable trigger admin_events_only_grows',
    'drop trigger admin_events_only_grows on admin_events',
    'drop trigger admin_events_chain on admin_events',
    'create trigger mine before insert on admin_events for each row execute function refuse_rewriting()',
    'alter table admin_events add column mine text',
    'drop table admin_events',
    'alter function audit_admin_event() security invoker',
    'create or replace function refuse_rewriting() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table mine (id int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    'drop table users',
    'alter table users disable trigger all',
    'truncate users cascade',
    "set session_replication_role = 'replica'",
    "update kysely_migration set name = 'x'",
    'alter role current_user superuser',
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
  ])('may not do this: %s', async (statement) => {
    const { code } = await own.pool.query(statement).then(
      () => ({ code: 'done' }),
      (error: pg.DatabaseError) => error,
    );
    expect(code).toBe('42501');
  });

  it('has its chain written by the owner’s tables, also where its own search path has others of that name', async () => {
    const client = await own.pool.connect();
    try {
      await client.query(
        'create temporary table audit_head (id boolean primary key, seq bigint, hash bytea)',
      );
      await client.query(
        'create temporary table audit_chain (seq bigint, source text, event_id bigint, hash bytea)',
      );
      await client.query(
        "insert into admin_events (at, event, subject_kind, subject_id) values (now(), 'test', 'firm', '2')",
      );
      const { rows } = await client.query('select count(*)::int as n from pg_temp.audit_chain');
      expect(rows[0]?.n).toBe(0);
    } finally {
      client.release(true);
    }
    expect((await verifyAudit(createKysely<Schema>(own.pool))).fault).toBeNull();
  });

  it('says where the history ends in its log, for whoever keeps that elsewhere', async () => {
    const head = await auditHead(createKysely<Schema>(own.pool));
    const built = await startBuiltServer({
      DATA_DIR: folder,
      DATABASE_URL: role.url,
      SECRET_KEY: KEY,
      LOG_LEVEL: 'info',
    });
    const { stdout } = await built.stop();
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'end of the audit log');
    expect(told).toEqual([expect.objectContaining({ line: head?.seq, hash: head?.hash })]);
    expect(head?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused where it is the owner, a superuser or a member of the owner, and nothing changes', async () => {
    const too = /^DATABASE_URL signs in as .* neither a superuser nor the owner nor a member of it\.$/;
    await expect(start({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.url })).rejects.toThrow(
      too,
    );
    const owner = await createTestRole(database.url);
    const member = await createTestRole(database.url);
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    try {
      await admin.query(`grant ${owner.name} to ${member.name}`);
      await expect(start({ DATABASE_URL: member.url, DATABASE_OWNER_URL: owner.url })).rejects.toThrow(too);
      await admin.query(`grant create on schema public to ${role.name}`);
      await expect(start({ DATABASE_URL: role.url, DATABASE_OWNER_URL: database.url })).rejects.toThrow(too);
    } finally {
      await admin.query(`revoke create on schema public from ${role.name}`);
      await admin.end();
      await member.drop();
      await owner.drop();
    }
  });
});
