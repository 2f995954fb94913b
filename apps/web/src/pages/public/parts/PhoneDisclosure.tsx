import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

export type PhoneDisclosureProps = {
  id: string;
  title: string;
  level: 2 | 3;
  titleClassName: string;
  open: boolean;
  onToggle: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A section that collapses below 768 px only. Wider screens and print always show it, without a toggle; the style sheet
 * decides, so that nothing jumps when the page becomes interactive.
 */
export function PhoneDisclosure({
  id,
  title,
  level,
  titleClassName,
  open,
  onToggle,
  className,
  children,
}: PhoneDisclosureProps) {
  const panel = `${id}-panel`;
  const Heading = `h${level}` as const;
  return (
    <section id={id} aria-label={title} className={className}>
      <Heading className={titleClassName}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center justify-between gap-4 py-3 text-start md:hidden print:hidden"
        >
          {title}
          <Plus
            size={20}
            aria-hidden="true"
            className={clsx('shrink-0 text-ink-3 transition-transform', open && 'rotate-45')}
          />
        </button>
        <span className="max-md:hidden print:inline!">{title}</span>
      </Heading>
      <div id={panel} className={clsx('max-md:pb-6', !open && 'max-md:hidden print:block!')}>
        {children}
      </div>
    </section>
  );
}
