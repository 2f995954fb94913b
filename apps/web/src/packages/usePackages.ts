import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export type AccountPackage = ResponseBody<'GET /account-packages'>[number];
export type ChallengeType = AccountPackage['name'];

export const ONE_STEP = '1-Step Challenge' satisfies ChallengeType;
export const TWO_STEP = '2-Step Challenge' satisfies ChallengeType;
export const CHALLENGES: readonly { id: ChallengeType; slug: string }[] = [
  { id: ONE_STEP, slug: '1-step' },
  { id: TWO_STEP, slug: '2-step' },
];

/** The server answered with something else than a list. */
export class InvalidPackages extends Error {}

/** The packages on sale; an answer of another shape is an error (specification section 5). */
export const packagesQuery = queryOptions({
  queryKey: ['GET /account-packages', {}, {}] as const,
  queryFn: async ({ signal }) => {
    const packages = await call('GET /account-packages', { signal });
    if (!Array.isArray(packages)) throw new InvalidPackages(messages.packagesInvalid);
    return packages;
  },
  staleTime: 60_000,
});

/** The tab of a list: what was asked for, else 1-Step if any package has that name, else 2-Step if one exists. */
export function chosenChallenge(packages: readonly AccountPackage[], asked: string | null): ChallengeType {
  const wanted = CHALLENGES.find(({ slug }) => slug === asked);
  if (wanted) return wanted.id;
  const names = new Set(packages.map(({ name }) => name));
  return !names.has(ONE_STEP) && names.has(TWO_STEP) ? TWO_STEP : ONE_STEP;
}
