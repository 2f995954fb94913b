import { type Kysely, type Migration, sql } from 'kysely';

const statements = [
  // A part without content follows the defaults.
  `create table firm_content (
    section text primary key,
    content jsonb,
    version int not null default 1,
    updated_at timestamptz not null
  )`,
];

/** The firm's own texts, one row for each part that was ever saved. */
export const firmContent: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
