import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import { createKysely, DATABASE_FOLDER, type Database, openDatabase } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { deriveKeys } from '../secrets/keys.ts';
import { loadSecrets, SECRET_FILE } from '../secrets/load.ts';
import { BackupError, readManifest } from './layout.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

const BACKUP_USAGE = 'Usage: npm run backup -- <new folder> [--keys <new file, kept elsewhere>]';
const RESTORE_USAGE = 'Usage: npm run restore -- <folder> [--keys <file>] [--move]';

type Options = { folder: string; keys: string | null; isMove: boolean };

const readOptions = (words: readonly string[], usage: string): Options => {
  const rest = [...words];
  const isMove = rest.includes('--move');
  if (isMove) rest.splice(rest.indexOf('--move'), 1);
  const at = rest.indexOf('--keys');
  const [, keys] = at < 0 ? [] : rest.splice(at, 2);
  const [folder, ...others] = rest;
  if (folder === undefined || folder.startsWith('-') || others.length > 0 || (at >= 0 && !keys))
    throw new BackupError(usage);
  return { folder: resolve(folder), keys: keys ? resolve(keys) : null, isMove };
};

const open = ({ dataDir }: Config, databaseUrl: string | null): Promise<Database> =>
  openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 0 });

const keyIdOf = (secrets: { current: string; previous: string | null }): string =>
  deriveKeys(secrets)['mt5-credentials'].current.id;

const tell = (words: string): void => void process.stdout.write(`${words}\n`);

const countOf = (tables: Record<string, number>): number =>
  Object.values(tables).reduce((sum, rows) => sum + rows, 0);

/**
 * `backup <new folder> [--keys <file>]`: writes a backup of the database and the uploads. The secret key goes into a file of
 * its own, or nowhere.
 */
export const backUp = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const { folder, keys } = readOptions(words, BACKUP_USAGE);
  const config = readConfig(env);
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, DATABASE_FOLDER)))
    throw new BackupError(`DATA_DIR (${config.dataDir}) holds no database: there is nothing to back up.`);
  const secrets = loadSecrets(config);
  const database = await open(config, config.databaseUrl);
  const db = createKysely<Schema>(database.pool);
  try {
    const source = { db, filesDir: config.filesDir, keyId: keyIdOf(secrets), now: new Date() };
    const manifest = await writeBackup(source, folder);
    if (keys !== null) writeFileSync(keys, `${secrets.current}\n`, { mode: 0o600, flag: 'wx', flush: true });
    tell(`${countOf(manifest.tables)} rows and ${manifest.uploads} uploads are in ${folder}.`);
    tell(
      keys === null
        ? 'The secret key is not in it: keep it elsewhere (--keys <file>, or SECRET_KEY).'
        : `The secret key is in ${keys}: keep it apart from the backup.`,
    );
  } finally {
    await db.destroy();
    await database.close();
  }
};

/** The key with which the rows were written must be there before the rows are. */
const placeKey = (config: Config, keys: string | null, keyId: string): void => {
  const path = join(config.dataDir, SECRET_FILE);
  if (keys !== null && config.secretKey === null && !existsSync(path)) {
    const key = readFileSync(keys, 'utf8').trim();
    if (keyIdOf({ current: key, previous: null }) !== keyId)
      throw new BackupError(`${keys} holds another key than the one that this backup was written with.`);
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return;
  }
  const isKnown = config.secretKey !== null || existsSync(path);
  const secrets = isKnown ? loadSecrets(config) : null;
  const isRight =
    secrets !== null && deriveKeys(secrets)['mt5-credentials'].all.some((key) => key.id === keyId);
  if (!isRight)
    throw new BackupError(
      'The backup was written with another secret key, without which its passwords cannot be read: give --keys <file>, or set SECRET_KEY to that key.',
    );
};

/** `restore <folder> [--keys <file>] [--move]`: puts a backup into an empty database and an empty folder of uploads. */
export const restore = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const { folder, keys, isMove } = readOptions(words, RESTORE_USAGE);
  const config = readConfig(env);
  placeKey(config, keys, (await readManifest(folder)).keyId);
  // Only the owner of the tables may put rows into the history as they were; the next start grants the server its rights.
  const database = await open(config, config.databaseOwnerUrl ?? config.databaseUrl);
  const db = createKysely<Schema>(database.pool);
  try {
    const target = { db, filesDir: config.filesDir, migrations, now: new Date(), isMove };
    const manifest = await restoreBackup(target, folder);
    tell(
      `${countOf(manifest.tables)} rows and ${manifest.uploads} uploads of ${manifest.createdAt} are restored.`,
    );
    if (!isMove)
      tell('Everyone signs in anew; mails that were waiting are marked as unknown and are not sent again.');
  } finally {
    await db.destroy();
    await database.close();
  }
};
