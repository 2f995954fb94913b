import { type Kysely, type Migration, sql } from 'kysely';

const statements = [
  // The account's version after the change, and what an undo of it puts back.
  'alter table account_events add column version int',
  'alter table account_events add column undo jsonb',
  'alter table payments add column opened_at timestamptz',
];

/** The history knows versions and how to undo; payments know when their page was first opened. */
export const accountUndo: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
