import { Skeleton, SkeletonGroup } from '../../../../ui/Spinner.tsx';

/** The place of the settings while they load. */
export function SettingsSkeleton() {
  return (
    <SkeletonGroup label="Loading settings..." className="grid gap-6 xl:grid-cols-2">
      <Skeleton className="h-130 rounded-card!" />
      <Skeleton className="h-130 rounded-card!" />
    </SkeletonGroup>
  );
}
