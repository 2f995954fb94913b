import { messages } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { LIMITS } from '../../platform/limits.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { mailSurroundings } from '../firm/index.ts';
import { addressOf, type MailFacts, whyNotAgain } from './mail-facts.ts';
import {
  countRecipients,
  listMailings,
  oneMailing,
  personOf,
  undeliveredMails,
  undeliveredNotices,
  unsubscribe,
} from './mailings.queries.ts';
import { prepareMassMail, previewMassMail, retryMailing, sendMassMail, sendTestMail } from './mass-mail.ts';
import { sendReminders } from './reminders.ts';
import { dismissSeveral, dismissUndelivered, resendMail } from './undelivered.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

const MOST_UNDELIVERED = 500;
const MOST_NOTICES = 200;

const mailsInWords = (count: number): string => (count === 1 ? '1 email' : `${count} emails`);

const presentMailing = ({
  id,
  created_at,
  ...mailing
}: Awaited<ReturnType<typeof listMailings>>[number]) => ({
  _id: id,
  createdAt: created_at,
  ...mailing,
});

const presentUndelivered = (mail: MailFacts) => {
  const address = addressOf(mail);
  return {
    _id: mail.id,
    email: mail.recipient_email,
    newEmail: address === mail.recipient_email ? null : address,
    state: mail.state === 'failed' || mail.state === 'unknown' ? mail.state : ('waiting' as const),
    error: mail.last_error,
    attempts: mail.attempts,
    notAgain: whyNotAgain(mail),
    version: mail.version,
  };
};

const presentNotice = (mail: MailFacts) => ({
  ...presentUndelivered(mail),
  template: mail.template,
  createdAt: mail.created_at,
  accountId: mail.account_id,
});

/** Reminders, mass mail, and the way out of it. */
export const mailingRoutes = (
  serve: Serve,
  context: Context,
  app: Hono<{ Bindings: HttpBindings }>,
): void => {
  // Mail clients without one-click open the link of the header: the page there asks first.
  app.get('/api/unsubscribe/:token', (c) =>
    c.redirect(`/unsubscribe/${encodeURIComponent(c.req.param('token'))}`, 303),
  );

  serve.write('POST /admin/send-payment-reminder-email', async (_call, tx) => ({
    success: true as const,
    ...(await sendReminders(tx, context)),
  }));

  serve.prepared('POST /admin/send-mass-email', {
    prepare: ({ body, files, session }) =>
      prepareMassMail(context, session.userId, { ...body, files: files.get('images') ?? [] }),
    run: async ({ session }, tx, content) => {
      const recipients = await sendMassMail(tx, context, session.userId, content);
      if (recipients instanceof Refusal) return recipients;
      const message = `Mass email queued for ${recipients} ${recipients === 1 ? 'recipient' : 'recipients'}.`;
      return { success: true as const, message, recipients };
    },
  });

  serve.call('GET /admin/mass-email', async () => ({
    recipients: await countRecipients(context.db),
    mailings: (await listMailings(context.db)).map(presentMailing),
    notices: (await undeliveredNotices(context.db, MOST_NOTICES)).map(presentNotice),
  }));

  serve.call('GET /admin/mass-email/{id}', async ({ params }) => {
    const row = await oneMailing(context.db, params.id);
    if (!row) return refuse('not_found');
    const mails = await undeliveredMails(context.db, row.id, MOST_UNDELIVERED);
    return { ...presentMailing(row), undelivered: mails.map(presentUndelivered) };
  });

  serve.write('POST /admin/mass-email/{id}/retry', async ({ params, body, session }, tx) => {
    const mailing = await oneMailing(tx, params.id);
    if (!mailing) return refuse('not_found');
    const asked = { mailingId: mailing.id, unknown: body.unknown ?? false };
    const retried = await retryMailing(tx, context, session.userId, asked);
    return { success: true as const, message: `${mailsInWords(retried)} queued again.`, retried };
  });

  serve.write('POST /admin/mails/{id}/resend', async ({ params, body, session, request }, tx) => {
    const outcome = await resendMail(tx, {
      mailId: params.id,
      actorId: session.userId,
      ifMatch: request.ifMatch,
      now: context.clock.now(),
      mayDouble: body.mayDouble ?? false,
    });
    if (outcome instanceof Refusal) return outcome;
    const message = outcome === 'changed' ? messages.mailSentAgain : messages.mailOnItsWay;
    return { success: true as const, message };
  });

  serve.write('POST /admin/mails/{id}/dismiss', async ({ params, session, request }, tx) => {
    const outcome = await dismissUndelivered(tx, {
      mailId: params.id,
      actorId: session.userId,
      ifMatch: request.ifMatch,
      now: context.clock.now(),
    });
    if (outcome instanceof Refusal) return outcome;
    const message = outcome === 'changed' ? messages.mailDismissed : messages.mailDismissedBefore;
    return { success: true as const, message };
  });

  serve.write('POST /admin/mails/dismiss', async ({ body, session }, tx) => {
    const dismissed = await dismissSeveral(tx, {
      seen: body.mails.map(({ _id, version }) => ({ id: _id, version })),
      actorId: session.userId,
      now: context.clock.now(),
    });
    return { success: true as const, message: `${mailsInWords(dismissed)} dismissed.`, dismissed };
  });

  serve.call('POST /admin/mass-email/preview', async ({ body, session }) => {
    const author = await personOf(context.db, session.userId);
    return previewMassMail(context, await mailSurroundings(context), author, body);
  });

  serve.prepared('POST /admin/mass-email/test', {
    prepare: ({ body, files, session }) =>
      prepareMassMail(
        context,
        session.userId,
        { ...body, files: files.get('images') ?? [] },
        LIMITS.massMailTest,
      ),
    run: async ({ session }, tx, content) => {
      const author = await personOf(tx, session.userId);
      const refusal = await sendTestMail(tx, context, author, content);
      if (refusal) return refusal;
      return {
        success: true as const,
        message: `A test is on its way to ${author.email}.`,
        email: author.email,
      };
    },
  });

  serve.write('POST /unsubscribe/{token}', async ({ params }, tx) => {
    const userId = readUnsubscribeToken(params.token, context.keys['unsubscribe-link']);
    if (userId === null) return refuse('unsubscribe_invalid');
    const now = context.clock.now();
    if (await unsubscribe(tx, userId, now)) {
      await recordAdminEvent(tx, {
        at: now,
        event: 'unsubscribed',
        actorId: userId,
        subjectKind: 'user',
        subjectId: userId,
      });
    }
    return { success: true as const, message: messages.unsubscribed };
  });
};
