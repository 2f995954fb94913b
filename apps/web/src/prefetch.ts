import { matchRoutes, type RouteObject } from 'react-router';

type Connection = { saveData?: boolean };

/** Whether the visitor asks for as little as possible to be loaded. */
const savesData = (): boolean => {
  const connection: Connection | undefined = Reflect.get(navigator, 'connection');
  return connection?.saveData === true;
};

const load = async ({ lazy }: RouteObject): Promise<void> => {
  await (typeof lazy === 'function' ? lazy() : lazy?.Component?.());
};

/** The path that a link of this site leads to in this window; null for any other. */
function pathOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null;
  return link.pathname;
}

/** Loads the code of a page as soon as a link to it is pointed at or has the focus, once for each address. */
export function prefetchOnIntent(routes: RouteObject[]): void {
  const asked = new Set<string>([location.pathname]);
  const onIntent = ({ target }: Event) => {
    const path = pathOf(target);
    if (path === null || asked.has(path) || savesData()) return;
    asked.add(path);
    // What fails now is asked for again by the press, which then says so.
    for (const { route } of matchRoutes(routes, path) ?? []) load(route).catch(() => {});
  };
  for (const type of ['pointerover', 'focusin']) addEventListener(type, onIntent, { passive: true });
}
