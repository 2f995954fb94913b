import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export type ProgressProps = {
  label: ReactNode;
  hideLabel?: boolean;
  value: number;
  max?: number;
  /** The value in words; default the percentage. Always visible unless the label is hidden too. */
  text?: string;
  tone?: 'gain' | 'loss' | 'warn';
  /** A level (meter) instead of the progress of a task. */
  meter?: boolean;
  className?: string;
};

/** A native progress or meter bar with its text. */
export function Progress({
  label,
  hideLabel = false,
  value,
  max = 100,
  text,
  tone,
  meter = false,
  className,
}: ProgressProps) {
  const id = useId();
  const shown = Math.min(Math.max(value, 0), max);
  const words = text ?? `${Math.round((shown / max) * 100)}%`;
  const props = { id, value: shown, max, 'aria-valuetext': words, 'data-tone': tone, className: 'bar' };
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <div className={clsx('flex justify-between gap-4 text-sm', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-ink-2">
          {label}
        </label>
        <span className="font-medium">{words}</span>
      </div>
      {meter ? <meter {...props} /> : <progress {...props} />}
    </div>
  );
}
