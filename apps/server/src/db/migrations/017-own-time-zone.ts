import { type Kysely, type Migration, sql } from 'kysely';

/** A user's zone may be left to the device. Until now none had an effect, and 'UTC' was what nobody had chosen. */
export const ownTimeZone: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of [
      'alter table users alter column time_zone drop not null, alter column time_zone drop default',
      "update users set time_zone = null where time_zone = 'UTC'",
    ]) {
      await sql.raw(statement).execute(db);
    }
  },
};
