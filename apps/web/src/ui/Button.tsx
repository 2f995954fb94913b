import { clsx } from 'clsx';
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-control bg-transparent text-ink hover:border-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-loss bg-transparent text-loss hover:bg-loss-tint',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-10 px-4 text-ui pointer-coarse:min-h-11',
  large: 'min-h-12 px-6 text-prose',
};

/** The look of a button, for a router `<Link className={buttonClass()}>` (a link stays a link). */
export function buttonClass(
  { variant = 'primary', size = 'medium', wide = false }: ButtonLook = {},
  extra?: string,
): string {
  return clsx(
    'press inline-flex items-center justify-center gap-2 rounded-control border py-1.5 text-center font-semibold leading-tight no-underline transition-colors',
    'aria-disabled:opacity-55 aria-disabled:hover:bg-none',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    extra,
  );
}

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean };

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> &
  ButtonLook & {
    icon?: ReactNode;
    /** While true the button keeps focus and width, shows `busyLabel` and ignores presses. */
    busy?: boolean;
    busyLabel?: string;
    /** Why the action is not possible now; the button stays focusable and says it. */
    disabledReason?: string | false | null | undefined;
    /** Disabled without a reason to give (an empty form, say). */
    disabled?: boolean;
  };

/**
 * Pressing a form's button leaves the focus in its field until the click: a field that is checked as it is left would show its
 * message in between, move the button from under the pointer, and the click would be lost.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** A press on what is off says why: on a touch screen no tooltip does. */
function sayWhy(reason: string): void {
  import('./toast.ts').then(
    ({ toast }) => toast(reason, { id: reason }),
    () => {},
  );
}

/** A button. `type` is "button" unless given. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  busyLabel,
  disabledReason,
  disabled = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = busy || disabled || Boolean(disabledReason);
  return (
    <>
      <button
        onMouseDown={type === 'submit' ? keepFocus : undefined}
        {...rest}
        type={type}
        aria-disabled={off || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        title={disabledReason || rest.title}
        className={buttonClass({ variant, size, wide }, className)}
        onClick={(event) => {
          if (disabledReason) sayWhy(disabledReason);
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {/* Both labels lie in one grid cell, so the width is that of the longer one. */}
        <span className="inline-grid items-center justify-items-center *:col-start-1 *:row-start-1">
          <span
            className={clsx('inline-flex items-center gap-2', busy && 'invisible')}
            aria-hidden={busy || undefined}
          >
            {icon}
            {children}
          </span>
          {(busy || busyLabel) && (
            <span
              className={clsx('inline-flex items-center gap-2', !busy && 'invisible')}
              aria-hidden={!busy || undefined}
            >
              <Spinner />
              {busyLabel ?? children}
            </span>
          )}
        </span>
      </button>
      {disabledReason && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'wide'> & {
  label: string;
  icon: ReactNode;
};

/** A square button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  size = 'medium',
  variant = 'quiet',
  className,
  ...rest
}: IconButtonProps) {
  const { disabled, disabledReason, busy, onClick, type = 'button', ...props } = rest;
  const off = Boolean(disabled || disabledReason || busy);
  return (
    <button
      {...props}
      type={type}
      aria-label={disabledReason ? `${label}: ${disabledReason}` : label}
      title={disabledReason || label}
      aria-disabled={off || undefined}
      onClick={(event) => {
        if (disabledReason) sayWhy(disabledReason);
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonClass(
        { variant, size },
        clsx(
          'aspect-square px-0!',
          size === 'small' ? 'w-8 pointer-coarse:w-11' : 'w-10 pointer-coarse:w-11',
          className,
        ),
      )}
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
}
