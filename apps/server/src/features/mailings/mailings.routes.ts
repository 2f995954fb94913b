import { messages } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { countRecipients, listMailings, unsubscribe } from './mailings.queries.ts';
import { prepareMassMail, sendMassMail } from './mass-mail.ts';
import { sendReminders } from './reminders.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

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
    mailings: (await listMailings(context.db)).map(({ id, created_at, ...mailing }) => ({
      _id: id,
      createdAt: created_at,
      ...mailing,
    })),
  }));

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
