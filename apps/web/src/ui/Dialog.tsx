import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { keepWidth } from './scroll-lock.ts';

export type DialogProps = {
  open: boolean;
  /** Called for Esc, the close button and a press on the backdrop. */
  onClose: () => void;
  title: ReactNode;
  /** Buttons at the foot; the least harmful first: it takes the focus where no form control does. */
  actions?: ReactNode;
  size?: 'small' | 'large';
  /** 'end' draws a sheet at the end edge (drawer), on phones at the bottom. */
  placement?: 'center' | 'end';
  children?: ReactNode;
};

/** A form control of the content, else the first action. */
const firstFocus = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('[data-content] :is(input, select, textarea):not([type="hidden"])') ??
  dialog.querySelector<HTMLElement>('[data-actions] :is(button, a)');

/** A modal native dialog: inertness, focus trap, Esc and the return of focus are the browser's. */
export function Dialog({
  open,
  onClose,
  title,
  actions,
  size = 'small',
  placement = 'center',
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      keepWidth();
      element.showModal();
      firstFocus(element)?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={clsx(
        'dialog max-h-[min(90dvh,56rem)] w-[calc(100%-2rem)] overflow-y-auto overscroll-contain border border-line bg-raised text-ink shadow-popover',
        placement === 'center' && 'rounded-dialog',
        placement === 'center' && (size === 'large' ? 'max-w-prose' : 'max-w-dialog'),
        placement === 'end' &&
          'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-t-dialog sm:me-0 sm:h-dvh sm:max-h-dvh sm:max-w-dialog',
      )}
    >
      {/* The content covers the whole dialog, so that only a press on the backdrop hits the dialog itself. */}
      <div className="flex min-h-full flex-col p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="serif text-section">
            {title}
          </h2>
          <IconButton
            label="Close dialog"
            icon={<X size={18} />}
            size="small"
            className="-me-1.5 -mt-0.5"
            onClick={onClose}
          />
        </div>
        {open && (
          <div data-content className="mt-3 grow">
            {children}
          </div>
        )}
        {actions && (
          <div data-actions className="mt-6 flex flex-wrap justify-end gap-3">
            {open && actions}
          </div>
        )}
      </div>
    </dialog>
  );
}
