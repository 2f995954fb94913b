import { messages } from '@firmament/contract';
import type { Tx } from '../../db/schema.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { addressOf, type MailFacts, whyNotAgain } from './mail-facts.ts';
import { dismissMail, dismissMails, lockMail, requeueMail } from './mailings.queries.ts';

/** What an administrator does about one mail; `ifMatch` is the version that was seen, null: whatever it is now. */
type Act = { mailId: string; actorId: string; ifMatch: number | null; now: Date };

type Handling = { event: 'mail_sent_again' | 'mail_dismissed'; state: 'queued' | 'dismissed'; to: string };

const record = (tx: Tx, act: Act, mail: MailFacts, { event, state, to }: Handling) =>
  recordAdminEvent(tx, {
    at: act.now,
    event,
    actorId: act.actorId,
    ...(mail.recipient_id === null
      ? { subjectKind: 'mail', subjectId: mail.id }
      : { subjectKind: 'user', subjectId: mail.recipient_id }),
    before: { state: mail.state, to: mail.recipient_email },
    after: { template: mail.template, state, to },
  });

const isOpen = ({ state }: MailFacts): boolean => state === 'failed' || state === 'unknown';
const isStale = ({ ifMatch }: Act, { version }: MailFacts): boolean =>
  ifMatch !== null && ifMatch !== version;

/**
 * Sends a mail that did not arrive once more: the same row with the same Message-ID. One that is on its way or has arrived is
 * left as it is, whatever the version. One that may have arrived is sent again only to whom it may reach twice (`mayDouble`).
 */
export const resendMail = async (
  tx: Tx,
  act: Act & { mayDouble: boolean },
): Promise<
  | 'changed'
  | 'unchanged'
  | Refusal<'not_found' | 'changed_meanwhile' | 'mail_not_resendable' | 'mail_may_double'>
> => {
  const mail = await lockMail(tx, act.mailId);
  if (!mail) return refuse('not_found');
  if (mail.state === 'queued' || mail.state === 'sending' || mail.state === 'sent') return 'unchanged';
  if (isStale(act, mail)) return refuse('changed_meanwhile');
  const obstacle = isOpen(mail) ? whyNotAgain(mail) : messages.mailNotResendable;
  if (obstacle !== null) return refuse('mail_not_resendable', { message: obstacle });
  if (mail.state === 'unknown' && !act.mayDouble) return refuse('mail_may_double');
  const to = addressOf(mail);
  await requeueMail(tx, mail.id, to, act.now);
  await record(tx, act, mail, { event: 'mail_sent_again', state: 'queued', to });
  return 'changed';
};

/** Marks a mail that did not arrive as seen, so that it is neither listed nor warned of. Dismissed already: unchanged. */
export const dismissUndelivered = async (
  tx: Tx,
  act: Act,
): Promise<'changed' | 'unchanged' | Refusal<'not_found' | 'changed_meanwhile' | 'mail_not_undelivered'>> => {
  const mail = await lockMail(tx, act.mailId);
  if (!mail) return refuse('not_found');
  if (mail.dismissed_at !== null) return 'unchanged';
  if (isStale(act, mail)) return refuse('changed_meanwhile');
  if (!isOpen(mail)) return refuse('mail_not_undelivered');
  await dismissMail(tx, mail, act.actorId, act.now);
  await record(tx, act, mail, { event: 'mail_dismissed', state: 'dismissed', to: mail.recipient_email });
  return 'changed';
};

/**
 * Dismisses several mails at once: those that are still as they were seen. Returns how many; the audit log has one line for
 * all, about their mailing where they are of one.
 */
export const dismissSeveral = async (
  tx: Tx,
  act: { seen: readonly { id: string; version: number }[]; actorId: string; now: Date },
): Promise<number> => {
  const mails = await dismissMails(tx, act.seen, act.actorId, act.now);
  if (mails.length === 0) return 0;
  const mailings = new Set(mails.map(({ mailing_id }) => mailing_id));
  const [mailing] = mailings;
  await recordAdminEvent(tx, {
    at: act.now,
    event: 'mails_dismissed',
    actorId: act.actorId,
    ...(mailings.size === 1 && mailing
      ? { subjectKind: 'mailing', subjectId: mailing }
      : { subjectKind: 'list', subjectId: 'mails' }),
    after: { mails: mails.length, to: mails.map(({ recipient_email }) => recipient_email) },
  });
  return mails.length;
};
