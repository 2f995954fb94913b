import { type BoundedQueue, createBoundedQueue } from '../../bounded-queue.ts';

const MOST_WAITING = 500;
const lines = new Map<string, { queue: BoundedQueue; inside: number }>();

/**
 * Runs jobs of the same key one after the other, in this process. Tries at one secret go through it, so that parallel ones
 * cannot outrun the counting of failures.
 *
 * @throws {BusyError} when 500 jobs of the key wait already
 */
export const inLine = async <T>(key: string, job: () => Promise<T>): Promise<T> => {
  const line = lines.get(key) ?? {
    queue: createBoundedQueue({ running: 1, waiting: MOST_WAITING }),
    inside: 0,
  };
  lines.set(key, line);
  line.inside += 1;
  try {
    return await line.queue.run(job);
  } finally {
    line.inside -= 1;
    if (line.inside === 0) lines.delete(key);
  }
};
