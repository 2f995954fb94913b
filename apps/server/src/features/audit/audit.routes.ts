import type { Context } from '../../context.ts';
import { inDollars } from '../../platform/facts.ts';
import type { Serve } from '../../platform/serve.ts';
import { type AuditRow, auditLines, countAuditLines } from './audit.queries.ts';
import { verifyAudit } from './verify.ts';

const LINES = 100;

const presentLine = (row: AuditRow) => ({
  seq: row.seq,
  hash: row.hash,
  source: row.source,
  at: row.at,
  event: row.event,
  by: row.by,
  actor: row.actor_id === null ? null : { _id: row.actor_id, name: row.actor_name ?? '' },
  subject: { kind: row.subject_kind, _id: row.subject_id, label: row.subject_label },
  before: inDollars(row.before),
  after: inDollars(row.after),
  note: row.note,
  ip: row.ip,
  session: row.session_id,
});

/** The number of a line that a page goes on below; null for a text that is none. */
const placeOf = (cursor: string | undefined): number | null =>
  cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;

/** The administration's audit log. */
export const auditRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /admin/audit', async ({ query: { limit = LINES, cursor, ...filter } }) => {
    const rows = await auditLines(context.db, filter, { limit: limit + 1, below: placeOf(cursor) });
    const lines = rows.slice(0, limit);
    const last = lines.at(-1);
    return {
      lines: lines.map(presentLine),
      total: await countAuditLines(context.db, filter),
      nextCursor: rows.length > limit && last ? String(last.seq) : null,
    };
  });
  serve.call('POST /admin/audit/verify', () => verifyAudit(context.db));
};
