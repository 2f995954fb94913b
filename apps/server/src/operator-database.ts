import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createKysely, DATABASE_FOLDER, openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';

/**
 * Opens the database that the environment names, for a command of the operator, and closes it afterwards. Statements may take
 * as long as they need.
 *
 * @throws {ConfigError} where there is no database yet
 */
export const withDatabase = async <T>(
  env: NodeJS.ProcessEnv,
  work: (db: Kysely<Schema>, config: Config) => Promise<T>,
): Promise<T> => {
  const config = readConfig(env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, DATABASE_FOLDER)))
    throw new ConfigError(`DATA_DIR (${dataDir}) holds no database: set it as for the server.`);
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 0 });
  const db = createKysely<Schema>(database.pool);
  try {
    return await work(db, config);
  } finally {
    await db.destroy();
    await database.close();
  }
};
