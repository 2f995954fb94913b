import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type Kysely, type Migration, sql, type Transaction } from 'kysely';
import { migrateTo, migrateToLatest } from '../db/migrate.ts';
import {
  BackupError,
  checkSums,
  type Manifest,
  readManifest,
  syncPath,
  TABLES_FOLDER,
  UPLOADS_FOLDER,
} from './layout.ts';
import { listForeignKeys, listTables, type Table } from './tables.ts';

const ROWS_AT_A_TIME = 200;

export type RestoreTarget<S> = {
  db: Kysely<S>;
  filesDir: string;
  migrations: Record<string, Migration>;
  now: Date;
  /**
   * True where the firm moves from one place to another: people stay signed in and waiting mails are sent. Otherwise the
   * backup is older than what happened: sessions end, and mails that may have been sent since are not sent again.
   */
  isMove: boolean;
};

const insertRows = async <S>(tx: Transaction<S>, table: Table, lines: readonly string[]): Promise<void> => {
  const name = sql.table(table.name);
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  await sql`insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::jsonb)`.execute(
    tx,
  );
};

const restoreTable = async <S>(tx: Transaction<S>, table: Table, path: string): Promise<number> => {
  let count = 0;
  let lines: string[] = [];
  const flush = async () => {
    if (lines.length > 0) await insertRows(tx, table, lines);
    count += lines.length;
    lines = [];
  };
  const reader = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
  for await (const line of reader) {
    lines.push(line);
    if (lines.length >= ROWS_AT_A_TIME) await flush();
  }
  await flush();
  if (table.identity !== null && count > 0) {
    await sql`select setval(pg_get_serial_sequence(${table.name}, ${table.identity}),
      (select max(${sql.ref(table.identity)}) from ${sql.table(table.name)}))`.execute(tx);
  }
  return count;
};

const endWhatIsPast = async <S>(tx: Transaction<S>, now: Date): Promise<void> => {
  await sql`update sessions set ended_at = ${now} where ended_at is null`.execute(tx);
  await sql`update mails set state = 'unknown', leased_until = null, last_error = 'A backup was restored; it may have been sent before.'
    where state in ('queued', 'sending')`.execute(tx);
};

const restoreTables = async <S>(target: RestoreTarget<S>, folder: string, manifest: Manifest) => {
  await target.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const tables = await listTables(tx);
    const keys = await listForeignKeys(tx);
    const setDeferrable = async (mode: string) => {
      for (const { table, name } of keys)
        await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(mode)}`.execute(
          tx,
        );
    };
    await setDeferrable('deferrable initially deferred');
    for (const table of tables) {
      const expected = manifest.tables[table.name];
      if (expected === undefined) throw new BackupError(`The backup has no table ${table.name}.`);
      await sql`alter table ${sql.table(table.name)} disable trigger user`.execute(tx);
      // What a migration put there comes again with the rows.
      await sql`delete from ${sql.table(table.name)}`.execute(tx);
      const count = await restoreTable(tx, table, join(folder, TABLES_FOLDER, `${table.name}.jsonl.gz`));
      if (count !== expected)
        throw new BackupError(`The backup tells of ${expected} rows of ${table.name} and holds ${count}.`);
    }
    if (!target.isMove) await endWhatIsPast(tx, target.now);
    await sql`set constraints all immediate`.execute(tx);
    for (const table of tables)
      await sql`alter table ${sql.table(table.name)} enable trigger user`.execute(tx);
    await setDeferrable('not deferrable');
  });
};

const restoreUploads = async (folder: string, filesDir: string): Promise<void> => {
  await mkdir(filesDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(join(folder, UPLOADS_FOLDER))) {
    await copyFile(join(folder, UPLOADS_FOLDER, name), join(filesDir, name));
    await syncPath(join(filesDir, name));
  }
  await syncPath(filesDir);
};

/** Tables without a row, and uploads of the same backup, are what a restore left that was cut short: it goes on. */
const refuseIfUsed = async <S>({ db, filesDir }: RestoreTarget<S>, folder: string): Promise<void> => {
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new BackupError(
        `The database is not empty (${name}): a backup is restored into an empty one, so that nothing is mixed.`,
      );
  }
  const uploads = new Set(await readdir(join(folder, UPLOADS_FOLDER)));
  const others = (await readdir(filesDir).catch(() => [])).filter((name) => !uploads.has(name));
  if (others.length > 0)
    throw new BackupError(`${filesDir} is not empty: uploads are restored into an empty folder.`);
};

/**
 * Puts a backup into an empty database and folder, then brings it to the present version. All rows come in one
 * transaction: a restore that fails leaves the database without any.
 *
 * @throws {BackupError} when the backup is not whole or the place is not empty
 */
export const restoreBackup = async <S>(target: RestoreTarget<S>, folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  await checkSums(folder);
  const unknown = manifest.migrations.find((name) => !(name in target.migrations));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup was written by a newer version of this program (migration ${unknown}): restore it with that version.`,
    );
  await refuseIfUsed(target, folder);
  await restoreUploads(folder, target.filesDir);
  await migrateTo(target.db, target.migrations, manifest.migrations.at(-1) ?? '');
  await restoreTables(target, folder, manifest);
  await migrateToLatest(target.db, target.migrations);
  return manifest;
};
