import { Skeleton, SkeletonGroup } from '../../../ui/Spinner.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The box of a table that is on its way. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="h-10 border-b border-line bg-sunken" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-14 items-center gap-6 border-b border-line px-4 last:border-b-0">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="ms-auto h-4 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
