import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStaticFiles, sendFile } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-'));
const SCRIPT = Buffer.from('console.log("one");\n'.repeat(100));

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'one.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'one.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'theme.js'), SCRIPT);
  writeFileSync(join(folder, 'picture.png'), SCRIPT);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a built file', () => {
  it.each([
    ['/assets/one.js', 'gzip, deflate, br, zstd', 'br'],
    ['/assets/one.js', 'gzip', 'gzip'],
    ['/assets/one.js', undefined, null],
    ['/theme.js', 'gzip, br', 'gzip'],
    ['/picture.png', 'gzip, br', null],
  ])('%s for a caller that takes %s is packed with %s', async (path, accepted, expected) => {
    const file = readStaticFiles(folder).get(path);
    if (!file) throw new Error(`${path} is missing`);
    const answer = sendFile(file, accepted, {});
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-encoding')).toBe(expected);
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (packed: Buffer) => packed };
    expect(unpack[(expected ?? 'none') as keyof typeof unpack](bytes).equals(SCRIPT)).toBe(true);
  });

  it('packed by the build is not a file of its own', () => {
    expect([...readStaticFiles(folder).keys()].sort()).toEqual([
      '/assets/one.js',
      '/picture.png',
      '/theme.js',
    ]);
  });
});
