import { constants, createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  BackupError,
  MANIFEST_FILE,
  type Manifest,
  SUMS_FILE,
  sumOf,
  syncPath,
  TABLES_FOLDER,
  UPLOADS_FOLDER,
} from './layout.ts';
import { listTables, type Table } from './tables.ts';

const ROWS_AT_A_TIME = 500;
const FILE_ID = /^[0-9a-f]{32}$/;

export type BackupSource<S> = { db: Kysely<S>; filesDir: string; keyId: string; now: Date };

/** The rows of a table as JSON lines, in the words of PostgreSQL, so that no digit is lost on the way. */
async function* linesOf<S>(tx: Transaction<S>, table: Table, count: (rows: number) => void) {
  await sql`declare backup_rows no scroll cursor for select to_jsonb(t)::text as line from ${sql.table(table.name)} t`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_A_TIME)} from backup_rows`.execute(
      tx,
    );
    if (rows.length === 0) break;
    count(rows.length);
    yield `${rows.map((row) => row.line).join('\n')}\n`;
  }
  await sql`close backup_rows`.execute(tx);
}

const namesOfMigrations = async <S>(tx: Transaction<S>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map((row) => row.name);
};

/** All tables as one moment saw them. */
const writeTables = async <S>(db: Kysely<S>, folder: string) => {
  await mkdir(folder, { mode: 0o700 });
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const tables: Record<string, number> = {};
      for (const table of await listTables(tx)) {
        let rows = 0;
        const lines = linesOf(tx, table, (more) => {
          rows += more;
        });
        const file = createWriteStream(join(folder, `${table.name}.jsonl.gz`), { mode: 0o600, flags: 'wx' });
        await pipeline(Readable.from(lines), createGzip(), file);
        tables[table.name] = rows;
      }
      return { tables, migrations: await namesOfMigrations(tx) };
    });
};

/** Uploads never change, so one that the backup before holds already is linked, not copied. */
const copyUpload = async (from: string, to: string, earlier: string | null): Promise<void> => {
  if (earlier !== null) {
    const linked = await link(earlier, to).then(
      () => true,
      () => false,
    );
    if (linked) return;
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
};

const writeUploads = async (filesDir: string, folder: string, earlier: string | null): Promise<number> => {
  await mkdir(folder, { mode: 0o700 });
  const names = (await readdir(filesDir).catch(() => [])).filter((name) => FILE_ID.test(name));
  let count = 0;
  for (const name of names) {
    const before = earlier === null ? null : join(earlier, UPLOADS_FOLDER, name);
    try {
      await copyUpload(join(filesDir, name), join(folder, name), before);
      count += 1;
    } catch (error) {
      // The sweeper removes files that no row names; it may do so between the listing and the copy.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return count;
};

const writeSums = async (folder: string): Promise<number> => {
  const lines: string[] = [];
  let bytes = 0;
  for (const part of [TABLES_FOLDER, UPLOADS_FOLDER]) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      const path = join(folder, part, name);
      bytes += (await stat(path)).size;
      lines.push(`${await sumOf(path)}  ${part}/${name}\n`);
      await syncPath(path);
    }
    await syncPath(join(folder, part));
  }
  await writeFile(join(folder, SUMS_FILE), lines.join(''), { mode: 0o600, flush: true });
  return bytes;
};

/**
 * Writes a backup of the database and the uploads into the new folder `folder`: whole, or not at all under that name. The
 * secret key is not in it. `earlier`: the backup before, whose uploads are linked.
 *
 * @throws {BackupError} when the folder is there already
 */
export const writeBackup = async <S>(
  { db, filesDir, keyId, now }: BackupSource<S>,
  folder: string,
  earlier: string | null = null,
): Promise<Manifest> => {
  if (existsSync(folder)) throw new BackupError(`${folder} is there already: name a new folder.`);
  const unfinished = join(dirname(folder), `${basename(folder)}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  // The rows first: each file that one of them names is on disk before the row is.
  const { tables, migrations } = await writeTables(db, join(unfinished, TABLES_FOLDER));
  const uploads = await writeUploads(filesDir, join(unfinished, UPLOADS_FOLDER), earlier);
  const bytes = await writeSums(unfinished);
  const manifest: Manifest = {
    format: 1,
    createdAt: now.toISOString(),
    migrations,
    tables,
    uploads,
    bytes,
    keyId,
  };
  await writeFile(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await syncPath(unfinished);
  await rename(unfinished, folder);
  await syncPath(dirname(folder));
  return manifest;
};
