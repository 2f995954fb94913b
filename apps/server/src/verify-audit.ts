import { ConfigError } from './config.ts';
import { type Head, verifyAudit } from './features/audit/index.ts';
import { withDatabase } from './operator-database.ts';

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
  await withDatabase(env, async (db) => {
    const { checked, head, fault } = await verifyAudit(db, anchor);
    if (fault) {
      process.exitCode = 1;
      process.stdout.write(`${fault.message}\n${checked} lines before it are whole.\n`);
    } else {
      process.stdout.write(
        `${checked} lines are whole. The last one is ${head?.seq ?? 0}:${head?.hash ?? ''}\n`,
      );
    }
  });
};
