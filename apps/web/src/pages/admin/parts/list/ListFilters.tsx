import { messages } from '@firmament/contract/messages';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { sortIn, sortParams, type useListUrl } from '../list-url.ts';
import { SearchField } from '../SearchField.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { SortSelect } from './SortSelect.tsx';
import type { useViews } from './useListTable.ts';
import { ViewMenu } from './ViewMenu.tsx';

type ListFiltersProps<Column extends string> = {
  list: 'accounts' | 'users';
  url: ReturnType<typeof useListUrl>;
  views: ReturnType<typeof useViews>;
  /** What can be searched: 'Name or email'. */
  placeholder: string;
  sorts: readonly { column: Column; label: string }[];
  /** The choices beside the search. */
  children: ReactNode;
  /** Those that are made, without the search. */
  chosen: ComponentProps<typeof FilterChips>['chips'];
  /** The change of the address that takes all of them back. */
  none: Record<string, undefined>;
};

/** Above a list: search, choices, sort and own views, and below them what is chosen. */
export function ListFilters<Column extends string>(props: ListFiltersProps<Column>) {
  const { list, url, views, placeholder, sorts, children, chosen, none } = props;
  const { params, set } = url;
  const search = params.get('search') ?? '';
  const onSearch = useCallback((text: string) => set({ search: text }, true), [set]);
  return (
    <>
      <div className="my-4 flex flex-wrap items-center gap-3">
        <SearchField label={`Search ${list}`} placeholder={placeholder} value={search} onChange={onSearch} />
        <FilterSheet count={chosen.length}>
          {children}
          <SortSelect
            options={sorts}
            sort={sortIn(
              sorts.map(({ column }) => column),
              params,
            )}
            onSort={(sort) => set(sortParams(sort))}
          />
        </FilterSheet>
        <ViewMenu
          list={list}
          views={views.views}
          current={views.current}
          filters={views.filters}
          onOpen={views.openView}
        />
      </div>
      {views.query.isError && !views.query.data && (
        <Notice
          tone="warn"
          role="alert"
          className="mb-4"
          action={
            <Button
              size="small"
              variant="secondary"
              busy={views.query.isFetching}
              onClick={() => void views.query.refetch()}
            >
              Try Again
            </Button>
          }
        >
          {messages.viewsFailed}
        </Notice>
      )}
      <FilterChips
        chips={search ? [{ id: 'search', label: 'Search', value: search }, ...chosen] : chosen}
        onRemove={(id) => set({ [id]: undefined })}
        onClear={() => set(none)}
      />
    </>
  );
}
