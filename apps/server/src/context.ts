import type { Logger } from 'pino';
import type { Files } from './adapters/files/files.ts';
import type { Mailer } from './adapters/mail/mailer.ts';
import type { Config } from './config.ts';
import type { Db } from './db/schema.ts';
import type { Keys } from './secrets/keys.ts';

/** The clock is a port: tests set it. */
export type Clock = { now(): Date };

/** Everything a feature may reach. Made once in main.ts, and once per test world. */
export type Context = {
  config: Config;
  db: Db;
  databaseKind: 'embedded' | 'postgres';
  clock: Clock;
  mailer: Mailer;
  files: Files;
  keys: Keys;
  log: Logger;
  /** Tells the mail worker that there may be something to send. */
  wakeMailWorker(): void;
  /** Whether the process is going down: /readyz answers 503. */
  draining: boolean;
};
