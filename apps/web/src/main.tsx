import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { App } from './App.tsx';
import { askAhead } from './api/ahead.ts';
import { setSessionHandlers } from './api/client.ts';
import { noteEntry } from './api/entry.ts';
import { makeQueryClient } from './api/query-client.ts';
import { readToken, storeToken, TOKEN_KEY } from './auth/token.ts';
import { noteSessionEnd, originOf, rememberOrigin } from './guards/origin.ts';
import { Unloaded, UnloadedAlone } from './layouts/ErrorPage.tsx';
import { applyPageState, readPageState } from './page-state.ts';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';
import { onceDrawn } from './ui/late.tsx';

/** Loads the code of the first page, so that its first rendering equals what the server sent; without it that stays as it is. */
async function loadFirstPage(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(matches.map(({ route }) => resolveLazy(route)));
}

async function resolveLazy(route: RouteObject): Promise<void> {
  const { lazy } = route;
  if (!lazy) return;
  const loaded = typeof lazy === 'function' ? await lazy() : { Component: await lazy.Component?.() };
  if (loaded.Component === Unloaded || loaded.Component === UnloadedAlone) throw new Error('no code');
  Object.assign(route, loaded, { lazy: undefined });
}

/**
 * Notes when another page is entered. It listens after the provider: the router keeps what changes before anybody listens
 * for its first listener alone.
 */
function Entries({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => {
    let page = router.state.location.pathname;
    return router.subscribe(({ location }) => {
      if (location.pathname !== page) noteEntry();
      page = location.pathname;
    });
  }, [router]);
  return null;
}

/** Ends a task: what comes next is done after what the browser has to do, such as answering a press. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** In four tasks, none of them long. */
async function start(root: Element): Promise<void> {
  await nextTask();
  const queries = makeQueryClient();
  const state = readPageState();
  if (state) applyPageState(queries, state);
  const rendered = root.hasAttribute('data-page');
  if (rendered) await loadFirstPage();
  const router = createBrowserRouter(routes);
  const unauthenticated = () => {
    const from = originOf(router.state.location);
    if (from) rememberOrigin(from);
    // Whoever signed out by choice has no token any more when a late call is refused.
    if (readToken() !== null) noteSessionEnd();
    storeToken(null);
    // AuthProvider hears of it as of a change in another tab.
    dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
    router.navigate(paths.login, { state: from ? { from } : null });
  };
  setSessionHandlers({
    unauthenticated,
    secondFactorMissing: (key) => {
      // The profile is closed to a session alone whose second step is open: sign in again.
      if (key === 'GET /profile') return unauthenticated();
      const { location } = router.state;
      if (location.pathname === paths.profile) return;
      router.navigate(paths.profile, { replace: true, state: { from: originOf(location) } });
    },
  });
  await nextTask();
  askAhead(queries, routes, location, readToken());
  await nextTask();
  const app = (
    <App queries={queries} isRendered={rendered}>
      <RouterProvider router={router} />
      <Entries router={router} />
    </App>
  );
  // As a transition the work is done in slices, so that a press in the middle of it is answered.
  startTransition(() => {
    if (rendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  onceDrawn(() => {
    import('./prefetch.ts').then(
      ({ prefetchOnIntent }) => prefetchOnIntent(routes),
      () => {},
    );
  });
}

const root = document.querySelector('#root');
if (root) void start(root);
