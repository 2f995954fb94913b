import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { isUuid } from './ids.ts';

/** What a list is sorted by: an expression that has an index together with the row's id. */
export type SortKey = {
  expression: RawBuilder<unknown>;
  kind: 'text' | 'number' | 'moment';
};

/** A sort of a list and where its page goes on: after this row. */
export type ListOrder<Sort extends string = string> = {
  /** The name of the sort, as the call has it. */
  sort: Sort;
  descending: boolean;
};
export type ListPosition = { value: string | number; id: string };

const position = z.tuple([
  z.string(),
  z.boolean(),
  z.union([z.string(), z.int()]),
  z.string().check(z.refine(isUuid)),
]);

/** A moment in the form that a cursor carries it: one of another form may be one that the database does not have. */
const isMoment = (value: unknown): boolean => z.iso.datetime().safeParse(value).success;

const fits = (value: string | number, kind: SortKey['kind']): boolean => {
  if (kind === 'number') return typeof value === 'number';
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed()) return false;
  return kind === 'text' || isMoment(value);
};

/** The order that a call asks for: without a sort newest first, without a direction all other sorts upwards. */
export const orderOf = <Sort extends string>({
  sort = 'created',
  order,
}: {
  sort?: Sort | 'created' | undefined;
  order?: 'ascending' | 'descending' | undefined;
}): ListOrder<Sort | 'created'> => ({
  sort,
  descending: order === undefined ? sort === 'created' : order === 'descending',
});

/** Where a list goes on, as an opaque text. */
export const writeCursor = ({ sort, descending }: ListOrder, value: unknown, id: string): string => {
  const plain = value instanceof Date ? value.toISOString() : value;
  return Buffer.from(JSON.stringify([sort, descending, plain, id])).toString('base64url');
};

/** Where a cursor points; null for a text that is none, or none of this order. */
export const readCursor = (cursor: string, order: ListOrder, kind: SortKey['kind']): ListPosition | null => {
  try {
    const parsed = position.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (!parsed.success) return null;
    const [sort, descending, value, id] = parsed.data;
    if (sort !== order.sort || descending !== order.descending || !fits(value, kind)) return null;
    return { value, id };
  } catch {
    return null;
  }
};

const TYPES = { text: sql`text`, number: sql`bigint`, moment: sql`timestamptz` } as const;

/** The rows after a position. The first comparison lets the index be used where key and id lie in different tables. */
export const pageAfter = (
  { expression, kind }: SortKey,
  id: RawBuilder<unknown>,
  { value, id: lastId }: ListPosition,
  descending: boolean,
): RawBuilder<boolean> => {
  const key = sql`${value}::${TYPES[kind]}`;
  return descending
    ? sql<boolean>`(${expression} <= ${key} and (${expression}, ${id}) < (${key}, ${lastId}::uuid))`
    : sql<boolean>`(${expression} >= ${key} and (${expression}, ${id}) > (${key}, ${lastId}::uuid))`;
};

/** A text as LIKE takes it literally, anywhere in a text. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Conditions that must all hold; none: every row. */
export const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

type Count = AliasedRawBuilder<number, string>;

/** Counts how many rows meet each condition, in one look at the table; `read` selects the counts that it is given. */
export const countConditions = async <Name extends string>(
  conditions: Readonly<Record<Name, RawBuilder<boolean>>>,
  read: (counts: Count[]) => Promise<Readonly<Record<string, number>>>,
): Promise<Record<Name, number>> => {
  const named = Object.entries<RawBuilder<boolean>>(conditions);
  const counts = named.map(([, condition], index) =>
    sql<number>`count(*) filter (where ${condition})`.as(`count_${index}`),
  );
  const row = named.length === 0 ? {} : await read(counts);
  // The names are those of `conditions`, one by one.
  return Object.fromEntries(named.map(([name], index) => [name, row[`count_${index}`] ?? 0])) as Record<
    Name,
    number
  >;
};
