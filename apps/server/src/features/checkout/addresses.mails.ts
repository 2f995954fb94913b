import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { type MailPayloads, queueMails } from '../../platform/mails.ts';

type AboutAddresses = 'address_changed' | 'address_alarm';

/** Queues one mail for each administrator who can sign in. Returns how many were made: none for the same event again. */
export const tellAdministrators = async <T extends AboutAddresses>(
  tx: Tx,
  mail: { template: T; eventKey: string; payload: Omit<MailPayloads[T], 'name'>; now: Date },
): Promise<number> => {
  const administrators = await tx
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'admin')
    .where('email_verified_at', 'is not', null)
    .where(sql<boolean>`disabled_at is null and closed_at is null`)
    .orderBy('id')
    .execute();
  return queueMails<AboutAddresses>(
    tx,
    administrators.map(({ id, email, name }) => ({
      template: mail.template,
      eventKey: mail.eventKey,
      recipient: { id, email },
      now: mail.now,
      payload: { ...mail.payload, name } as MailPayloads[T],
    })),
  );
};
