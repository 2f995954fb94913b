import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/**
 * Row types that both drivers answer: bigint → number (a value beyond 2^53 fails the query rather than lose
 * digits), date → 'YYYY-MM-DD' text, timestamptz → Date, numeric → text (also `sum()` of a bigint).
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return toSafeInteger;
      if (oid === INT8_ARRAY) return toSafeIntegers;
      if (oid === DATE) return String;
    }
    // The overloads of the library cannot be met by a union of formats.
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`);
  return value;
}

function toSafeIntegers(text: string): (number | null)[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((item) => (item === 'NULL' ? null : toSafeInteger(item)));
}
