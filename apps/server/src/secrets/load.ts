import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';

/** The master secrets from which `deriveKeys` makes all keys. */
export type Secrets = {
  current: string;
  previous: string | null;
  /** True when the key lies in the data folder: other machines do not have it. */
  isFromDataDir: boolean;
};

export const SECRET_FILE = 'secret.key';

/**
 * Takes the secret key from the configuration, else from the data folder, where the first start makes one
 * (256 random bits; file 0600 in a folder 0700). Processes that start together agree on one key.
 *
 * @throws {ConfigError} when the file is there but holds no key
 */
export function loadSecrets(config: Pick<Config, 'dataDir' | 'secretKey' | 'secretKeyPrevious'>): Secrets {
  const previous = config.secretKeyPrevious;
  if (config.secretKey !== null) return { current: config.secretKey, previous, isFromDataDir: false };
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const path = join(config.dataDir, SECRET_FILE);
  const current = readKey(path) ?? createKey(path);
  return { current, previous, isFromDataDir: true };
}

function readKey(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  if (text.length < 32) {
    throw new ConfigError(
      `${path} holds no key: restore it from a backup, or set SECRET_KEY to the lost key.`,
    );
  }
  chmodSync(path, 0o600);
  return text;
}

/** Writes the key aside and links it into place: the link fails if another process was first. */
function createKey(path: string): string {
  const key = randomBytes(32).toString('base64url');
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const fd = openSync(aside, 'wx', 0o600);
  try {
    writeSync(fd, `${key}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  try {
    linkSync(aside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
    syncFolder(dirname(path));
  }
  const kept = readKey(path);
  if (kept === null) throw new ConfigError(`${path} cannot be read back: check the file system of DATA_DIR.`);
  return kept;
}

/** A key that a loss of power takes away would take every password with it. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
