import { clsx } from 'clsx';
import { Menu as MenuIcon, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { buttonClass } from '../ui/Button.tsx';

export type NavItem = { to: string; label: string; end?: boolean };

/** Links of a top bar. */
export function BarLinks({ items }: { items: readonly NavItem[] }) {
  return items.map((item) => (
    <NavLink
      key={item.to}
      to={item.to}
      end={item.end ?? false}
      className="rounded-control px-3 py-2 text-ink-2 no-underline decoration-1 underline-offset-8 transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline"
    >
      {item.label}
    </NavLink>
  ));
}

/** The button that opens the phone's menu, and the menu under the bar. Closes on navigation and Esc. */
export function MobileMenu({
  label = 'Menu',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={open ? 'Close menu' : 'Open menu'}
        onClick={() => setOpen(!open)}
        className={buttonClass({ variant: 'quiet' }, 'w-11 px-0!')}
      >
        {open ? <X size={22} aria-hidden="true" /> : <MenuIcon size={22} aria-hidden="true" />}
      </button>
      <nav
        id={id}
        aria-label={label}
        className={clsx(
          'popover absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] flex-col overflow-y-auto border-b border-line bg-bg px-4 pb-6 pt-2 shadow-popover',
          open ? 'flex' : 'hidden',
        )}
      >
        {children}
      </nav>
    </div>
  );
}

/** The look of a link or button in the phone's menu. */
export const mobileItemClass =
  'flex min-h-12 items-center gap-3 border-b border-line px-1 text-start text-prose text-ink no-underline aria-[current=page]:font-semibold';
