import { EVENT_TITLES } from '@firmament/contract/event-titles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { all, likePattern } from '../../platform/list-page.ts';
import { auditHead } from './verify.ts';

export type AuditFilter = {
  search?: string | undefined;
  source?: 'account' | 'admin' | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type AuditRow = {
  seq: number;
  hash: string;
  source: 'account' | 'admin';
  at: Date;
  event: string;
  by: string;
  actor_id: string | null;
  actor_name: string | null;
  subject_kind: string;
  subject_id: string;
  subject_label: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  note: string | null;
  ip: string | null;
  session_id: string | null;
};

const FROM = sql`from audit_chain c
  left join account_events a on c.source = 'account' and a.id = c.event_id
  left join admin_events d on c.source = 'admin' and d.id = c.event_id
  left join accounts on accounts.id = a.account_id
  left join users owner on owner.id = accounts.user_id
  left join users subject on d.subject_kind = 'user' and subject.id::text = d.subject_id
  left join users actor on actor.id = coalesce(a.actor_id, d.actor_id)`;

const AT = sql`coalesce(a.at, d.at)`;
const SUBJECT_LABEL = sql`coalesce(
  owner.name || coalesce(' · ' || accounts.account_number, ''), subject.name,
  d.after ->> 'name', d.before ->> 'name')`;

/** What happened to an account, as `eventKind` of the contract says it. */
const KIND = sql`case
  when a.event = 'overridden' and a.after -> 'status' is null and a.after -> 'paymentStatus' is null then 'balance_updated'
  when a.event = 'payment_judged' and a.after ->> 'paymentStatus' = 'failed' then 'payment_rejected'
  when a.event = 'payment_judged' then 'payment_verified'
  else a.event end`;

/** What is shown under a title that holds a text. */
const kindsCalled = (text: string): string[] =>
  Object.keys(EVENT_TITLES).filter((kind) => EVENT_TITLES[kind]?.toLowerCase().includes(text.toLowerCase()));

const conditionOf = ({ search = '', source, from, to }: AuditFilter): RawBuilder<boolean> => {
  const text = search.trim();
  const like = likePattern(text);
  const conditions = [
    text !== '' &&
      sql<boolean>`(concat_ws(' ', replace(coalesce(a.event, d.event), '_', ' '), coalesce(a.event, d.event),
        actor.name, actor.email, owner.name, owner.email, subject.name, subject.email, accounts.account_number,
        a.note, a.account_id, d.subject_id, a.ip, d.ip) ilike ${like} or ${KIND} = any(${kindsCalled(text)}))`,
    source !== undefined && sql<boolean>`c.source = ${source}`,
    from !== undefined && sql<boolean>`${AT} >= ${`${from}T00:00:00Z`}::timestamptz`,
    to !== undefined && sql<boolean>`${AT} < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`,
  ];
  return all(conditions.filter((condition) => condition !== false));
};

/** Lines of the audit log below a place, newest first. */
export const auditLines = async (
  db: Db,
  filter: AuditFilter,
  page: { limit: number; below: number | null },
): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select c.seq, encode(c.hash, 'hex') as hash, c.source, ${AT} as at, coalesce(a.event, d.event) as event,
      coalesce(a.by, case when d.actor_id is null then 'system' else 'admin' end) as by,
      actor.id as actor_id, actor.name as actor_name,
      coalesce(d.subject_kind, 'account') as subject_kind, coalesce(d.subject_id, a.account_id::text) as subject_id,
      ${SUBJECT_LABEL} as subject_label,
      coalesce(a.before, d.before) as before, coalesce(a.after, d.after) as after, a.note,
      coalesce(a.ip, d.ip) as ip, coalesce(a.session_id, d.session_id) as session_id
    ${FROM}
    where ${conditionOf(filter)} and (a.id is not null or d.id is not null)
      ${page.below === null ? sql`` : sql`and c.seq < ${page.below}`}
    order by c.seq desc limit ${page.limit}`.execute(db);
  return rows;
};

/** How many lines a filter leaves; without one the chain itself knows. */
export const countAuditLines = async (db: Db, filter: AuditFilter): Promise<number> => {
  const { search = '', source, from, to } = filter;
  if (search.trim() === '' && !source && !from && !to) return (await auditHead(db))?.seq ?? 0;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${FROM}
    where ${conditionOf(filter)} and (a.id is not null or d.id is not null)`.execute(db);
  return rows[0]?.n ?? 0;
};
