import { messages } from '@firmament/contract/messages';
import { CHALLENGE_TYPES } from '@firmament/rules';
import { Plus } from 'lucide-react';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import { PackageDialog } from './parts/packages/PackageForm.tsx';
import { PackageTable } from './parts/packages/PackageTable.tsx';
import type { Package } from './parts/packages/package-values.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { TableSkeleton } from './parts/TableSkeleton.tsx';
import { useDrawer } from './parts/useDrawer.ts';

/** By type, then by size: as traders see them. */
const inOrder = (packages: readonly Package[]): Package[] =>
  [...packages].sort(
    (one, other) =>
      CHALLENGE_TYPES.indexOf(one.name) - CHALLENGE_TYPES.indexOf(other.name) ||
      one.subscriberCount - other.subscriberCount,
  );

export function Component() {
  const query = usePageQuery(getQuery('GET /admin/packages'));
  const denied = isForbidden(query.error);
  const packages = query.data?.packages ?? [];
  const drawer = useDrawer(denied ? undefined : query.data?.packages);
  const area = useFocusKept<HTMLDivElement>(query.data?.packages.length);
  const add = (
    <Button icon={<Plus size={17} aria-hidden="true" />} onClick={drawer.add}>
      Add Package
    </Button>
  );
  return (
    <>
      <PageHeader title="Packages" actions={(packages.length > 0 ? !denied : query.isPending) && add}>
        What is on sale. A change never touches an account that was already bought.
      </PageHeader>
      <div ref={area} tabIndex={-1} className="outline-none">
        {query.isError && (!query.data || denied) ? (
          <PageError
            error={query.error}
            fallback={messages.packagesLoadFailed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : !query.data ? (
          <TableSkeleton label="Loading packages..." />
        ) : packages.length === 0 ? (
          <EmptyState title="Nothing is on sale" action={add}>
            Traders see an empty catalogue until you add a package.
          </EmptyState>
        ) : (
          <PackageTable packages={inOrder(packages)} onEdit={drawer.edit} />
        )}
      </div>
      <PackageDialog key={drawer.key} open={drawer.isOpen} edited={drawer.row} onClose={drawer.close} />
    </>
  );
}
