import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { getQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { DateTime } from '../../ui/Values.tsx';
import { FilterSelect } from './parts/FilterSelect.tsx';
import { ListPages } from './parts/ListPages.tsx';
import { oneOf, useListUrl } from './parts/list-url.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { SearchField } from './parts/SearchField.tsx';
import { TableSkeleton } from './parts/TableSkeleton.tsx';
import { UserBadges } from './parts/UserBadges.tsx';

type User = ResponseBody<'GET /admin/users'>['users'][number];

const ROLES = [
  { id: 'user', label: 'Users' },
  { id: 'admin', label: 'Administrators' },
] as const;

export function Component() {
  const { params, set, ...list } = useListUrl();
  const search = params.get('search') ?? '';
  const role = oneOf(['user', 'admin'], params.get('role'));
  const { cursor, size } = list;
  const query = useQuery({
    ...getQuery('GET /admin/users', { query: { limit: size, cursor, search: search || undefined, role } }),
    placeholderData: keepPreviousData,
  });
  const onSearch = useCallback((text: string) => set({ search: text }, true), [set]);
  const filtered = search !== '' || role !== undefined;
  return (
    <>
      <PageHeader title="Users" />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField label="Search users" placeholder="Name or email" value={search} onChange={onSearch} />
        <FilterSelect
          label="Role"
          all="All roles"
          options={ROLES}
          value={role}
          onChange={(next) => set({ role: next })}
        />
      </div>
      {query.isError && (!query.data || isForbidden(query.error)) ? (
        <PageError
          error={query.error}
          fallback={messages.usersFetchFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !query.data ? (
        <TableSkeleton label="Loading users..." />
      ) : query.data.users.length === 0 ? (
        <NoUsers filtered={filtered} onClear={() => set({ search: undefined, role: undefined })} />
      ) : (
        <>
          <Table
            caption="Users"
            columns={columns}
            rows={query.data.users}
            rowKey={(user) => user._id}
            busy={query.isPlaceholderData}
          />
          <ListPages list={list} shown={query.data.users.length} answer={query.data} />
        </>
      )}
    </>
  );
}

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (user) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold" id={`user-${user._id}`}>
          {user.name}
        </span>
        <UserBadges user={user} />
      </span>
    ),
  },
  { id: 'email', header: 'Email', cell: (user) => <span className="wrap-anywhere">{user.email}</span> },
  { id: 'registered', header: 'Registered', cell: (user) => <DateTime value={user.createdAt} /> },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (user) => (
      <Link to={paths.adminUser(user._id)} className="link font-medium" aria-describedby={`user-${user._id}`}>
        View/Edit
      </Link>
    ),
  },
];

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
      Nobody has this name, email address or role.
    </EmptyState>
  );
}
