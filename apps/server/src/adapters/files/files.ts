import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Port: keeps small binary files under ids of 128 random bits (32 lower-case hex digits). */
export type Files = {
  /** Keeps the bytes durably; an id that is there already is replaced as a whole. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(id: string): Promise<Buffer | null>;
  /** Removes the file; fine when there is none. */
  remove(id: string): Promise<void>;
  /** All files with the time of their last change, for a sweeper. */
  list(): Promise<{ id: string; modified: Date }[]>;
};

/** The id has another form than 32 hex digits, as a path would. */
export class FileIdError extends Error {
  override name = 'FileIdError';
}

const ID = /^[0-9a-f]{32}$/;
const PART = /^[0-9a-f]{32}\.[0-9a-f]{16}\.part$/;
/** A part older than this belongs to a process that ended while it wrote. */
const PART_LIFE_MILLISECONDS = 4 * 60_000;

/**
 * Files in the folder `dir` (made with mode 0700). A file appears whole or not at all, and is on disk when
 * `put` resolves: written aside, synced, renamed, folder synced.
 */
export function diskFiles(dir: string): Files {
  const ready = async () => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await chmod(dir, 0o700);
  };
  let folder: Promise<void> | undefined;
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new FileIdError('A file id has 32 hex digits.');
    return join(dir, id);
  };
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      folder ??= ready();
      await folder;
      const aside = `${path}.${randomBytes(8).toString('hex')}.part`;
      try {
        await writeSynced(aside, bytes);
        await rename(aside, path);
        await syncFolder(dir);
      } catch (error) {
        folder = undefined;
        await rm(aside, { force: true });
        throw error;
      }
    },
    async read(id) {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
    async list() {
      const found: { id: string; modified: Date }[] = [];
      for (const name of await readdir(dir).catch(emptyIfMissing)) {
        const modified = await modifiedAt(join(dir, name));
        if (modified === null) continue;
        if (ID.test(name)) found.push({ id: name, modified });
        else if (PART.test(name) && Date.now() - modified.getTime() > PART_LIFE_MILLISECONDS) {
          await rm(join(dir, name), { force: true });
        }
      }
      return found;
    },
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function modifiedAt(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
