import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { late } from '../../../ui/late.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Spinner.tsx';
import type { NotThereProps } from './NotThere.tsx';

const NotThere = late<NotThereProps>(async () => (await import('./NotThere.tsx')).NotThere);

type AwaitedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** In the place of a text of the firm that could not be loaded: why, and a way to try again. */
export function Failed({ query }: { query: UseQueryResult }) {
  if (!query.isError) return null;
  return <NotThere error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}

/** A text of the firm once it is there. Until then the place keeps a window's height, so that the footer does not move. */
export function Awaited<Data>({ query, children }: AwaitedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <div className="min-h-[calc(100dvh-4rem)]">
      <Failed query={query} />
      {query.isPending && (
        <SkeletonGroup label="Loading..." className="mt-8 flex max-w-prose flex-col gap-3">
          <Skeleton className="mb-3 h-5 w-1/3" />
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-4 w-full" />
          ))}
        </SkeletonGroup>
      )}
    </div>
  );
}
