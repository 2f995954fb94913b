import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../../api/client.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { type Column, Table } from '../../../../ui/Table.tsx';
import { Money } from '../../../../ui/Values.tsx';
import { isConflict, useAction } from '../feedback.tsx';
import type { Package } from './package-values.ts';

type PackageTableProps = { packages: readonly Package[]; onEdit: (edited: Package) => void };

/** What is on sale, one line a package. */
export function PackageTable({ packages, onEdit }: PackageTableProps) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /admin/packages'] });
  const withdrawal = useAction({
    run: (sold: Package) =>
      call('DELETE /admin/packages/{id}', { params: { id: sold._id }, ifMatch: sold.version }),
    success: () => messages.packageRemoved,
    failure: messages.packageRemoveFailed,
    onDone: refresh,
    onFailed: (error) => {
      if (isConflict(error) || (error instanceof ApiError && error.status === 404)) refresh();
    },
  });
  const withdraw = (sold: Package) => {
    const question = `Take the ${sold.tier} ${sold.name} off sale?\n\nNobody can buy it any more. Accounts already bought stay as they are.`;
    if (window.confirm(question)) withdrawal.act(sold);
  };
  const removing = withdrawal.busy ? withdrawal.mutation.variables?._id : undefined;
  return (
    <Table
      caption="Packages on sale"
      className="max-xl:md:overflow-x-auto max-xl:md:[--sticky-top:0px]"
      columns={[...FACTS, actions({ onEdit, onWithdraw: withdraw, removing })]}
      rows={packages}
      rowKey={(row) => row._id}
    />
  );
}

const titleId = (row: Package) => `package-${row._id}`;

/** "10 / 5 / 10 / 3 / 80", with the second phase below. */
function CriteriaCell({ row }: { row: Package }) {
  const { criteria, phase2Criteria: second } = row;
  return (
    <>
      <span className="whitespace-nowrap">
        {criteria.profitTarget}% · {criteria.maxDailyLoss}% · {criteria.maxTotalLoss}% ·{' '}
        {criteria.minTradingDays} d
      </span>
      {second && (
        <span className="block whitespace-nowrap text-sm text-ink-2">
          {second.profitTarget}% · {second.maxDailyLoss}% · {second.maxTotalLoss}% · {second.minTradingDays} d
        </span>
      )}
    </>
  );
}

const FACTS: readonly Column<Package>[] = [
  {
    id: 'package',
    header: 'Package',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span id={titleId(row)}>
          <span className="font-semibold">{row.tier}</span>{' '}
          <span className="whitespace-nowrap text-sm text-ink-2 md:block">{row.name}</span>
        </span>
        {row.mostPopular && <Badge tone="mark">Most popular</Badge>}
      </span>
    ),
  },
  {
    id: 'size',
    header: 'Account Size',
    align: 'end',
    cell: (row) => <Money amount={row.subscriberCount} cents="auto" />,
  },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: (row) => (
      <span className="whitespace-nowrap">
        {row.originalPrice > row.discountedPrice && (
          <s className="me-2 text-sm text-ink-3">
            <span className="sr-only">original price </span>
            <Money amount={row.originalPrice} cents="auto" />
          </s>
        )}
        <Money amount={row.discountedPrice} cents="auto" className="font-semibold" />
      </span>
    ),
  },
  {
    id: 'criteria',
    header: (
      <abbr title="Profit target, max daily loss, max total loss, min trading days" className="no-underline">
        Target · daily · total · days
      </abbr>
    ),
    cell: (row) => <CriteriaCell row={row} />,
  },
  { id: 'split', header: 'Split', align: 'end', cell: (row) => `${row.criteria.profitSplit}%` },
  {
    id: 'limit',
    header: 'Time limit',
    align: 'end',
    cell: (row) => (row.timeLimitDays === null ? 'None' : `${row.timeLimitDays} d`),
  },
  { id: 'sold', header: 'Sold', align: 'end', cell: (row) => formatCount(row.accountsSold) },
];

type ActionsOptions = {
  onEdit: (row: Package) => void;
  onWithdraw: (row: Package) => void;
  removing: string | undefined;
};

const actions = ({ onEdit, onWithdraw, removing }: ActionsOptions): Column<Package> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  cell: (row) => (
    <div className="flex flex-wrap items-center gap-2 md:flex-nowrap md:justify-end">
      <Button variant="secondary" size="small" aria-describedby={titleId(row)} onClick={() => onEdit(row)}>
        Edit
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="whitespace-nowrap text-loss! hover:bg-loss-tint!"
        busy={removing === row._id}
        aria-describedby={titleId(row)}
        onClick={() => onWithdraw(row)}
      >
        Take Off Sale
      </Button>
    </div>
  ),
});
