import { messages } from '@firmament/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';
import { holdsSecret, isForAdministrators } from '../../platform/mails.ts';

/** Mails with what decides whether they still have a point: their recipients and the accounts that they tell of. */
export const mailsWithFacts = (db: Db | Tx) =>
  db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.recipient_id')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'mails.account_id').on('accounts.deleted_at', 'is', null),
    )
    .select([
      'mails.id',
      'mails.template',
      'mails.state',
      'mails.version',
      'mails.attempts',
      'mails.last_error',
      'mails.recipient_id',
      'mails.recipient_email',
      'mails.account_id',
      'mails.mailing_id',
      'mails.created_at',
      'mails.dismissed_at',
      'users.email as present_email',
      'users.role',
      'users.closed_at',
      'users.disabled_at',
      'users.unsubscribed_at',
      'accounts.id as present_account',
      'accounts.status',
      'accounts.stage',
      'accounts.payment_status',
      'accounts.account_number',
      'accounts.server',
      'accounts.rejection_reason',
      'accounts.failure_reason',
      sql<boolean>`coalesce(mails.payload -> 'test' = 'true'::jsonb, false)`.as('is_test'),
      sql<string | null>`mails.payload ->> 'login'`.as('told_login'),
      sql<string | null>`mails.payload ->> 'server'`.as('told_server'),
      sql<string | null>`mails.payload ->> 'reason'`.as('told_reason'),
      sql<string | null>`mails.payload ->> 'stage'`.as('told_stage'),
    ]);

export type MailFacts = Awaited<ReturnType<ReturnType<typeof mailsWithFacts>['executeTakeFirstOrThrow']>>;

const isUnpaid = ({ status, payment_status }: MailFacts): boolean =>
  status === 'pending_payment' && payment_status !== 'verified';

/** Whether its recipient left, or does not want it. */
const isRefusedByRecipient = (mail: MailFacts): boolean => {
  // Without an id: a registration that was removed since.
  if (mail.recipient_id === null || mail.present_email === null || mail.closed_at) return true;
  if (isForAdministrators(mail.template)) return mail.role !== 'admin' || mail.disabled_at !== null;
  if (mail.is_test) return false;
  if (mail.template === 'mass_mail') return mail.disabled_at !== null || mail.unsubscribed_at !== null;
  return mail.template === 'payment_reminder' && mail.account_id !== null && mail.disabled_at !== null;
};

/** Whether a mail is to be sent no more: its recipient left, or does not want it, or its order was paid meanwhile. */
const isUnwanted = (mail: MailFacts): boolean =>
  isRefusedByRecipient(mail) ||
  (mail.template === 'payment_reminder' && mail.account_id !== null && !isUnpaid(mail));

/** Whether the mail with this id is to be sent no more. */
export const isMailUnwanted = async (db: Db, id: string): Promise<boolean> => {
  const mail = await mailsWithFacts(db).where('mails.id', '=', id).executeTakeFirst();
  return !mail || isUnwanted(mail);
};

/** Whether what a mail tells of its account is no longer so. */
const isOutdated = (mail: MailFacts): boolean => {
  if (mail.account_id === null) return false;
  if (mail.present_account === null) return true;
  switch (mail.template) {
    case 'payment_verified':
      return mail.payment_status !== 'verified';
    case 'payment_rejected':
      return mail.payment_status !== 'failed' || mail.rejection_reason !== mail.told_reason;
    case 'credentials_ready':
      return mail.account_number !== mail.told_login || mail.server !== mail.told_server;
    case 'stage_changed':
      return mail.stage !== mail.told_stage;
    case 'breach':
      return mail.status !== 'failed' || (mail.failure_reason ?? '') !== mail.told_reason;
    default:
      return isUnwanted(mail);
  }
};

/** Why a mail that did not arrive cannot be sent again but only be dismissed; null where it can. */
export const whyNotAgain = (mail: MailFacts): string | null => {
  if (holdsSecret(mail.template)) return messages.mailCodeExpired;
  if (isRefusedByRecipient(mail)) return messages.mailRecipientGone;
  if (isOutdated(mail)) return messages.mailOutdated;
  return null;
};

/**
 * Where a mail goes when it is sent again: to the address that its user has now. A notice about the sign-in stays with the
 * address that it was written to, which may be the one that was given up.
 */
export const addressOf = ({ template, recipient_email, present_email }: MailFacts): string =>
  template === 'security_notice' ? recipient_email : (present_email ?? recipient_email);
