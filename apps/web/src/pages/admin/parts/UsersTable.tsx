import type { ResponseBody } from '@firmament/contract';
import type { USER_SORTS } from '@firmament/contract/lists';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Column, type Sort, Table } from '../../../ui/Table.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import type { Selection } from './list/useSelection.ts';
import { UserBadges } from './UserBadges.tsx';

type User = ResponseBody<'GET /admin/users'>['users'][number];
type ColumnId = (typeof USER_SORTS)[number] | 'accounts' | 'actions';

type UsersTableProps = {
  users: readonly User[];
  busy: boolean;
  selection: Selection;
  sort: Sort<ColumnId> | null;
  onSort: (sort: Sort<ColumnId>) => void;
};

/** The users as specified, with how many accounts each has. */
export function UsersTable({ users, busy, selection, sort, onSort }: UsersTableProps) {
  return (
    <Table
      caption="Users"
      columns={COLUMNS}
      rows={users}
      rowKey={(user) => user._id}
      busy={busy}
      sort={sort ?? { column: 'created', direction: 'descending' }}
      onSort={onSort}
      selection={{
        isSelected: (user) => selection.isSelected(user._id),
        onToggle: (user, range) => selection.toggle(user._id, range),
        page: selection.page,
        onTogglePage: selection.togglePage,
        nameOf: (user) => `${user.name} (${user.email})`,
      }}
    />
  );
}

const COLUMNS: readonly Column<User, ColumnId>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: (user) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere md:min-w-40">
        <Link
          data-open
          id={`user-${user._id}`}
          to={paths.adminUser(user._id)}
          className="font-semibold text-ink underline-offset-2 not-hover:no-underline pointer-coarse:py-1"
        >
          {user.name}
        </Link>
        <UserBadges user={user} />
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    cell: (user) => <span className="wrap-anywhere md:block md:min-w-56">{user.email}</span>,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    align: 'end',
    cell: (user) => formatCount(user.accounts),
  },
  {
    id: 'created',
    header: 'Registered',
    sortable: true,
    cell: (user) => <DateTime value={user.createdAt} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (user) => (
      <Link
        to={paths.adminUser(user._id)}
        className="link whitespace-nowrap font-medium pointer-coarse:py-2.5"
        aria-describedby={`user-${user._id}`}
      >
        View/Edit
      </Link>
    ),
  },
];
