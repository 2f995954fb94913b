import type { Db, Tx } from '../db/schema.ts';
import { Refusal } from './refusal.ts';

class Rollback extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('rolled back');
    this.refusal = refusal;
  }
}

/**
 * Runs the work in one transaction. A returned Refusal rolls everything back and is returned.
 * Inside, only the given transaction may be used: the embedded database has a single connection.
 */
export const transact = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      if (result instanceof Refusal) throw new Rollback(result);
      return result;
    });
  } catch (error) {
    // The refusal is what `work` returned, so it has the type T.
    if (error instanceof Rollback) return error.refusal as T;
    throw error;
  }
};

type DatabaseFault = { code: string; constraint?: string };
const isDatabaseFault = (error: unknown): error is DatabaseFault =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';

/** The name of the unique index that refused a row, or null for any other error. */
export const violatedConstraint = (error: unknown): string | null =>
  isDatabaseFault(error) && error.code === '23505' ? (error.constraint ?? null) : null;

/** Whether the database was away, busy or timed out, so that the caller may simply try again. */
export const isTransient = (error: unknown): boolean => {
  if (!isDatabaseFault(error))
    return (
      error instanceof Error &&
      /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
    );
  return /^(08|57P0|53|40001|40P01|55P03|57014|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(error.code);
};

/** Whether a statement waited too long for a row that another transaction holds (lock_timeout or statement_timeout). */
export const isWaitTimeout = (error: unknown): boolean =>
  isDatabaseFault(error) && (error.code === '55P03' || error.code === '57014');
