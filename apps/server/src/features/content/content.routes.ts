import { messages, shownAbout, shownFaq, shownLegal } from '@firmament/contract';
import type { FirmFacts } from '@firmament/rules';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { servePictures } from '../../platform/pictures.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { RequestFacts } from '../../platform/request.ts';
import type { Serve } from '../../platform/serve.ts';
import { readFirm } from '../firm/index.ts';
import {
  type Contents,
  changeContent,
  forgetContent,
  loadContent,
  readContent,
  type Section,
} from './content.ts';
import { keepPicture, openPicture, preparePicture, settlePictures } from './pictures.ts';

const factsOf = async (context: Context): Promise<FirmFacts> => {
  const { name, supportEmail, address } = await readFirm(context);
  return { firm: name, email: supportEmail, address };
};

/** What visitors read, by the call that answers it. */
export const shown = {
  testimonials: (context: Context) => readContent(context, 'testimonials'),
  about: async (context: Context) => shownAbout(await readContent(context, 'about'), await factsOf(context)),
  faq: async (context: Context, list: 'rules' | 'catalogue') =>
    shownFaq(await readContent(context, list), await factsOf(context)),
  legal: async (context: Context, page: 'privacy' | 'terms' | 'refund') =>
    shownLegal(await readContent(context, page), await factsOf(context)),
};

/** The firm's own texts, for visitors and for those who write them. */
export const contentRoutes = (
  serve: Serve,
  context: Context,
  app: Hono<{ Bindings: HttpBindings }>,
): void => {
  serve.cached('GET /firm/testimonials', () => shown.testimonials(context));
  serve.cached('GET /firm/about', () => shown.about(context));
  serve.cached('GET /firm/faq/{list}', ({ params }) => shown.faq(context, params.list));
  serve.cached('GET /firm/legal/{page}', ({ params }) => shown.legal(context, params.page));

  serve.call('GET /admin/content/testimonials', () => loadContent(context, 'testimonials'));
  serve.call('GET /admin/content/about', () => loadContent(context, 'about'));
  serve.call('GET /admin/content/faq/{list}', ({ params }) => loadContent(context, params.list));
  serve.call('GET /admin/content/legal/{page}', ({ params }) => loadContent(context, params.page));

  type Saving = { request: RequestFacts; session: { userId: string } };
  const save = async <S extends Section>(
    { request, session }: Saving,
    tx: Tx,
    section: S,
    content: Contents[S],
  ) => {
    const change = {
      section,
      content,
      ifMatch: request.ifMatch,
      actorId: session.userId,
      now: context.clock.now(),
    };
    const saved = await changeContent(tx, change);
    return saved instanceof Refusal
      ? saved
      : { success: true as const, message: messages.contentSaved, saved };
  };
  const prepare = async () => null;
  const after = () => forgetContent(context);
  serve.prepared<'PUT /admin/content/testimonials', null>('PUT /admin/content/testimonials', {
    prepare,
    run: (call, tx) => save(call, tx, 'testimonials', call.body),
    after,
  });
  serve.prepared<'PUT /admin/content/about', null>('PUT /admin/content/about', {
    prepare,
    run: async (call, tx) =>
      (await settlePictures(tx, call.body, context.clock.now())) ??
      (await save(call, tx, 'about', call.body)),
    after,
  });
  serve.prepared<'POST /admin/content/pictures', Buffer>('POST /admin/content/pictures', {
    prepare: ({ files, session }) => preparePicture(context, session.userId, files.get('picture')?.[0]),
    run: async (_call, tx, bytes) => {
      const name = await keepPicture(tx, context, bytes);
      return name instanceof Refusal
        ? name
        : { success: true as const, message: messages.pictureKept, picture: name };
    },
  });
  servePictures(app, context, '/brand/people', (name) => openPicture(context, name));
  serve.prepared<'PUT /admin/content/faq/{list}', null>('PUT /admin/content/faq/{list}', {
    prepare,
    run: (call, tx) => save(call, tx, call.params.list, call.body),
    after,
  });
  serve.prepared<'PUT /admin/content/legal/{page}', null>('PUT /admin/content/legal/{page}', {
    prepare,
    run: (call, tx) => save(call, tx, call.params.page, call.body),
    after,
  });
};
