import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Manifest, readManifest } from './layout.ts';
import { writeBackup } from './write.ts';

const HOUR = 3_600_000;
const NAME = /^firmament-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}$/;
/** Two backups of one moment would be one too many; any number that no other lock of this program uses. */
const LOCK = 7_206_011;

type Kept = { folder: string; manifest: Manifest };

const listBackups = async (dir: string): Promise<Kept[]> => {
  const names = (await readdir(dir)).filter((name) => NAME.test(name)).sort();
  const kept: Kept[] = [];
  for (const name of names) {
    const folder = join(dir, name);
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest) kept.push({ folder, manifest });
  }
  return kept;
};

const nameOf = (now: Date): string => `firmament-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;

const writeNext = async (context: Context, dir: string, kept: readonly Kept[]): Promise<Kept> => {
  const { db, config, clock, keys } = context;
  const now = clock.now();
  const folder = join(dir, nameOf(now));
  const source = { db, filesDir: config.filesDir, keyId: keys['mt5-credentials'].current.id, now };
  return { folder, manifest: await writeBackup(source, folder, kept.at(-1)?.folder ?? null) };
};

/** Runs the work in one process at a time; another one that comes meanwhile does nothing. */
const alone = async ({ db, databaseKind }: Context, work: () => Promise<void>): Promise<void> => {
  // The embedded database has one process, and no second connection.
  if (databaseKind === 'embedded') return work();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(tx);
    if (rows[0]?.taken) await work();
  });
};

/**
 * Writes a backup below `BACKUP_DIR` when the newest one is `BACKUP_HOURS` old, and keeps the newest `BACKUP_KEEP`. The log
 * has an error when a backup is under half the size of the one before.
 */
export const backUpWhenDue = async (context: Context): Promise<void> => {
  const { config, clock, log } = context;
  if (config.backup === null) return;
  const { dir, hours, keep } = config.backup;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await alone(context, async () => {
    const kept = await listBackups(dir);
    const newest = kept.at(-1)?.manifest;
    if (newest && clock.now().getTime() - Date.parse(newest.createdAt) < hours * HOUR) return;
    const made = await writeNext(context, dir, kept);
    log.info({ folder: made.folder, bytes: made.manifest.bytes }, 'backup written');
    if (newest && made.manifest.bytes < newest.bytes / 2)
      log.error(
        { bytesBefore: newest.bytes, bytes: made.manifest.bytes },
        'the backup is under half the size of the one before: see whether something is missing',
      );
    for (const { folder } of [...kept, made].slice(0, -keep))
      await rm(folder, { recursive: true, force: true });
  });
};
