import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** How long a server may take to close a connection after the goodbye. */
const GOODBYE_MILLISECONDS = 2_000;

/** PostgreSQL said nothing for too long; the code is that of a network which is gone, so that callers may try again. */
export class SilentDatabaseError extends Error {
  override name = 'SilentDatabaseError';
  readonly code = 'ETIMEDOUT';
  constructor(milliseconds: number) {
    super(`PostgreSQL said nothing for ${milliseconds} ms; the connection was given up`);
  }
}

const patience = new AsyncLocalStorage<true>();

/** Statements that are begun in this work may take as long as they need: its connections are not given up. */
export const withPatience = <T>(work: () => Promise<T>): Promise<T> => patience.run(true, work);

/**
 * Gives a connection up that says nothing for so many milliseconds (0: never) while an answer is due: its socket is destroyed,
 * so that all of its queries fail at once and the pool never uses it again. Also its end waits no longer than 2 s.
 */
export const limitSilence = (client: pg.Client, milliseconds: number): void => {
  const { stream } = client.connection;
  const end = client.end.bind(client) as (...given: unknown[]) => Promise<void>;
  client.end = ((...given: unknown[]) => {
    const late = setTimeout(() => stream.destroy(), GOODBYE_MILLISECONDS).unref();
    stream.once('close', () => clearTimeout(late));
    return end(...given);
  }) as typeof client.end;
  if (milliseconds === 0) return;

  let timer: NodeJS.Timeout | null = null;
  let pieces = 0;
  const giveUp = () => {
    const heard = pieces;
    // After a pause of this process the answer may be there already, unread.
    setImmediate(() => {
      if (timer !== null && pieces === heard) stream.destroy(new SilentDatabaseError(milliseconds));
    });
  };
  const stopWaiting = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  stream.on('data', () => {
    pieces += 1;
    timer?.refresh();
  });
  client.on('drain', stopWaiting);
  stream.once('close', stopWaiting);
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    if (!stream.destroyed && !patience.getStore()) timer ??= setTimeout(giveUp, milliseconds);
    return query(...given);
  }) as typeof client.query;
};
