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
import { useFocusKept } from '../../ui/useFocusKept.ts';
import { AddressList } from './parts/addresses/AddressList.tsx';
import { type Address, inOrder, type Managed, ORDERS, type Saved } from './parts/addresses/addresses.ts';
import { oneOf } from './parts/list-url.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { useDrawer } from './parts/useDrawer.ts';

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
  const denied = isForbidden(query.error);
  const data = denied ? undefined : query.data;
  const drawer = useDrawer(data?.addresses);
  const area = useFocusKept<HTMLDivElement>(data?.addresses.length);
  const add = (
    <Button
      icon={<Plus size={17} aria-hidden="true" />}
      onClick={() => {
        setSaved(null);
        drawer.add();
      }}
    >
      New address
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Payment Options"
        actions={(data ? data.addresses.length > 0 : query.isPending) && add}
      >
        New orders show these addresses. Orders that are already open keep the ones they were made with.
      </PageHeader>
      {saved && saved.warnings.length > 0 && <SavedWarnings saved={saved} onDismiss={() => setSaved(null)} />}
      <div ref={area} tabIndex={-1} className="outline-none">
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
          <Addresses data={data} onEdit={drawer.edit} />
        )}
      </div>
      {data && (
        <AddressDialog
          key={drawer.key}
          open={drawer.isOpen}
          edited={drawer.row}
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

function Addresses({ data, onEdit }: { data: Managed; onEdit: (edited: Address) => void }) {
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
      <AddressList addresses={inOrder(data.addresses, order)} onEdit={onEdit} />
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
