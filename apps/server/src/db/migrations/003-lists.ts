import { type Kysely, type Migration, sql } from 'kysely';

/** Bulk changes with their rows, views of the administrators, and an index for each filter and sort of the lists. */
const statements = `
create table bulk_changes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  route text not null,
  key text not null,
  fingerprint text not null,
  created_at timestamptz not null,
  unique (user_id, route, key)
);
create index bulk_changes_created on bulk_changes (created_at);

create table bulk_items (
  bulk_id uuid not null references bulk_changes (id) on delete cascade,
  position int not null,
  subject_id uuid not null,
  outcome text check (outcome in ('changed', 'unchanged', 'failed')),
  code text,
  reason text,
  primary key (bulk_id, position)
);
create index bulk_items_open on bulk_items (bulk_id, position) where outcome is null;
create index bulk_items_failed on bulk_items (bulk_id, position) where outcome = 'failed';

create table saved_views (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  list text not null check (list in ('accounts', 'users')),
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (user_id, list, lower(name));

create index accounts_by_balance on accounts (balance_cents, id) where deleted_at is null;
create index accounts_by_equity on accounts (equity_cents, id) where deleted_at is null;
create index accounts_by_size on accounts (account_size_cents, id) where deleted_at is null;
create index accounts_by_status on accounts (status, id) where deleted_at is null;
create index accounts_by_payment on accounts (payment_status, id) where deleted_at is null;
create index accounts_by_stage on accounts (stage, id) where deleted_at is null;
create index accounts_by_number on accounts (coalesce(account_number, ''), id) where deleted_at is null;
create index users_by_name on users (lower(name), id);
create index users_by_email on users (email_key, id);
create index users_by_role on users (role, created_at desc, id desc);
create index users_disabled on users (created_at desc, id desc) where disabled_at is not null;
create index users_closed on users (created_at desc, id desc) where closed_at is not null;
create index users_unverified on users (created_at desc, id desc) where email_verified_at is null;
drop index users_email;
`;

export const lists: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements.split(';\n')) {
      if (statement.trim()) await sql.raw(statement).execute(db);
    }
  },
};
