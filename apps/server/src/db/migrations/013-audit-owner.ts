import { type Kysely, type Migration, sql } from 'kysely';

const statements = [
  // With the rights of their owner, the triggers write the chain also for a role that may only add to the history.
  ...['audit_account_event', 'audit_admin_event'].flatMap((name) => [
    `alter function ${name}() security definer`,
    // A function that runs with other rights looks nowhere but where its own tables are.
    `do $$ begin execute format('alter function ${name}() set search_path = %I, pg_temp', current_schema()); end $$`,
  ]),
  'revoke execute on function audit_append(text, bigint, text) from public',
];

/** The chain of the audit log is written by the owner of its tables, whoever adds to the history. */
export const auditOwner: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
