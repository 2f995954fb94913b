import type { Context } from '../context.ts';

/** How long a process may answer from memory after another one made a change. */
const MEMORY_MILLISECONDS = 1000;

/**
 * What every page needs and few change, kept in memory for a second. Call `read` outside a transaction, and `forget` after
 * this process made a change; `read` throws what the database throws.
 */
export const remembered = <Value>(load: (context: Context) => Promise<Value>) => {
  const kept = new WeakMap<Context, { value: Promise<Value>; readAt: number }>();
  const read = async (context: Context): Promise<Value> => {
    const known = kept.get(context);
    if (known && performance.now() - known.readAt < MEMORY_MILLISECONDS) return known.value;
    const fresh = { value: load(context), readAt: performance.now() };
    kept.set(context, fresh);
    try {
      return await fresh.value;
    } catch (error) {
      if (kept.get(context) === fresh) kept.delete(context);
      throw error;
    }
  };
  return { read, forget: (context: Context): void => void kept.delete(context) };
};
