import { messages } from '@firmament/contract/messages';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { AddressText } from '../../../ui/AddressText.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { QrPlate } from '../../../ui/QrPlate.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Money } from '../../../ui/Values.tsx';
import { isPending } from '../../dashboard/parts/accounts.ts';
import { NetworkChoice } from './NetworkChoice.tsx';
import type { Address, Order, Payment } from './order.ts';

type InstructionsProps = {
  account: Order;
  payment: Payment;
  /** The one address that the trader pays to; null while all are shown. */
  chosen: Address | null;
  onChoose: (id: string | null) => void;
};

export function Instructions(props: InstructionsProps) {
  const { account } = props;
  const isVerified = account.paymentStatus === 'verified';
  if (isVerified || !isPending(account)) {
    return (
      <Panel title="Payment Instructions" titleStyle="card" className="no-print">
        <p className="text-prose">
          {isVerified
            ? 'Your payment is verified. Nothing more is to be paid.'
            : 'Nothing is to be paid for this order any more.'}
        </p>
      </Panel>
    );
  }
  if (account.status === 'payment_submitted')
    return (
      <Panel title="Payment Instructions" titleStyle="card" className="no-print">
        <Notice title="Your proof is with us">Please do not pay a second time.</Notice>
        <Disclosure title="Show the payment addresses" titleClassName="mt-2">
          <div className="text-ink">
            <HowToPay {...props} />
          </div>
        </Disclosure>
      </Panel>
    );
  return (
    <Panel title="Payment Instructions" titleStyle="card" className="no-print">
      <HowToPay {...props} />
    </Panel>
  );
}

/** The amount, the networks to choose from and their addresses. */
function HowToPay({ account: { price }, payment, chosen, onChoose }: InstructionsProps) {
  const usable = payment.addresses.filter((address) => !address.withdrawn);
  return (
    <>
      <p className="text-prose">
        Please send the exact amount of <Money amount={price} cents="auto" className="font-semibold" /> to one
        of these addresses:
      </p>
      <p className="mt-3 flex items-center justify-between gap-3 border-y border-line py-2">
        <span className="text-ink-2">Amount</span>
        <span className="flex min-w-0 items-center gap-3">
          <Money amount={price} cents="auto" className="text-figure-2" />
          <CopyButton text={String(price)} label="Copy amount" message="Amount copied!" />
        </span>
      </p>
      {payment.changed && (
        <Notice tone="warn" className="mt-4">
          The firm’s payment addresses changed since your order. These are the ones your order was made with;
          those struck out must not be used any more.
        </Notice>
      )}
      {usable.length === 0 && (
        <Notice tone="warn" className="mt-4" title="No payment address is set up yet">
          Please come back in a little while or write to support. Your order stays as it is.
        </Notice>
      )}
      {usable.length > 1 && <NetworkChoice addresses={usable} chosen={chosen} onChoose={onChoose} />}
      <ul className="divide-y divide-line border-b border-line">
        {(chosen ? [chosen] : payment.addresses).map((address) => (
          <AddressRow key={address._id} address={address} open={chosen !== null} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-ink-2">Ensure you send the correct cryptocurrency and exact amount.</p>
    </>
  );
}

/** One address; `open` shows its QR code from the start. */
function AddressRow({ address, open }: { address: Address; open: boolean }) {
  const [toggled, setToggled] = useState<boolean | null>(null);
  const shown = toggled ?? open;
  const ends = address.address.length > 14;
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold [overflow-wrap:anywhere]">{address.name}</bdi>
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
              onClick={() => setToggled(!shown)}
            >
              {shown ? 'Hide QR' : 'Show QR'}
              <span className="sr-only"> of the {address.network} address</span>
            </Button>
          </div>
          {shown && <QrCard address={address} />}
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

/** The network stands above the code: a payment on another one is lost. */
function QrCard({ address: { network, uri } }: { address: Address }) {
  return (
    <figure className="mt-3 w-fit max-w-full">
      <figcaption className="mb-2 text-sm text-ink-2">
        Only on <strong className="text-ink">{network}</strong>. The code holds the address; enter the amount
        yourself.
      </figcaption>
      <QrPlate text={uri} label={`QR code of the ${network} address`} />
    </figure>
  );
}
