import * as z from 'zod/mini';
import { moment, success } from './fields.ts';
import { defineRoute } from './route.ts';

const texts = z.union([z.string(), z.array(z.string())]);

export const mailing = z.object({
  _id: z.string(),
  createdAt: moment,
  message: z.string(),
  recipients: z.int(),
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
});

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
    summary: 'Mail all verified users who did not unsubscribe',
    status: 200,
    body: z.object({
      message: z.optional(z.string().check(z.maxLength(20_000))),
      imageUrls: z.optional(texts),
    }),
    files: ['images'],
    response: success({ recipients: z.int() }),
    errors: [
      'mass_mail_empty',
      'mass_mail_too_many_images',
      'proof_not_an_image',
      'proof_heic',
      'proof_too_large',
      'proof_too_many_pixels',
      'proof_broken',
    ],
  }),
  'GET /admin/mass-email': defineRoute({
    auth: 'admin',
    summary: 'The number of present recipients and the mailings so far, newest first',
    status: 200,
    response: z.object({ recipients: z.int(), mailings: z.array(mailing) }),
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
