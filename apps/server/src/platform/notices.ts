import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/schema.ts';
import { describeDevice } from './device.ts';
import { recordAdminEvent } from './events.ts';
import { type MailPayloads, queueMail } from './mails.ts';

/** Writes a change of somebody's sign-in into the history and mails it to them, in the transaction of the change. */
export const tellOfChange = async (
  tx: Tx,
  change: {
    kind: MailPayloads['security_notice']['kind'];
    user: { id: string; name: string; email: string };
    /** Null: the operator, by command. */
    actorId: string | null;
    /** User-Agent of the caller; null when it was somebody else than the user. */
    userAgent: string | null;
    now: Date;
  },
): Promise<void> => {
  const { kind, user, actorId, userAgent, now } = change;
  await recordAdminEvent(tx, {
    at: now,
    event: kind,
    actorId,
    subjectKind: 'user',
    subjectId: user.id,
  });
  await queueMail(tx, {
    template: 'security_notice',
    eventKey: randomUUID(),
    recipient: user,
    payload: {
      name: user.name,
      kind,
      at: now.toISOString(),
      device: userAgent === null ? null : describeDevice(userAgent),
    },
    now,
  });
};
