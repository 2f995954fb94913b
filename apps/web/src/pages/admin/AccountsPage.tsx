import { messages } from '@firmament/contract/messages';
import { PAYMENT_STATUSES, STAGES, STATUSES } from '@firmament/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AccountsTable } from './parts/AccountsTable.tsx';
import {
  type Overview,
  PAYMENT_LABELS,
  QUEUES,
  type Queue,
  STAGE_LABELS,
  STATUS_LABELS,
} from './parts/accounts.ts';
import { FilterSelect } from './parts/FilterSelect.tsx';
import { ListPages } from './parts/ListPages.tsx';
import { oneOf, useListUrl } from './parts/list-url.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { RemindersButton } from './parts/RemindersButton.tsx';
import { SearchField } from './parts/SearchField.tsx';
import { TableSkeleton } from './parts/TableSkeleton.tsx';

const choices = <Id extends string>(ids: readonly Id[], labels: Readonly<Record<Id, string>>) =>
  ids.map((id) => ({ id, label: labels[id] }));

type ListUrl = ReturnType<typeof useListUrl>;

const filtersOf = (params: URLSearchParams) => ({
  search: params.get('search') || undefined,
  status: oneOf(STATUSES, params.get('status')),
  paymentStatus: oneOf(PAYMENT_STATUSES, params.get('payment')),
  stage: oneOf(STAGES, params.get('stage')),
  queue: oneOf(
    QUEUES.map(({ id }) => id),
    params.get('queue'),
  ),
});

const NO_FILTERS = { search: undefined, status: undefined, payment: undefined, stage: undefined };

export function Component() {
  const url = useListUrl();
  const filters = filtersOf(url.params);
  const overview = useQuery(getQuery('GET /admin/overview'));
  const denied = isForbidden(overview.error);
  return (
    <>
      <PageHeader
        title="Accounts"
        actions={!denied && <RemindersButton due={overview.data?.remindersDue} />}
      />
      {denied ? (
        <PageError error={overview.error} fallback={messages.accountsFetchFailed} />
      ) : (
        <Tabs
          label="Queues"
          tabs={tabsOf(overview.data)}
          value={filters.queue ?? 'all'}
          onChange={(tab) => url.set({ queue: tab === 'all' ? undefined : tab })}
        >
          <Filters url={url} />
          <List url={url} />
        </Tabs>
      )}
    </>
  );
}

const tabsOf = (overview: Overview | undefined): { id: Queue | 'all'; label: string; count?: number }[] => [
  { id: 'all', label: 'All' },
  ...QUEUES.map(({ id, label, count }) => ({ id, label, ...(overview ? { count: overview[count] } : {}) })),
];

function Filters({ url: { params, set } }: { url: ListUrl }) {
  const { search, status, paymentStatus, stage } = filtersOf(params);
  const onSearch = useCallback((text: string) => set({ search: text }, true), [set]);
  return (
    <div className="my-4 flex flex-wrap items-center gap-3">
      <SearchField
        label="Search accounts"
        placeholder="Name, email or MT5 number"
        value={search ?? ''}
        onChange={onSearch}
      />
      <FilterSelect
        label="Status"
        all="All statuses"
        options={choices(STATUSES, STATUS_LABELS)}
        value={status}
        onChange={(id) => set({ status: id })}
      />
      <FilterSelect
        label="Payment status"
        all="All payments"
        options={choices(PAYMENT_STATUSES, PAYMENT_LABELS)}
        value={paymentStatus}
        onChange={(id) => set({ payment: id })}
      />
      <FilterSelect
        label="Stage"
        all="All stages"
        options={choices(STAGES, STAGE_LABELS)}
        value={stage}
        onChange={(id) => set({ stage: id })}
      />
    </div>
  );
}

function List({ url }: { url: ListUrl }) {
  const { params, set, ...list } = url;
  const filters = filtersOf(params);
  const query = useQuery({
    ...getQuery('GET /admin/accounts', { query: { ...filters, limit: list.size, cursor: list.cursor } }),
    placeholderData: keepPreviousData,
  });
  if (query.isError && (!query.data || isForbidden(query.error))) {
    return (
      <PageError
        error={query.error}
        fallback={messages.accountsFetchFailed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <TableSkeleton label="Loading accounts..." />;
  const { accounts } = query.data;
  if (accounts.length === 0) {
    const { queue, ...others } = filters;
    const filtered = Object.values(others).some((value) => value !== undefined);
    return <NoAccounts queue={queue} filtered={filtered} onClear={() => set(NO_FILTERS)} />;
  }
  return (
    <>
      <AccountsTable accounts={accounts} queue={filters.queue} busy={query.isPlaceholderData} />
      <ListPages list={list} shown={accounts.length} answer={query.data} />
    </>
  );
}

type NoAccountsProps = { queue: Queue | undefined; filtered: boolean; onClear: () => void };

function NoAccounts({ queue, filtered, onClear }: NoAccountsProps) {
  if (filtered) {
    return (
      <EmptyState
        title="No account matches"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        No account in this list has what you look for.
      </EmptyState>
    );
  }
  if (queue) return <EmptyState title="Nothing waits here">This queue is empty.</EmptyState>;
  return <EmptyState title="No accounts yet">What traders buy appears here.</EmptyState>;
}
