import { type Kysely, type Migration, sql } from 'kysely';

const statements = [
  `create table firm_logos (
    scheme text primary key check (scheme in ('light', 'dark')),
    file_id text not null,
    width int not null,
    height int not null,
    mail_file_id text not null,
    mail_width int not null,
    mail_height int not null,
    updated_at timestamptz not null
  )`,
];

/** The firm's logo for light and for dark pages; ids of files that the uploads keep. */
export const firmLogos: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
