import { type Kysely, type Migration, sql } from 'kysely';

const statements = [
  // What payers see until `effective_at`, where a change waits; null: nothing.
  'alter table payment_addresses add column previous jsonb',
  'alter table payment_addresses add column effective_at timestamptz',
  'update payment_addresses set effective_at = created_at',
  'alter table payment_addresses alter column effective_at set not null',
  'alter table payment_addresses add column changed_by uuid references users (id)',
  "alter table payment_addresses add column mac text not null default ''",
  "alter table payments add column addresses_mac text not null default ''",
];

/** Payment addresses and what orders keep of them are signed; a change of an address may wait. */
export const signedAddresses: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
