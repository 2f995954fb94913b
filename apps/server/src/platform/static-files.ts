import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

export type StaticFile = {
  bytes: Buffer;
  gzip: () => Buffer;
  /** The same, packed by the build; null for what is made while the server runs. */
  brotli: Buffer | null;
  type: string;
  immutable: boolean;
};

/** Bytes to send; packed with gzip once, when first asked for. */
export const fileOf = (
  bytes: Buffer,
  type: string,
  immutable: boolean,
  brotli: Buffer | null = null,
): StaticFile => {
  let packed: Buffer | undefined;
  return {
    bytes,
    gzip: () => {
      packed ??= gzipSync(bytes, { level: 9 });
      return packed;
    },
    brotli,
    type,
    immutable,
  };
};

/** All files of the built web application by their path, read once; nothing else can be asked for. */
export const readStaticFiles = (folder: string): ReadonlyMap<string, StaticFile> => {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length).replaceAll('\\', '/');
    const packed = existsSync(`${full}.br`) ? readFileSync(`${full}.br`) : null;
    files.set(path, fileOf(readFileSync(full), type, path.startsWith('/assets/'), packed));
  }
  return files;
};

/** The smallest form of a file that the caller takes. */
const packedFor = (file: StaticFile, acceptEncoding: string): { bytes: Buffer; encoding?: string } => {
  const takes = (encoding: string): boolean => new RegExp(`\\b${encoding}\\b`).test(acceptEncoding);
  if (file.brotli && takes('br')) return { bytes: file.brotli, encoding: 'br' };
  const packs = /^(text|application|image\/svg)/.test(file.type) && takes('gzip');
  return packs ? { bytes: file.gzip(), encoding: 'gzip' } : { bytes: file.bytes };
};

/** Answers with one file, packed where the caller takes it. */
export const sendFile = (
  file: StaticFile,
  acceptEncoding: string | undefined,
  headers: Record<string, string>,
): Response => {
  const { bytes, encoding } = packedFor(file, acceptEncoding ?? '');
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': file.type,
      'content-length': String(bytes.byteLength),
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
      ...headers,
    },
  });
};
