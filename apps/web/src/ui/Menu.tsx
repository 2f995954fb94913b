import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFocusKept } from './useFocusKept.ts';

export type MenuProps = {
  /** What the opening button shows. */
  label: ReactNode;
  /** Its accessible name where the label alone does not say it. */
  name?: string;
  align?: 'start' | 'end';
  /** Where it opens; above for a bar at the bottom. */
  side?: 'below' | 'above';
  buttonClassName?: string;
  /** Links and buttons with `menuItemClass`; the menu closes after a press on one of them. */
  children: ReactNode;
};

/** The look of a link or button inside a menu. */
export const menuItemClass =
  'flex w-full items-center gap-2.5 rounded-control px-3 py-2 text-start text-ui text-ink no-underline transition-colors hover:bg-sunken aria-[current=page]:font-semibold pointer-coarse:py-3';

/** In CSS pixels. */
const EDGE = 8;

/** Moves a panel sideways, so that no edge of the window cuts it off. */
function keepInside(panel: HTMLElement | null): void {
  if (!panel) return;
  const { left, right } = panel.getBoundingClientRect();
  const shift = Math.max(EDGE - left, 0) || Math.min(document.documentElement.clientWidth - EDGE - right, 0);
  panel.style.translate = `${shift}px`;
}

/** A disclosure with links (not role=menu): Esc, a press outside and leaving by Tab close it. */
export function Menu({ label, name, align = 'end', side = 'below', buttonClassName, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  /** What was pressed in the menu is gone with it. */
  const button = useFocusKept<HTMLButtonElement>(open);
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Only the top layer closes.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, button]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches focus leaving the group
    <div
      ref={root}
      className="relative"
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget))
          setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={name}
        onClick={() => setOpen(!open)}
        className={clsx(
          'press flex min-h-10 max-w-full items-center gap-2 rounded-control px-2 py-1 text-ui font-medium transition-colors hover:bg-sunken aria-expanded:bg-sunken pointer-coarse:min-h-11',
          buttonClassName,
        )}
      >
        {label}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className={clsx('shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys act on the links themselves
        // biome-ignore lint/a11y/noStaticElementInteractions: closes after a link inside was followed
        <div
          ref={keepInside}
          id={id}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a, button')) setOpen(false);
          }}
          className={clsx(
            'popover absolute z-40 flex w-max min-w-56 max-w-[calc(100vw-2rem)] flex-col rounded-card border border-line bg-raised p-1.5 shadow-popover',
            align === 'end' ? 'end-0' : 'start-0',
            side === 'above' ? 'bottom-full mb-1.5' : 'mt-1.5',
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}
