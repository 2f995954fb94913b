import { useSyncExternalStore } from 'react';

/** What lies over the page: the palette, the help on shortcuts, or the recent messages. */
export type Layer = 'palette' | 'help' | 'messages';

let layer: Layer | null = null;
let openedAt = '';
const listeners = new Set<() => void>();

/** Opens a layer in place of another one; null closes it. */
export function openLayer(next: Layer | null): void {
  layer = next;
  openedAt = location.pathname;
  for (const listener of listeners) listener();
}

/** Closes a layer that was opened over another page than this one. */
export function closeLayerOfOtherPage(pathname: string): void {
  if (layer !== null && openedAt !== pathname) openLayer(null);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export const useLayer = (): Layer | null =>
  useSyncExternalStore(
    subscribe,
    () => layer,
    () => null,
  );
