import { type ComponentType, startTransition, useEffect, useState } from 'react';

/** How long a page is left alone before code of the next one is fetched, in milliseconds. */
const SETTLED = 1_000;

/**
 * Fetches the code of the page that is likely next once this one has settled, so that opening it waits for nothing.
 * `load` stays the same function from one drawing to the next.
 */
export function useNextPage(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), SETTLED);
    return () => clearTimeout(timer);
  }, [load]);
}

/** How long a busy page is waited for, in milliseconds. */
const BUSY = 500;

/** Runs once the next picture was drawn and nothing is left to do, or at once in a tab that nobody sees; returns what calls it off. */
export function onceDrawn(run: () => void): () => void {
  let off = false;
  const go = () => {
    if (!off) run();
  };
  if (document.hidden) go();
  else
    requestAnimationFrame(() => {
      // Not every browser tells when it is idle.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: BUSY });
      else setTimeout(go);
    });
  return () => {
    off = true;
  };
}

/** False until the component was drawn once: what it shows may ask for what else it shows then. */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => onceDrawn(() => setDrawn(true)), []);
  return drawn;
}

type Needed<Props> = {
  /** Holds the place until the code is there. */
  Place: ComponentType<Props>;
  /** Asks for the code as soon as the page's own is there, and not once the place was drawn. */
  ahead?: boolean;
};

/**
 * A component whose code comes after the page that shows it was drawn; until then, and where it cannot be loaded,
 * nothing. With a place to hold, the page cannot do without: what cannot be loaded is an error.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needed?: Needed<Props>,
): ComponentType<Props> {
  let ready: ComponentType<Props> | null = null;
  const start = async () => {
    ready = await load();
    return ready;
  };
  if (needed?.ahead) start().catch(() => {});
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each `late`, which modules call as they load.
  return function Late(props: Props) {
    const [Loaded, setLoaded] = useState(() => ready);
    useEffect(() => {
      if (ready) return setLoaded(() => ready);
      let left = false;
      const show = () =>
        start().then(
          (component) => left || startTransition(() => setLoaded(() => component)),
          (error) => {
            if (needed && !left)
              setLoaded(() => {
                throw error;
              });
          },
        );
      const forget = onceDrawn(show);
      return () => {
        left = true;
        forget();
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return needed ? <needed.Place {...props} /> : null;
  };
}
