import { type Plugin, parseAst } from 'vite';

/**
 * What the router's functions do in this application, whose routes have no loader, action, middleware, fetcher or form,
 * and which knows neither the router's framework mode nor its view transitions. Each name is one function of the
 * router's production build, or a variable; its body, or value, is what stands here.
 */
const BODIES: Record<string, string> = {
  // Routes: only their code is loaded, never data.
  callLoaderOrAction: `{
    try { await Promise.all([lazyHandlerPromise, lazyRoutePromise]); } catch (error) { return { type: 'error', result: error }; }
    return { type: 'data' };
  }`,
  convertDataStrategyResultToDataResult:
    '{ let { type, result } = dataStrategyResult; return type === "error" ? { type, error: result } : { type, data: result }; }',
  getMatchesToLoad: `{
    let pattern = getRoutePattern(matches);
    return { revalidatingFetchers: [], dsMatches: matches.map((match) => getDataStrategyMatch(
      mapRouteProperties2, manifest, request, location, pattern, match, lazyRoutePropertiesToSkip, scopedContext, Boolean(match.route.lazy),
    )) };
  }`,
  createClientSideRequest:
    '{ return new Request(history.createURL(stripHashFromPath(location)), { signal }); }',
  defaultDataStrategyWithMiddleware: '{ return defaultDataStrategy(args); }',
  runClientMiddlewarePipeline: '{}',
  normalizeRelativeRoutingRedirectResponse: '{ return response; }',
  processRouteLoaderData: `{
    let errors = null;
    for (let { route } of matches) {
      let result = results[route.id];
      if (result && isErrorResult(result)) (errors ||= {})[findNearestBoundary(matches, route.id).route.id] ??= result.error;
    }
    return { loaderData: {}, errors };
  }`,
  getRouteHydrationStatus:
    '{ let lazy = Boolean(route.lazy); return { shouldLoad: lazy, renderFallback: lazy }; }',
  mergeLoaderData: '{ return {}; }',
  // Navigations carry no form.
  normalizeNavigateOptions: '{ return { path }; }',
  handleAction: '{}',
  getUpdatedActionData: '{}',
  getSubmissionFromNavigation: '{}',
  getActionDataForCommit: '{}',
  startRedirectNavigation: '{}',
  findRedirect: '{}',
  revalidate: '{}',
  interruptActiveLoads: '{}',
  Form: '{}',
  // Fetchers.
  fetch2: '{}',
  getFetcher: '{}',
  resetFetcher: '{}',
  queueFetcherForDeletion: '{}',
  deleteFetcher: '{}',
  abortFetcher: '{}',
  markFetchRedirectsDone: '{ return false; }',
  abortStaleFetchLoads: '{ return false; }',
  getUpdatedRevalidatingFetchers: '{}',
  // Routes that are found out later.
  checkFogOfWar: '{ return { active: false, matches: null }; }',
  discoverRoutes: '{}',
  patchRoutes: '{}',
  _internalSetRoutes: '{}',
  // Instrumentation.
  getRouteInstrumentationUpdates: '{}',
  instrumentClientSideRouter: '{ return router; }',
  // What the server rendered carries no data of the router's.
  parseHydrationData: '{}',
  // Framework mode and server components.
  PrefetchPageLinks: '{ return null; }',
  usePrefetchBehavior: '{ return [false, null, {}]; }',
  RSCErrorHandler: '{ return children; }',
  decodeRouteErrorResponseDigest: '{}',
  ScrollRestoration: '{ useScrollRestoration({ getKey, storageKey }); return null; }',
  // The outermost route has an element for errors.
  DefaultErrorComponent: '{ return null; }',
  // Warnings of how the router is used are for development.
  warning: '{}',
  warningOnce: '{}',
  warnOnce: '{}',
  // Routers without data.
  useNavigateUnstable: '{}',
  // View transitions.
  useViewTransitionState: '{ return false; }',
  restoreAppliedTransitions: '{}',
  persistAppliedTransitions: '{}',
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The bodies and values to replace, by name; nothing inside of one. */
function* replaceable(node: Node): Generator<[name: string, body: Node]> {
  const name = isNode(node.id) ? String(node.id.name) : '';
  const isComponent = node.type === 'VariableDeclarator' && /^[A-Z]/.test(name);
  const body = isComponent ? node.init : node.type === 'FunctionDeclaration' ? node.body : null;
  if (Object.hasOwn(BODIES, name) && isNode(body)) return yield [name, body];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* replaceable(child);
}

/**
 * Leaves out of the router what this application never calls, so that every page loads less; a bundler cannot know,
 * because it hangs on arguments. The build ends where another version of the router lacks one of the names.
 */
export function dataRouter(): Plugin {
  return {
    name: 'data-router',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!/react-router.dist.production.chunk-/.test(id) || !code.includes('function createRouter('))
        return null;
      const found = [...replaceable(parseAst(code) as unknown as Node)].sort(
        ([, a], [, b]) => b.start - a.start,
      );
      const names = found.map(([name]) => name);
      const wrong = Object.keys(BODIES).filter(
        (name) => names.indexOf(name) < 0 || names.indexOf(name) !== names.lastIndexOf(name),
      );
      if (wrong.length > 0) this.error(`The router has changed: not one ${wrong.join(', ')}.`);
      let slim = code;
      for (const [name, { start, end }] of found)
        slim = slim.slice(0, start) + BODIES[name] + slim.slice(end);
      return { code: slim, map: null };
    },
  };
}
