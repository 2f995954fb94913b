/** Draws that are the same for the same seed. */
export type Random = {
  /** From 0 to 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** Draws of their own for one actor, so that what others do does not change what it does. */
  fork(name: string): Random;
};

/** mulberry32 over a 32-bit seed. */
export const seeded = (seed: number): Random => {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    pick: (items) => items[Math.floor(next() * items.length)],
    fork: (name) =>
      seeded([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)),
  };
};

const number = (name: string, otherwise: number): number => {
  const given = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(given) || given < 0) throw new Error(`${name} is no whole number`);
  return given;
};

/** The seed of a chaos run, `CHAOS_SEED`; it is printed, and the same one draws the same kills and deeds again. */
export const chaosSeed = (): number => number('CHAOS_SEED', 20_260_302);

/** How often something is done: in CI a few times, by `npm run chaos` as often as that variable says. */
export const chaosCount = (name: string, inCi: number): number => number(name, inCi);
