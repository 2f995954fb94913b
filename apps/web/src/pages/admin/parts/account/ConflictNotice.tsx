import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Notice } from '../../../../ui/States.tsx';
import type { TradingAccount } from '../accounts.ts';
import { Changes } from './Changes.tsx';
import { changesSince } from './history.ts';

type ConflictNoticeProps = {
  message: string;
  /** As this page had read it, and as it is now. */
  before: TradingAccount;
  now: TradingAccount;
  onDismiss: () => void;
};

/** Says what somebody else changed while this page was open; the page already shows the new state. */
export function ConflictNotice({ message, before, now, onDismiss }: ConflictNoticeProps) {
  const lines = changesSince(before, now);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice
        tone="warn"
        role="alert"
        title={message}
        className="mb-6"
        action={
          <Button size="small" variant="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <p>Your change was not saved. The page now shows the present state.</p>
        {lines.length > 0 && <Changes lines={lines} className="mt-2" />}
      </Notice>
    </div>
  );
}
