import { lazy, type ReactNode, Suspense, useState } from 'react';
import { hasUnsaved } from './unsaved.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

/**
 * For a drawer with a form: the returned function closes it, but asks first while changes are not saved; the returned
 * question stands beside the drawer.
 */
export function useGuardedClose(onClose: () => void): [close: () => void, question: ReactNode] {
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  const leave = () => {
    stop();
    onClose();
  };
  const question = asking && (
    <Suspense>
      <LeaveDialog of="form" onStay={stop} onLeave={leave} />
    </Suspense>
  );
  return [() => (hasUnsaved() ? setAsking(true) : onClose()), question];
}
