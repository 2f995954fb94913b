import { type Kysely, type Migration, sql } from 'kysely';

/** A field with its length before it, so that no two rows write the same line; '-' for one that is absent. */
const field = (value: string): string =>
  `coalesce(octet_length((${value})::text)::text || ':' || (${value})::text, '-')`;

const line = (source: string, row: string, columns: readonly string[]): string =>
  [
    `'${source}'`,
    field(`${row}.id`),
    field(`(extract(epoch from ${row}.at) * 1000000)::bigint`),
    ...columns.map((column) => field(`${row}."${column}"`)),
  ].join(` || ',' || `);

const ACCOUNT = [
  'account_id',
  'event',
  'by',
  'actor_id',
  'before',
  'after',
  'note',
  'version',
  'undo',
  'session_id',
  'ip',
];
const ADMIN = ['event', 'actor_id', 'subject_kind', 'subject_id', 'before', 'after', 'session_id', 'ip'];

const TABLES = { account: ['account_events', ACCOUNT], admin: ['admin_events', ADMIN] } as const;

const statements = [
  'alter table account_events add column session_id uuid',
  'alter table account_events add column ip text',
  'alter table admin_events add column session_id uuid',
  'alter table admin_events add column ip text',
  `create table audit_chain (
    seq bigint primary key,
    source text not null check (source in ('account', 'admin')),
    event_id bigint not null,
    hash bytea not null,
    unique (source, event_id)
  )`,
  // One row: where the chain ends. Who goes on with it waits here for the one before.
  `create table audit_head (
    id boolean primary key default true check (id),
    seq bigint not null,
    hash bytea not null
  )`,
  `create function audit_append(source text, event_id bigint, line text) returns void language plpgsql as $$
    declare place audit_head;
    begin
      insert into audit_head as head (seq, hash) values (1, sha256(convert_to(line, 'UTF8')))
        on conflict (id) do update
          set seq = head.seq + 1, hash = sha256(head.hash || convert_to(line, 'UTF8'))
        returning * into place;
      insert into audit_chain (seq, source, event_id, hash) values (place.seq, source, event_id, place.hash);
    end $$`,
  `create function refuse_rewriting() returns trigger language plpgsql as $$
    begin raise exception 'The history of % is only ever added to.', tg_table_name using errcode = '42501'; end $$`,
  // What there is already, in the order in which it happened.
  `do $$ declare happened record; begin
    for happened in
      select 'account' as source, id, at, ${line('account', 'e', ACCOUNT)} as line from account_events e
      union all
      select 'admin', id, at, ${line('admin', 'e', ADMIN)} from admin_events e
      order by 3, 1, 2
    loop perform audit_append(happened.source, happened.id, happened.line); end loop;
  end $$`,
  ...Object.entries(TABLES).flatMap(([source, [table, columns]]) => [
    `create function audit_${source}_event() returns trigger language plpgsql as $$
      begin perform audit_append('${source}', new.id, ${line(source, 'new', columns)}); return null; end $$`,
    // At the commit: the head is the last row that a transaction waits for, so that none waits for another in a circle.
    `create constraint trigger ${table}_chain after insert on ${table} deferrable initially deferred
      for each row execute function audit_${source}_event()`,
  ]),
  ...['account_events', 'admin_events', 'audit_chain'].flatMap((table) => [
    `create trigger ${table}_only_grows before update or delete on ${table}
      for each row execute function refuse_rewriting()`,
    `create trigger ${table}_not_emptied before truncate on ${table}
      for each statement execute function refuse_rewriting()`,
  ]),
  'create index account_events_at on account_events (at)',
  'create index admin_events_at on admin_events (at)',
];

/** The history is a chain: each line's hash covers the one before it, and what was written stays. */
export const auditChain: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
