import { type Kysely, type Migration, sql } from 'kysely';

/** Two-factor sign-in: the secret and the last step used of each user, recovery codes, marks of sessions; waits after wrong passwords. */
const statements = [
  `alter table users
    add column two_factor_at timestamptz,
    add column totp_secret text,
    add column totp_step bigint,
    add constraint users_two_factor_secret check (two_factor_at is null or totp_secret is not null)`,
  'alter table sessions add column stepped_up_at timestamptz',
  `create table recovery_codes (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    code_hash text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index recovery_codes_user on recovery_codes (user_id)',
  `create table login_pauses (
    subject text primary key,
    level int not null,
    until timestamptz not null
  )`,
];

export const twoFactor: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
