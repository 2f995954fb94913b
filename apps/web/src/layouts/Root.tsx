import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Banner } from '../ui/Banner.tsx';
import { late } from '../ui/late.tsx';
import { UnsavedGuard } from '../unsaved/UnsavedGuard.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import { Layers } from './shell/Layers.tsx';

// What is said before they are there waits for them.
const Toaster = late(async () => (await import('../ui/Toaster.tsx')).Toaster);
const Underway = late(async () => (await import('./Underway.tsx')).Underway);
const StepUpLayer = late(async () => (await import('../auth/StepUpLayer.tsx')).StepUpLayer);

/** Around every page: skip link, banners, focus and announcement on navigation, toasts. */
export function Root() {
  const online = useOnline();
  return (
    <>
      <a
        href="#main"
        className="fixed start-4 top-2 z-50 -translate-y-16 rounded-control bg-primary px-4 py-2 font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <DemoBanner />
      {/* There before its text: only then is the text announced. */}
      <div role="status">
        {!online && (
          <Banner tone="warn" label="Connection">
            You are offline. What you see may be out of date.
          </Banner>
        )}
      </div>
      <Outlet />
      {/* After the page: its title is then set. */}
      <RouteFocus />
      <Underway />
      <Layers />
      <StepUpLayer />
      <UnsavedGuard />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Moves the focus to the new page's h1 and announces its title; a change of the query alone does neither. */
function RouteFocus() {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    if (!hash) {
      // A field that took the focus by itself keeps it.
      const target = find('main input:focus') ?? find('main h1:not([data-passing])') ?? find('main');
      if (target && !target.contains(document.activeElement)) {
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }
    }
    setAnnounced(document.title);
  }, [pathname, hash]);
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      addEventListener('online', onChange);
      addEventListener('offline', onChange);
      return () => {
        removeEventListener('online', onChange);
        removeEventListener('offline', onChange);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
