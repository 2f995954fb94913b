import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { Progress } from '../../../../ui/Progress.tsx';
import type { BulkState } from './useBulk.ts';
import type { Selection } from './useSelection.ts';

type BulkBarProps = {
  selection: Selection;
  /** Rows that match, on all pages. */
  total: number;
  /** What the rows are: ['account', 'accounts']. */
  nouns: readonly [one: string, many: string];
  state: BulkState;
  /** What can be done with the selected rows. */
  children: ReactNode;
};

/** What is selected, as words. */
const countText = ({ all, count }: Selection, [one, many]: readonly [string, string]): string =>
  all ? `All ${formatCount(count)} matching` : `${formatCount(count)} ${count === 1 ? one : many} selected`;

/** At the foot of the window while rows are selected: how many, the step to all that match, and what to do with them. */
export function BulkBar({ selection, total, nouns, state, children }: BulkBarProps) {
  const running = state.phase === 'running';
  const more = !selection.all && selection.page === 'all' && total > selection.count;
  return (
    <>
      <p role="status" className="sr-only">
        {selection.count > 0 && countText(selection, nouns)}
      </p>
      {(selection.count > 0 || running) && (
        <section
          aria-label="Selected rows"
          data-bulk-bar
          className="no-print sticky bottom-0 z-20 -mx-1 mt-2 rounded-t-card border border-b-0 border-line bg-raised px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-popover"
        >
          {running ? (
            <RunningChange state={state} count={selection.count} />
          ) : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <div className="flex items-center gap-1.5">
                <IconButton
                  label="Clear selection"
                  icon={<X size={16} />}
                  size="small"
                  onClick={selection.clear}
                />
                <strong className="whitespace-nowrap font-semibold">{countText(selection, nouns)}</strong>
              </div>
              {!selection.all && selection.page !== 'all' && (
                <Button
                  variant="quiet"
                  size="small"
                  className="link md:hidden"
                  onClick={selection.togglePage}
                >
                  Select this page
                </Button>
              )}
              {more && (
                <Button variant="quiet" size="small" className="link" onClick={selection.selectAll}>
                  Select all {formatCount(total)} matching
                </Button>
              )}
              <div className="flex flex-wrap items-center gap-2 sm:ms-auto">{children}</div>
            </div>
          )}
        </section>
      )}
    </>
  );
}

function RunningChange({ state, count }: { state: BulkState & { phase: 'running' }; count: number }) {
  const { request, progress } = state;
  const total = progress?.total ?? Math.max(count, 1);
  const done = progress?.done ?? 0;
  return (
    <Progress
      label={request.label}
      value={done}
      max={total}
      text={progress ? `${formatCount(done)} of ${formatCount(total)}` : 'Begins…'}
    />
  );
}
