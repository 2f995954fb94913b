import { createTransport } from 'nodemailer';
import { composeMail } from './compose.ts';
import type { Mailer } from './mailer.ts';

/**
 * Hands mails to the mail server at `url` (`smtp://` or `smtps://`, user and password in it), over a few
 * kept connections. A server that does not greet within 10 s or falls silent for 30 s fails the mail; the
 * caller decides on another try, since a mail that was cut off may have arrived.
 */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail(composeMail(mail));
    },
    async close() {
      transport.close();
    },
  };
}
