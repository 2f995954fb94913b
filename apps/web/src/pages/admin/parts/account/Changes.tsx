import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { type ChangeLine, NOTHING } from './history.ts';

/** "Status: Payment submitted → Active", a line for each fact. */
export function Changes({ lines, className }: { lines: readonly ChangeLine[]; className?: string }) {
  return (
    <ul className={clsx('flex flex-col gap-0.5 text-sm text-ink-2', className)}>
      {lines.map((line) => (
        <li key={line.field}>
          {line.label}:{' '}
          {line.before !== NOTHING && (
            <>
              {line.before}{' '}
              <ArrowRight
                size={12}
                role="img"
                aria-label="became"
                className="inline align-[-0.1em] text-ink-3"
              />{' '}
            </>
          )}
          <span className="font-medium text-ink">{line.after}</span>
        </li>
      ))}
    </ul>
  );
}
