import type { QueryParameters } from '@firmament/contract';
import { ACCOUNT_QUEUES, ACCOUNT_SORTS } from '@firmament/contract/lists';
import { messages } from '@firmament/contract/messages';
import { PAYMENT_STATUSES, STAGES, STATUSES } from '@firmament/rules';
import { Link } from 'react-router';
import { download } from '../../api/download.ts';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { late, useNextPage } from '../../ui/late.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AccountsTable } from './parts/AccountsTable.tsx';
import { PAYMENT_LABELS, STAGE_LABELS, STATUS_LABELS, VIEW_LABELS } from './parts/accounts.ts';
import { FilterSelect } from './parts/FilterSelect.tsx';
import { ListPages } from './parts/ListPages.tsx';
import { BulkBar } from './parts/list/BulkBar.tsx';
import { BulkReport } from './parts/list/BulkReport.tsx';
import { ExportButton } from './parts/list/ExportButton.tsx';
import { ListFilters } from './parts/list/ListFilters.tsx';
import { KEEP_ROWS, useListTable, useViews } from './parts/list/useListTable.ts';
import { tabsOf } from './parts/list/views.ts';
import { oneOf, sortAsked, sortIn, sortParams, useListUrl } from './parts/list-url.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { RemindersButton } from './parts/RemindersButton.tsx';
import { TableSkeleton } from './parts/TableSkeleton.tsx';

/** Asked for with the page, and there before a row can be selected; the list does not wait for it. */
const AccountBulkActions = late(
  async () => (await import('./parts/AccountBulkActions.tsx')).AccountBulkActions,
  { Place: () => null, ahead: true },
);

const choices = <Id extends string>(ids: readonly Id[], labels: Readonly<Record<Id, string>>) =>
  ids.map((id) => ({ id, label: labels[id] }));

type ListUrl = ReturnType<typeof useListUrl>;
type Filters = Omit<QueryParameters<'GET /admin/accounts'>, 'limit' | 'cursor' | 'sort' | 'order'>;

const filtersOf = (params: URLSearchParams) => ({
  search: params.get('search') || undefined,
  status: oneOf(STATUSES, params.get('status')),
  paymentStatus: oneOf(PAYMENT_STATUSES, params.get('paymentStatus')),
  stage: oneOf(STAGES, params.get('stage')),
  queue: oneOf(ACCOUNT_QUEUES, params.get('queue')),
});

/** What a view of this list keeps. */
const KEPT = ['search', 'status', 'paymentStatus', 'stage', 'queue', 'sort', 'order'];
const NO_FILTERS = { search: undefined, status: undefined, paymentStatus: undefined, stage: undefined };

const loadNext = () => import('./AccountPage.tsx');

export function Component() {
  useNextPage(loadNext);
  const url = useListUrl();
  const filters = filtersOf(url.params);
  const views = useViews('accounts', url, KEPT);
  const denied = isForbidden(views.query.error);
  const tab = views.current?._id ?? filters.queue ?? 'all';
  return (
    <>
      <PageHeader
        title="Accounts"
        actions={
          !denied && (
            <>
              <RemindersButton due={views.counts?.reminder_due} />
              <ExportButton
                run={() =>
                  download('POST /admin/accounts/export', {
                    selection: { matching: filters },
                    ...sortAsked(sortIn(ACCOUNT_SORTS, url.params)),
                  })
                }
              />
            </>
          )
        }
      />
      {denied ? (
        <PageError error={views.query.error} fallback={messages.accountsFetchFailed} />
      ) : (
        <Tabs
          label="Views"
          tabs={tabsOf(VIEWS, views)}
          value={tab}
          onChange={(id) => {
            const own = views.views.find((view) => view._id === id);
            if (own) views.openView(own);
            else views.open(id === 'all' ? {} : { queue: id });
          }}
        >
          <AccountFilters url={url} views={views} />
          <List url={url} filters={filters} />
        </Tabs>
      )}
    </>
  );
}

