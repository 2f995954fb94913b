import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

/** From the payment to the credentials. */
export const PAYMENT_STEPS = ['Pay', 'Proof sent', 'Verified', 'Credentials ready'] as const;

export type StepperProps = {
  steps?: readonly ReactNode[];
  /** Index of the step that is being done; steps.length when all are done. */
  current: number;
  /** The current step failed (a rejected proof). */
  failed?: boolean;
  label?: string;
  className?: string;
};

/** Steps along a hairline; done, current and failed are also said in words. */
export function Stepper({
  steps = PAYMENT_STEPS,
  current,
  failed = false,
  label = 'Progress of your order',
  className,
}: StepperProps) {
  return (
    <ol aria-label={label} className={clsx('flex', className)}>
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index > current ? 'open' : failed ? 'failed' : 'current';
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never move
            key={index}
            aria-current={index === current ? 'step' : undefined}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-2 px-1 text-center text-sm leading-tight"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={clsx(
                  'absolute end-1/2 top-[9px] me-3.5 h-px w-[calc(100%-1.75rem)]',
                  state === 'open' ? 'bg-line' : 'bg-ink-2',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-[19px] place-items-center rounded-full border',
                state === 'done' && 'border-primary bg-primary text-on-primary',
                state === 'current' && 'border-2 border-primary bg-surface',
                state === 'open' && 'border-control bg-transparent',
                state === 'failed' && 'border-loss bg-loss-tint text-loss',
              )}
            >
              {state === 'done' && <Check size={12} strokeWidth={3} />}
              {state === 'current' && <span className="size-[7px] rounded-full bg-primary" />}
              {state === 'failed' && <X size={12} strokeWidth={3} />}
            </span>
            <span
              className={clsx(
                state === 'open' ? 'text-ink-3' : 'text-ink',
                index === current && 'font-semibold',
              )}
            >
              {step}
              <span className="sr-only">
                {state === 'done'
                  ? ' (done)'
                  : state === 'failed'
                    ? ' (failed)'
                    : state === 'open'
                      ? ' (not yet)'
                      : ''}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
