import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import { problem } from '../../platform/problem.ts';
import { refuse } from '../../platform/refusal.ts';
import { openProof } from './proofs.ts';

/** A proof is shown, never run, never kept, and never tells where it was opened. */
const HEADERS = {
  'content-type': 'image/webp',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};

/** `/server/uploads/{signed name}`: the name is the permission, anything else is not found. */
export const uploadRoutes = (app: Hono<{ Bindings: HttpBindings }>, context: Context): void => {
  app.get('/server/uploads/:file', async (c) => {
    try {
      const bytes = await openProof(context, c.req.param('file'));
      if (bytes) return c.body(new Uint8Array(bytes), 200, HEADERS);
      return problem(refuse('not_found'), crypto.randomUUID());
    } catch (error) {
      context.log.error({ err: error }, 'a proof cannot be read');
      return problem(refuse('unavailable', { retryAfterSeconds: 2 }), crypto.randomUUID());
    }
  });
};
