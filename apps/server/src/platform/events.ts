import type { Tx } from '../db/schema.ts';
import { originOfCall } from './origin.ts';

export type EventSource = 'trader' | 'admin' | 'override' | 'system';

const json = (value: Record<string, unknown> | null | undefined) => (value ? JSON.stringify(value) : null);

/** Writes one line of an account's history, in the transaction of the change itself. */
export const recordAccountEvent = async (
  tx: Tx,
  line: {
    accountId: string;
    at: Date;
    event: string;
    by: EventSource;
    actorId: string | null;
    before?: Record<string, unknown> | null;
    after?: Record<string, unknown> | null;
    note?: string | null;
    /** The account's version after the change. */
    version?: number;
    /** The columns that an undo puts back. */
    undo?: Record<string, unknown> | null;
  },
): Promise<void> => {
  await tx
    .insertInto('account_events')
    .values({
      account_id: line.accountId,
      at: line.at,
      event: line.event,
      by: line.by,
      actor_id: line.actorId,
      before: json(line.before),
      after: json(line.after),
      note: line.note ?? null,
      version: line.version ?? null,
      undo: json(line.undo),
      ...originOfCall(),
    })
    .execute();
};

export type AdminSubject = 'user' | 'package' | 'payment_address' | 'firm' | 'mailing' | 'list' | 'mail';

/** Writes one line of the administration's history, in the transaction of the change itself. */
export const recordAdminEvent = async (
  tx: Tx,
  line: {
    at: Date;
    event: string;
    actorId: string | null;
    subjectKind: AdminSubject;
    subjectId: string;
    before?: Record<string, unknown> | null;
    after?: Record<string, unknown> | null;
  },
): Promise<void> => {
  await tx
    .insertInto('admin_events')
    .values({
      at: line.at,
      event: line.event,
      actor_id: line.actorId,
      subject_kind: line.subjectKind,
      subject_id: line.subjectId,
      before: json(line.before),
      after: json(line.after),
      ...originOfCall(),
    })
    .execute();
};
