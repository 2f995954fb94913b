import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/Button.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/States.tsx';
import { type Bulk, type BulkState, type Progress, passing, summaryOf } from './useBulk.ts';

type BulkReportProps = { bulk: Bulk; linkTo: (id: string) => string };

/** What became of a bulk change that did not simply succeed; the focus goes to it. */
export function BulkReport({ bulk, linkTo }: BulkReportProps) {
  const { state } = bulk;
  const { phase } = state;
  const box = useRef<HTMLElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (phase === before.current) return;
    before.current = phase;
    if (phase !== 'idle' && phase !== 'running') box.current?.focus();
  }, [phase]);
  if (state.phase === 'idle' || state.phase === 'running') return null;
  return (
    <section ref={box} tabIndex={-1} aria-label="Result of the bulk change" className="mb-4">
      {state.phase === 'refused' && (
        <Notice
          tone="error"
          title={`${state.request.label}: not done`}
          action={
            <Button size="small" variant="quiet" onClick={bulk.dismiss}>
              Dismiss
            </Button>
          }
        >
          {state.reason} Nothing was changed.
        </Notice>
      )}
      {state.phase === 'interrupted' && <Interrupted state={state} bulk={bulk} />}
      {state.phase === 'done' && (
        <Notice
          tone="error"
          title={summaryOf(state.request.label, state.progress)}
          action={
            <span className="flex flex-wrap gap-2">
              {passing(state.progress) > 0 && (
                <Button size="small" variant="secondary" onClick={bulk.retry}>
                  {state.progress.failed === 1
                    ? 'Retry the failed row'
                    : `Retry ${formatCount(state.progress.failed)} failed rows`}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={bulk.dismiss}>
                Dismiss
              </Button>
            </span>
          }
        >
          <Failures progress={state.progress} linkTo={linkTo} />
        </Notice>
      )}
    </section>
  );
}

type InterruptedProps = { state: BulkState & { phase: 'interrupted' }; bulk: Bulk };

function Interrupted({ state: { request, progress, reason }, bulk }: InterruptedProps) {
  return (
    <Notice
      tone="warn"
      title={`${request.label}: not finished`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={bulk.resume}>
            Go on
          </Button>
          <Button size="small" variant="quiet" onClick={bulk.dismiss}>
            Leave it
          </Button>
        </span>
      }
    >
      {reason} {progress && `${formatCount(progress.done)} of ${formatCount(progress.total)} rows are done.`}{' '}
      Going on changes only the rows that are left.
    </Notice>
  );
}

/** Each row that failed, with its reason and the way to it. */
function Failures({ progress, linkTo }: { progress: Progress; linkTo: (id: string) => string }) {
  const { failures, failed } = progress;
  return (
    <>
      <ul
        aria-label="Rows that failed"
        className="mt-2 max-h-64 divide-y divide-line overflow-y-auto border-t border-line"
      >
        {failures.map((failure) => (
          <li key={failure._id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
            <Link to={linkTo(failure._id)} className="link font-medium">
              {failure.name || failure._id}
              {failure.detail !== null && <span className="ms-2 font-mono text-sm">{failure.detail}</span>}
            </Link>
            <span className="text-ink-2">{failure.reason}</span>
          </li>
        ))}
      </ul>
      {failed > failures.length && (
        <p className="mt-2 text-sm">The first {formatCount(failures.length)} are listed.</p>
      )}
    </>
  );
}
