import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from './Button.tsx';
import { formatCount } from './format.ts';
import { Select } from './inputs.tsx';

export type PaginationProps = {
  /** Number of the first row shown, from 1. */
  from: number;
  to: number;
  total: number;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  pageSize?: number;
  pageSizes?: readonly number[];
  onPageSize?: (size: number) => void;
};

/** "1–25 of 1,284", previous and next, rows per page. */
export function Pagination(props: PaginationProps) {
  const id = useId();
  const { from, to, total, onPrevious, onNext, pageSize, pageSizes = [25, 50, 100], onPageSize } = props;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 py-3 text-sm text-ink-2"
    >
      {onPageSize && (
        <span className="flex items-center gap-2">
          <label htmlFor={id} className="max-sm:sr-only">
            Rows per page
          </label>
          <Select
            id={id}
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
            className="w-22"
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Select>
        </span>
      )}
      <span role="status">
        {total === 0 ? '0 of 0' : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`}
      </span>
      <span className="flex gap-1">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft size={18} />}
          onClick={onPrevious}
          disabledReason={onPrevious ? undefined : 'this is the first page'}
        />
        <IconButton
          label="Next page"
          icon={<ChevronRight size={18} />}
          onClick={onNext}
          disabledReason={onNext ? undefined : 'this is the last page'}
        />
      </span>
    </nav>
  );
}
