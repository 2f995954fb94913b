import { useState } from 'react';
import { useSearchParams } from 'react-router';

const NEW = 'new';

type Shown<Row> = { id: string | null; row: Row | null; round: number };

/**
 * The drawer that edits one of `rows`, or adds one. It has an address of its own, `?edit=` and an id or 'new', so that it
 * outlives a reload and the browser's Back closes it; an id that is not among the rows opens nothing.
 */
export function useDrawer<Row extends { _id: string }>(rows: readonly Row[] | undefined) {
  const [params, setParams] = useSearchParams();
  const id = params.get('edit');
  const find = (wanted: string | null): Row | null => rows?.find(({ _id }) => _id === wanted) ?? null;
  /** `round` rises with each opening, so that the form begins afresh; while it closes, it still shows what it held. */
  const [shown, setShown] = useState<Shown<Row>>({ id, row: find(id), round: 0 });
  const found = find(id);
  if (id !== null && id !== shown.id) setShown({ id, row: found, round: shown.round + 1 });
  // Withdrawn by somebody else, it stays open with what is typed; saving says so.
  else if (found && found !== shown.row) setShown({ ...shown, row: found });
  const show = (next: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete('edit');
        else after.set('edit', next);
        return after;
      },
      { preventScrollReset: true, replace: next === null },
    );
  const open = (next: string) => {
    setShown(({ round }) => ({ id: next, row: find(next), round: round + 1 }));
    show(next);
  };
  return {
    isOpen: rows !== undefined && id !== null && (id === NEW || shown.row !== null),
    /** What is edited; null for a new one. */
    row: shown.row,
    key: shown.round,
    add: () => open(NEW),
    edit: ({ _id }: Row) => open(_id),
    close: () => show(null),
  };
}
