import { messages } from '@firmament/contract/messages';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { activeAccountsQuery } from '../../../api/page-queries.ts';
import { usePageQuery } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Select } from '../../../ui/inputs.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Spinner.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { ActiveAccountCard } from './ActiveAccountCard.tsx';
import type { TradingAccount } from './accounts.ts';
import { oneOf } from './list-url.ts';
import { ORDERS, type Order, ordered } from './overview-order.ts';
import { PageError } from './page.tsx';

const CARDS = 12;
const GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-3';

/** Cards of the active accounts, a page at a time. */
export function ActiveAccounts({ refreshEvery }: { refreshEvery: number }) {
  const sortId = useId();
  const [params, setParams] = useSearchParams();
  const query = usePageQuery({
    ...activeAccountsQuery,
    refetchInterval: refreshEvery,
  });
  const order =
    oneOf(
      ORDERS.map(({ id }) => id),
      params.get('sort'),
    ) ?? 'room';
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const show = (changes: { sort?: Order; page?: number }) => {
    const wanted = { sort: order, page, ...changes };
    setParams(
      {
        ...(wanted.sort === 'room' ? {} : { sort: wanted.sort }),
        ...(wanted.page === 1 ? {} : { page: String(wanted.page) }),
      },
      { preventScrollReset: changes.sort !== undefined },
    );
  };
  return (
    <section aria-labelledby="active-accounts" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="active-accounts" className="serif text-section">
          Active accounts
        </h2>
        <div className="flex items-center gap-2 text-sm text-ink-2">
          <label htmlFor={sortId}>Sort by</label>
          <Select
            id={sortId}
            value={order}
            className="w-36"
            onChange={(event) => {
              const sort = ORDERS.find(({ id }) => id === event.target.value)?.id;
              if (sort) show({ sort, page: 1 });
            }}
          >
            {ORDERS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      </div>
      {query.data ? (
        <Cards
          key={order}
          accounts={query.data.accounts}
          total={query.data.total}
          order={order}
          page={page}
          onPage={(next) => show({ page: next })}
        />
      ) : query.isError ? (
        <PageError
          error={query.error}
          fallback={messages.accountsFetchFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonGroup label="Loading accounts...">
          <CardSkeletons />
        </SkeletonGroup>
      )}
    </section>
  );
}

type CardsProps = {
  accounts: readonly TradingAccount[];
  total: number;
  order: Order;
  page: number;
  onPage: (page: number) => void;
};

/** A card that was just marked as failed stays in sight. The order stays as it was when the page was opened: no card moves away from under the hand that edits it. */
function Cards({ accounts, total, order, page, onPage }: CardsProps) {
  const [touched, setTouched] = useState<readonly TradingAccount[]>([]);
  const active = new Set(accounts.map((account) => account._id));
  const present = [...accounts, ...touched.filter((account) => !active.has(account._id))];
  const [places, setPlaces] = useState(() => ordered(present, order).map((account) => account._id));
  const known = new Set(places);
  const added = present.filter((account) => !known.has(account._id));
  if (added.length > 0) setPlaces([...places, ...ordered(added, order).map((account) => account._id)]);
  const byId = new Map(present.map((account) => [account._id, account]));
  const listed = places.flatMap((id) => byId.get(id) ?? []);
  const first = Math.min((page - 1) * CARDS, Math.max(0, Math.ceil(listed.length / CARDS) - 1) * CARDS);
  const shown = listed.slice(first, first + CARDS);
  const number = first / CARDS + 1;
  if (listed.length === 0) return <NoneActive />;
  return (
    <>
      <div className={GRID}>
        {shown.map((account) => (
          <ActiveAccountCard
            key={account._id}
            account={account}
            onChanged={(changed) =>
              setTouched((before) => [...before.filter((other) => other._id !== changed._id), changed])
            }
          />
        ))}
      </div>
      {listed.length > CARDS && (
        <Pagination
          from={first + 1}
          to={first + shown.length}
          total={listed.length}
          onPrevious={number > 1 ? () => onPage(number - 1) : undefined}
          onNext={first + CARDS < listed.length ? () => onPage(number + 1) : undefined}
        />
      )}
      {total > accounts.length && (
        <p className="text-sm text-ink-2">
          The {formatCount(accounts.length)} newest of {formatCount(total)} active accounts are shown here.
        </p>
      )}
    </>
  );
}

function NoneActive() {
  return (
    <EmptyState
      title="No active accounts yet"
      action={
        <Link to={paths.adminAccounts} className={buttonClass({ variant: 'secondary' })}>
          All accounts
        </Link>
      }
    >
      An account becomes active once its payment is verified and its MT5 credentials are assigned.
    </EmptyState>
  );
}

/** The boxes of cards that are on their way. */
export function CardSkeletons() {
  return (
    <div className={GRID}>
      {['one', 'two', 'three'].map((key) => (
        <Skeleton key={key} className="h-130 rounded-card!" />
      ))}
    </div>
  );
}
