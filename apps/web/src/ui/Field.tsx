import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const Context = createContext<FieldContext | null>(null);

/** Attributes that tie a control to the Field around it; props given on the control win. */
export function useFieldProps(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
} {
  const field = useContext(Context);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy ? { 'aria-describedby': field.describedBy } : {}),
    ...(field.invalid ? { 'aria-invalid': true as const } : {}),
    ...(field.required ? { 'aria-required': true as const } : {}),
  };
}

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Something at the right end of the label's line, e.g. a link. */
  aside?: ReactNode;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** Label above, control, hint, error; the control inside is tied to all three. */
export function Field({
  label,
  hint,
  error,
  required = false,
  aside,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = clsx(hint && hintId, error && errorId) || undefined;
  return (
    <Context value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={clsx('flex flex-col gap-1.5', className)}>
        <div className={clsx('flex items-baseline justify-between gap-4', hideLabel && 'sr-only')}>
          <label htmlFor={id} className="text-ui font-medium">
            {label}
          </label>
          {aside && <span className="text-sm">{aside}</span>}
        </div>
        {children}
        {hint && (
          <p id={hintId} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} className="flex gap-1.5 text-sm text-loss">
            <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </Context>
  );
}
