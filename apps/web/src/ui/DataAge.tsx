import { clsx } from 'clsx';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from './Button.tsx';
import { Notice } from './States.tsx';
import { RelativeTime } from './Values.tsx';

/** Figures older than this are called old. */
const STALE_MILLISECONDS = 5 * 60_000;

export type DataAgeProps = {
  /** Milliseconds since 1970 of the last answer. */
  updatedAt: number;
  refreshing: boolean;
  onRefresh: () => void;
  className?: string;
  /** Other small buttons beside it. */
  children?: ReactNode;
};

/** "Updated 12 s ago", with a button to ask again. */
export function DataAge({ updatedAt, refreshing, onRefresh, className, children }: DataAgeProps) {
  return (
    <span className={clsx('no-print inline-flex items-center gap-1 text-sm text-ink-2', className)}>
      <span>
        Updated <RelativeTime value={new Date(updatedAt)} />
      </span>
      <IconButton
        label="Refresh"
        size="small"
        icon={<RefreshCw size={14} aria-hidden="true" />}
        busy={refreshing}
        onClick={onRefresh}
      />
      {children}
    </span>
  );
}

/** Says that figures are old: at once after a failed refresh, else when they are older than five minutes. */
export function StaleNotice({
  updatedAt,
  failed,
  className,
}: {
  updatedAt: number;
  failed: boolean;
  className?: string;
}) {
  const old = useOlderThan(updatedAt, STALE_MILLISECONDS);
  return (
    <div role="status">
      {old ? (
        <Notice tone="warn" className={className} title="These figures are more than 5 minutes old">
          They may have changed since. Check your connection, then refresh.
        </Notice>
      ) : failed ? (
        <Notice tone="warn" className={className}>
          These figures could not be refreshed just now.
        </Notice>
      ) : null}
    </div>
  );
}

/** Whether a moment lies further back than `age`, by the wall clock. */
function useOlderThan(since: number, age: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return now - since > age;
}
