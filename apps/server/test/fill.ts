import { sql } from 'kysely';
import type { Db } from '../src/db/schema.ts';

/**
 * Fills a firm with so many verified users and accounts of every state, in a few statements, for tests and measurements of
 * large lists. The same every time: what a row is follows from its number. Needs packages on sale.
 */
export const fillFirm = async (
  db: Db,
  { users, accounts, now }: { users: number; accounts: number; now: Date },
) => {
  const until = now.getTime() / 1000;
  await sql`
    insert into users (id, email, email_key, name, password_hash, role, email_verified_at, disabled_at, closed_at,
      created_at, updated_at)
    select id, email, email, name, 'none', 'user',
      case when n % 20 <> 0 then at end, case when n % 50 = 1 then at end, case when n % 100 = 2 then at end, at, at
    from (
      select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
        'filled' || n || '@example.com' as email,
        (array['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Fay', 'Gus', 'Hal'])[1 + n % 8] || ' ' ||
          (array['Moor', 'North', 'Orr', 'Page', 'Quill', 'Reed', 'Stone'])[1 + n / 8 % 7] || ' ' || n as name,
        to_timestamp(${until} - (n * 797) % 31000000) as at
      from generate_series(1, ${users}::int) as n
    ) as rows`.execute(db);
  await sql`
    insert into accounts (id, user_id, package_id, challenge_type, account_size_cents, original_price_cents, price_cents,
      phases, time_zone, status, payment_status, stage, initial_balance_cents, balance_cents, equity_cents,
      balance_start_date, activated_at, account_number, server, mt5_password, breach_notified, failed_at, failure_reason,
      created_at, updated_at)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid,
      ('00000000-0000-4000-8000-' || lpad((1 + n % ${users}::int)::text, 12, '0'))::uuid,
      p.id, p.challenge_type, p.size_cents, p.original_price_cents, p.discounted_price_cents, p.phases, 'UTC',
      status, case when status in ('active', 'failed', 'inactive') then 'verified' else 'pending' end,
      (array['phase1', 'phase2', 'live'])[1 + n % 3], p.size_cents,
      p.size_cents * (9000 + (n * 37) % 2200) / 10000, p.size_cents * (9000 + (n * 37) % 2200) / 10000,
      case when runs then at end, case when runs then at end,
      case when runs then (60000000 + n)::text end, case when runs then 'Filled-MT5' end, case when runs then 'none' end,
      status = 'failed', case when status = 'failed' then at end,
      case when status = 'failed' then 'Filled' end, at, at
    from (
      select n, status, status in ('active', 'failed', 'inactive') as runs,
        to_timestamp(${until} - (n * 611) % 30000000) as at
      from generate_series(1, ${accounts}::int) as n,
        lateral (select (array['active', 'active', 'active', 'pending_payment', 'payment_submitted', 'active', 'failed',
          'active', 'inactive', 'active'])[1 + n % 10] as status) as s
    ) as rows
    join (
      select *, row_number() over (order by size_cents, challenge_type) - 1 as place, count(*) over () as places
      from packages where withdrawn_at is null
    ) as p on p.place = rows.n % p.places`.execute(db);
  await sql`analyze users`.execute(db);
  await sql`analyze accounts`.execute(db);
};
