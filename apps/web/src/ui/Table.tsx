// biome-ignore-all lint/a11y/noRedundantRoles: display:block on phones would take the table elements' own roles away
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

export type Sort<Id extends string = string> = { column: Id; direction: 'ascending' | 'descending' };

export type Column<Row, Id extends string = string> = {
  id: Id;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** 'end' for numbers. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** The column that heads a card on phones; default the first. */
  heading?: boolean;
  /** The header is for screen readers only (checkbox, actions). */
  hideHeader?: boolean;
  className?: string;
};

export type TableProps<Row, Id extends string> = {
  caption: string;
  columns: readonly Column<Row, Id>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort<Id> | null;
  onSort?: (sort: Sort<Id>) => void;
  /** Old rows stay, dimmed, while new ones load. */
  busy?: boolean;
  rowTone?: (row: Row) => 'loss' | 'gain' | 'mark' | undefined;
  selected?: (row: Row) => boolean;
  className?: string;
};

const rowTones = { loss: 'bg-loss-tint', gain: 'bg-gain-tint', mark: 'bg-info-tint' };

/** A plain table: sticky header, sort buttons in `th[aria-sort]`; under 768 px each row is a card. */
export function Table<Row, Id extends string>(props: TableProps<Row, Id>) {
  const { caption, columns, rows, rowKey, sort, onSort, busy = false, rowTone, selected, className } = props;
  const heading = columns.find((column) => column.heading) ?? columns.find((column) => !column.hideHeader);
  return (
    <div
      className={clsx(
        'rounded-card border-line bg-surface max-lg:md:overflow-x-auto max-lg:md:[--sticky-top:0px] md:border',
        className,
      )}
    >
      <table
        role="table"
        aria-busy={busy || undefined}
        className="w-full border-separate border-spacing-0 text-ui max-md:block"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort ?? null} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={clsx(
            'transition-opacity max-md:flex max-md:flex-col max-md:gap-3',
            busy && 'opacity-55',
          )}
        >
          {rows.map((row) => {
            const tone = rowTone?.(row);
            return (
              <tr
                key={rowKey(row)}
                role="row"
                className={clsx(
                  'transition-colors max-md:flex max-md:flex-col max-md:rounded-card max-md:border max-md:border-line max-md:px-4 max-md:py-2 md:hover:bg-sunken',
                  tone ? rowTones[tone] : selected?.(row) ? 'bg-info-tint' : 'max-md:bg-surface',
                )}
              >
                {columns.map((column) => (
                  <td
                    key={column.id}
                    role="cell"
                    className={clsx(
                      'md:h-11 md:border-b md:border-line md:px-3 md:py-2 md:align-middle md:first:ps-4 md:last:pe-4',
                      'max-md:flex max-md:min-h-9 max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1 max-md:text-end',
                      column === heading && 'max-md:-order-1 max-md:text-start',
                      column.align === 'end' && 'md:text-end',
                      column.className,
                    )}
                  >
                    {!column.hideHeader && column !== heading && (
                      <span aria-hidden="true" className="text-start text-sm text-ink-3 md:hidden">
                        {column.header}
                      </span>
                    )}
                    <div className="min-w-0">{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type HeaderCellProps<Row, Id extends string> = {
  column: Column<Row, Id>;
  sort: Sort<Id> | null;
  onSort: ((sort: Sort<Id>) => void) | undefined;
};

function HeaderCell<Row, Id extends string>({ column, sort, onSort }: HeaderCellProps<Row, Id>) {
  const sorted = sort?.column === column.id ? sort.direction : undefined;
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown;
  const end = column.align === 'end';
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.sortable ? (sorted ?? 'none') : undefined}
      className={clsx(
        'sticky top-[var(--sticky-top,0px)] z-10 whitespace-nowrap border-b border-line bg-sunken px-3 py-2.5 text-xs font-medium text-ink-2 first:rounded-ss-card first:ps-4 last:rounded-se-card last:pe-4',
        end ? 'text-end' : 'text-start',
        column.className,
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: column.id, direction: sorted === 'ascending' ? 'descending' : 'ascending' })
          }
          className={clsx(
            'inline-flex items-center gap-1 hover:text-ink',
            end && 'flex-row-reverse',
            sorted && 'font-semibold text-ink',
          )}
        >
          {column.header}
          <Icon size={13} aria-hidden="true" className={sorted ? '' : 'text-ink-3'} />
        </button>
      ) : (
        <span className={clsx(column.hideHeader && 'sr-only')}>{column.header}</span>
      )}
    </th>
  );
}
