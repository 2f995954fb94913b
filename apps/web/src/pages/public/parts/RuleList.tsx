import { Link2 } from 'lucide-react';
import type { Rule } from '../../../content/rules.ts';

/** Rules under one another: name, number, text, and a link to each. `context` makes the links' names unique. */
export function RuleList({ rules, context }: { rules: readonly Rule[]; context: string }) {
  const figures = rules.some(({ figure }) => figure !== undefined);
  return (
    <ul className="border-b border-line">
      {rules.map((rule) => (
        <li
          key={rule.id}
          id={rule.id}
          className={`relative grid gap-x-6 gap-y-1 border-t border-line py-4 pe-10 target:bg-mark/25 md:items-baseline ${
            figures ? 'grid-cols-[1fr_auto] md:grid-cols-[10rem_5.5rem_1fr]' : 'md:grid-cols-[12.5rem_1fr]'
          }`}
        >
          <h3 className="font-semibold max-md:text-prose">{rule.title}</h3>
          {figures && <p className="whitespace-nowrap text-figure-2">{rule.figure}</p>}
          <p className={`text-prose text-ink-2 ${figures ? 'max-md:col-span-2' : ''}`}>{rule.text}</p>
          <a
            href={`#${rule.id}`}
            aria-label={`Link to ${context}: ${rule.title}`}
            className="no-print absolute end-0 top-2.5 grid size-9 place-items-center rounded-control text-ink-3 transition-colors hover:text-ink pointer-coarse:size-11"
          >
            <Link2 size={16} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}
