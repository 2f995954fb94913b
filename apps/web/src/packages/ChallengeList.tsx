import { messages } from '@firmament/contract/messages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/client.ts';
import { Skeleton, SkeletonGroup, Spinner } from '../ui/Spinner.tsx';
import { ErrorState } from '../ui/States.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PackageCard, PackageGrid } from './PackageCard.tsx';
import { useChallengeTab } from './useChallengeTab.ts';
import { type AccountPackage, CHALLENGES, packagesQuery } from './usePackages.ts';

type ChallengeListProps = {
  /** What stands at the foot of a card. */
  action: (offer: AccountPackage) => ReactNode;
  /** The text of an empty tab. */
  empty: (type: string) => string;
  loading: string;
};

/** The packages on sale by type, as tabs of cards; loading, error and empty states included. */
export function ChallengeList({ action, empty, loading }: ChallengeListProps) {
  const packages = useQuery(packagesQuery);
  const offers = packages.data ?? [];
  const [type, choose] = useChallengeTab(offers);
  if (packages.isPending) return <LoadingCards text={loading} />;
  if (packages.isError) {
    const own = packages.error instanceof TypeError ? messages.packagesLoadFailed : packages.error.message;
    return (
      <ErrorState
        message={messageOf(packages.error, own || messages.packagesLoadFailed)}
        onRetry={() => void packages.refetch()}
        retrying={packages.isRefetching}
      />
    );
  }
  const shown = offers.filter(({ name }) => name === type);
  return (
    <Tabs
      label="Challenge type"
      tabs={CHALLENGES.map(({ id }) => ({ id, label: id }))}
      value={type}
      onChange={choose}
    >
      <div className="pt-6">
        {shown.length === 0 ? (
          <p className="py-10 text-prose text-ink-2">{empty(type)}</p>
        ) : (
          <PackageGrid>
            {shown.map((offer) => (
              <PackageCard key={offer._id} offer={offer} action={action(offer)} />
            ))}
          </PackageGrid>
        )}
      </div>
    </Tabs>
  );
}

function LoadingCards({ text }: { text: string }) {
  return (
    <>
      <p className="flex items-center gap-3 pb-6 text-ink-2">
        <Spinner /> {text}
      </p>
      <SkeletonGroup label={text}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16.5rem),1fr))] gap-x-5 gap-y-6">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-[33rem] w-full" />
          ))}
        </div>
      </SkeletonGroup>
    </>
  );
}
