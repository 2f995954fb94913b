import { backUp, restore } from './backup/commands.ts';
import { BackupError } from './backup/layout.ts';
import { ConfigError } from './config.ts';
import { MigrationError } from './db/migrate.ts';
import { DatabaseStartError, DataFolderInUseError } from './db/open.ts';
import { resetTwoFactor } from './reset-two-factor.ts';
import { rotateKeysOfDatabase } from './rotate-keys.ts';
import { makeTemplate, type Running, startServer } from './start.ts';
import { verifyAuditLog } from './verify-audit.ts';

const EXPECTED = [BackupError, ConfigError, DatabaseStartError, DataFolderInUseError, MigrationError];

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const greet = (running: Running): void => {
  const { config, databaseKind } = running.context;
  const url = config.publicUrl;
  say('');
  if (config.roles.has('web')) say(`  Firmament is running at  ${url}`);
  else say('  Firmament is sending mails');
  say(
    `  Database                 ${databaseKind === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
  );
  if (!config.smtpUrl)
    say(
      `  Mails                    ${config.dataDir}/outbox${config.demo ? `, shown at ${url}/dev/mail` : ''}`,
    );
  if (running.setupLink) say(`  First administrator      ${running.setupLink}`);
  for (const login of running.demoLogins)
    say(`  ${login.label.padEnd(24)} ${login.email}  ${login.password}`);
  say('');
};

/** What this program does instead of serving, named by its first argument. */
const commands: Record<string, (words: readonly string[]) => Promise<void>> = {
  'make-template': ([folder]) => makeTemplate(folder ?? '.'),
  backup: (words) => backUp(words, process.env),
  'reset-two-factor': (words) => resetTwoFactor(words, process.env),
  'rotate-keys': (words) => rotateKeysOfDatabase(words, process.env),
  restore: (words) => restore(words, process.env),
  'verify-audit': (words) => verifyAuditLog(words, process.env),
};

const run = async (): Promise<void> => {
  const [command, ...words] = process.argv.slice(2);
  if (command !== undefined) {
    const known = commands[command];
    if (!known) throw new ConfigError(`"${command}" is no command: ${Object.keys(commands).join(', ')}.`);
    return known(words);
  }
  const running = await startServer(process.env);
  greet(running);
  const end = () => void running.stop().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
};

process.on('unhandledRejection', (error) => {
  process.stderr.write(`unhandled rejection: ${error instanceof Error ? error.stack : String(error)}\n`);
});

run().catch((error: unknown) => {
  const expected = EXPECTED.some((kind) => error instanceof kind);
  const text =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
