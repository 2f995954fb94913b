import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messages, openApi, routes } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Context } from './context.ts';
import { accountRoutes } from './features/accounts/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { authRoutes } from './features/auth/index.ts';
import { catalogueRoutes, packagesOnSale, presentPackage } from './features/catalogue/index.ts';
import { checkoutRoutes } from './features/checkout/index.ts';
import { contentOfPage, contentRoutes } from './features/content/index.ts';
import { firmRoutes, publicFirm } from './features/firm/index.ts';
import { mailingRoutes } from './features/mailings/index.ts';
import { searchRoutes } from './features/search/index.ts';
import { twoFactorRoutes } from './features/two-factor/index.ts';
import { userRoutes } from './features/users/index.ts';
import { viewRoutes } from './features/views/index.ts';
import { serveDevMail } from './platform/dev-mail.ts';
import { commonHeaders, documentHeaders } from './platform/headers.ts';
import { servePolicyReports } from './platform/policy-reports.ts';
import { problem } from './platform/problem.ts';
import { createPublicPages, PUBLIC_PATHS, type PublicPages } from './platform/public-pages.ts';
import { refuse } from './platform/refusal.ts';
import { createServe } from './platform/serve.ts';
import { readStaticFiles, type StaticFile, sendFile } from './platform/static-files.ts';

/** Where the built web application lies, from the sources and from the bundle alike. */
const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'web', 'dist');

/** The same application's public pages, built for the server. */
const WEB_RENDERER = join(WEB_FOLDER, '..', 'dist-server', 'entry-server.js');

const notFound = () => problem(refuse('not_found'), crypto.randomUUID());

const serveHealth = (app: Hono<{ Bindings: HttpBindings }>, context: Context): void => {
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    if (context.draining) return c.text('draining', 503);
    try {
      await sql`select 1`.execute(context.db);
      return c.text('ok');
    } catch {
      return c.text('database away', 503, { 'retry-after': '2' });
    }
  });
};

/** What every page knows of the firm, as the call answers it. */
const readFirm = async (context: Context) =>
  z.encode(routes['GET /firm'].response, await publicFirm(context));

/** What a public page shows: the firm, its packages and its texts, as the calls answer them. */
const readPageState = async (context: Context, path: string): Promise<unknown> => {
  const [firm, packages] = [await readFirm(context), await packagesOnSale(context.db)];
  return {
    firm,
    packages: z.encode(routes['GET /account-packages'].response, packages.map(presentPackage)),
    answers: await contentOfPage(context, path),
  };
};

/** A page's document: a public one with its content; null while the database is away, or when it cannot be rendered. */
const renderPage = async (context: Context, pages: PublicPages, path: string): Promise<StaticFile | null> => {
  try {
    if (PUBLIC_PATHS.has(path)) return await pages.document(path, await readPageState(context, path));
    const firm = await readFirm(context);
    return await pages.frame(path, firm.name, { firm });
  } catch (error) {
    context.log.warn({ err: error }, 'a page is sent without its content');
    return null;
  }
};

/** Whether a path names a file, hidden ones and folders of them too (.git/config): what is not there is no page then. */
const isFilePath = (path: string): boolean => /(?:^|\/|%2f)(?:\.|%2e)|\.[a-z0-9]{2,5}$/i.test(path);

const serveWeb = (app: Hono<{ Bindings: HttpBindings }>, context: Context): void => {
  const files = existsSync(WEB_FOLDER) ? readStaticFiles(WEB_FOLDER) : new Map<string, StaticFile>();
  const shell = files.get('/index.html');
  const pages = createPublicPages(WEB_FOLDER, WEB_RENDERER, shell?.bytes.toString('utf8') ?? '');
  app.get('*', async (c) => {
    const path = c.req.path;
    if (/^\/(api|server|dev)(\/|$)/.test(path)) return notFound();
    const encodings = c.req.header('accept-encoding');
    const file = files.get(path);
    if (file && path !== '/index.html') return sendFile(file, encodings, {});
    if (!shell || isFilePath(path)) return c.text('Not found', 404);
    const document = await renderPage(context, pages, path);
    return sendFile(document ?? shell, encodings, documentHeaders(path));
  });
};

/** The whole HTTP application: the calls of the contract, health, files and the web application. */
export const createApp = (context: Context): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const headers = Object.entries(commonHeaders(context.config.publicUrl.startsWith('https:')));
  app.use(async (c, next) => {
    // Two hosts are an attempt to be read in two ways (RFC 9112, 3.2).
    const names = c.env?.incoming?.rawHeaders ?? [];
    if (names.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1)
      c.res = c.text('Bad Request', 400);
    else await next();
    // Each answer tells its connection to end, so that none is left with a call under way when the server closes them.
    if (context.draining) c.res.headers.set('connection', 'close');
    for (const [name, value] of headers) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });
  app.onError((error) => {
    const id = crypto.randomUUID();
    context.log.error({ err: error, request: id }, 'a page failed');
    return problem(refuse('internal', { message: `${messages.internal} (${id})` }), id);
  });
  serveHealth(app, context);
  servePolicyReports(app, context);

  const serve = createServe(app, context);
  authRoutes(serve, context);
  twoFactorRoutes(serve, context);
  userRoutes(serve, context);
  firmRoutes(serve, context, app);
  contentRoutes(serve, context, app);
  catalogueRoutes(serve, context);
  // Before the checkout: /accounts/check-status is not an account's id.
  accountRoutes(serve, context);
  checkoutRoutes(serve, context, app);
  mailingRoutes(serve, context, app);
  searchRoutes(serve, context);
  viewRoutes(serve, context);
  auditRoutes(serve, context);
  serve.open();

  const document = JSON.stringify(openApi(routes, 'Firmament'));
  app.get(
    '/api/openapi.json',
    () => new Response(document, { headers: { 'content-type': 'application/json' } }),
  );
  app.all('/api/*', notFound);
  serveDevMail(app, context);
  serveWeb(app, context);
  app.notFound(notFound);
  return app;
};
