import * as z from 'zod/mini';
import { moment, pathId, success } from './fields.ts';
import { messages } from './messages.ts';
import { defineRoute } from './route.ts';

/** So many mails of a mailing are listed, and can be dismissed at once. */
const MOST_DISMISSED = 500;

const texts = z.union([z.string(), z.array(z.string())]);

export const mailing = z.object({
  _id: z.string(),
  createdAt: moment,
  message: z.string(),
  recipients: z.int(),
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Handed over while the process ended: they may have arrived. */
  unknown: z.int(),
  /** Left out: the recipient unsubscribed or left after the mailing was queued. */
  cancelled: z.int(),
  /** Did not arrive, or may not have, and were dismissed by an administrator. */
  dismissed: z.int(),
});

/** A mail of a mailing that did not get through, or not yet. */
export const undelivered = z.object({
  _id: z.string(),
  email: z.string(),
  state: z.enum(['failed', 'unknown', 'waiting']),
  error: z.nullable(z.string()),
  attempts: z.int(),
  /** The address of its user today, where that is another one: sent again, it goes there. */
  newEmail: z.nullable(z.string()),
  /** Why it can only be dismissed; null where it can also be sent again. */
  notAgain: z.nullable(z.string()),
  /** Rises each time it is sent again or dismissed; sent back as If-Match. */
  version: z.int(),
});

/** A mail about a person or an account that did not get through, or not yet after an attempt. */
export const undeliveredNotice = z.extend(undelivered, {
  template: z.string(),
  createdAt: moment,
  /** The account that it tells of; null for one that tells of none. */
  accountId: z.nullable(z.string()),
});

const content = {
  body: z.object({
    message: z.optional(z.string().check(z.maxLength(20_000))),
    imageUrls: z.optional(texts),
  }),
  files: ['images'],
} as const;
const contentErrors = [
  'mass_mail_empty',
  'mass_mail_too_many_images',
  'proof_not_an_image',
  'proof_heic',
  'proof_too_large',
  'proof_too_many_pixels',
  'proof_broken',
] as const;

export const mailingRoutes = {
  'POST /admin/send-payment-reminder-email': defineRoute({
    auth: 'admin',
    summary: 'Remind the traders whose orders are unpaid',
    status: 200,
    body: z.optional(z.unknown()),
    response: success({ sent: z.int() }),
    errors: [],
  }),
  'POST /admin/send-mass-email': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Mail all verified users who did not unsubscribe',
    status: 200,
    ...content,
    response: success({ recipients: z.int() }),
    errors: contentErrors,
  }),
  'POST /admin/mass-email/test': defineRoute({
    auth: 'admin',
    summary: 'Mail the same to the caller alone, marked as a test',
    status: 200,
    ...content,
    response: success({ email: z.string() }),
    errors: contentErrors,
  }),
  'POST /admin/mass-email/preview': defineRoute({
    auth: 'admin',
    summary: 'Subject and text part as the caller would receive them; nothing is sent or kept',
    status: 200,
    body: content.body,
    response: z.object({ subject: z.string(), text: z.string() }),
    errors: [],
  }),
  'GET /admin/mass-email/{id}': defineRoute({
    auth: 'admin',
    summary: 'One mailing, with up to 500 of its mails that did not get through, the failed ones first',
    status: 200,
    params: z.object({ id: pathId }),
    response: z.extend(mailing, { undelivered: z.array(undelivered) }),
    errors: ['not_found'],
  }),
  'POST /admin/mass-email/{id}/retry': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Send the failed mails of a mailing once more, on wish also those that may have arrived',
    status: 200,
    params: z.object({ id: pathId }),
    body: z.object({ unknown: z.optional(z.boolean()) }),
    response: success({ retried: z.int() }),
    errors: ['not_found'],
  }),
  'POST /admin/mails/{id}/resend': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Send one mail that did not arrive again; what is on its way already stays as it is',
    status: 200,
    params: z.object({ id: pathId }),
    /** `mayDouble`: also where it may have arrived. */
    body: z.object({ mayDouble: z.optional(z.boolean()) }),
    response: success({}),
    errors: ['not_found', 'changed_meanwhile', 'mail_not_resendable', 'mail_may_double'],
  }),
  'POST /admin/mails/{id}/dismiss': defineRoute({
    auth: 'admin',
    summary: 'Neither list a mail that did not arrive nor warn of it any more',
    status: 200,
    params: z.object({ id: pathId }),
    response: success({}),
    errors: ['not_found', 'changed_meanwhile', 'mail_not_undelivered'],
  }),
  'POST /admin/mails/dismiss': defineRoute({
    auth: 'admin',
    summary: 'Dismiss several mails that did not arrive; those that were handled since they were seen stay',
    status: 200,
    body: z.object({
      mails: z
        .array(z.object({ _id: z.uuid({ error: messages.idInvalid }), version: z.int().check(z.gte(1)) }))
        .check(z.minLength(1), z.maxLength(MOST_DISMISSED)),
    }),
    response: success({ dismissed: z.int() }),
    errors: [],
  }),
  'GET /admin/mass-email': defineRoute({
    auth: 'admin',
    summary:
      'The number of present recipients, the mailings so far, and up to 200 other mails that did not get through; newest first',
    status: 200,
    response: z.object({
      recipients: z.int(),
      mailings: z.array(mailing),
      notices: z.array(undeliveredNotice),
    }),
    errors: [],
  }),
  'POST /unsubscribe/{token}': defineRoute({
    auth: 'public',
    // No body is declared: what a mail client posts (RFC 8058) is not JSON, and is not read.
    summary: 'Stop mass mail to the address of the signed link (RFC 8058)',
    status: 200,
    params: z.object({ token: z.string().check(z.maxLength(300)) }),
    response: success({}),
    errors: ['unsubscribe_invalid'],
  }),
};
