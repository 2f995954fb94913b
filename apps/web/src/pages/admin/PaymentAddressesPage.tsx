import { messages } from '@firmament/contract/messages';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paymentAddressesQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { late } from '../../ui/late.tsx';
import { Loading, Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { EmptyState, Notice } from '../../ui/States.tsx';
import { AddressList } from './parts/addresses/AddressList.tsx';
import { inOrder, type Managed, ORDERS, type Saved } from './parts/addresses/addresses.ts';
import { oneOf } from './parts/list-url.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';

const AddressDialog = late(async () => (await import('./parts/addresses/AddressDialog.tsx')).AddressDialog, {
  Place: ({ open }) =>
    open && (
      <div className="pointer-events-none fixed inset-0 z-40 flex">
        <Loading>Opening the form...</Loading>
      </div>
    ),
});

/** Somebody else's change, and the end of a delay, are seen without asking. */
const REFRESH_MILLISECONDS = 60_000;

export function Component() {
  const query = usePageQuery({
    ...paymentAddressesQuery,
    refetchInterval: REFRESH_MILLISECONDS,
  });
  const [saved, setSaved] = useState<Saved | null>(null);
  const drawer = useDrawer();
  const denied = isForbidden(query.error);
  const data = denied ? undefined : query.data;
  const add = (
    <Button
      icon={<Plus size={17} aria-hidden="true" />}
      onClick={() => {
        setSaved(null);
        drawer.open('new');
      }}
    >
      New address
    </Button>
  );
  return (
    <>
      <PageHeader title="Payment Options" actions={data && data.addresses.length > 0 && add}>
        New orders show these addresses. Orders that are already open keep the ones they were made with.
      </PageHeader>
      {saved && saved.warnings.length > 0 && <SavedWarnings saved={saved} onDismiss={() => setSaved(null)} />}
      {query.isError && !data ? (
        <PageError
          error={query.error}
          fallback={messages.addressesFetchFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !data ? (
        <SkeletonGroup label="Loading addresses..." className="flex flex-col gap-4">
          <Skeleton className="h-44 rounded-card!" />
          <Skeleton className="h-44 rounded-card!" />
        </SkeletonGroup>
      ) : data.addresses.length === 0 ? (
        <EmptyState
          title="No payment address yet"
          action={add}
          className="rounded-card border border-dashed border-control"
        >
          Traders cannot pay until you add one.
        </EmptyState>
      ) : (
        <Addresses data={data} onEdit={drawer.open} />
      )}
      {data && (
        <AddressDialog
          key={drawer.key}
          open={drawer.isOpen}
          edited={data.addresses.find(({ _id }) => _id === drawer.id) ?? null}
          delayMinutes={data.delayMinutes}
          onClose={drawer.close}
          onSaved={(answer) => {
            drawer.close();
            setSaved(answer);
          }}
        />
      )}
    </>
  );
}

/** The drawer has an address of its own: `?edit=new`, or `?edit=` and an id. */
function useDrawer() {
  const [params, setParams] = useSearchParams();
  /** Rises with each opening, so that the form begins afresh; while it closes, it still shows what it held. */
  const [opening, setOpening] = useState({ id: params.get('edit'), round: 0 });
  const id = params.get('edit');
  if (id !== null && id !== opening.id) setOpening({ id, round: opening.round + 1 });
  const show = (next: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete('edit');
        else after.set('edit', next);
        return after;
      },
      { preventScrollReset: true, replace: next === null },
    );
  return {
    isOpen: id !== null,
    id: id ?? opening.id,
    key: opening.round,
    open: (next: string) => {
      setOpening(({ round }) => ({ id: next, round: round + 1 }));
      show(next);
    },
    close: () => show(null),
  };
}

function Addresses({ data, onEdit }: { data: Managed; onEdit: (id: string) => void }) {
  const [params, setParams] = useSearchParams();
  const order =
    oneOf(
      ORDERS.map(({ id }) => id),
      params.get('sort'),
    ) ?? 'shown';
  return (
    <>
      <div className="mb-4 flex items-center justify-end gap-2 text-sm text-ink-2">
        <label htmlFor="addresses-sort">Sort by</label>
        <Select
          id="addresses-sort"
          value={order}
          className="w-48"
          onChange={(event) =>
            setParams(event.target.value === 'shown' ? {} : { sort: event.target.value }, {
              preventScrollReset: true,
            })
          }
        >
          {ORDERS.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <AddressList addresses={inOrder(data.addresses, order)} onEdit={({ _id }) => onEdit(_id)} />
    </>
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