const VIEWS = (['all', ...ACCOUNT_QUEUES] as const).map((id) => ({ id, label: VIEW_LABELS[id] }));

function AccountFilters({ url, views }: { url: ListUrl; views: ReturnType<typeof useViews> }) {
  const { set } = url;
  const { status, paymentStatus, stage } = filtersOf(url.params);
  const chosen = [
    status && { id: 'status', label: 'Status', value: STATUS_LABELS[status] },
    paymentStatus && { id: 'paymentStatus', label: 'Payment', value: PAYMENT_LABELS[paymentStatus] },
    stage && { id: 'stage', label: 'Stage', value: STAGE_LABELS[stage] },
  ].filter((chip) => typeof chip === 'object');
  return (
    <ListFilters
      list="accounts"
      url={url}
      views={views}
      placeholder="Name, email or MT5 number"
      sorts={SORTS}
      chosen={chosen}
      none={NO_FILTERS}
    >
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
        onChange={(id) => set({ paymentStatus: id })}
      />
      <FilterSelect
        label="Stage"
        all="All stages"
        options={choices(STAGES, STAGE_LABELS)}
        value={stage}
        onChange={(id) => set({ stage: id })}
      />
    </ListFilters>
  );
}

const SORTS = [
  { column: 'created', label: 'Created' },
  { column: 'user', label: 'User' },
  { column: 'tier', label: 'Tier' },
  { column: 'balance', label: 'Balance' },
  { column: 'equity', label: 'Equity' },
  { column: 'status', label: 'Status' },
  { column: 'payment', label: 'Payment' },
  { column: 'stage', label: 'Stage' },
  { column: 'mt5', label: 'MT5 Account' },
] as const;

function List({ url, filters }: { url: ListUrl; filters: Filters }) {
  const { params, set, ...list } = url;
  const sort = sortIn(ACCOUNT_SORTS, params);
  const order = sortAsked(sort);
  const query = usePageQuery({
    ...getQuery('GET /admin/accounts', {
      query: {
        ...filters,
        ...order,
        limit: list.size,
        cursor: list.cursor,
      },
    }),
    ...KEEP_ROWS,
  });
  const accounts = query.data?.accounts ?? [];
  const total = query.data?.total ?? 0;
  const { area, selection, bulk } = useListTable({
    list: 'accounts',
    rows: query.isPlaceholderData ? [] : accounts,
    total,
    filters: { ...filters },
    group: 'Accounts',
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
  const { queue, ...others } = filters;
  const filtered = Object.values(others).some((value) => value !== undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div ref={area} role="group" tabIndex={-1} aria-label="List of accounts" className="outline-none">
      <BulkReport bulk={bulk} linkTo={paths.adminAccount} />
      {accounts.length === 0 ? (
        <NoAccounts queue={queue} filtered={filtered} onClear={() => set(NO_FILTERS)} />
      ) : (
        <>
          <AccountsTable
            accounts={accounts}
            queue={queue}
            busy={query.isPlaceholderData}
            selection={selection}
            sort={sort}
            onSort={(next) => set(sortParams(next))}
          />
          <ListPages list={list} shown={accounts.length} answer={query.data} />
        </>
      )}
      <BulkBar selection={selection} total={total} nouns={['account', 'accounts']} state={bulk.state}>
        <AccountBulkActions selection={selection} matching={filters} order={order} bulk={bulk} />
      </BulkBar>
    </div>
  );
}

type NoAccountsProps = { queue: Filters['queue']; filtered: boolean; onClear: () => void };

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
  if (queue) {
    return (
      <EmptyState
        title="Nothing waits here"
        action={
          <Link to={paths.adminAccounts} className={buttonClass({ variant: 'secondary' })}>
            All accounts
          </Link>
        }
      >
        This queue is empty.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No accounts yet"
      action={
        <Link to={paths.adminPackages} className={buttonClass({ variant: 'secondary' })}>
          Packages on sale
        </Link>
      }
    >
      What traders buy appears here.
    </EmptyState>
  );
}
