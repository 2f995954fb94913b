import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';

/** To the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="mb-3 inline-flex items-center gap-1 self-start rounded-control text-sm text-ink-2 no-underline hover:text-ink pointer-coarse:py-2.5"
    >
      <ChevronLeft size={16} aria-hidden="true" className="-ms-1" />
      {children}
    </Link>
  );
}
