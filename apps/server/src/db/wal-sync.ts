import { closeSync, fdatasync, fsync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const dataSync = promisify(fdatasync);
const fullSync = promisify(fsync);
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** File times move with the kernel's tick (at most 10 ms): younger ones cannot prove that nothing changed. */
const TICK_NS = 20_000_000n;

/** Makes the commits of the embedded database, which never syncs a file itself, survive a loss of power. */
export type WalSync = {
  /** Syncs the write-ahead log where it changed since the last call; call it before a commit is answered. */
  afterCommit(): Promise<void>;
  /** Number of log files synced so far. */
  readonly count: number;
};

/**
 * Watches the write-ahead log of a PostgreSQL data folder by the times of its files.
 *
 * A checkpoint is the exception to the promise: the engine recycles the log without syncing the data files
 * first. They are synced here right after, which leaves a gap of milliseconds once per gigabyte of log.
 */
export function createWalSync(databaseDir: string): WalSync {
  const walDir = join(databaseDir, 'pg_wal');
  const control = join(databaseDir, 'global', 'pg_control');
  const synced = new Map<string, bigint>();
  const unsettled = new Set<string>();
  let controlTime = modified(control);
  let count = 0;

  return {
    get count() {
      return count;
    },
    async afterCommit() {
      const names = readdirSync(walDir).filter((name) => WAL_SEGMENT.test(name));
      const changed = names.filter((name) => isChanged(join(walDir, name), name, synced, unsettled));
      const isNewFile = changed.some((name) => !synced.has(name));
      for (const name of changed) {
        const path = join(walDir, name);
        const time = modified(path);
        const now = BigInt(Date.now()) * 1_000_000n;
        await syncPath(path, dataSync);
        synced.set(name, time);
        if (now - time < TICK_NS) unsettled.add(name);
        else unsettled.delete(name);
        count += 1;
      }
      if (isNewFile) await syncPath(walDir, fullSync);
      const time = modified(control);
      if (time !== controlTime) {
        controlTime = time;
        await syncTree(databaseDir);
      }
    },
  };
}

/** Syncs every file and folder below `dir`: after a start from a copy and after a clean stop. */
export async function syncTree(dir: string): Promise<void> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncPath(path, fullSync);
  }
  await syncPath(dir, fullSync);
}

function isChanged(path: string, name: string, synced: Map<string, bigint>, unsettled: Set<string>): boolean {
  return synced.get(name) !== modified(path) || unsettled.has(name);
}

function modified(path: string): bigint {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
}

async function syncPath(path: string, sync: (fd: number) => Promise<void>): Promise<void> {
  const fd = openSync(path, 'r');
  try {
    await sync(fd);
  } finally {
    closeSync(fd);
  }
}
