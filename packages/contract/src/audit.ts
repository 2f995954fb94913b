import * as z from 'zod/mini';
import { moment, paging, search } from './fields.ts';
import { AUDIT_SOURCES } from './lists.ts';
import { defineRoute } from './route.ts';

/** A place of the chain: the number of its line and the SHA-256 hash (hex) of everything up to it. */
const head = z.object({ seq: z.int(), hash: z.string() });

/** One line of the audit log. */
const auditLine = z.extend(head, {
  source: z.enum(AUDIT_SOURCES),
  at: moment,
  event: z.string(),
  /** 'trader', 'admin', 'override' or 'system'. */
  by: z.string(),
  actor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** What it is about; `label` names it, where that is known. */
  subject: z.object({ kind: z.string(), _id: z.string(), label: z.nullable(z.string()) }),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  note: z.nullable(z.string()),
  /** From which IP address and session it was asked for; null for what the program did by itself. */
  ip: z.nullable(z.string()),
  session: z.nullable(z.string()),
});

export const auditRoutes = {
  'GET /admin/audit': defineRoute({
    auth: 'admin',
    summary: 'Everything that was ever changed, newest first, each line chained to the one before',
    status: 200,
    query: z.object({
      ...paging,
      search,
      source: z.optional(z.enum(AUDIT_SOURCES)),
      /** From this day and to this day, in UTC, both included. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
    }),
    response: z.object({ lines: z.array(auditLine), total: z.int(), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  'POST /admin/audit/verify': defineRoute({
    auth: 'admin',
    summary: 'Recompute the whole chain of the audit log and name its first fault',
    status: 200,
    response: z.object({
      /** Lines that were found whole, up to the fault if there is one. */
      checked: z.int(),
      head: z.nullable(head),
      fault: z.nullable(z.object({ seq: z.nullable(z.int()), message: z.string() })),
    }),
    errors: [],
  }),
};
