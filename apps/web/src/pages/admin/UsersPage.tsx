import { USER_SORTS, USER_STATES } from '@firmament/contract/lists';
import { messages } from '@firmament/contract/messages';
import { download } from '../../api/download.ts';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { useNextPage } from '../../ui/late.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { FilterSelect } from './parts/FilterSelect.tsx';
import { ListPages } from './parts/ListPages.tsx';
import { BulkBar } from './parts/list/BulkBar.tsx';
import { BulkReport } from './parts/list/BulkReport.tsx';
import { ExportButton } from './parts/list/ExportButton.tsx';
import { ListFilters } from './parts/list/ListFilters.tsx';
import { KEEP_ROWS, useListTable, useViews } from './parts/list/useListTable.ts';
import { sameFilters, tabsOf } from './parts/list/views.ts';
import { sortAsked, sortIn, sortParams, useListUrl } from './parts/list-url.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { TableSkeleton } from './parts/TableSkeleton.tsx';
import { UserBulkActions } from './parts/UserBulkActions.tsx';
import { UsersTable } from './parts/UsersTable.tsx';
import { ROLES, USER_STATE_LABELS, USER_VIEWS, type UserFilters, userFiltersOf } from './parts/users.ts';

type ListUrl = ReturnType<typeof useListUrl>;

/** What a view of this list keeps. */
const KEPT = ['search', 'role', 'state', 'sort', 'order'];
const NO_FILTERS = { search: undefined, role: undefined, state: undefined };

const SORTS = [
  { column: 'created', label: 'Registered' },
  { column: 'name', label: 'Name' },
  { column: 'email', label: 'Email' },
] as const;

const loadNext = () => import('./UserPage.tsx');

export function Component() {
  useNextPage(loadNext);
  const url = useListUrl();
  const filters = userFiltersOf(url.params);
  const views = useViews('users', url, KEPT);
  const denied = isForbidden(views.query.error);
  const { sort: _, order: __, search: ___, ...narrowing } = views.filters;
  const builtIn = USER_VIEWS.find(({ query }) => sameFilters(query, narrowing))?.id ?? 'all';
  return (
    <>
      <PageHeader
        title="Users"
        actions={
          !denied && (
            <ExportButton
              run={() =>
                download('POST /admin/users/export', {
                  selection: { matching: filters },
                  ...sortAsked(sortIn(USER_SORTS, url.params)),
                })
              }
            />
          )
        }
      />
      {denied ? (
        <PageError error={views.query.error} fallback={messages.usersFetchFailed} />
      ) : (
        <Tabs
          label="Views"
          tabs={tabsOf(USER_VIEWS, views)}
          value={views.current?._id ?? builtIn}
          onChange={(id) => {
            const own = views.views.find((view) => view._id === id);
            if (own) views.openView(own);
            else views.open(USER_VIEWS.find((view) => view.id === id)?.query ?? {});
          }}
        >
          <UserFilterRow url={url} views={views} />
          <List url={url} filters={filters} />
        </Tabs>
      )}
    </>
  );
}

function UserFilterRow({ url, views }: { url: ListUrl; views: ReturnType<typeof useViews> }) {
  const { set } = url;
  const { role, state } = userFiltersOf(url.params);
  const chosen = [
    role && { id: 'role', label: 'Role', value: ROLES.find(({ id }) => id === role)?.label ?? role },
    state && { id: 'state', label: 'State', value: USER_STATE_LABELS[state] },
  ].filter((chip) => typeof chip === 'object');
  return (
    <ListFilters
      list="users"
      url={url}
      views={views}
      placeholder="Name or email"
      sorts={SORTS}
      chosen={chosen}
      none={NO_FILTERS}
    >
      <FilterSelect
        label="Role"
        all="All roles"
        options={ROLES}
        value={role}
        onChange={(next) => set({ role: next })}
      />
      <FilterSelect
        label="State"
        all="All states"
        options={USER_STATES.map((id) => ({ id, label: USER_STATE_LABELS[id] }))}
        value={state}
        onChange={(next) => set({ state: next })}
      />
    </ListFilters>
  );
}

function List({ url, filters }: { url: ListUrl; filters: UserFilters }) {
  const { params, set, ...list } = url;
  const sort = sortIn(USER_SORTS, params);
  const order = sortAsked(sort);
  const query = usePageQuery({
    ...getQuery('GET /admin/users', {
      query: {
        ...filters,
        ...order,
        limit: list.size,
        cursor: list.cursor,
      },
    }),
    ...KEEP_ROWS,
  });
  const users = query.data?.users ?? [];
  const total = query.data?.total ?? 0;
  const { area, selection, bulk } = useListTable({
    list: 'users',
    rows: query.isPlaceholderData ? [] : users,
    total,
    filters,
    group: 'Users',
  });
  if (query.isError && (!query.data || isForbidden(query.error))) {
    return (
      <PageError
        error={query.error}
        fallback={messages.usersFetchFailed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <TableSkeleton label="Loading users..." />;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div ref={area} role="group" tabIndex={-1} aria-label="List of users" className="outline-none">
      <BulkReport bulk={bulk} linkTo={paths.adminUser} />
      {users.length === 0 ? (
        <NoUsers filtered={filtered} onClear={() => set(NO_FILTERS)} />
      ) : (
        <>
          <UsersTable
            users={users}
            busy={query.isPlaceholderData}
            selection={selection}
            sort={sort}
            onSort={(next) => set(sortParams(next))}
          />
          <ListPages list={list} shown={users.length} answer={query.data} />
        </>
      )}
      <BulkBar selection={selection} total={total} nouns={['user', 'users']} state={bulk.state}>
        <UserBulkActions selection={selection} matching={filters} order={order} bulk={bulk} />
      </BulkBar>
    </div>
  );
}

function NoUsers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <EmptyState title="No users yet">Whoever registers appears here.</EmptyState>;
  return (
    <EmptyState
      title="No user matches"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Nobody has this name, email address, role or state.
    </EmptyState>
  );
}
