import { type Kysely, type Migration, sql } from 'kysely';

/** When a claimed mail began to be handed over: before that it cannot have left, whatever became of its process. */
export const mailsBegun: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('alter table mails add column begun_at timestamptz').execute(db);
    // Of what an earlier version claimed nobody knows how far it came.
    await sql.raw("update mails set begun_at = created_at where state = 'sending'").execute(db);
  },
};
