import { useSearchParams } from 'react-router';
import {
  type AccountPackage,
  CHALLENGES,
  type ChallengeType,
  chosenChallenge,
  ONE_STEP,
} from './usePackages.ts';

/** The selected challenge type, kept in the address as `?type=2-step`; the default is left out. */
export function useChallengeTab(
  packages: readonly AccountPackage[],
): [ChallengeType, (type: ChallengeType) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (type: ChallengeType) => {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        const slug = CHALLENGES.find(({ id }) => id === type)?.slug;
        if (type === ONE_STEP || !slug) next.delete('type');
        else next.set('type', slug);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [chosenChallenge(packages, search.get('type')), choose];
}
