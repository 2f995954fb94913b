import type { Cents, Stage, Status } from '@firmament/rules';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export type FoundUser = { id: string; name: string; email: string; accounts: number };
export type FoundAccount = {
  id: string;
  user_name: string;
  user_email: string;
  account_number: string | null;
  server: string | null;
  account_size_cents: Cents;
  status: Status;
  stage: Stage;
};

/** LIKE patterns that take a text literally: anywhere, and at the start. */
const patternsOf = (text: string) => {
  const literal = text.replace(/[\\%_]/g, '\\$&');
  return { anywhere: `%${literal}%`, start: `${literal}%` };
};

/** Users whose name, e-mail or id holds a text; those that begin with it come first, then the newest. */
export const findUsers = (db: Db, text: string, limit: number): Promise<FoundUser[]> => {
  const { anywhere, start } = patternsOf(text);
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .select(
      sql<number>`(select count(*) from accounts where user_id = users.id and deleted_at is null)`.as(
        'accounts',
      ),
    )
    .where(sql<boolean>`(name ilike ${anywhere} or email ilike ${anywhere} or id::text ilike ${start})`)
    .orderBy(sql`(name ilike ${start} or email ilike ${start} or id::text ilike ${start})`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
};

/** Accounts whose owner, login or id holds a text; those that begin with it come first, then the newest. */
export const findAccounts = (db: Db, text: string, limit: number): Promise<FoundAccount[]> => {
  const { anywhere, start } = patternsOf(text);
  return db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select([
      'accounts.id',
      'accounts.account_number',
      'accounts.server',
      'accounts.account_size_cents',
      'accounts.status',
      'accounts.stage',
      'users.name as user_name',
      'users.email as user_email',
    ])
    .where('accounts.deleted_at', 'is', null)
    .where(
      sql<boolean>`(users.name ilike ${anywhere} or users.email ilike ${anywhere}
        or accounts.account_number like ${anywhere} or accounts.id::text ilike ${start})`,
    )
    .orderBy(
      sql`(coalesce(accounts.account_number like ${start}, false) or accounts.id::text ilike ${start}
        or users.name ilike ${start} or users.email ilike ${start})`,
      'desc',
    )
    .orderBy('accounts.created_at', 'desc')
    .orderBy('accounts.id')
    .limit(limit)
    .execute();
};
