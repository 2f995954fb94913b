import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { ApiError, call } from '../../../../api/client.ts';
import { useAuth } from '../../../../auth/AuthProvider.tsx';
import { AddressText } from '../../../../ui/AddressText.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { QrPlate } from '../../../../ui/QrPlate.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { DateTime, RelativeTime } from '../../../../ui/Values.tsx';
import { InlineFeedback, isConflict, useAction } from '../feedback.tsx';
import { type Address, addressesChanged, openOrders, VERDICTS } from './addresses.ts';

type AddressListProps = { addresses: readonly Address[]; onEdit: (address: Address) => void };

/** The payment addresses in use, each as a trader sees it beside what an administrator must know of it. */
export function AddressList({ addresses, onEdit }: AddressListProps) {
  return (
    <ul aria-label="In use" className="flex flex-col gap-4">
      {addresses.map((address) => (
        <AddressItem key={address._id} address={address} onEdit={() => onEdit(address)} />
      ))}
    </ul>
  );
}

function AddressItem({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const titleId = useId();
  const verdict = VERDICTS[address.check.verdict];
  return (
    <li
      aria-labelledby={titleId}
      className={clsx(
        'grid overflow-hidden rounded-card border bg-surface sm:grid-cols-[minmax(0,1fr)_auto]',
        address.intact ? 'border-line' : 'border-loss',
      )}
    >
      <div className="flex min-w-0 flex-col gap-2 p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id={titleId} className="text-card wrap-anywhere">
            {address.name}
          </h2>
          <Badge tone="info">{address.network}</Badge>
          <Badge tone={verdict.tone}>{verdict.label}</Badge>
        </div>
        {!address.intact && (
          <Notice tone="error" title="Changed outside of this program">
            Traders do not see it. Compare it letter by letter, then save it again or delete it.
          </Notice>
        )}
        <Waiting address={address} />
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 leading-7">
            <AddressText address={address.address} />
          </p>
          <CopyButton text={address.address} label="Copy address" message={messages.addressCopied} />
        </div>
        {address.check.text && <p className="text-sm text-ink-2">{address.check.text}</p>}
        <p className="text-sm text-ink-2">
          {address.openOrders > 0 && <>{openOrders(address.openOrders)} · </>}
          {address.updatedBy ? <>Set by {address.updatedBy.name} </> : 'Set '}
          <RelativeTime value={address.updatedAt} />
        </p>
        <Actions address={address} titleId={titleId} onEdit={onEdit} />
      </div>
      <Preview address={address} />
    </li>
  );
}

/** What the trader scans. */
function Preview({ address }: { address: Address }) {
  const isShown = address.intact && address.shownFrom === null;
  return (
    <figure className="flex items-center gap-4 border-t border-line bg-sunken p-4 sm:flex-col sm:justify-center sm:border-s sm:border-t-0">
      <QrPlate
        text={address.uri}
        label={`QR code of ${address.name} on ${address.network}`}
        className={clsx('size-28 shrink-0', !isShown && 'opacity-40')}
      />
      <figcaption className="max-w-28 text-sm text-ink-2 sm:text-center">
        {isShown ? 'As the trader sees it' : 'Not shown to traders'}
      </figcaption>
    </figure>
  );
}

/** A change that traders do not see yet. */
function Waiting({ address }: { address: Address }) {
  const client = useQueryClient();
  const { user } = useAuth();
  const { shownFrom, shownUntilThen, updatedBy } = address;
  const confirmation = useAction({
    run: (_: undefined) =>
      call('POST /admin/payment-addresses/{id}/confirm', {
        params: { id: address._id },
        ifMatch: address.version,
      }),
    success: (answer) => answer.message,
    failure: messages.addressSaveFailed,
    onDone: () => addressesChanged(client),
    onFailed: () => addressesChanged(client),
  });
  if (!shownFrom || !address.intact) return null;
  return (
    <Notice
      tone="warn"
      title={
        <>
          Traders see it from <DateTime value={shownFrom} />
        </>
      }
      action={
        <Button
          size="small"
          variant="secondary"
          busy={confirmation.busy}
          disabledReason={updatedBy?._id === user?._id && messages.addressOwnChange}
          onClick={() => confirmation.act(undefined)}
        >
          Show it now
        </Button>
      }
    >
      {shownUntilThen ? (
        <>
          Until then: {shownUntilThen.name} on {shownUntilThen.network},{' '}
          <AddressText address={shownUntilThen.address} />
        </>
      ) : (
        'Until then they see nothing of it.'
      )}
      <InlineFeedback feedback={confirmation.feedback} />
    </Notice>
  );
}

type ActionsProps = { address: Address; titleId: string; onEdit: () => void };

function Actions({ address, titleId, onEdit }: ActionsProps) {
  const client = useQueryClient();
  const deletion = useAction({
    run: (_: undefined) =>
      call('DELETE /payment/addresses/{id}', { params: { id: address._id }, ifMatch: address.version }),
    success: () => messages.addressDeleted,
    failure: messages.addressDeleteFailed,
    onDone: () => addressesChanged(client),
    onFailed: (error) => {
      if (isConflict(error) || (error instanceof ApiError && error.status === 404)) addressesChanged(client);
    },
  });
  const remove = () => {
    const shown =
      address.openOrders > 0
        ? `${openOrders(address.openOrders)} that show it strike it out.`
        : 'No open order shows it.';
    const question = `Delete the ${address.network} address “${address.name}”?\n\n${address.address}\n\nNew orders no longer show it. ${shown}`;
    if (window.confirm(question)) deletion.act(undefined);
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <Button variant="secondary" size="small" onClick={onEdit} aria-describedby={titleId}>
        Edit
      </Button>
      <Button variant="danger" size="small" busy={deletion.busy} onClick={remove} aria-describedby={titleId}>
        Delete
      </Button>
      <InlineFeedback feedback={deletion.feedback} />
    </div>
  );
}
