import { createHash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../context.ts';
import { problem } from './problem.ts';
import { refuse } from './refusal.ts';

/** A picture is shown, never run; its name is made of its content, so that what it names never changes. */
const HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The name of a public picture, made of its bytes. */
export const pictureName = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Answers `{folder}/{name}.webp` to everyone; `open` gives the bytes, or null for what is no picture of the folder. */
export const servePictures = (
  app: Hono<{ Bindings: HttpBindings }>,
  context: Context,
  folder: string,
  open: (name: string) => Promise<Uint8Array | null>,
): void => {
  app.get(`${folder}/:file`, async (c) => {
    const name = /^([0-9a-f]{32})\.webp$/.exec(c.req.param('file') ?? '')?.[1];
    try {
      const bytes = name && (await open(name));
      if (bytes) return c.body(new Uint8Array(bytes), 200, HEADERS);
      return problem(refuse('not_found'), crypto.randomUUID());
    } catch (error) {
      context.log.error({ err: error }, 'a picture of the firm cannot be read');
      return problem(refuse('unavailable', { retryAfterSeconds: 2 }), crypto.randomUUID());
    }
  });
};
