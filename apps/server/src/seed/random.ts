/** A source of numbers that are the same at every run with the same seed (mulberry32). Not for secrets. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Hexadecimal digits in lower case. */
  hex(digits: number): string;
  /** An id in the form of a random UUID. */
  uuid(): string;
};

/** A text of `length` characters out of an alphabet. */
export const textOf = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(random.between(0, alphabet.length - 1))).join('');

/** Starts a source of numbers; sources with different seeds do not disturb each other. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits) text += between(0, 0xffffff).toString(16).padStart(6, '0');
    return text.slice(0, digits);
  };
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    hex,
    uuid: () => {
      const text = hex(30);
      const variant = '89ab'.charAt(between(0, 3));
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(12, 15)}-${variant}${text.slice(15, 18)}-${text.slice(18)}`;
    },
  };
};
