import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';
import { holdsSecret } from '../../platform/mails.ts';
import { type MailFacts, mailsWithFacts } from './mail-facts.ts';

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

/** Who writes: the name and address of a user. */
export const personOf = (db: Db | Tx, id: string): Promise<Recipient> =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirstOrThrow();

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

const countState = (...states: string[]) =>
  sql<number>`count(mails.id) filter (where mails.state = any(${states}::text[]) and mails.dismissed_at is null)`;

const withCounts = (db: Db | Tx) =>
  db
    .selectFrom('mailings')
    .leftJoin('mails', 'mails.mailing_id', 'mailings.id')
    .select([
      'mailings.id',
      'mailings.created_at',
      'mailings.message',
      sql<number>`count(mails.id)`.as('recipients'),
      countState('sent').as('sent'),
      countState('queued', 'sending').as('waiting'),
      countState('failed').as('failed'),
      countState('unknown').as('unknown'),
      countState('cancelled').as('cancelled'),
      sql<number>`count(mails.dismissed_at)`.as('dismissed'),
    ])
    .groupBy('mailings.id');

/** The mailings so far, newest first, with what became of their mails. */
export const listMailings = (db: Db) =>
  withCounts(db).orderBy('mailings.created_at', 'desc').orderBy('mailings.id').limit(100).execute();

export const oneMailing = async (db: Db | Tx, id: string) =>
  isUuid(id) ? withCounts(db).where('mailings.id', '=', id).executeTakeFirst() : undefined;

/** Mails that failed or may have arrived and were not dismissed, or that wait for another attempt. */
const isUndelivered = (eb: ExpressionBuilder<Schema, 'mails'>) =>
  eb.or([
    eb.and([eb('mails.state', 'in', ['failed', 'unknown']), eb('mails.dismissed_at', 'is', null)]),
    eb.and([
      eb('mails.state', 'in', ['queued', 'sending']),
      eb.or([eb('mails.last_error', 'is not', null), eb('mails.version', '>', 1)]),
    ]),
  ]);

/** Undelivered mails that belong to no mailing, newest first. */
export const undeliveredNotices = (db: Db, limit: number): Promise<MailFacts[]> =>
  mailsWithFacts(db)
    .where('mails.mailing_id', 'is', null)
    .where(isUndelivered)
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id')
    .limit(limit)
    .execute();

/** Undelivered mails of a mailing: those that failed, then those that may have arrived, then those that wait. */
export const undeliveredMails = (db: Db, mailingId: string, limit: number): Promise<MailFacts[]> =>
  mailsWithFacts(db)
    .where('mails.mailing_id', '=', mailingId)
    .where(isUndelivered)
    .orderBy(sql`case mails.state when 'failed' then 0 when 'unknown' then 1 else 2 end`)
    .orderBy('mails.recipient_email')
    .limit(limit)
    .execute();

/** Mails as if they had never been tried: due at once. */
const afresh = (now: Date) => ({
  state: 'queued' as const,
  attempts: 0,
  send_after: now,
  leased_until: null,
  begun_at: null,
  version: sql<number>`version + 1`,
});

/**
 * Makes mails of a mailing in these states due again, but for those that were dismissed, each to the address that its user has
 * now. Returns how many.
 */
export const requeueMails = async (
  tx: Tx,
  mailingId: string,
  states: readonly ('failed' | 'unknown')[],
  now: Date,
): Promise<number> => {
  const result = await tx
    .updateTable('mails')
    .set({
      ...afresh(now),
      last_error: null,
      recipient_email: sql<string>`coalesce((select email from users where id = recipient_id), recipient_email)`,
    })
    .where('mailing_id', '=', mailingId)
    .where('state', 'in', states)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

/** One mail, locked: who else would handle it waits here and sees what became of it. */
export const lockMail = async (tx: Tx, id: string): Promise<MailFacts | undefined> =>
  isUuid(id)
    ? mailsWithFacts(tx).where('mails.id', '=', id).forUpdate('mails').executeTakeFirst()
    : undefined;

/** Makes one mail due again, to this address. What it failed with stays to be seen until it was handed over. */
export const requeueMail = async (tx: Tx, id: string, to: string, now: Date): Promise<void> => {
  await tx
    .updateTable('mails')
    .set({ ...afresh(now), recipient_email: to, dismissed_at: null, dismissed_by: null })
    .where('id', '=', id)
    .execute();
};

const dismissedBy = (actorId: string, now: Date) => ({
  dismissed_at: now,
  dismissed_by: actorId,
  version: sql<number>`version + 1`,
});

/** Marks a mail as done with; a secret that it held is wiped. */
export const dismissMail = async (tx: Tx, mail: MailFacts, actorId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('mails')
    .set({ ...dismissedBy(actorId, now), ...(holdsSecret(mail.template) ? { payload: '{}' } : {}) })
    .where('id', '=', mail.id)
    .execute();
};

/** Dismisses those of these mails that are as they were seen and still open. Returns them. */
export const dismissMails = async (
  tx: Tx,
  seen: readonly { id: string; version: number }[],
  actorId: string,
  now: Date,
): Promise<{ mailing_id: string | null; recipient_email: string }[]> => {
  const ids = seen.map(({ id }) => id);
  const versions = seen.map(({ version }) => version);
  const { rows: open } = await sql<{ id: string; template: string }>`
    select mails.id, mails.template from mails
    join unnest(${ids}::uuid[], ${versions}::bigint[]) as seen (id, version)
      on mails.id = seen.id and mails.version = seen.version
    where mails.state in ('failed', 'unknown') and mails.dismissed_at is null
    order by mails.id for update of mails`.execute(tx);
  const dismissed = [];
  for (const isSecret of [true, false]) {
    const chosen = open.filter(({ template }) => holdsSecret(template) === isSecret);
    const rows = await tx
      .updateTable('mails')
      .set({ ...dismissedBy(actorId, now), ...(isSecret ? { payload: '{}' } : {}) })
      .where('id', '=', sql<string>`any(${chosen.map(({ id }) => id)}::uuid[])`)
      .returning(['mailing_id', 'recipient_email'])
      .execute();
    dismissed.push(...rows);
  }
  return dismissed;
};

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
