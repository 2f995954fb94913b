import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'gain' | 'loss' | 'warn' | 'info' | 'pro' | 'neutral' | 'mark';

const tones: Record<Tone, string> = {
  gain: 'bg-gain-tint text-gain',
  loss: 'bg-loss-tint text-loss',
  warn: 'bg-warn-tint text-warn',
  info: 'bg-info-tint text-accent',
  pro: 'bg-pro-tint text-pro',
  neutral: 'bg-sunken text-ink-2 inset-ring inset-ring-line',
  mark: 'bg-mark text-on-mark',
};

export type BadgeProps = {
  tone?: Tone;
  icon?: ReactNode;
  dot?: boolean;
  className?: string;
  children: ReactNode;
};

/** A word on a tint; the word carries the meaning, the colour repeats it. */
export function Badge({ tone = 'neutral', icon, dot = false, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-badge px-2 py-0.5 text-xs font-semibold forced-colors:border',
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {icon}
      {children}
    </span>
  );
}
