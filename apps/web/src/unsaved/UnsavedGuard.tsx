import { lazy, Suspense, useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { readToken } from '../auth/token.ts';
import { hasUnsaved, useHasUnsaved } from './unsaved.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

/** What a drawer that is open edits. */
const drawerIn = ({ search }: { search: string }) => new URLSearchParams(search).get('edit');

/** Asks before a page with unsaved changes is left, by a link, by the browser's buttons or by closing the tab. */
export function UnsavedGuard() {
  const unsaved = useHasUnsaved();
  const { pathname } = useLocation();
  // Without a session there is nothing to decide: the way leads to the sign-in, and drafts are kept.
  // The browser's Back closes a drawer; the drawer's own ways out ask for themselves.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      hasUnsaved() &&
      readToken() !== null &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (historyAction === 'POP' && drawerIn(currentLocation) !== drawerIn(nextLocation))),
  );
  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  const of = blocker.location.pathname === pathname ? 'form' : 'page';
  return (
    <Suspense>
      <LeaveDialog of={of} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
