import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { AddressText } from '../../../ui/AddressText.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Money } from '../../../ui/Values.tsx';
import { QrPlate } from './QrPlate.tsx';

type Payment = ResponseBody<'GET /accounts/{id}/payment'>;
type Address = Payment['addresses'][number];

export function Instructions({ price, payment }: { price: number; payment: Payment }) {
  const usable = payment.addresses.some((address) => !address.withdrawn);
  return (
    <Panel title="Payment Instructions" titleStyle="card">
      <p className="text-prose">
        Please send the exact amount of <Money amount={price} cents="auto" className="font-semibold" /> to one
        of these addresses:
      </p>
      <p className="mt-3 flex items-center justify-between gap-3 border-y border-line py-2">
        <span className="text-ink-2">Amount</span>
        <span className="flex items-center gap-3">
          <Money amount={price} className="text-figure-2" />
          <CopyButton text={String(price)} label="Copy amount" message="Amount copied!" />
        </span>
      </p>
      {payment.changed && (
        <Notice tone="warn" className="mt-4">
          The firm’s payment addresses changed since your order. These are the ones your order was made with;
          those struck out must not be used any more.
        </Notice>
      )}
      {usable ? null : (
        <Notice tone="warn" className="mt-4" title="No payment address is set up yet">
          Please come back in a little while or write to support. Your order stays as it is.
        </Notice>
      )}
      <ul className="divide-y divide-line border-b border-line">
        {payment.addresses.map((address) => (
          <AddressRow key={address._id} address={address} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-ink-2">Ensure you send the correct cryptocurrency and exact amount.</p>
    </Panel>
  );
}

function AddressRow({ address }: { address: Address }) {
  const [shown, setShown] = useState(false);
  const ends = address.address.length > 14;
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{address.name}</span>
        <Badge tone="info">{address.network}</Badge>
        {address.withdrawn && <Badge tone="loss">Withdrawn: do not pay here</Badge>}
      </p>
      <p className="mt-2 select-all">
        <AddressText address={address.address} withdrawn={address.withdrawn} />
      </p>
      {!address.withdrawn && (
        <>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <CopyButton
              text={address.address}
              label={`Copy ${address.network} address`}
              message={messages.addressCopied}
              showLabel
            />
            <Button
              size="small"
              variant="quiet"
              icon={<QrCode size={16} aria-hidden="true" />}
              aria-expanded={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide QR' : 'Show QR'}
            </Button>
          </div>
          {shown && <QrPlate text={address.uri} label={`QR code of the ${address.network} address`} />}
          {ends && (
            <p className="mt-2 text-sm text-ink-2">
              After pasting, compare the first and last six characters:{' '}
              <span className="font-mono">{address.address.slice(0, 6)}</span> …{' '}
              <span className="font-mono">{address.address.slice(-6)}</span>
            </p>
          )}
        </>
      )}
    </li>
  );
}
