import { type Kysely, type Migration, sql } from 'kysely';

/** The first shape of the database. Forward only; a later change is a migration of its own. */
const statements = `
create table users (
  id uuid primary key,
  email text not null,
  email_key text not null,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'admin')),
  email_verified_at timestamptz,
  disabled_at timestamptz,
  closed_at timestamptz,
  unsubscribed_at timestamptz,
  time_zone text not null default 'UTC',
  code_tries int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_verified_email on users (email_key) where email_verified_at is not null and closed_at is null;
create index users_email on users (email_key);
create index users_created on users (created_at desc, id desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id, created_at desc);

create table email_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'change_email')),
  email text not null,
  code_hash text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_codes_user on email_codes (user_id, purpose, created_at desc);

create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at desc);

create table setup_links (
  token_hash text primary key,
  created_at timestamptz not null,
  used_at timestamptz
);

create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (key, window_start)
);
create index rate_limits_window on rate_limits (window_start);

create table packages (
  id uuid primary key,
  challenge_type text not null check (challenge_type in ('1-Step Challenge', '2-Step Challenge')),
  size_cents bigint not null check (size_cents > 0),
  original_price_cents bigint not null check (original_price_cents >= 0),
  discounted_price_cents bigint not null check (discounted_price_cents >= 0),
  phases jsonb not null,
  most_popular boolean not null default false,
  time_limit_days int,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index packages_on_sale on packages (challenge_type, size_cents) where withdrawn_at is null;

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id),
  package_id uuid not null references packages (id),
  challenge_type text not null check (challenge_type in ('1-Step Challenge', '2-Step Challenge')),
  account_size_cents bigint not null,
  original_price_cents bigint not null,
  price_cents bigint not null,
  phases jsonb not null,
  time_limit_days int,
  time_zone text not null,
  status text not null check (status in ('pending_payment', 'payment_submitted', 'active', 'inactive', 'failed')),
  payment_status text not null check (payment_status in ('pending', 'verified', 'failed')),
  stage text not null check (stage in ('phase1', 'phase2', 'live')),
  initial_balance_cents bigint not null,
  balance_cents bigint not null,
  equity_cents bigint not null,
  balance_start_date timestamptz,
  activated_at timestamptz,
  account_number text,
  server text,
  mt5_password text,
  breach_notified boolean not null default false,
  failed_at timestamptz,
  failure_reason text,
  rejection_reason text,
  reminded_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (status <> 'active' or account_number is not null),
  check ((account_number is null) = (server is null) and (account_number is null) = (mt5_password is null))
);
create index accounts_user on accounts (user_id, created_at desc);
create index accounts_created on accounts (created_at desc, id desc);
create index accounts_status on accounts (status, payment_status) where deleted_at is null;
create unique index accounts_login_on_server on accounts (lower(server), account_number) where account_number is not null and deleted_at is null;
create unique index accounts_login_of_user on accounts (user_id, account_number) where account_number is not null and deleted_at is null;

create table account_phases (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  stage text not null,
  started_at timestamptz not null,
  start_balance_cents bigint not null,
  ended_at timestamptz,
  end_balance_cents bigint,
  outcome text
);
create index account_phases_account on account_phases (account_id, started_at);

create table payment_addresses (
  id uuid primary key,
  name text not null,
  network text not null,
  address text not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index payment_addresses_in_use on payment_addresses (lower(network), address) where withdrawn_at is null;

create table payments (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  amount_cents bigint not null,
  addresses jsonb not null,
  state text not null check (state in ('awaiting', 'submitted', 'verified', 'rejected')),
  reason text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  judged_at timestamptz,
  judged_by uuid references users (id)
);
create index payments_account on payments (account_id, created_at desc);

create table proofs (
  id text primary key,
  account_id uuid not null references accounts (id),
  payment_id uuid references payments (id),
  user_id uuid not null references users (id),
  sha256 text not null,
  bytes int not null,
  width int not null,
  height int not null,
  created_at timestamptz not null
);
create index proofs_account on proofs (account_id, created_at desc);
create index proofs_sha256 on proofs (sha256);

create table account_events (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  at timestamptz not null,
  event text not null,
  by text not null,
  actor_id uuid references users (id),
  before jsonb,
  after jsonb,
  note text
);
create index account_events_account on account_events (account_id, id desc);

create table admin_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  actor_id uuid references users (id),
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index admin_events_subject on admin_events (subject_kind, subject_id, id desc);

create table mailings (
  id uuid primary key,
  message text not null,
  image_urls jsonb not null,
  images jsonb not null,
  created_by uuid references users (id),
  created_at timestamptz not null
);

create table mails (
  id uuid primary key,
  event_key text not null unique,
  template text not null,
  recipient_id uuid references users (id) on delete set null,
  recipient_email text not null,
  payload jsonb not null,
  account_id uuid references accounts (id),
  mailing_id uuid references mailings (id),
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'cancelled', 'unknown')),
  attempts int not null default 0,
  send_after timestamptz not null,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_waiting on mails (send_after) where state in ('queued', 'sending');
create index mails_account on mails (account_id);
create index mails_mailing on mails (mailing_id, state);

create table firm_settings (
  id int primary key check (id = 1),
  settings jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null
);

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  route text not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  response jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table facts (
  key text primary key,
  value jsonb not null
);
`;

export const start: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements.split(';\n')) {
      if (statement.trim()) await sql.raw(statement).execute(db);
    }
  },
};
