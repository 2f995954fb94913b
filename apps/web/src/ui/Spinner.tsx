import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A decorative turning ring in the colour of the text; give the words beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={clsx('size-4 shrink-0 animate-spin', className)}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" opacity="0.25" />
      <path
        d="M8 1.75A6.25 6.25 0 0 1 14.25 8"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A spinner with its text in the middle of the free space, for a page or a panel that has nothing to show yet. */
export function Loading({ children, hideText = false }: { children: ReactNode; hideText?: boolean }) {
  return (
    <div
      role="status"
      className="appear-late flex grow items-center justify-center gap-3 px-4 py-18 text-ink-2"
    >
      <Spinner className="size-5" />
      <span className={clsx(hideText && 'sr-only')}>{children}</span>
    </div>
  );
}

/** A grey box with the size of what will stand there (set by `className`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-pulse rounded-badge bg-line', className)} />;
}

/** Wraps skeletons: they appear after 150 ms; the text is for screen readers. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={clsx('appear-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
