import { useEffect, useRef } from 'react';
import type { ApiError } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';

/** One fact as the page had shown it, as it is now, and what the refused change wanted; null where that wanted nothing. */
export type Compared = { label: string; seen: string; theirs: string; yours: string | null };

export type ConflictNoticeProps = {
  changed: ApiError['changed'];
  facts: readonly Compared[];
  /** Keeps what the other person set; the own change is given up. */
  onTheirs: () => void;
  /** Makes the own change again, of what is there now. */
  onMine: () => void;
  compact?: boolean;
};

/** Says who changed what while this page was open, and lets one choose. Nothing was overwritten. */
export function ConflictNotice({ changed, facts, onTheirs, onMine, compact = false }: ConflictNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={compact ? '' : 'mb-6'}>
      <Notice
        tone="warn"
        role="alert"
        title={
          <>
            Changed by {changed?.by ?? 'somebody else'} {changed && <RelativeTime value={changed.at} />}
          </>
        }
      >
        <p>Your change was not saved, and nothing was overwritten.</p>
        <dl className="mt-2 flex flex-col gap-2">
          {facts.map(({ label, seen, theirs, yours }) => (
            <div key={label} className="wrap-anywhere">
              <dt className="font-medium">{label}</dt>
              <dd className="flex flex-wrap gap-x-4">
                {seen === theirs ? (
                  <span>Still {theirs}</span>
                ) : (
                  <span>
                    Theirs: {seen} → <strong>{theirs}</strong>
                  </span>
                )}
                {yours !== null && (
                  <span>
                    Yours: <strong>{yours}</strong>
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onClick={onTheirs}>
            Keep theirs
          </Button>
          <Button size="small" variant="secondary" onClick={onMine}>
            Apply mine again
          </Button>
        </div>
      </Notice>
    </div>
  );
}
