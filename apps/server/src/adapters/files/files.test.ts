import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_FOLDER } from '../../../test/postgres.ts';
import { newFileId } from '../../secrets/signed-names.ts';
import { diskFiles, FileIdError } from './files.ts';

let folder: string;

beforeAll(() => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('files on disk', () => {
  it('are kept, replaced, listed and removed', async () => {
    const dir = join(folder, 'a', 'uploads');
    const files = diskFiles(dir);
    expect(await files.list()).toEqual([]);
    const [id, other] = [newFileId(), newFileId()];
    const bytes = randomBytes(100_000);
    await files.put(id, bytes);
    await files.put(other, new Uint8Array([1]));
    await files.put(other, new Uint8Array([2, 3]));
    expect((await files.read(id))?.equals(bytes)).toBe(true);
    expect(await files.read(other)).toEqual(Buffer.from([2, 3]));
    const listed = await files.list();
    expect(listed.map((file) => file.id).sort()).toEqual([id, other].sort());
    expect(Math.abs((listed[0]?.modified.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await files.remove(id);
    await files.remove(id);
    expect(await files.read(id)).toBeNull();
    expect(readdirSync(dir)).toEqual([other]);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, other)).mode & 0o777).toBe(0o600);
  });

  it('survive a folder that was removed', async () => {
    const dir = join(folder, 'gone');
    const files = diskFiles(dir);
    const id = newFileId();
    await files.put(id, Buffer.from('x'));
    rmSync(dir, { recursive: true });
    await expect(files.put(id, Buffer.from('y'))).rejects.toThrow();
    await files.put(id, Buffer.from('z'));
    expect(await files.read(id)).toEqual(Buffer.from('z'));
  });

  it.each([
    '',
    '../secret',
    '/etc/passwd',
    '..',
    'A'.repeat(32),
    'a'.repeat(31),
    `${'a'.repeat(32)}/..`,
    `${'a'.repeat(32)}\n`,
    `${'a'.repeat(32)}\0`,
  ])('have no id %j', async (id) => {
    writeFileSync(join(folder, 'secret'), 'x');
    const files = diskFiles(join(folder, 'b'));
    await expect(files.put(id, Buffer.from('x'))).rejects.toThrow(FileIdError);
    await expect(files.read(id)).rejects.toThrow(FileIdError);
    await expect(files.remove(id)).rejects.toThrow(FileIdError);
    expect(existsSync(join(folder, 'secret'))).toBe(true);
  });

  it('lose the parts of a process that ended while it wrote', async () => {
    const dir = join(folder, 'parts');
    const files = diskFiles(dir);
    const id = newFileId();
    await files.put(id, Buffer.from('x'));
    const part = (mark: string) => join(dir, `${newFileId()}.${mark.repeat(16)}.part`);
    const [fresh, stale] = [part('a'), part('b')];
    writeFileSync(fresh, 'x');
    writeFileSync(stale, 'x');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(stale, longAgo, longAgo);
    expect((await files.list()).map((file) => file.id)).toEqual([id]);
    expect(existsSync(fresh)).toBe(true);
    expect(existsSync(stale)).toBe(false);
  });

  it('are whole for a reader at each moment', async () => {
    const files = diskFiles(join(folder, 'whole'));
    const id = newFileId();
    const versions = [Buffer.alloc(300_000, 1), Buffer.alloc(200_000, 2)];
    await files.put(id, versions[0] ?? Buffer.alloc(0));
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; n < 30; n += 1) await files.put(id, versions[n % 2] ?? Buffer.alloc(0));
      isWriting = false;
    })();
    while (isWriting) {
      const read = await files.read(id);
      expect(versions.some((version) => read?.equals(version))).toBe(true);
    }
    await writing;
  });
});
