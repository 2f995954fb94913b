import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { type AccountPackage, CHALLENGES, type ChallengeType, chosenChallenge } from './usePackages.ts';

const slugOf = (type: ChallengeType | undefined) => CHALLENGES.find(({ id }) => id === type)?.slug ?? null;

const never = () => () => {};

/** The type in the address. None while React takes over a page that the server rendered: it did so without the query. */
const useAskedType = (search: URLSearchParams): string | null =>
  useSyncExternalStore(
    never,
    () => search.get('type'),
    () => null,
  );

/**
 * The selected challenge type, kept in the address as `?type=2-step`; the default is left out. `first` is the default,
 * else the first type that has packages.
 */
export function useChallengeTab(
  packages: readonly AccountPackage[],
  first?: ChallengeType,
): [ChallengeType, (type: ChallengeType) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = useAskedType(search);
  const preset = chosenChallenge(packages, slugOf(first));
  const choose = (type: ChallengeType) => {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        const slug = slugOf(type);
        if (type === preset || slug === null) next.delete('type');
        else next.set('type', slug);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [chosenChallenge(packages, asked ?? slugOf(first)), choose];
}
