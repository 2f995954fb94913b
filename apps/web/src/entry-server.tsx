import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import { App } from './App.tsx';
import { asksAt } from './api/ahead.ts';
import { makeQueryClient } from './api/query-client.ts';
import { DemoBanner } from './layouts/DemoBanner.tsx';
import { type Head, HeadSink } from './layouts/Title.tsx';
import { applyPageState, type PageState } from './page-state.ts';
import { routes } from './routes.tsx';
import { Loading } from './ui/Spinner.tsx';

export type RenderedPage = Head & { html: string };

/** The build names the file that a route loads (apps/web/scripts/route-files.ts). */
type NamedRoute = RouteObject & { file?: string };

const handler = createStaticHandler(routes);

/** The source files of the layouts and the page at a path, as the manifest of the browser's build names them. */
export const filesAt = (path: string): string[] =>
  (matchRoutes<NamedRoute>(routes, path) ?? []).flatMap(({ route }): string[] =>
    route.file ? [route.file] : [],
  );

/** What the page at a path asks first, before its code is there; null where that is nothing. */
export const asksOf = (path: string) => asksAt(routes, path);

/** One public page as HTML, for a guest; null where the router answers with something else than a page. */
export async function render(path: string, state: PageState): Promise<RenderedPage | null> {
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response || context.statusCode >= 400) return null;
  const queries = makeQueryClient();
  applyPageState(queries, state);
  const head: Head = { title: state.firm.name, description: '' };
  const html = renderToString(
    <HeadSink value={(part) => Object.assign(head, part)}>
      <App queries={queries} isRendered>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </HeadSink>,
  );
  queries.clear();
  return { ...head, html };
}

/** What stands on every other page until its code has come; the browser puts its own rendering in this one's place. */
export function renderFrame(state: PageState): string {
  const queries = makeQueryClient();
  applyPageState(queries, state);
  const html = renderToString(
    <App queries={queries} isRendered>
      <DemoBanner />
      <Loading hideText>Loading…</Loading>
    </App>,
  );
  queries.clear();
  return html;
}
