import { type ComponentType, useEffect, useState } from 'react';

/** A component whose code comes after the page that shows it was drawn; until then, and where it cannot be loaded, nothing. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each `late`, which modules call as they load.
  return function Late(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      let left = false;
      load().then(
        (component) => left || setLoaded(() => component),
        () => {},
      );
      return () => {
        left = true;
      };
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
