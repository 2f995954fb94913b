/** Milliseconds: what fails for long is still asked for this often, so that a page left open comes back by itself. */
const LONGEST_PAUSE = 300_000;

/** Of a query: what failed last, unless it was answered since, and how often it failed in all. */
type Asked = { state: { error: unknown; errorUpdateCount: number } };

/** How many calls of each query had failed in all when it was last answered. */
const failedBefore = new WeakMap<Asked, number>();

/**
 * Milliseconds until a query is asked for again: as it was meant, and while calls fail twice as long after each, up to five
 * minutes.
 */
export const pauseBeforeNext = (query: Asked, meant: number): number => {
  const { error, errorUpdateCount } = query.state;
  if (!error) failedBefore.set(query, errorUpdateCount);
  const failures = errorUpdateCount - (failedBefore.get(query) ?? 0);
  return Math.max(meant, Math.min(meant * 2 ** failures, LONGEST_PAUSE));
};
