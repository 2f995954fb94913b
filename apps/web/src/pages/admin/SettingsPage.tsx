import { useQuery } from '@tanstack/react-query';
import { getQuery } from '../../api/queries.ts';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { SettingsForm } from './parts/settings/SettingsForm.tsx';

export function Component() {
  const query = useQuery(getQuery('GET /admin/firm'));
  return (
    <>
      <PageHeader title="Settings">What the firm says of itself on every page and in every mail.</PageHeader>
      {query.isError && (!query.data || isForbidden(query.error)) ? (
        <PageError
          error={query.error}
          fallback="Failed to fetch settings"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data ? (
        <SettingsForm firm={query.data} />
      ) : (
        <SkeletonGroup label="Loading settings..." className="grid gap-6 xl:grid-cols-2">
          <Skeleton className="h-130 rounded-card!" />
          <Skeleton className="h-130 rounded-card!" />
        </SkeletonGroup>
      )}
    </>
  );
}
