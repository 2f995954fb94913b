import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type BannerProps = { tone?: 'mark' | 'warn' | 'info'; label: string; children: ReactNode };

/** A line over the whole width: the demo's notice, offline, stale data. `label` names the landmark. */
export function Banner({ tone = 'mark', label, children }: BannerProps) {
  return (
    <section
      aria-label={label}
      className={clsx(
        'px-4 py-2 text-center text-sm font-medium forced-colors:border-b',
        tone === 'mark' && 'bg-mark text-on-mark',
        tone === 'warn' && 'bg-warn-tint text-warn',
        tone === 'info' && 'bg-info-tint text-accent',
      )}
    >
      {children}
    </section>
  );
}
