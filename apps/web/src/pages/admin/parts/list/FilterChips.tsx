import { X } from 'lucide-react';

export type Chip = { id: string; label: string; value: string };

type FilterChipsProps = { chips: readonly Chip[]; onRemove: (id: string) => void; onClear: () => void };

/** The filters that narrow the list now; a press takes one off. */
export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters in use" className="-mt-1 mb-4 flex flex-wrap items-center gap-2">
      {chips.map(({ id, label, value }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onRemove(id)}
            className="press flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface ps-3 pe-2 text-sm transition-colors hover:border-ink-2 pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove filter </span>
            <span className="text-ink-2">{label}</span>
            <span className="max-w-48 truncate font-medium">{value}</span>
            <X size={13} aria-hidden="true" className="text-ink-3" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" onClick={onClear} className="link min-h-8 px-1 text-sm pointer-coarse:min-h-11">
          Clear filters
        </button>
      </li>
    </ul>
  );
}
