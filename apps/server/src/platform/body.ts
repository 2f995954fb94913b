import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import { Refusal, refuse } from './refusal.ts';

/** How long a body without files may take to arrive; forms have the time of the whole request. */
const JSON_MILLISECONDS = 30_000;
/** A form that arrives more slowly than so many bytes in so many milliseconds (16 KiB/s) is cut off. */
const SLOWEST_FORM = { bytes: 160 * 1024, milliseconds: 10_000 };
const JSON_LIMIT = 100 * 1024;
const MOST_DEPTH = 32;
export const UPLOAD_LIMIT = 10 * 1024 * 1024;
/** Room for the other fields of a multipart body. */
const FORM_OVERHEAD = 256 * 1024;
/** More parts than any form of ours has; without a bound, reading 10 MiB of empty parts takes minutes. */
const MOST_PARTS = 100;

/** Bytes of forms that this process holds at a time: parsing and decoding take a few times as much. */
const MOST_HELD = 128 * 1024 * 1024;
let held = 0;

/** What one call holds of that memory, until it is answered. */
export type Hold = { take(bytes: number): boolean; release(): void };

export const openHold = (): Hold => {
  let own = 0;
  return {
    take: (bytes) => {
      if (held + bytes > MOST_HELD) return false;
      held += bytes;
      own += bytes;
      return true;
    },
    release: () => {
      held -= own;
      own = 0;
    },
  };
};

export type UploadedFile = { name: string; bytes: Uint8Array };
export type ParsedBody = { value: unknown; files: ReadonlyMap<string, readonly UploadedFile[]> };

const NO_FILES: ReadonlyMap<string, readonly UploadedFile[]> = new Map();

/** Whether a value is free of what a database or a parser could stumble over: NUL, lone surrogates, depth over 32. */
export const isSound = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MOST_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => isSound(key) && isSound(inner, depth + 1));
};

const tooLarge = (limit: number) =>
  limit > JSON_LIMIT ? refuse('proof_too_large') : refuse('payload_too_large');

/** Reads on without keeping anything, so that the sender of a refused body can read the answer; at most so many bytes. */
const discard = async (reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<void> => {
  for (let size = 0; size <= most; ) {
    const read = await reader.read().catch(() => null);
    if (read === null || read.done) return;
    size += read.value.byteLength;
  }
};

/** Reads at most `limit` bytes; a longer declared or real body is refused without being read to its end. */
const readBytes = async (
  request: Request,
  limit: number,
  hold?: Hold,
): Promise<
  Uint8Array | Refusal<'payload_too_large' | 'proof_too_large' | 'validation_failed' | 'unavailable'>
> => {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > limit) return tooLarge(limit);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    // A caller who goes away in the middle is no fault of ours; nobody reads the answer.
    const read = await reader.read().catch(() => null);
    if (read === null) return refuse('validation_failed');
    const { done, value } = read;
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      chunks.length = 0;
      hold?.release();
      await discard(reader, limit);
      return tooLarge(limit);
    }
    if (hold && !hold.take(value.byteLength)) {
      hold.release();
      chunks.length = 0;
      await discard(reader, limit - size);
      return refuse('unavailable', { retryAfterSeconds: 5 });
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
};

const readJson = async (request: Request): Promise<ParsedBody | Refusal> => {
  const bytes = await readBytes(request, JSON_LIMIT);
  if (bytes instanceof Refusal) return bytes;
  if (bytes.byteLength === 0) return { value: undefined, files: NO_FILES };
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return refuse('unsupported_media_type');
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isSound(value) ? { value, files: NO_FILES } : refuse('validation_failed');
  } catch {
    return refuse('validation_failed');
  }
};

/** The delimiter of a multipart type, or null where the parser might read another one than we do. */
const delimiterOf = (type: string): string | null => {
  if (type.includes('\\') || type.match(/boundary=/gi)?.length !== 1) return null;
  const [, quoted, bare] = /;\s*boundary=(?:"([^";]{1,70})"|([^\s";]{1,70}))\s*(?:;|$)/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  return boundary === undefined ? null : `--${boundary}`;
};

/** Each part begins with the delimiter, so its count bounds the work of reading them. */
const hasTooManyParts = (bytes: Uint8Array, delimiter: string): boolean => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = view.indexOf(delimiter); at >= 0; at = view.indexOf(delimiter, at + delimiter.length)) {
    count += 1;
    if (count > MOST_PARTS) return true;
  }
  return false;
};

const readForm = async (
  request: Request,
  fileFields: readonly string[],
  mostFiles: number,
  hold: Hold,
): Promise<ParsedBody | Refusal> => {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    // No body needs no content type: it is a form without fields.
    const nothing = await readBytes(request, JSON_LIMIT);
    const isEmpty = !(nothing instanceof Refusal) && nothing.byteLength === 0;
    return isEmpty ? { value: {}, files: NO_FILES } : refuse('unsupported_media_type');
  }
  const delimiter = delimiterOf(type);
  if (delimiter === null) return refuse('validation_failed');
  const bytes = await readBytes(request, UPLOAD_LIMIT * mostFiles + FORM_OVERHEAD, hold);
  if (bytes instanceof Refusal) return bytes;
  if (hasTooManyParts(bytes, delimiter)) return refuse('validation_failed');
  let form: FormData;
  try {
    form = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    return refuse('validation_failed');
  }
  const fields = new Map<string, string | string[]>();
  const files = new Map<string, UploadedFile[]>();
  for (const [key, entry] of form.entries()) {
    if (typeof entry !== 'string') {
      if (fileFields.includes(key)) {
        const list = files.get(key) ?? [];
        list.push({ name: entry.name, bytes: new Uint8Array(await entry.arrayBuffer()) });
        files.set(key, list);
      }
      continue;
    }
    const earlier = fields.get(key);
    if (earlier === undefined) fields.set(key, entry);
    else fields.set(key, [...(Array.isArray(earlier) ? earlier : [earlier]), entry]);
  }
  const value = Object.fromEntries(fields);
  return isSound(value) ? { value, files } : refuse('validation_failed');
};

/** Cuts off a sender who is too slow, until the body is there; returns how to end the watch. */
const watchPace = ({ incoming }: HttpBindings): (() => void) => {
  let before = incoming.socket.bytesRead;
  const watch = setInterval(() => {
    const read = incoming.socket.bytesRead;
    if (!incoming.complete && read - before < SLOWEST_FORM.bytes) incoming.destroy();
    before = read;
  }, SLOWEST_FORM.milliseconds);
  return () => clearInterval(watch);
};

/**
 * Reads the body as its route wants it: JSON up to 100 KiB within 30 s, or multipart with files up to 10 MiB each, at no less
 * than 16 KiB/s.
 */
export const readBody = (
  c: HonoContext<{ Bindings: HttpBindings }>,
  fileFields: readonly string[] | undefined,
  hold: Hold,
): Promise<ParsedBody | Refusal> => {
  if (fileFields) {
    const endWatch = watchPace(c.env);
    const mostFiles = fileFields.includes('images') ? 5 : 1;
    return readForm(c.req.raw, fileFields, mostFiles, hold).finally(endWatch);
  }
  const late = setTimeout(() => c.env.incoming.destroy(), JSON_MILLISECONDS);
  return readJson(c.req.raw).finally(() => clearTimeout(late));
};
