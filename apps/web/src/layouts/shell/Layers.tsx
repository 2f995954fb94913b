import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeLayerOfOtherPage, openLayer, useLayer } from './layers.ts';

export const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutsHelp = lazy(async () => ({ default: (await import('./ShortcutsHelp.tsx')).ShortcutsHelp }));
const RecentMessages = lazy(async () => ({ default: (await import('./RecentMessages.tsx')).RecentMessages }));

const close = () => openLayer(null);

/** Draws the layer that is open over the page; a new page closes it. */
export function Layers() {
  const layer = useLayer();
  const { pathname } = useLocation();
  useEffect(() => closeLayerOfOtherPage(pathname), [pathname]);
  return (
    <Suspense>
      {layer === 'palette' && <Palette onClose={close} />}
      {layer === 'help' && <ShortcutsHelp onClose={close} />}
      {layer === 'messages' && <RecentMessages onClose={close} />}
    </Suspense>
  );
}
