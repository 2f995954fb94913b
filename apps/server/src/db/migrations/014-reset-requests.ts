import { type Kysely, type Migration, sql } from 'kysely';

/** Who asked for a new password: the worker looks later whether the address has an owner, so no answer's time tells. */
export const resetRequests: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql
      .raw(
        'create table reset_requests (id uuid primary key, email text not null, created_at timestamptz not null)',
      )
      .execute(db);
  },
};
