import type { ColumnType, JSONColumnType } from 'kysely';

/** Timestamps are UTC instants; columns named `_cents` are integer cents. */
export type Moment = ColumnType<Date, Date, Date>;
export type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Json<T extends object> = JSONColumnType<T, string, string>;
export type JsonOrNull = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
