/** The invented account of the home page's drawing: its equity over five days, in dollars. */
export const INITIAL_BALANCE = 50_000;

/** Equity readings of five days, six a day. */
const days: readonly (readonly number[])[] = [
  [50_000, 50_260, 49_900, 50_180, 50_020, 50_340],
  [50_340, 50_120, 49_620, 49_880, 49_480, 49_700],
  [49_700, 50_150, 50_040, 50_620, 50_400, 50_860],
  [50_860, 51_240, 50_900, 51_380, 51_160, 51_020],
  [51_020, 51_480, 51_300, 51_900, 51_560, 51_800],
];

export const READINGS_PER_DAY = 6;
/** Days on the drawing, today included. */
export const DAYS = 6;

export const readings: readonly number[] = days.flat();
/** The balance at the start of each day, today last. */
export const dayStarts: readonly number[] = [...days.map(([first = INITIAL_BALANCE]) => first), 51_800];
export const DAY_START = 51_800;
