import { type ComponentProps, useEffect } from 'react';
import { late } from '../../ui/late.tsx';
import { keepEarlyKeys } from './early-keys.ts';
import type { Shell } from './Shell.tsx';

const Late = late(async () => (await import('./Shell.tsx')).Shell);

/** The shortcuts and commands of an area, after its page; keys that are pressed before them are kept. */
export function LateShell(props: ComponentProps<typeof Shell>) {
  useEffect(keepEarlyKeys, []);
  return <Late {...props} />;
}
