import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { DefinitionList, Panel } from '../../../ui/Panel.tsx';
import { Money } from '../../../ui/Values.tsx';
import { type Order, packageNameOf, sizeOf } from './order.ts';
import { useCountdown } from './useCountdown.ts';

export function AccountDetails({ account }: { account: Order }) {
  const running = account.status === 'pending_payment';
  return (
    <Panel title="Account Details" titleStyle="card" className="no-print">
      <DefinitionList
        items={[
          { term: 'Package', value: packageNameOf(account) },
          { term: 'Account size', value: sizeOf(account) },
          { term: 'Price', value: <Money amount={account.price} cents="auto" /> },
          { term: 'Status', value: account.status.replaceAll('_', ' ') },
        ]}
      />
      {running && <Countdown accountId={account._id} />}
    </Panel>
  );
}

/** Minutes at which the time left is read out, the smallest first. */
const ANNOUNCED = [0, 1, 5, 10, 30] as const;

function announcementOf(minutes: number): string {
  if (minutes === 0) return 'The countdown is over. You can still pay and send your proof.';
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}

function Countdown({ accountId }: { accountId: string }) {
  const { text, minutes } = useCountdown(accountId);
  const [announcement, setAnnouncement] = useState('');
  // The mark that the time left is within; passed in sleep, it is announced on waking.
  const mark = ANNOUNCED.find((at) => minutes <= at);
  const latest = useRef(minutes);
  latest.current = minutes;
  useEffect(() => {
    if (mark !== undefined) setAnnouncement(announcementOf(latest.current));
  }, [mark]);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="label">Time left</p>
      <p
        role="timer"
        aria-live="off"
        className={clsx(
          'mt-1 text-figure',
          minutes <= 2 ? 'text-loss' : minutes <= 10 ? 'text-warn' : 'text-ink',
        )}
      >
        {text}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {minutes === 0
          ? 'Time is up, but nothing is lost: the addresses stay valid. If you have already paid, send your proof.'
          : 'A guide only: the order and the addresses stay valid afterwards.'}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
