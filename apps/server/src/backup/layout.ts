import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A backup cannot be written, or a restore would lose or mix something; the message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The folder of a backup: a manifest, one file of JSON lines for each table, the uploads, the sums of all of them. */
export const MANIFEST_FILE = 'manifest.json';
export const SUMS_FILE = 'SHA256SUMS';
export const TABLES_FOLDER = 'tables';
export const UPLOADS_FOLDER = 'uploads';

export type Manifest = {
  format: 1;
  /** UTC instant of the snapshot. */
  createdAt: string;
  /** Names of the migrations that made the tables. */
  migrations: string[];
  /** Rows of each table. */
  tables: Record<string, number>;
  uploads: number;
  /** Bytes of tables and uploads together. */
  bytes: number;
  /** Names the secret key that the rows were written with, and tells nothing about it. */
  keyId: string;
};

/** @throws {BackupError} where the folder holds no backup of a known form */
export const readManifest = async (folder: string): Promise<Manifest> => {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
  } catch {
    throw new BackupError(`${folder} holds no backup: ${MANIFEST_FILE} is missing or broken.`);
  }
  if (manifest.format !== 1 || !manifest.migrations || !manifest.tables)
    throw new BackupError(`${folder} holds a backup of another form than this version reads.`);
  return manifest as Manifest;
};

export const sumOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
};

/** Tables and uploads of a backup that are not among these paths, or are no files of its own but links to others. */
const strangersIn = async (folder: string, written: ReadonlySet<string>): Promise<string[]> => {
  const parts = [TABLES_FOLDER, UPLOADS_FOLDER].map(async (part) =>
    (await readdir(join(folder, part), { withFileTypes: true }))
      .filter((entry) => !entry.isFile() || !written.has(`${part}/${entry.name}`))
      .map((entry) => `${part}/${entry.name}`),
  );
  return (await Promise.all(parts)).flat();
};

/**
 * Compares each file with the sum that was written with it.
 *
 * @throws {BackupError} naming the first file that is missing, was changed, or was put there by somebody else
 */
export const checkSums = async (folder: string): Promise<void> => {
  const lines = (await readFile(join(folder, SUMS_FILE), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  if (lines.length === 0) throw new BackupError(`${folder} is not whole: ${SUMS_FILE} is missing.`);
  const written = new Set<string>();
  for (const line of lines) {
    const [sum = '', path = ''] = line.split('  ');
    written.add(path);
    const found = await sumOf(join(folder, path)).catch(() => null);
    if (found === null) throw new BackupError(`The backup is not whole: ${path} is missing.`);
    if (found !== sum) throw new BackupError(`The backup was changed: ${path} is not what was written.`);
  }
  const [stranger] = await strangersIn(folder, written);
  if (stranger !== undefined)
    throw new BackupError(`The backup was changed: ${stranger} is not what was written.`);
};

/** Brings a file or a folder's entries to the disk. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
