import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { late } from '../../../ui/late.tsx';
import { Loading } from '../../../ui/Spinner.tsx';
import type { NotThereProps } from './NotThere.tsx';

const NotThere = late<NotThereProps>(async () => (await import('./NotThere.tsx')).NotThere);

type AwaitedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** A text of the firm once it is there. Until then the place keeps a window's height, so that the footer does not move. */
export function Awaited<Data>({ query, children }: AwaitedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <div className="min-h-[calc(100dvh-4rem)]">
      {query.isError ? (
        <NotThere error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading>Loading...</Loading>
      )}
    </div>
  );
}
