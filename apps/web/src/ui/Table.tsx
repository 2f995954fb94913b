// biome-ignore-all lint/a11y/noRedundantRoles: display:block on phones would take the table elements' own roles away
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { CheckBox } from './inputs.tsx';

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
  /** For actions, as the last column: the header is for screen readers only, and the column stays in sight. */
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
  /** A checkbox before each row, and one for all rows of the page. */
  selection?: TableSelection<Row>;
  className?: string;
};

export type TableSelection<Row> = {
  isSelected: (row: Row) => boolean;
  /** `range`: with Shift, up to this row. */
  onToggle: (row: Row, range: boolean) => void;
  page: 'none' | 'some' | 'all';
  onTogglePage: () => void;
  /** What a row's checkbox is called. */
  nameOf: (row: Row) => string;
};

const rowTones = { loss: 'bg-loss-tint', gain: 'bg-gain-tint', mark: 'bg-info-tint' };

/**
 * A plain table: sticky header, first column and actions, sort buttons in `th[aria-sort]`; under 768 px each row is a card,
 * without the cells that hold nothing. A row has its key in `data-row`.
 */
export function Table<Row, Id extends string>(props: TableProps<Row, Id>) {
  const { caption, columns, rows, rowKey, sort, onSort, busy = false, rowTone, selection, className } = props;
  const heading = columns.find((column) => column.heading) ?? columns.find((column) => !column.hideHeader);
  return (
    <div
      className={clsx(
        'rounded-card border-line bg-surface max-xl:md:max-h-[80dvh] max-xl:md:scroll-px-48 max-xl:md:overflow-auto max-xl:md:[--sticky-top:0px] md:border',
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
            {selection && <SelectPageCell selection={selection} />}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                sort={sort ?? null}
                onSort={onSort}
                sticky={column.hideHeader ? 'last' : index === 0 && (selection ? 'second' : 'first')}
              />
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
            const isSelected = selection?.isSelected(row) ?? false;
            return (
              <tr
                key={rowKey(row)}
                role="row"
                data-row={rowKey(row)}
                className={clsx(
                  'group/row transition-colors max-md:relative max-md:flex max-md:flex-col max-md:rounded-card max-md:border max-md:border-line max-md:px-4 max-md:py-2 md:hover:bg-sunken',
                  isSelected ? 'bg-info-tint' : tone ? rowTones[tone] : 'bg-surface',
                )}
              >
                {selection && (
                  <SelectRowCell
                    name={selection.nameOf(row)}
                    checked={isSelected}
                    onToggle={(range) => selection.onToggle(row, range)}
                  />
                )}
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    role="cell"
                    className={clsx(
                      'md:h-11 md:border-b md:border-line md:px-3 md:py-2 md:align-middle md:first:ps-4 md:last:pe-4',
                      'max-md:flex max-md:min-h-9 max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1 max-md:text-end max-md:has-[>div:empty]:hidden',
                      column === heading && 'max-md:-order-1 max-md:text-start',
                      column === heading && selection && 'max-md:pe-12',
                      index === 0 && (selection ? STICKY.second : STICKY.first),
                      column.hideHeader && STICKY.last,
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

/** The cells that stay in sight while a wide table is scrolled sideways. */
const STICKY = {
  first: 'md:sticky md:start-0 md:z-[5] md:bg-inherit',
  second: 'md:sticky md:start-11 md:z-[5] md:bg-inherit',
  /** A hairline says that what is beside it goes on under it. */
  last: 'md:sticky max-xl:md:end-0 md:z-[5] md:bg-inherit max-xl:md:border-s',
};

const STICKY_HEADER = { first: 'start-0', second: 'start-11', last: 'max-xl:md:end-0 max-xl:md:border-s' };

/** The whole cell is the target; the box lies above, since a label does not hand on a press with Shift in every browser. */
const CHECK_BOX =
  'relative flex cursor-pointer items-center justify-center p-3 after:absolute after:inset-0 max-md:min-h-11 min-w-11';

function SelectPageCell<Row>({ selection }: { selection: TableSelection<Row> }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className="sticky start-0 top-[var(--sticky-top,0px)] z-[15] w-11 rounded-ss-card border-b border-line bg-sunken p-0 max-md:hidden"
    >
      <CheckMark
        label="Select this page"
        checked={selection.page === 'all'}
        mixed={selection.page === 'some'}
        onToggle={selection.onTogglePage}
      />
    </th>
  );
}

type SelectRowCellProps = { name: string; checked: boolean; onToggle: (range: boolean) => void };

function SelectRowCell({ name, checked, onToggle }: SelectRowCellProps) {
  return (
    <td
      role="cell"
      className="max-md:absolute max-md:end-1 max-md:top-1 md:sticky md:start-0 md:z-[5] md:w-11 md:border-b md:border-line md:bg-inherit"
    >
      <CheckMark label={`Select ${name}`} checked={checked} onToggle={onToggle} />
    </td>
  );
}

type CheckMarkProps = {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onToggle: (range: boolean) => void;
};

function CheckMark({ label, checked, mixed = false, onToggle }: CheckMarkProps) {
  const id = useId();
  return (
    // A press with Shift would otherwise mark text.
    <label htmlFor={id} className={clsx(CHECK_BOX, 'select-none')}>
      <span className="sr-only">{label}</span>
      <CheckBox
        id={id}
        className="z-[1]"
        ref={(input) => {
          if (input) input.indeterminate = mixed;
        }}
        checked={checked}
        onChange={(event) => {
          const press: Event = event.nativeEvent;
          onToggle('shiftKey' in press && press.shiftKey === true);
        }}
      />
    </label>
  );
}

type HeaderCellProps<Row, Id extends string> = {
  column: Column<Row, Id>;
  sort: Sort<Id> | null;
  onSort: ((sort: Sort<Id>) => void) | undefined;
  sticky: false | keyof typeof STICKY;
};

function HeaderCell<Row, Id extends string>({ column, sort, onSort, sticky }: HeaderCellProps<Row, Id>) {
  const sorted = sort?.column === column.id ? sort.direction : undefined;
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown;
  const end = column.align === 'end';
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.sortable ? (sorted ?? 'none') : undefined}
      className={clsx(
        'sticky top-[var(--sticky-top,0px)] whitespace-nowrap border-b border-line bg-sunken px-3 py-2.5 text-xs font-medium text-ink-2 first:rounded-ss-card first:ps-4 last:rounded-se-card last:pe-4',
        end ? 'text-end' : 'text-start',
        sticky ? 'z-[15]' : 'z-10',
        sticky && STICKY_HEADER[sticky],
        column.className,
      )}
    >
      {column.sortable && onSort && <span className="md:hidden">{column.header}</span>}
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: column.id, direction: sorted === 'ascending' ? 'descending' : 'ascending' })
          }
          className={clsx(
            'inline-flex items-center gap-1 text-start hover:text-ink max-md:hidden',
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
