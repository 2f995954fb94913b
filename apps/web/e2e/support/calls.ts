import type { Page, Request, Route } from 'playwright-core';

/** Which calls are meant: the method (any if absent) and the path below /api, `*` standing for one part of it. */
export type Which = string;

const matching = (which: Which) => {
  const [path = '', method] = which.split(' ').reverse();
  const pattern = new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`);
  return (request: Request): boolean =>
    (!method || request.method() === method) && pattern.test(new URL(request.url()).pathname);
};

const onCalls = async (page: Page, which: Which, handler: (route: Route) => Promise<void>): Promise<void> => {
  const isMeant = matching(which);
  await page.route('**/api/**', (route) => (isMeant(route.request()) ? handler(route) : route.fallback()));
};

/** What lets requests pass once it is opened, to the server or to what else was arranged before. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pass = async (route: Route) => {
    await opened;
    await route.fallback();
  };
  return { open, pass };
};

/** Holds calls back until they are let go on. */
export const hold = async (page: Page, which: Which): Promise<() => void> => {
  const { open, pass } = gate();
  await onCalls(page, which, pass);
  return open;
};

/** Holds files back, whose addresses fit a pattern of the browser's driver, until they are let go on. */
export const holdFiles = async (page: Page, pattern: string): Promise<() => void> => {
  const { open, pass } = gate();
  await page.route(pattern, pass);
  return open;
};

/** Calls fail with a refusal that says nothing, which the server itself never sends. */
export const refuseSilently = (page: Page, which: Which): Promise<void> =>
  onCalls(page, which, (route) => route.fulfill({ status: 400, body: '' }));

/** Calls are answered with this, which the server itself never sends. */
export const answer = (page: Page, which: Which, body: unknown): Promise<void> =>
  onCalls(page, which, (route) => route.fulfill({ json: body }));

/** The server's own answer, changed into one that it never sends. */
export const alter = (
  page: Page,
  which: Which,
  change: (body: Record<string, unknown>) => unknown,
): Promise<void> =>
  onCalls(page, which, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** Calls do not reach the server. */
export const cutOff = (page: Page, which: Which): Promise<void> =>
  onCalls(page, which, (route) => route.abort('connectionrefused'));

/** Calls reach the server with somebody else's token, and get its answer to them. */
export const callAs = (page: Page, which: Which, token: string): Promise<void> =>
  onCalls(page, which, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  );

/** Calls reach the server at another path, and get its answer to that. */
export const callInstead = (page: Page, which: Which, path: string): Promise<void> =>
  onCalls(page, which, (route) =>
    route.continue({ url: new URL(`/api${path}`, route.request().url()).href }),
  );
