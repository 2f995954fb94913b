import { randomUUID } from 'node:crypto';
import type { Cents, Stage } from '@firmament/rules';
import type { Tx } from '../db/schema.ts';

/** What payers see of a payment address. */
export type AddressValues = { name: string; network: string; address: string };

type AccountMail = { name: string; packageName: string; tier: string; accountSize: Cents; accountId: string };

/** Every mail the product sends, with what its text needs. A template without a renderer does not compile. */
export type MailPayloads = {
  verification_code: { name: string; code: string; codeId: string };
  email_change_code: { name: string; code: string; codeId: string };
  password_reset: { name: string; token: string };
  security_notice: {
    name: string;
    kind:
      | 'two_factor_on'
      | 'two_factor_off'
      | 'two_factor_reset'
      | 'recovery_codes_renewed'
      | 'recovery_code_used'
      | 'password_changed'
      | 'email_changed'
      | 'sign_in_after_failures';
    /** ISO 8601. */
    at: string;
    device: string | null;
  };
  payment_received: AccountMail & { price: Cents };
  payment_verified: AccountMail;
  payment_rejected: AccountMail & { reason: string | null };
  /** The password is read from the account when the mail is sent, and only if the operator wants it in mails. */
  credentials_ready: AccountMail & { login: string; server: string };
  /** `previous`: the stage that the trader was last told of. */
  stage_changed: AccountMail & { stage: Stage; previous: Stage; login: string | null };
  breach: AccountMail & { reason: string; login: string | null };
  payment_reminder: AccountMail & { price: Cents };
  /** Moments are ISO 8601; `shownFrom`: from when payers see it, where that is later. */
  address_changed: {
    name: string;
    actor: string;
    event: 'added' | 'changed' | 'withdrawn' | 'confirmed';
    at: string;
    before: AddressValues | null;
    after: AddressValues | null;
    shownFrom: string | null;
  };
  /** `orderId`: the account whose order was tampered with; null: an address itself. */
  address_alarm: { name: string; orderId: string | null; found: AddressValues[] };
  mass_mail: {
    name: string;
    message: string;
    imageUrls: string[];
    images: { id: string; contentType: string }[];
    unsubscribe: string;
    /** Sent to its author alone. */
    test?: boolean;
  };
};

export type MailTemplate = keyof MailPayloads;

/** Mails whose payload holds a code or a link that lets somebody in. */
export const SECRET_MAILS = [
  'verification_code',
  'email_change_code',
  'password_reset',
] as const satisfies MailTemplate[];

const SECRET: ReadonlySet<string> = new Set(SECRET_MAILS);

/** Whether a mail's payload holds a code or a link that lets somebody in: it is wiped once it is of no use. */
export const holdsSecret = (template: string): boolean => SECRET.has(template);

const FOR_ADMINISTRATORS: ReadonlySet<string> = new Set<MailTemplate>(['address_changed', 'address_alarm']);

/** Whether a mail is for administrators alone: who is none any more gets none. */
export const isForAdministrators = (template: string): boolean => FOR_ADMINISTRATORS.has(template);

/** The firm's logo as a PNG; `scheme`: whether it is made for light or for dark ground. */
export type MailLogo = { content: Uint8Array; width: number; height: number; scheme: 'light' | 'dark' };

/** What a renderer may know besides the payload. */
export type MailSurroundings = {
  firmName: string;
  supportEmail: string;
  firmAddress: string;
  publicUrl: string;
  /** Stands in place of the name at the head; null: the name itself. */
  logo: MailLogo | null;
};
export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: Uint8Array; contentType: string; cid: string }[];
};
export type Renderer<T extends MailTemplate> = (
  payload: MailPayloads[T],
  around: MailSurroundings,
) => RenderedMail;
export type Renderers = { [T in MailTemplate]: Renderer<T> };

/** A mail to be queued. `eventKey` names the event that it tells of. */
type QueuedMail<T extends MailTemplate> = {
  template: T;
  eventKey: string;
  recipient: { id: string; email: string };
  payload: MailPayloads[T];
  now: Date;
  /** When it is handed over at the earliest; default at once. */
  sendAfter?: Date;
  accountId?: string;
  mailingId?: string;
};

const rowOf = <T extends MailTemplate>(mail: QueuedMail<T>) => ({
  id: randomUUID(),
  event_key: `${mail.template}|${mail.eventKey}|${mail.recipient.id}`,
  template: mail.template,
  recipient_id: mail.recipient.id,
  recipient_email: mail.recipient.email,
  payload: JSON.stringify(mail.payload),
  account_id: mail.accountId ?? null,
  mailing_id: mail.mailingId ?? null,
  state: 'queued' as const,
  send_after: mail.sendAfter ?? mail.now,
  created_at: mail.now,
});

/** Rows of one insert: far below the 65,535 parameters of a statement. */
const ROWS_AT_ONCE = 1000;

/** `queueMail` for many mails at once. Returns how many rows were made. */
export const queueMails = async <T extends MailTemplate>(
  tx: Tx,
  mails: readonly QueuedMail<T>[],
): Promise<number> => {
  let made = 0;
  for (let start = 0; start < mails.length; start += ROWS_AT_ONCE) {
    const rows = await tx
      .insertInto('mails')
      .values(mails.slice(start, start + ROWS_AT_ONCE).map(rowOf))
      .onConflict((conflict) => conflict.column('event_key').doNothing())
      .returning('id')
      .execute();
    made += rows.length;
  }
  return made;
};

/**
 * Puts one mail in the queue, in the transaction of the event it tells of. A second mail with the same event key, template
 * and recipient is not queued, however often the call comes. Returns whether a row was made.
 */
export const queueMail = async <T extends MailTemplate>(tx: Tx, mail: QueuedMail<T>): Promise<boolean> =>
  (await queueMails(tx, [mail])) > 0;

/** Takes back mails of an account and template that wait to be handed over (an undo within the delay). Returns how many. */
export const cancelWaitingMails = async (
  tx: Tx,
  accountId: string,
  template: MailTemplate,
): Promise<number> => {
  const result = await tx
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('account_id', '=', accountId)
    .where('template', '=', template)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};
