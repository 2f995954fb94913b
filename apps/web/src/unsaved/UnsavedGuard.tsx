import { lazy, Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { readToken } from '../auth/token.ts';
import { hasUnsaved, useHasUnsaved } from './unsaved.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

/** Asks before a page with unsaved changes is left, by a link, by the browser's buttons or by closing the tab. */
export function UnsavedGuard() {
  const unsaved = useHasUnsaved();
  // Without a session there is nothing to decide: the way leads to the sign-in, and drafts are kept.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && readToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog of="page" onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
