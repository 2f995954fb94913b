import { messages } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import type { LogoImage } from '../../images/images.ts';
import { problem } from '../../platform/problem.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { forgetLogos, openLogo, prepareLogo, removeLogo, setLogo } from './logo.ts';

/** A logo is shown, never run; its name is made of its content. */
const HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The firm's logo: set and removed by administrators, read by everyone below /brand. */
export const logoRoutes = (serve: Serve, context: Context, app: Hono<{ Bindings: HttpBindings }>): void => {
  serve.prepared<'POST /admin/firm/logo', LogoImage>('POST /admin/firm/logo', {
    prepare: ({ files, session }) => prepareLogo(context, session.userId, files.get('logo')?.[0]),
    run: async ({ body, session }, tx, image) => {
      const change = { scheme: body.scheme, image, actorId: session.userId };
      const logo = await setLogo(tx, context, change);
      return logo instanceof Refusal ? logo : { success: true, message: messages.logoSaved, logo };
    },
    after: () => forgetLogos(context),
  });

  serve.prepared<'DELETE /admin/firm/logo/{scheme}', null>('DELETE /admin/firm/logo/{scheme}', {
    prepare: async () => null,
    run: async ({ params, session }, tx) => {
      const logo = await removeLogo(tx, context, { scheme: params.scheme, actorId: session.userId });
      return logo instanceof Refusal ? logo : { success: true, message: messages.logoRemoved, logo };
    },
    after: () => forgetLogos(context),
  });

  app.get('/brand/:file', async (c) => {
    const id = /^([0-9a-f]{32})\.webp$/.exec(c.req.param('file'))?.[1];
    try {
      const bytes = id && (await openLogo(context, id));
      if (bytes) return c.body(new Uint8Array(bytes), 200, HEADERS);
      return problem(refuse('not_found'), crypto.randomUUID());
    } catch (error) {
      context.log.error({ err: error }, 'the logo cannot be read');
      return problem(refuse('unavailable', { retryAfterSeconds: 2 }), crypto.randomUUID());
    }
  });
};
