import { useId } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** A button that says in sight, below it, why it is off. The line's room stays while it is on, so that nothing moves. */
export function ExplainedButton({ disabledReason, disabled = false, ...props }: ButtonProps) {
  const reasonId = useId();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button
        {...props}
        disabled={disabled || Boolean(disabledReason)}
        aria-describedby={disabledReason ? reasonId : undefined}
      />
      <p id={reasonId} className="text-sm text-ink-2">
        {disabledReason || '\u00a0'}
      </p>
    </div>
  );
}
