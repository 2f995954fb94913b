import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { composeMail } from './compose.ts';
import { type Mailer, MailInDoubtError, MailServerAwayError } from './mailer.ts';

/** What nodemailer calls faults of the connection; others tell of the mail. */
const OF_THE_CONNECTION: readonly unknown[] = [
  ...['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROXY', 'EPROTOCOL'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
];

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const hasAnswer = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode !== undefined;

/** Whether a host is this machine, so that nobody listens between. */
const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);

/**
 * Hands mails to the mail server at `url` (`smtp://` or `smtps://`, user and password in it), over a few
 * kept connections. A server that does not greet within 10 s or falls silent for 30 s fails the mail; the
 * caller decides on another try, since a mail that was cut off may have arrived. With `requireTls` no mail goes to another
 * machine unprotected; its certificate is always checked.
 */
export function smtpMailer(url: string, { requireTls = false } = {}): Mailer {
  const transport = createTransport({
    url,
    requireTLS: requireTls && !isLoopback(new URL(url).hostname),
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
  /** The text of each mail under way: it is read only once the server said that it wants it. */
  const texts = new Map<string, Readable>();
  transport.use('stream', (mail, done) => {
    const open = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (options) => {
      const text = open(options);
      texts.set(mail.message.messageId(), text);
      return text;
    };
    done();
  });
  return {
    async send(mail) {
      const composed = composeMail(mail);
      try {
        await transport.sendMail(composed);
      } catch (error) {
        if (hasAnswer(error)) throw error;
        const message = error instanceof Error ? error.message : 'unknown error';
        if (texts.get(composed.messageId)?.readableDidRead === true)
          throw new MailInDoubtError(message, { cause: error });
        if (OF_THE_CONNECTION.includes(codeOf(error)))
          throw new MailServerAwayError(message, { cause: error });
        throw error;
      } finally {
        texts.delete(composed.messageId);
      }
    },
    async close() {
      transport.close();
    },
  };
}
