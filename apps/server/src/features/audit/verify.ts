import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** A place of the chain: its number and hash (hex). */
export type Head = { seq: number; hash: string };
/** `seq` is the first line that is wrong; null where no single one is. */
export type Fault = { seq: number | null; message: string };
export type Verdict = { checked: number; head: Head | null; fault: Fault | null };

const LINES_AT_ONCE = 5000;

/**
 * What a line of the chain says, written here once more and not read from the database, whose owner could have changed it
 * there. The fields and their order are those of the migration that made the chain.
 */
const lineOf = (source: 'account' | 'admin', row: string, columns: readonly string[]) => {
  const field = (value: string) =>
    `coalesce(octet_length((${value})::text)::text || ':' || (${value})::text, '-')`;
  const fields = [
    `'${source}'`,
    field(`${row}.id`),
    field(`(extract(epoch from ${row}.at) * 1000000)::bigint`),
    ...columns.map((column) => field(`${row}."${column}"`)),
  ];
  return sql.raw(fields.join(` || ',' || `));
};
const ORIGIN = ['session_id', 'ip'];
const FACTS = ['account_id', 'event', 'by', 'actor_id', 'before', 'after', 'note', 'version', 'undo'];
const ACCOUNT_LINE = lineOf('account', 'a', [...FACTS, ...ORIGIN]);
const ADMIN_FACTS = ['event', 'actor_id', 'subject_kind', 'subject_id', 'before', 'after'];
const ADMIN_LINE = lineOf('admin', 'd', [...ADMIN_FACTS, ...ORIGIN]);

type Checked = { seq: number; hash: string; there: boolean; whole: boolean };

const readLines = async (db: Db, after: Head): Promise<Checked[]> => {
  const { rows } = await sql<Checked>`
    with lines as (
      select c.seq, c.hash, coalesce(a.id, d.id) is not null as there,
        case c.source when 'account' then ${ACCOUNT_LINE} else ${ADMIN_LINE} end as line
      from (select * from audit_chain where seq > ${after.seq} order by seq limit ${LINES_AT_ONCE}) c
        left join account_events a on c.source = 'account' and a.id = c.event_id
        left join admin_events d on c.source = 'admin' and d.id = c.event_id
    )
    select seq, encode(hash, 'hex') as hash, there,
      hash = sha256(lag(hash, 1, decode(${after.hash}, 'hex')) over (order by seq) || convert_to(line, 'UTF8')) as whole
    from lines order by seq`.execute(db);
  return rows;
};

const faultOf = (line: Checked, expected: number): Fault | null => {
  if (line.seq !== expected) return { seq: expected, message: `Line ${expected} is missing.` };
  if (!line.there) return { seq: line.seq, message: `What line ${line.seq} told was removed.` };
  if (!line.whole)
    return { seq: line.seq, message: `Line ${line.seq} is not what was written, or not in its place.` };
  return null;
};

/** Lines of history that the chain does not know. */
const strayFault = async (db: Db): Promise<Fault | null> => {
  const { rows } = await sql<{ name: string; id: number }>`
    select 'account_events' as name, e.id from account_events e
      where not exists (select from audit_chain c where c.source = 'account' and c.event_id = e.id)
    union all
    select 'admin_events', e.id from admin_events e
      where not exists (select from audit_chain c where c.source = 'admin' and c.event_id = e.id)
    order by 1, 2 limit 1`.execute(db);
  const stray = rows[0];
  return stray
    ? { seq: null, message: `Row ${stray.id} of ${stray.name} was put there past the chain.` }
    : null;
};

const headFault = (found: Head, said: Head, who: string): Fault | null => {
  if (found.seq < said.seq)
    return {
      seq: found.seq + 1,
      message: `The end is cut off: ${who} line ${said.seq}, the last one there is ${found.seq}.`,
    };
  if (found.seq === said.seq && found.hash !== said.hash)
    return { seq: found.seq, message: `Line ${found.seq} has another hash than ${who}.` };
  return null;
};

/**
 * Recomputes the chain from its first line. `anchor`, a place that was noted elsewhere (the log tells it each hour), must be
 * on it: without one, somebody who owns the database could have written the whole chain anew.
 */
export const verifyAudit = async (db: Db, anchor: Head | null = null): Promise<Verdict> => {
  const { rows: heads } = await sql<Head>`
    select seq, encode(hash, 'hex') as hash from audit_head`.execute(db);
  let at: Head = { seq: 0, hash: '' };
  const verdict = (fault: Fault | null): Verdict => ({
    checked: at.seq,
    head: at.seq === 0 ? null : at,
    fault,
  });
  for (;;) {
    const lines = await readLines(db, at);
    for (const line of lines) {
      const fault = faultOf(line, at.seq + 1);
      if (fault) return verdict(fault);
      at = { seq: line.seq, hash: line.hash };
      if (anchor?.seq === at.seq && anchor.hash !== at.hash)
        return verdict({
          seq: at.seq,
          message: `Line ${at.seq} has another hash than the one noted elsewhere.`,
        });
    }
    if (lines.length < LINES_AT_ONCE) break;
  }
  const kept = heads[0];
  const cut =
    (kept && headFault(at, kept, 'the database remembers')) ??
    (!kept && at.seq > 0
      ? { seq: null, message: 'The place that remembers the last line is gone.' }
      : null) ??
    (anchor && headFault(at, anchor, 'elsewhere is noted'));
  return verdict(cut ?? (await strayFault(db)));
};

/** Where the chain ends now; null before its first line. */
export const auditHead = async (db: Db): Promise<Head | null> => {
  const { rows } = await sql<Head>`select seq, encode(hash, 'hex') as hash from audit_head`.execute(db);
  return rows[0] ?? null;
};
