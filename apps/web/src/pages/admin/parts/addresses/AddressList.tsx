import { messages } from '@firmament/contract/messages';
import { useId } from 'react';
import { ApiError, call } from '../../../../api/client.ts';
import { AddressText } from '../../../../ui/AddressText.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { InlineFeedback, useAction } from '../feedback.tsx';
import type { Address } from './AddressForm.tsx';

type AddressListProps = {
  addresses: readonly Address[];
  editing: Address | null;
  onEdit: (address: Address) => void;
  onChanged: (deleted: Address) => void;
};

/** Today's payment addresses, as traders are asked to pay to them. */
export function AddressList({ addresses, editing, onEdit, onChanged }: AddressListProps) {
  return (
    <ul aria-label="In use" className="flex flex-col gap-3">
      {addresses.map((address) => (
        <AddressItem
          key={address._id}
          address={address}
          edited={editing?._id === address._id}
          onEdit={() => onEdit(address)}
          onChanged={() => onChanged(address)}
        />
      ))}
    </ul>
  );
}

type AddressItemProps = { address: Address; edited: boolean; onEdit: () => void; onChanged: () => void };

function AddressItem({ address, edited, onEdit, onChanged }: AddressItemProps) {
  const titleId = useId();
  const deletion = useAction({
    run: (_: undefined) => call('DELETE /payment/addresses/{id}', { params: { id: address._id } }),
    success: () => messages.addressDeleted,
    failure: messages.addressDeleteFailed,
    onDone: onChanged,
    onFailed: (error) => {
      if (error instanceof ApiError && error.status === 404) onChanged();
    },
  });
  const remove = () => {
    const question = `Delete the ${address.network} address “${address.name}”?\n\n${address.address}\n\nNew orders no longer show it; open orders that show it strike it out.`;
    if (window.confirm(question)) deletion.act(undefined);
  };
  return (
    <li
      aria-labelledby={titleId}
      className={`rounded-card border bg-surface p-4 sm:p-5 ${edited ? 'border-ink-2' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={titleId} className="text-card">
          {address.name}
        </h2>
        <Badge tone="info">{address.network}</Badge>
      </div>
      <div className="mt-2 flex items-start justify-between gap-3">
        <p className="min-w-0 leading-6">
          <AddressText address={address.address} />
        </p>
        <CopyButton text={address.address} label="Copy address" message={messages.addressCopied} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="small" onClick={onEdit} aria-describedby={titleId}>
          Edit
        </Button>
        <Button
          variant="danger"
          size="small"
          busy={deletion.busy}
          onClick={remove}
          aria-describedby={titleId}
        >
          Delete
        </Button>
        <InlineFeedback feedback={deletion.feedback} />
      </div>
    </li>
  );
}
