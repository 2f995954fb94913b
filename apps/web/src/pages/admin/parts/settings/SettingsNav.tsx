import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../../../../paths.ts';
import { SECTION_LABELS } from '../content/section-list.ts';

const ITEMS = [
  { to: paths.adminSettings, label: 'Firm' },
  ...Object.entries(SECTION_LABELS).map(([path, label]) => ({ to: `${paths.adminSettings}/${path}`, label })),
];

/** The parts of the settings, each a page of its own; the row scrolls where it does not fit. */
export function SettingsNav() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav aria-label="Settings" className="mb-6 overflow-x-auto border-b border-line [scrollbar-width:none]">
      <ul ref={list} className="flex">
        {ITEMS.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className="block whitespace-nowrap border-b-2 border-transparent px-3 py-2.5 text-ink-2 no-underline transition-colors hover:border-control hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-primary aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:py-3"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
