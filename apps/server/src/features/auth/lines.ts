import { type BoundedQueue, createBoundedQueue } from '../../bounded-queue.ts';

const MOST_WAITING = 50;

/** Runs jobs of the same key one after the other, in this process. */
export type Lines = <T>(key: string, job: () => Promise<T>) => Promise<T>;

/** @throws {BusyError} from a call when 50 jobs of its key wait already */
export const createLines = (): Lines => {
  const lines = new Map<string, { queue: BoundedQueue; inside: number }>();
  return async (key, job) => {
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
};
