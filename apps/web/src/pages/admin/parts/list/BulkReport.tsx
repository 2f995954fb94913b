import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/Button.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/States.tsx';
import { type Bulk, summaryOf } from './useBulk.ts';

/** What became of a bulk change: the summary, each row that failed with its reason, and the way to try those again. */
export function BulkReport({ bulk, linkTo }: { bulk: Bulk; linkTo: (id: string) => string }) {
  const { state } = bulk;
  const box = useRef<HTMLElement>(null);
  const speaks = state.phase === 'interrupted' || (state.phase === 'done' && state.progress.failed > 0);
  useEffect(() => {
    if (speaks) box.current?.focus();
  }, [speaks]);
  if (state.phase === 'idle' || state.phase === 'running') return null;
  const { failures = [], failed = 0 } = state.progress ?? {};
  return (
    <section ref={box} tabIndex={-1} aria-label="Result of the bulk change" className="mb-4">
      {state.phase === 'interrupted' ? (
        <Notice
          tone="warn"
          title={`${state.request.label}: not finished`}
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
          {state.reason}{' '}
          {state.progress &&
            `${formatCount(state.progress.done)} of ${formatCount(state.progress.total)} rows are done.`}{' '}
          Going on changes only the rows that are left.
        </Notice>
      ) : (
        <Notice
          tone={failed > 0 ? 'error' : 'success'}
          title={summaryOf(state.request.label, state.progress)}
          action={
            <span className="flex flex-wrap gap-2">
              {failed > 0 && (
                <Button size="small" variant="secondary" onClick={bulk.retry}>
                  {failed === 1 ? 'Retry the failed row' : `Retry ${formatCount(failed)} failed rows`}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={bulk.dismiss}>
                Dismiss
              </Button>
            </span>
          }
        >
          {failures.length > 0 && (
            <ul
              aria-label="Rows that failed"
              className="mt-2 max-h-64 divide-y divide-line overflow-y-auto border-t border-line"
            >
              {failures.map((failure) => (
                <li key={failure._id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
                  <Link to={linkTo(failure._id)} className="link font-medium">
                    {failure.name || failure._id}
                    {failure.detail !== null && (
                      <span className="ms-2 font-mono text-sm">{failure.detail}</span>
                    )}
                  </Link>
                  <span className="text-ink-2">{failure.reason}</span>
                </li>
              ))}
            </ul>
          )}
          {failed > failures.length && (
            <p className="mt-2 text-sm">The first {formatCount(failures.length)} are listed.</p>
          )}
        </Notice>
      )}
    </section>
  );
}
