import type { ResponseBody } from '@firmament/contract';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { formatMoney } from '../../../ui/format.ts';
import { DefinitionList, Panel } from '../../../ui/Panel.tsx';
import { Money } from '../../../ui/Values.tsx';
import { useCountdown } from './useCountdown.ts';

export type Order = ResponseBody<'GET /accounts/{id}'>;

const packageNameOf = (account: Order): string =>
  account.packageName || (typeof account.package === 'object' ? account.package?.name : '') || account.name;

const sizeOf = ({ accountSize }: Order): string =>
  typeof accountSize === 'number' && Number.isFinite(accountSize)
    ? formatMoney(accountSize, { cents: 'auto' })
    : 'N/A';

export function AccountDetails({ account }: { account: Order }) {
  const running = account.status === 'pending_payment';
  return (
    <Panel title="Account Details" titleStyle="card">
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

/** Minutes at which the time left is read out. */
const ANNOUNCED = [30, 10, 5, 1, 0];

function Countdown({ accountId }: { accountId: string }) {
  const { text, minutes } = useCountdown(accountId);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!ANNOUNCED.includes(minutes)) return;
    setAnnouncement(
      minutes === 0
        ? 'The countdown is over. You can still pay and send your proof.'
        : `${minutes} minutes left`,
    );
  }, [minutes]);
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
