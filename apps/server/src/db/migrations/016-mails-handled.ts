import { type Kysely, type Migration, sql } from 'kysely';

/** What administrators do about a mail that did not arrive: they send it again or dismiss it. */
export const mailsHandled: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of [
      `alter table mails add column version int not null default 1,
        add column dismissed_at timestamptz,
        add column dismissed_by uuid references users (id) on delete set null`,
      `create index mails_open on mails (created_at desc, id)
        where state in ('failed', 'unknown') and dismissed_at is null`,
    ]) {
      await sql.raw(statement).execute(db);
    }
  },
};
