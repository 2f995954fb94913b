import { clsx } from 'clsx';
import { Check, ChevronDown, Eye, EyeOff, Minus } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import { useFieldProps } from './Field.tsx';

/** The look of every boxed control. */
export const controlClass =
  'w-full min-h-10 pointer-coarse:min-h-11 rounded-control border border-control bg-surface px-3 py-2 text-ui pointer-coarse:text-prose text-ink transition-colors hover:border-ink-2 aria-invalid:border-loss aria-invalid:bg-loss-tint disabled:bg-sunken disabled:text-ink-2 [&:is(input,textarea):read-only]:bg-sunken focus-visible:outline-offset-1 focus-visible:rounded-control';

/** A one-line text input; inside a Field it takes id and descriptions from there. */
export function TextInput({ className, ...props }: ComponentPropsWithRef<'input'>) {
  return <input type="text" {...useFieldProps()} {...props} className={clsx(controlClass, className)} />;
}

/** An e-mail input: no capitals, no spell check. Give `autoComplete="username"` on login. */
export function EmailInput(props: ComponentPropsWithRef<'input'>) {
  return (
    <TextInput
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="email"
    />
  );
}

/** A password with a show/hide button. Give `autoComplete` "current-password" or "new-password". */
export function PasswordInput({ className, ...props }: ComponentPropsWithRef<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <input
        {...useFieldProps()}
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={clsx(controlClass, 'pe-12', className)}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        title={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-2 hover:text-ink focus-visible:-outline-offset-3"
      >
        {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
      </button>
    </span>
  );
}

export type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: ReactNode;
  error?: ReactNode;
};

/** The box of a checkbox alone; its name is the label around it. */
export function CheckBox({ className, ...props }: Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  return (
    <span className={clsx('relative grid size-[18px] shrink-0 place-items-center', className)}>
      <input
        {...props}
        type="checkbox"
        className="peer size-[18px] appearance-none rounded-badge border border-control bg-surface transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary aria-invalid:border-loss forced-colors:appearance-auto"
      />
      <Check
        size={13}
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute text-on-primary opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0 forced-colors:hidden"
      />
      <Minus
        size={13}
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute text-on-primary opacity-0 peer-indeterminate:opacity-100 forced-colors:hidden"
      />
    </span>
  );
}

/** A checkbox with its label (may hold links) and an optional error. */
export function Checkbox({ label, error, className, ...props }: CheckboxProps) {
  const errorId = useId();
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className="flex cursor-pointer items-start gap-2.5 py-1 text-ui pointer-coarse:py-2.5"
      >
        <CheckBox
          {...props}
          id={id}
          className="mt-px"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : props['aria-describedby']}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={errorId} className="text-sm text-loss">
          {error}
        </p>
      )}
    </div>
  );
}

/** The native select, drawn like the other controls; give `<option>`s as children. */
export function Select({ className, ...props }: ComponentPropsWithRef<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select {...useFieldProps()} {...props} className={clsx(controlClass, 'appearance-none pe-9')} />
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-2"
      />
    </span>
  );
}

export function TextArea({ className, rows = 4, ...props }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldProps()}
      {...props}
      className={clsx(controlClass, 'resize-y', className)}
    />
  );
}

export type MoneyInputProps = ComponentPropsWithRef<'input'> & { currency?: string };

/** An amount as text with a decimal keyboard: the mouse wheel cannot change it. Read it with `parseAmount`. */
export function MoneyInput({ className, currency = '$', ...props }: MoneyInputProps) {
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-ink-3"
      >
        {currency}
      </span>
      <TextInput
        autoComplete="off"
        {...props}
        type="text"
        inputMode="decimal"
        className={clsx('ps-7 text-end', className)}
      />
    </span>
  );
}
