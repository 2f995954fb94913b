import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import { withPatience } from './answer-limit.ts';

/** A migration failed or the database is ahead of this program; the message is one line for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Brings the database to the newest of `migrations` (applied in order of their names, all in one
 * transaction). Several processes may call it at once: one applies, the others wait for it.
 *
 * @returns the names that this call applied
 * @throws {MigrationError} naming the migration that failed; nothing of this call's work is kept then
 */
export function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  return withPatience(() => migrate(db, migrations, (migrator) => migrator.migrateToLatest()));
}

/** The same up to the migration `last`, for a backup that an older version wrote. */
export function migrateTo<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, Migration>,
  last: string,
): Promise<string[]> {
  return withPatience(() => migrate(db, migrations, (migrator) => migrator.migrateTo(last)));
}

async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, Migration>,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for another process, or changing a large table, may outlast the limit for ordinary statements.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
      const { error, results = [] } = await run(migrator);
      if (error !== undefined) {
        const failed = results.find((result) => result.status === 'Error')?.migrationName;
        throw new MigrationError(messageFor(error, failed), { cause: error });
      }
      return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
    } finally {
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
    }
  });
}

function messageFor(error: unknown, failed: string | undefined): string {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const missing = /previously executed migration (\S+) is missing/.exec(reason ?? '')?.[1];
  if (missing !== undefined) {
    return `The database was changed by a newer version of this program (migration ${missing}): run that version, or restore a backup.`;
  }
  return failed === undefined
    ? `The database could not be migrated: ${reason}.`
    : `Migration ${failed} failed and was undone: ${reason}.`;
}
