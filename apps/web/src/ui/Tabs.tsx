import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { formatCount } from './format.ts';

export type Tab<Id extends string> = { id: Id; label: ReactNode; count?: number };

export type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  className?: string;
  /** The panel of the selected tab; without it only the list is drawn (see `tabPanelProps`). */
  children?: ReactNode;
  listId?: string;
};

/** Tabs with automatic activation: arrows, Home and End move and select; the row scrolls instead of wrapping. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  className,
  children,
  listId,
}: TabsProps<Id>) {
  const own = useId();
  const base = listId ?? own;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowRight: at + (rtl ? -1 : 1),
      ArrowLeft: at + (rtl ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.id);
    const button = list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index];
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === value}
            aria-controls={children === undefined ? undefined : `${base}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={clsx(
              'shrink-0 whitespace-nowrap border-b-2 px-3 py-2.5 transition-colors first:ps-1 focus-visible:-outline-offset-2 pointer-coarse:py-3',
              tab.id === value
                ? 'border-primary font-semibold text-ink forced-colors:border-[Highlight]'
                : 'border-transparent text-ink-2 hover:border-control hover:text-ink forced-colors:border-[Canvas]',
            )}
          >
            {/* The bold twin keeps the width when the selection moves. */}
            <span className="inline-grid *:col-start-1 *:row-start-1">
              <span>{tab.label}</span>
              <span aria-hidden="true" className="invisible font-semibold">
                {tab.label}
              </span>
            </span>
            {tab.count !== undefined && <span className="ms-1.5 text-ink-3">{formatCount(tab.count)}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${value}`} tabIndex={-1}>
          {children}
        </div>
      )}
    </div>
  );
}
