import type { ACCOUNT_SORTS } from '@firmament/contract/lists';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { paths, withQuery } from '../../../paths.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Corridor } from '../../../ui/Corridor.tsx';
import { type Column, type Sort, Table } from '../../../ui/Table.tsx';
import { DateTime, Money } from '../../../ui/Values.tsx';
import { PaymentBadge, StatusBadge } from './AccountBadges.tsx';
import { courseOfAccount, deletionQuestion, nameOfAccount, type TradingAccount } from './accounts.ts';
import type { Selection } from './list/useSelection.ts';
import { useDeleteAccount } from './useDeleteAccount.ts';

type AccountsTableProps = {
  accounts: readonly TradingAccount[];
  /** Handed on to the account's page, for its 'next in queue'. */
  queue: string | undefined;
  busy: boolean;
  selection: Selection;
  sort: Sort<ColumnId> | null;
  onSort: (sort: Sort<ColumnId>) => void;
};

type ColumnId = (typeof ACCOUNT_SORTS)[number] | 'corridor' | 'actions';

/** The accounts as specified, with the corridor where the screen has room for it. */
export function AccountsTable(props: AccountsTableProps) {
  const { accounts, queue, busy, selection, sort, onSort } = props;
  const deletion = useDeleteAccount((deleted) => {
    if (selection.ids.has(deleted._id) && !selection.all) selection.toggle(deleted._id);
    focusBeside(accounts, deleted);
  });
  const { act } = deletion;
  const removing = deletion.busy ? deletion.mutation.variables?._id : undefined;
  const columns = [userColumn(queue), ...FACTS, actionsColumn({ queue, removing, onDelete: act })].map(
    (column) => ({
      ...column,
      className: `${TIGHT} ${column.className ?? ''}`,
    }),
  );
  return (
    <Table
      caption="Accounts"
      className="max-xl:md:max-h-[80dvh] max-xl:md:overflow-auto max-xl:md:[--sticky-top:0px]"
      columns={columns}
      rows={accounts}
      rowKey={(account) => account._id}
      busy={busy}
      sort={sort ?? { column: 'created', direction: 'descending' }}
      onSort={onSort}
      selection={{
        isSelected: (account) => selection.isSelected(account._id),
        onToggle: (account, range) => selection.toggle(account._id, range),
        page: selection.page,
        onTogglePage: selection.togglePage,
        nameOf: nameOfAccount,
      }}
    />
  );
}

/** Nine columns stand side by side from 1280 px on. */
/** In a column of amounts there is no room for the cents of a milliard; the account's page shows them. */
const centsOf = ({ balance, equity }: TradingAccount) =>
  Math.max(Math.abs(balance), Math.abs(equity)) >= 1e9 ? 'never' : 'always';

const TIGHT = 'max-[108rem]:md:px-1! max-[108rem]:md:text-sm';

/** The focus goes on to the row that takes the deleted one's place. */
function focusBeside(accounts: readonly TradingAccount[], deleted: TradingAccount): void {
  const at = accounts.findIndex((account) => account._id === deleted._id);
  const beside = accounts[at + 1] ?? accounts[at - 1];
  if (!beside) return;
  document.getElementById(userCellId(beside))?.closest('tr')?.querySelector('a')?.focus();
}

/** Only an account that ran has come anywhere. */
const hasCourse = ({ status }: TradingAccount) => status === 'active' || status === 'failed';

/** So many letters of a server's name are never cut off. */
const SERVER_END = 5;

const userCellId = (account: TradingAccount) => `account-${account._id}`;

const userColumn = (queue: string | undefined): Column<TradingAccount, ColumnId> => ({
  id: 'user',
  header: 'User',
  sortable: true,
  cell: (account) => (
    <div id={userCellId(account)} className="min-w-0 md:max-w-32 min-[108rem]:max-w-52">
      <Link
        data-open
        to={withQuery(paths.adminAccount(account._id), { queue })}
        className="block truncate font-semibold text-ink underline-offset-2 not-hover:no-underline pointer-coarse:py-1"
      >
        {account.userId.name}
      </Link>
      <p className="truncate text-sm text-ink-2">{account.userId.email}</p>
    </div>
  ),
});

const FACTS: readonly Column<TradingAccount, ColumnId>[] = [
  {
    id: 'tier',
    sortable: true,
    header: 'Tier',
    cell: (account) => (
      <>
        {account.tier}
        <span className="block whitespace-nowrap text-sm text-ink-2">{account.package.name.slice(0, 6)}</span>
      </>
    ),
  },
  {
    id: 'corridor',
    header: 'Corridor',
    className: 'max-[108rem]:hidden!',
    cell: (account) =>
      hasCourse(account) ? (
        <Corridor course={courseOfAccount(account)} size="cell" />
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
  {
    id: 'balance',
    sortable: true,
    header: 'Balance',
    align: 'end',
    cell: (account) => <Money amount={account.balance} cents={centsOf(account)} />,
  },
  {
    id: 'equity',
    header: 'Equity',
    sortable: true,
    align: 'end',
    cell: (account) => (
      <>
        <Money amount={account.equity} cents={centsOf(account)} />
        {hasCourse(account) && (
          <span className="block min-[108rem]:hidden">
            <Corridor course={courseOfAccount(account)} size="line" />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: (account) => <StatusBadge status={account.status} />,
  },
  {
    id: 'payment',
    sortable: true,
    header: (
      <>
        Payment <br className="max-md:hidden min-[108rem]:hidden" />
        Status
      </>
    ),
    cell: (account) => <PaymentBadge status={account.paymentStatus} />,
  },
  {
    id: 'mt5',
    sortable: true,
    header: 'MT5 Account',
    cell: (account) =>
      account.accountNumber === null ? (
        <span className="text-ink-3">–</span>
      ) : (
        <>
          <span className="block font-mono text-sm">{account.accountNumber}</span>
          {/* What is cut off is its middle: servers of one firm differ in the end. */}
          <span
            title={account.server ?? undefined}
            className="flex text-sm text-ink-2 max-md:justify-end md:max-w-24 min-[108rem]:max-w-40"
          >
            <span className="truncate">{account.server?.slice(0, -SERVER_END)}</span>
            <span className="shrink-0">{account.server?.slice(-SERVER_END)}</span>
          </span>
        </>
      ),
  },
  {
    id: 'created',
    sortable: true,
    header: 'Created',
    cell: (account) => <DateTime value={account.createdAt} style="date" />,
  },
];

type ActionsOptions = {
  queue: string | undefined;
  removing: string | undefined;
  onDelete: (account: TradingAccount) => void;
};

const actionsColumn = ({ queue, removing, onDelete }: ActionsOptions): Column<TradingAccount, ColumnId> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  cell: (account) => (
    <div className="flex items-center gap-1.5 md:justify-end md:max-[108rem]:-me-2 md:max-[108rem]:gap-0">
      <Link
        to={withQuery(paths.adminAccount(account._id), { queue })}
        className="link whitespace-nowrap font-medium pointer-coarse:py-2.5"
        aria-describedby={userCellId(account)}
      >
        View/Edit
      </Link>
      <IconButton
        label="Delete"
        icon={<Trash2 size={16} />}
        size="small"
        className="text-loss! hover:bg-loss-tint!"
        busy={removing === account._id}
        aria-describedby={userCellId(account)}
        onClick={() => {
          if (window.confirm(deletionQuestion(account))) onDelete(account);
        }}
      />
    </div>
  ),
});
