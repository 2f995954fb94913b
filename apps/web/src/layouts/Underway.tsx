import { useNavigation } from 'react-router';

/** A line at the top edge while the next page is on its way, once that takes long enough to be felt. */
export function Underway() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="appear-late no-print pointer-events-none fixed inset-x-0 top-0 z-50"
    >
      <div className="animate-pulse border-b-2 border-primary" />
    </div>
  );
}
