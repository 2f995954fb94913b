import { type Kysely, type Migration, sql } from 'kysely';

const statements = [
  `create table firm_pictures (
    id text primary key,
    created_at timestamptz not null
  )`,
];

/** Pictures of the firm's texts; ids of files that the uploads keep. */
export const firmPictures: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
