import { AUDIT_SOURCES } from '@firmament/contract/lists';
import { messages } from '@firmament/contract/messages';
import { useCallback, useId } from 'react';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { AuditTable } from './parts/audit/AuditTable.tsx';
import { useVerifyLog } from './parts/audit/VerifyLog.tsx';
import { FilterSelect } from './parts/FilterSelect.tsx';
import { ListPages } from './parts/ListPages.tsx';
import { FilterSheet } from './parts/list/FilterSheet.tsx';
import { KEEP_ROWS } from './parts/list/useListTable.ts';
import { oneOf, useListUrl } from './parts/list-url.ts';
import { PageError, PageHeader } from './parts/page.tsx';
import { SearchField } from './parts/SearchField.tsx';
import { TableSkeleton } from './parts/TableSkeleton.tsx';

const SOURCES = [
  { id: 'account', label: 'Accounts' },
  { id: 'admin', label: 'Administration' },
] as const;
const NO_FILTERS = { search: undefined, source: undefined, from: undefined, to: undefined };

/** A day of an address; anything else falls back silently. */
const dayIn = (value: string | null): string | undefined =>
  value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

const filtersOf = (params: URLSearchParams) => ({
  search: params.get('search') || undefined,
  source: oneOf(AUDIT_SOURCES, params.get('source')),
  from: dayIn(params.get('from')),
  to: dayIn(params.get('to')),
});

/** Everything that was ever changed, and whether the record of it is whole. */
export function Component() {
  const url = useListUrl();
  const { params, set } = url;
  const filters = filtersOf(params);
  const verify = useVerifyLog();
  const onSearch = useCallback((text: string) => set({ search: text }, true), [set]);
  return (
    <>
      <PageHeader title="Audit Log" actions={verify.button}>
        Each line carries a fingerprint of itself and of all lines before it, so that none can be changed or
        removed unseen.
      </PageHeader>
      {verify.result}
      <div className="my-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Search the log"
          placeholder="Event, name, email, login"
          value={filters.search ?? ''}
          onChange={onSearch}
        />
        <FilterSheet count={[filters.source, filters.from, filters.to].filter(Boolean).length}>
          <FilterSelect
            label="Part"
            all="Everything"
            options={SOURCES}
            value={filters.source}
            onChange={(source) => set({ source })}
          />
          <Day label="From" value={filters.from} onChange={(from) => set({ from })} />
          <Day label="To" value={filters.to} onChange={(to) => set({ to })} />
        </FilterSheet>
      </div>
      <Lines url={url} filters={filters} />
    </>
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** A day in UTC. */
function Day({ label, value, onChange }: DayProps) {
  const id = useId();
  return (
    <div className="flex w-full items-center gap-2 sm:w-auto">
      <label htmlFor={id} className="text-sm text-ink-2 max-sm:w-12">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        className="min-w-0"
        value={value ?? ''}
        onChange={(event) => onChange(dayIn(event.target.value))}
      />
    </div>
  );
}

function Lines({
  url,
  filters,
}: {
  url: ReturnType<typeof useListUrl>;
  filters: ReturnType<typeof filtersOf>;
}) {
  const { params: _, set, ...list } = url;
  const query = usePageQuery({
    ...getQuery('GET /admin/audit', { query: { ...filters, limit: list.size, cursor: list.cursor } }),
    ...KEEP_ROWS,
  });
  if (query.isError && !query.data) {
    return (
      <PageError
        error={query.error}
        fallback={messages.auditFetchFailed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <TableSkeleton label="Loading the audit log..." />;
  if (query.data.lines.length === 0) {
    const filtered = Object.values(filters).some((value) => value !== undefined);
    if (!filtered)
      return <EmptyState title="Nothing has happened yet">Every change will stand here.</EmptyState>;
    return (
      <EmptyState
        title="No line matches"
        action={
          <Button variant="secondary" onClick={() => set(NO_FILTERS)}>
            Clear filters
          </Button>
        }
      >
        Nothing was changed that fits this search, part and time.
      </EmptyState>
    );
  }
  return (
    <>
      <AuditTable lines={query.data.lines} busy={query.isPlaceholderData} />
      <ListPages list={list} shown={query.data.lines.length} answer={query.data} />
    </>
  );
}
