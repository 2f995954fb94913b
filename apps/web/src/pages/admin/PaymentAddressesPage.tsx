import { messages } from '@firmament/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { EmptyState, Notice } from '../../ui/States.tsx';
import { type Address, AddressForm, type Saved } from './parts/addresses/AddressForm.tsx';
import { AddressList } from './parts/addresses/AddressList.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';

export function Component() {
  const client = useQueryClient();
  const [editing, setEditing] = useState<Address | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  /** Rises when a form is done with, so that the next one begins afresh. */
  const [round, setRound] = useState(0);
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['GET /payment/addresses'] });
    void client.invalidateQueries({ queryKey: ['GET /admin/overview'] });
  };
  const edit = (address: Address | null) => {
    setEditing(address);
    setSaved(null);
    setRound((number) => number + 1);
  };
  return (
    <>
      <PageHeader title="Payment Options">
        New orders show these addresses. Orders that are already open keep the ones they were made with.
      </PageHeader>
      {saved && saved.warnings.length > 0 && <SavedWarnings saved={saved} onDismiss={() => setSaved(null)} />}
      <div className="grid items-start gap-6 xl:grid-cols-3">
        <div className="min-w-0 xl:order-1 xl:col-span-2">
          <Addresses
            editing={editing}
            onEdit={edit}
            onDeleted={(address) => {
              if (editing?._id === address._id) edit(null);
              refresh();
            }}
          />
        </div>
        <div className="xl:sticky xl:top-24 xl:order-2">
          <AddressForm
            key={`${editing?._id ?? 'new'} ${round}`}
            editing={editing}
            onCancel={() => edit(null)}
            onSaved={(answer) => {
              edit(null);
              setSaved(answer);
              refresh();
            }}
          />
        </div>
      </div>
    </>
  );
}

type AddressesProps = {
  editing: Address | null;
  onEdit: (address: Address) => void;
  onDeleted: (address: Address) => void;
};

function Addresses({ editing, onEdit, onDeleted }: AddressesProps) {
  const query = useQuery(getQuery('GET /payment/addresses'));
  if (query.isError && (!query.data || isForbidden(query.error))) {
    return (
      <PageError
        error={query.error}
        fallback={messages.addressesFetchFailed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) {
    return (
      <SkeletonGroup label="Loading addresses..." className="flex flex-col gap-3">
        <Skeleton className="h-36 rounded-card!" />
        <Skeleton className="h-36 rounded-card!" />
      </SkeletonGroup>
    );
  }
  if (query.data.addresses.length === 0) {
    return (
      <EmptyState title="No payment address yet" className="rounded-card border border-dashed border-control">
        Traders cannot pay until you add one.
      </EmptyState>
    );
  }
  return (
    <AddressList addresses={query.data.addresses} editing={editing} onEdit={onEdit} onChanged={onDeleted} />
  );
}

/** What the server could not check about the address that was just saved. */
function SavedWarnings({ saved, onDismiss }: { saved: Saved; onDismiss: () => void }) {
  return (
    <Notice
      tone="warn"
      role="status"
      className="mb-6"
      title={`${saved.address.name} on ${saved.address.network} was saved`}
      action={
        <Button variant="quiet" size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {saved.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  );
}
