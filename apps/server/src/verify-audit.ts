import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { createKysely, DATABASE_FOLDER, openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';
import { type Head, verifyAudit } from './features/audit/index.ts';

const USAGE = 'Usage: npm run audit:verify [-- <line>:<hash>, as the log told it]';

const anchorOf = (words: readonly string[]): Head | null => {
  if (words.length === 0) return null;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(words.join(' ')) ?? [];
  if (seq === undefined || hash === undefined) throw new ConfigError(USAGE);
  return { seq: Number(seq), hash };
};

/**
 * `verify-audit [<line>:<hash>]`: recomputes the chain of the audit log. Tells its end, or its first fault with exit code 1.
 *
 * @throws {ConfigError} where there is no database, and for a place that is none
 */
export const verifyAuditLog = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const anchor = anchorOf(words);
  const { databaseUrl, dataDir } = readConfig(env);
  if (databaseUrl === null && !existsSync(join(dataDir, DATABASE_FOLDER)))
    throw new ConfigError(`DATA_DIR (${dataDir}) holds no database: set it as for the server.`);
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 0 });
  const db = createKysely<Schema>(database.pool);
  try {
    const { checked, head, fault } = await verifyAudit(db, anchor);
    if (fault) {
      process.exitCode = 1;
      process.stdout.write(`${fault.message}\n${checked} lines before it are whole.\n`);
    } else {
      process.stdout.write(
        `${checked} lines are whole. The last one is ${head?.seq ?? 0}:${head?.hash ?? ''}\n`,
      );
    }
  } finally {
    await db.destroy();
    await database.close();
  }
};
