import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

export type DisclosureProps = {
  title: ReactNode;
  level?: 2 | 3 | 4;
  defaultOpen?: boolean;
  /** Controlled: give both. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  id?: string;
  titleClassName?: string;
  children: ReactNode;
};

/** A heading that opens and closes what follows it. The content stays in the page for search and print. */
export function Disclosure({
  title,
  level = 3,
  defaultOpen = false,
  open,
  onToggle,
  id,
  titleClassName,
  children,
}: DisclosureProps) {
  const [own, setOwn] = useState(defaultOpen);
  const panelId = useId();
  const isOpen = open ?? own;
  const toggle = () => {
    setOwn(!isOpen);
    onToggle?.(!isOpen);
  };
  const Heading = `h${level}` as const;
  return (
    <div id={id} className="border-b border-line">
      <Heading className={clsx('text-card', titleClassName)}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={toggle}
          className="flex w-full items-baseline justify-between gap-4 py-3.5 text-start transition-colors hover:text-accent"
        >
          <span>{title}</span>
          <Plus
            size={18}
            aria-hidden="true"
            className={clsx('shrink-0 self-center text-ink-3 transition-transform', isOpen && 'rotate-45')}
          />
        </button>
      </Heading>
      <div
        id={panelId}
        className={clsx('max-w-prose pb-5 text-prose text-ink-2', !isOpen && 'hidden print:block')}
      >
        {children}
      </div>
    </div>
  );
}

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode };

/** Disclosures one under another, each on its own (an FAQ). */
export function Accordion({ items, level = 3 }: { items: readonly AccordionItem[]; level?: 2 | 3 | 4 }) {
  return (
    <div className="border-t border-line">
      {items.map((item) => (
        <Disclosure key={item.id} id={item.id} title={item.title} level={level}>
          {item.content}
        </Disclosure>
      ))}
    </div>
  );
}
