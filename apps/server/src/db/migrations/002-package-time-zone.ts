import { type Kysely, type Migration, sql } from 'kysely';

/** A package may have a time zone of its own; null: that of the firm. */
export const packageTimeZone: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table packages add column time_zone text`.execute(db);
  },
};
