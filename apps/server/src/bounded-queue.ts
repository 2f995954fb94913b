/** Too much work of one kind waits already: answer 503 and ask to try again. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** Runs jobs in the order of their arrival, a few at once. */
export type BoundedQueue = {
  /** @throws {BusyError} at once, without running the job, when the queue is full */
  run<T>(job: () => Promise<T>): Promise<T>;
};

/** @param limits `running` jobs at once, `waiting` more in the queue */
export function createBoundedQueue(limits: { running: number; waiting: number }): BoundedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(job) {
      if (running < limits.running) {
        running += 1;
      } else {
        if (waiting.length >= limits.waiting) throw new BusyError('The server is busy.');
        // The job that ends hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
