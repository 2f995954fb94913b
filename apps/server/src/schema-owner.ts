import { type Kysely, sql, type Transaction } from 'kysely';
import { type Config, ConfigError } from './config.ts';
import { migrateToLatest } from './db/migrate.ts';
import { migrations } from './db/migrations/index.ts';
import { createKysely, openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';

/** The server adds to these and reads them, nothing else. */
const HISTORY = ['account_events', 'admin_events'] as const;
/** These the triggers write, and the migrations: the server reads them. */
const READ_ONLY = ['audit_chain', 'audit_head', 'kysely_migration', 'kysely_migration_lock'] as const;

const tableList = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));

/** Gives a role what the server needs and takes the rest; the same however often it is done. */
const grantTo = async (tx: Transaction<Schema>, role: string): Promise<void> => {
  const to = sql.id(role);
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx);
  const schema = sql.id(rows[0]?.schema ?? 'public');
  await sql`select pg_advisory_xact_lock(hashtextextended('grants', 0))`.execute(tx);
  await sql`revoke create on schema ${schema} from public`.execute(tx);
  await sql`grant usage on schema ${schema} to ${to}`.execute(tx);
  await sql`grant usage on all sequences in schema ${schema} to ${to}`.execute(tx);
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(tx);
  await sql`revoke update, delete on table ${tableList(HISTORY)} from ${to}`.execute(tx);
  await sql`revoke insert, update, delete on table ${tableList(READ_ONLY)} from ${to}`.execute(tx);
};

const tooStrong = (role: string): ConfigError =>
  new ConfigError(
    `DATABASE_URL signs in as ${role}, who can change the audit log or the schema although DATABASE_OWNER_URL names its owner: use a role that is neither a superuser nor the owner nor a member of it.`,
  );

const nameOf = async (db: Kysely<Schema>): Promise<string> => {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
};

/** Whether a role is the owner, a member of it, or a superuser: rights that no grant could take. */
const isOwner = async (db: Kysely<Schema>, owner: string): Promise<boolean> => {
  const { rows } = await sql<{
    same: boolean;
  }>`select pg_has_role(current_user, ${owner}::name, 'member') as same`.execute(db);
  return rows[0]?.same !== false;
};

/** Whether a role still has rights that this program did not grant. */
const hasMore = async (db: Kysely<Schema>): Promise<boolean> => {
  const rights = [...HISTORY, ...READ_ONLY].flatMap((table) =>
    ['update', 'delete', 'truncate', 'trigger'].map(
      (right) => sql`has_table_privilege(${table}::text, ${right}::text)`,
    ),
  );
  const { rows } = await sql<{ more: boolean }>`
    select ${sql.join(rights, sql` or `)} or has_schema_privilege(current_schema(), 'create') as more`.execute(
    db,
  );
  return rows[0]?.more !== false;
};

/**
 * Brings the schema up to date and returns the names of the migrations that this took. Where DATABASE_OWNER_URL names the owner
 * of the tables, it is used for this alone, and the server's own role gets no more rights than it needs: no DDL, and of the
 * history only INSERT and SELECT.
 *
 * @throws {ConfigError} where the server's role is stronger than that
 */
export const prepareSchema = async (
  db: Kysely<Schema>,
  { databaseOwnerUrl, dataDir }: Pick<Config, 'databaseOwnerUrl' | 'dataDir'>,
): Promise<string[]> => {
  if (databaseOwnerUrl === null) return migrateToLatest(db, migrations);
  const role = await nameOf(db);
  const database = await openDatabase({ databaseUrl: databaseOwnerUrl, dataDir, poolSize: 1 });
  const owner = createKysely<Schema>(database.pool);
  try {
    if (await isOwner(db, await nameOf(owner))) throw tooStrong(role);
    const applied = await migrateToLatest(owner, migrations);
    await owner.transaction().execute((tx) => grantTo(tx, role));
    if (await hasMore(db)) throw tooStrong(role);
    return applied;
  } finally {
    await owner.destroy();
    await database.close();
  }
};
