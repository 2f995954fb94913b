import { messages } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import type { LogoImage } from '../../images/images.ts';
import { servePictures } from '../../platform/pictures.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { forgetLogos, openLogo, prepareLogo, removeLogo, setLogo } from './logo.ts';

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

  servePictures(app, context, '/brand', (name) => openLogo(context, name));
};
