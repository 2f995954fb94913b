import { Pagination } from '../../../ui/Pagination.tsx';
import { PAGE_SIZES, type useListUrl } from './list-url.ts';

type ListPagesProps = {
  list: Omit<ReturnType<typeof useListUrl>, 'params' | 'set'>;
  /** Rows of this page. */
  shown: number;
  answer: { total: number; nextCursor: string | null };
};

/** Previous, next and rows per page of a list that the server pages. */
export function ListPages({ list, shown, answer }: ListPagesProps) {
  const before = (list.page - 1) * list.size;
  const { total, nextCursor } = answer;
  return (
    <Pagination
      from={before + 1}
      to={before + shown}
      total={Math.max(total, before + shown)}
      pageSize={list.size}
      pageSizes={PAGE_SIZES}
      onPageSize={list.setSize}
      onPrevious={list.page > 1 ? list.previous : undefined}
      onNext={nextCursor === null ? undefined : () => list.next(nextCursor)}
    />
  );
}
