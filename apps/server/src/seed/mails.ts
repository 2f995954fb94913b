import type { AccountEffect, Stage } from '@firmament/rules';
import type { Insertable } from 'kysely';
import type { AccountRow, Schema, UserRow } from '../db/schema.ts';
import { accountMail } from '../features/accounts/index.ts';
import type { MailPayloads, MailTemplate } from '../platform/mails.ts';
import type { Random } from './random.ts';

export type SentMail = Insertable<Schema['mails']>;

type Occasion = { owner: UserRow; account: AccountRow; at: Date; random: Random };
type Details<T extends MailTemplate> = {
  template: T;
  eventKey: string;
  to: UserRow;
  payload: MailPayloads[T] | Record<string, never>;
  at: Date;
  /** Seconds until it was handed over. */
  delay: number;
};

/** A mail that was handed over `delay` seconds after it was written. */
export const sentMail = <T extends MailTemplate>(random: Random, mail: Details<T>): SentMail => ({
  id: random.uuid(),
  event_key: `${mail.template}|${mail.eventKey}|${mail.to.id}`,
  template: mail.template,
  recipient_id: mail.to.id,
  recipient_email: mail.to.email,
  payload: JSON.stringify(mail.payload),
  account_id: null,
  mailing_id: null,
  state: 'sent',
  attempts: 1,
  send_after: mail.at,
  created_at: mail.at,
  sent_at: new Date(mail.at.getTime() + mail.delay * 1000),
});

const payloadOf = (
  occasion: Occasion,
  template: AccountEffect | 'payment_reminder',
  previous: Stage,
): MailPayloads[AccountEffect | 'payment_reminder'] => {
  const { account, owner } = occasion;
  const facts = accountMail(account, owner.name);
  switch (template) {
    case 'payment_received':
    case 'payment_reminder':
      return { ...facts, price: account.price_cents };
    case 'payment_verified':
      return facts;
    case 'payment_rejected':
      return { ...facts, reason: account.rejection_reason };
    case 'credentials_ready':
      return { ...facts, login: account.account_number ?? '', server: account.server ?? '' };
    case 'stage_changed':
      return { ...facts, stage: account.stage, previous, login: account.account_number };
    case 'breach':
      return { ...facts, reason: account.failure_reason ?? '', login: account.account_number };
  }
};

/** The mail that told the trader of a change of an account, or reminded of its payment. */
export const mailOf = (
  occasion: Occasion,
  template: AccountEffect | 'payment_reminder',
  previous: Stage,
): SentMail => {
  const { owner, account, at, random } = occasion;
  const undo = template === 'stage_changed' ? 10 : 0;
  const mail = sentMail(random, {
    template,
    eventKey: `${account.id}|${account.version}`,
    to: owner,
    payload: payloadOf(occasion, template, previous),
    at,
    delay: undo + random.between(1, 4),
  });
  return { ...mail, account_id: account.id, send_after: new Date(at.getTime() + undo * 1000) };
};
