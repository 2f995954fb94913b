import { messages } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { presentBrand, presentDemoLogins, presentFirm } from './firm.present.ts';
import { demoLoginsFact } from './firm.queries.ts';
import { changeFirm, DEFAULT_FIRM, forgetFirm, loadFirm, readFirm } from './firm.ts';
import { logoRoutes } from './logo.routes.ts';
import { readLogo } from './logo.ts';

const serveBrand = (app: Hono<{ Bindings: HttpBindings }>, context: Context): void => {
  app.get('/brand.css', async (c) => {
    const headers = { 'content-type': 'text/css; charset=utf-8' };
    try {
      const { hue } = await readFirm(context);
      return c.body(presentBrand(hue), 200, { ...headers, 'cache-control': 'public, max-age=60' });
    } catch (error) {
      // The page itself comes from memory: it must not stay white while the database is away.
      context.log.warn({ err: error }, 'the hue of the firm cannot be read');
      return c.body(presentBrand(DEFAULT_FIRM.hue), 200, { ...headers, 'cache-control': 'no-store' });
    }
  });
};

/** What everyone may know of the firm, as GET /firm answers it. */
export const publicFirm = async (context: Context): Promise<ReturnType<typeof presentFirm>> => {
  const demo = context.config.demo ? presentDemoLogins(await demoLoginsFact(context.db)) : null;
  return presentFirm(await readFirm(context), await readLogo(context), demo);
};

export const firmRoutes = (serve: Serve, context: Context, app: Hono<{ Bindings: HttpBindings }>): void => {
  serve.call('GET /firm', () => publicFirm(context));

  serve.call('GET /admin/firm', () => loadFirm(context));

  serve.prepared<'PUT /admin/firm', null>('PUT /admin/firm', {
    prepare: async () => null,
    run: async ({ body, request, session }, tx) => {
      const firm = await changeFirm(tx, {
        settings: body,
        ifMatch: request.ifMatch,
        actorId: session.userId,
        now: context.clock.now(),
      });
      return firm instanceof Refusal ? firm : { success: true, message: messages.firmSaved, firm };
    },
    after: () => forgetFirm(context),
  });

  serveBrand(app, context);
  logoRoutes(serve, context, app);
};
