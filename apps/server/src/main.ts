import { ConfigError } from './config.ts';
import { MigrationError } from './db/migrate.ts';
import { DatabaseStartError, DataFolderInUseError } from './db/open.ts';
import { makeTemplate, type Running, startServer } from './start.ts';

const EXPECTED = [ConfigError, DatabaseStartError, DataFolderInUseError, MigrationError];

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const greet = (running: Running): void => {
  const { config, databaseKind } = running.context;
  const port = running.port;
  const url = config.publicUrl.endsWith(`:${config.port}`) ? `http://localhost:${port}` : config.publicUrl;
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

const run = async (): Promise<void> => {
  const [command, folder] = process.argv.slice(2);
  if (command === 'make-template' && folder) return makeTemplate(folder);
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
