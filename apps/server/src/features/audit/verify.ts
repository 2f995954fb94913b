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

/** What a look at some lines found: how many there are, the last good one, and the first that is wrong. */
type Look = {
  lines: number;
  good_seq: number;
  good_hash: string;
  /** What stands where line `good_seq + 1` should be; null where nothing is wrong. */
  bad_seq: number | null;
  bad_there: boolean | null;
  /** The hash of the line that `anchor` names, if it is among the good ones. */
  anchor_hash: string | null;
};

/**
 * Recomputes the next lines in the database itself, so that only the verdict has to come over; each event is looked up by its
 * id, however many there are.
 */
const lookAtLines = async (db: Db, after: Head, anchor: Head | null): Promise<Look> => {
  const { rows } = await sql<Look>`
    with judged as materialized (
      select seq, hash, there, ${after.seq}::bigint + row_number() over (order by seq) as place,
        hash = sha256(lag(hash, 1, decode(${after.hash}, 'hex')) over (order by seq) || convert_to(line, 'UTF8')) as whole
      from (
        select c.seq, c.hash, e.line is not null as there, e.line
        from (select * from audit_chain where seq > ${after.seq} order by seq limit ${LINES_AT_ONCE}) c
          left join lateral (
            select ${ACCOUNT_LINE} as line from account_events a where c.source = 'account' and a.id = c.event_id
            union all
            select ${ADMIN_LINE} from admin_events d where c.source = 'admin' and d.id = c.event_id
            limit 1
          ) e on true
      ) as lines
    ),
    bad as (select * from judged where seq <> place or not there or not whole order by seq limit 1),
    good as (select * from judged where seq < coalesce((select place from bad), ${after.seq}::bigint + ${LINES_AT_ONCE + 1}))
    select (select count(*)::int from judged) as lines,
      coalesce((select max(seq) from good), ${after.seq}::bigint) as good_seq,
      coalesce((select encode(hash, 'hex') from good order by seq desc limit 1), ${after.hash}) as good_hash,
      (select seq from bad) as bad_seq, (select there from bad) as bad_there,
      (select encode(hash, 'hex') from good where seq = ${anchor?.seq ?? 0}) as anchor_hash`.execute(db);
  const look = rows[0];
  if (!look) throw new Error('a look at the audit log found nothing at all');
  return look;
};

const faultOf = ({ good_seq, bad_seq, bad_there }: Look): Fault | null => {
  if (bad_seq === null) return null;
  const expected = good_seq + 1;
  if (bad_seq !== expected) return { seq: expected, message: `Line ${expected} is missing.` };
  if (!bad_there) return { seq: bad_seq, message: `What line ${bad_seq} told was removed.` };
  return { seq: bad_seq, message: `Line ${bad_seq} is not what was written, or not in its place.` };
};

/** Lines behind the end that the database remembers, or before the first one: no trigger puts them there. */
const outsideFault = async (db: Db, last: Head): Promise<Fault | null> => {
  const end = await auditHead(db);
  if (end && last.seq > end.seq)
    return {
      seq: end.seq + 1,
      message: `Line ${end.seq + 1} was put behind the end that the database remembers.`,
    };
  const { rows } = await sql<{
    seq: number;
  }>`select seq from audit_chain where seq < 1 order by seq limit 1`.execute(db);
  return rows[0] ? { seq: rows[0].seq, message: `Line ${rows[0].seq} was put before the first one.` } : null;
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
  for (let more = true; more; ) {
    const look = await lookAtLines(db, at, anchor);
    if (anchor && look.anchor_hash !== null && look.anchor_hash !== anchor.hash) {
      at = { seq: anchor.seq, hash: look.anchor_hash };
      return verdict({
        seq: anchor.seq,
        message: `Line ${anchor.seq} has another hash than the one noted elsewhere.`,
      });
    }
    at = { seq: look.good_seq, hash: look.good_hash };
    const fault = faultOf(look);
    if (fault) return verdict(fault);
    more = look.lines === LINES_AT_ONCE;
  }
  const kept = heads[0];
  const cut =
    (kept && headFault(at, kept, 'the database remembers')) ??
    (!kept && at.seq > 0
      ? { seq: null, message: 'The place that remembers the last line is gone.' }
      : null) ??
    (anchor && headFault(at, anchor, 'elsewhere is noted'));
  return verdict(cut ?? (await outsideFault(db, at)) ?? (await strayFault(db)));
};

/** Where the chain ends now; null before its first line. */
export const auditHead = async (db: Db): Promise<Head | null> => {
  const { rows } = await sql<Head>`select seq, encode(hash, 'hex') as hash from audit_head`.execute(db);
  return rows[0] ?? null;
};
