import type { RefObject } from 'react';
import { useShortcuts } from '../../../../ui/shortcuts/useShortcuts.ts';
import type { Selection } from './useSelection.ts';

const rowsIn = (area: HTMLElement | null): HTMLElement[] => [
  ...(area?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

const current = (rows: readonly HTMLElement[]): number =>
  rows.findIndex((row) => row.contains(document.activeElement));

const focusRow = (row: HTMLElement | undefined): void => {
  const link = row?.querySelector<HTMLElement>('[data-open]');
  link?.focus();
  row?.scrollIntoView({ block: 'nearest' });
};

/**
 * The keys of a table. The keyboard's cursor is the focus itself, on the link of a row: Enter opens it, and a screen reader
 * hears where it is.
 */
export function useTableKeys(group: string, area: RefObject<HTMLElement | null>, selection: Selection): void {
  const move = (by: 1 | -1) => {
    const rows = rowsIn(area.current);
    const at = current(rows);
    focusRow(rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)]);
  };
  const open = () => {
    const rows = rowsIn(area.current);
    rows[current(rows)]?.querySelector<HTMLElement>('[data-open]')?.click();
  };
  const toggle = (range: boolean) => {
    const rows = rowsIn(area.current);
    const id = rows[current(rows)]?.dataset.row;
    if (id !== undefined) selection.toggle(id, range);
  };
  useShortcuts(group, [
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
    { keys: 'Enter', label: 'Open the row', run: open },
    { keys: 'x', label: 'Select the row', run: () => toggle(false) },
    { keys: 'Shift+x', label: 'Select up to the row', run: () => toggle(true) },
    { keys: 'Shift+a', label: 'Select the page', run: selection.togglePage },
    ...(selection.count > 0 ? [{ keys: 'Escape', label: 'Clear the selection', run: selection.clear }] : []),
  ]);
}
