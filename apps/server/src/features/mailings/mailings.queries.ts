import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';

export type Recipient = { id: string; email: string; name: string };
export type Mailing = {
  id: string;
  message: string;
  imageUrls: string[];
  images: { id: string; contentType: string }[];
};

const recipients = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('unsubscribed_at', 'is', null);

/** Everyone who gets mass mail: verified, not disabled, not closed, not unsubscribed. */
export const massMailRecipients = (tx: Tx): Promise<Recipient[]> =>
  recipients(tx).select(['id', 'email', 'name']).orderBy('created_at').orderBy('id').execute();

export const countRecipients = async (db: Db): Promise<number> =>
  (
    await recipients(db)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

export const insertMailing = async (
  tx: Tx,
  mailing: Mailing,
  createdBy: string,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('mailings')
    .values({
      id: mailing.id,
      message: mailing.message,
      image_urls: JSON.stringify(mailing.imageUrls),
      images: JSON.stringify(mailing.images),
      created_by: createdBy,
      created_at: now,
    })
    .execute();
};

const ROWS_AT_ONCE = 2000;

/**
 * Queues a mailing for each recipient. What all mails have in common travels once a statement, not once a row, and the
 * database puts each payload together.
 */
export const queueMassMail = async (
  tx: Tx,
  mailing: Mailing,
  to: readonly (Recipient & { unsubscribe: string })[],
  now: Date,
): Promise<void> => {
  const { id, message, imageUrls, images } = mailing;
  const common = JSON.stringify({ message, imageUrls, images });
  for (let start = 0; start < to.length; start += ROWS_AT_ONCE) {
    const rows = to.slice(start, start + ROWS_AT_ONCE);
    const mailIds = rows.map(() => randomUUID());
    const userIds = rows.map((row) => row.id);
    const emails = rows.map((row) => row.email);
    const names = rows.map((row) => row.name);
    const tokens = rows.map((row) => row.unsubscribe);
    await sql`
      insert into mails
        (id, event_key, template, recipient_id, recipient_email, payload, mailing_id, state, send_after, created_at)
      select mail_id, 'mass_mail|' || ${id}::text || '|' || user_id, 'mass_mail', user_id, email,
        ${common}::jsonb || jsonb_build_object('name', name, 'unsubscribe', token),
        ${id}::uuid, 'queued', ${now}::timestamptz, ${now}::timestamptz
      from unnest(${mailIds}::uuid[], ${userIds}::uuid[], ${emails}::text[], ${names}::text[], ${tokens}::text[])
        as recipients (mail_id, user_id, email, name, token)
      on conflict (event_key) do nothing`.execute(tx);
  }
};

/** The mailings so far, newest first, with what became of their mails. */
export const listMailings = (db: Db) =>
  db
    .selectFrom('mailings')
    .leftJoin('mails', 'mails.mailing_id', 'mailings.id')
    .select([
      'mailings.id',
      'mailings.created_at',
      'mailings.message',
      sql<number>`count(mails.id)`.as('recipients'),
      sql<number>`count(mails.id) filter (where mails.state = 'sent')`.as('sent'),
      sql<number>`count(mails.id) filter (where mails.state in ('queued', 'sending'))`.as('waiting'),
      sql<number>`count(mails.id) filter (where mails.state in ('failed', 'unknown'))`.as('failed'),
    ])
    .groupBy('mailings.id')
    .orderBy('mailings.created_at', 'desc')
    .orderBy('mailings.id')
    .limit(100)
    .execute();

/** Stops mass mail to a user; false where that was done before, or there is no such user. */
export const unsubscribe = async (tx: Tx, userId: string, now: Date): Promise<boolean> => {
  const result = await tx
    .updateTable('users')
    .set({ unsubscribed_at: now })
    .where('id', '=', userId)
    .where('unsubscribed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};
