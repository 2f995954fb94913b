import { messages } from '@firmament/contract/messages';
import type { ReactNode } from 'react';
import { messageOf } from '../api/client.ts';
import { usePageQuery } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton, Spinner } from '../ui/Spinner.tsx';
import { ErrorState } from '../ui/States.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PackageCard, PackageGrid } from './PackageCard.tsx';
import { useChallengeTab } from './useChallengeTab.ts';
import {
  type AccountPackage,
  CHALLENGES,
  type ChallengeType,
  InvalidPackages,
  packagesQuery,
  TWO_STEP,
} from './usePackages.ts';

type ChallengeListProps = {
  /** What stands at the foot of a card. */
  action: (offer: AccountPackage) => ReactNode;
  /** The text of an empty tab. */
  empty: (type: string) => string;
  loading: string;
  /** The tab selected until one is chosen; by default the first type that has packages. */
  first?: ChallengeType;
};

/** The line between the tabs and the cards. */
const HINT = 'min-h-10 pt-2.5 text-sm text-ink-2';

/** The packages on sale by type, as tabs of cards; loading, error and empty states included. */
export function ChallengeList({ action, empty, loading, first }: ChallengeListProps) {
  const packages = usePageQuery(packagesQuery);
  const offers = packages.data ?? [];
  const [type, choose] = useChallengeTab(offers, first);
  if (packages.isPending) return <LoadingPackages text={loading} />;
  if (packages.isError && !packages.data) {
    // An answer of another shape is an error of its own; any other has the specified text or the server's.
    const own =
      packages.error instanceof InvalidPackages ? packages.error.message : messages.packagesLoadFailed;
    return (
      <ErrorState
        message={messageOf(packages.error, own)}
        onRetry={() => void packages.refetch()}
        retrying={packages.isRefetching}
      />
    );
  }
  const shown = offers.filter(({ name }) => name === type);
  const other = offers.find(({ name }) => name !== type)?.name;
  return (
    <Tabs
      label="Challenge type"
      tabs={CHALLENGES.map(({ id }) => ({ id, label: id }))}
      value={type}
      onChange={choose}
    >
      {/* Its room is there with one step too, and before the packages are. */}
      <p className={HINT}>{type === TWO_STEP && shown.length > 0 && 'Two figures: Phase 1 / Phase 2.'}</p>
      {shown.length === 0 ? (
        <div className="pb-10 pt-6 text-prose text-ink-2">
          <p>{empty(type)}</p>
          {other && (
            <Button
              variant="secondary"
              className="mt-4"
              onClick={({ currentTarget }) => {
                // The button goes away: its panel takes the focus.
                currentTarget.closest<HTMLElement>('[role="tabpanel"]')?.focus();
                choose(other);
              }}
            >
              Show {other}
            </Button>
          )}
        </div>
      ) : (
        <PackageGrid>
          {shown.map((offer) => (
            <PackageCard key={offer._id} offer={offer} action={action(offer)} />
          ))}
        </PackageGrid>
      )}
    </Tabs>
  );
}

/** In the place of the packages: the tabs' line with its text, and the cards' boxes. */
export function LoadingPackages({ text }: { text: string }) {
  return (
    <>
      <p role="status" className="flex min-h-11 items-center gap-3 text-ink-2">
        <Spinner /> {text}
      </p>
      <div className="appear-late" aria-hidden="true">
        <p className={HINT} />
        <PackageGrid>
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-[36rem] w-full rounded-card" />
          ))}
        </PackageGrid>
      </div>
    </>
  );
}
