import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

const PATIENCE_MILLISECONDS = 30_000;

export type Inbox = {
  url: string;
  /** The newest mail to an address with this subject, and with these words; waits for one that is not there yet. */
  mail(to: string, subject: RegExp, words?: string): Promise<ParsedMail>;
  /** How many mails with this subject came to an address so far. */
  count(to: string, subject: RegExp): number;
  /** The code of the newest mail that carries one. */
  code(to: string): Promise<string>;
  /** From now on mails to an address are refused, or the connection breaks off after their text; null: they are taken. */
  fail(to: string, how: 'refused' | 'cut' | null): void;
  stop(): Promise<void>;
};

/** A real SMTP server on loopback that keeps what it takes. */
export const startInbox = async (): Promise<Inbox> => {
  const mails: ParsedMail[] = [];
  const failing = new Map<string, 'refused' | 'cut'>();
  const isFailing = (to: string, how: 'refused' | 'cut') => failing.get(to) === how;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (!isFailing(address, 'refused')) return done();
      done(Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }));
    },
    onData: (stream, session, done) => {
      if (session.envelope.rcptTo.some(({ address }) => isFailing(address, 'cut'))) {
        stream.resume();
        stream.on('end', () => {
          for (const { id, _socket } of server.connections) if (id === session.id) _socket.destroy();
        });
        return;
      }
      simpleParser(stream).then(
        (mail) => {
          mails.push(mail);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const matching = (to: string, subject: RegExp) =>
    mails.filter(
      (mail) =>
        subject.test(mail.subject ?? '') && [mail.to].flat().some((entry) => entry?.text.includes(to)),
    );
  const inbox: Inbox = {
    url: `smtp://127.0.0.1:${port}`,
    count: (to, subject) => matching(to, subject).length,
    mail: async (to, subject, words = '') => {
      for (let waited = 0; waited < PATIENCE_MILLISECONDS; waited += 50) {
        const mail = matching(to, subject).findLast(({ text }) => (text ?? '').includes(words));
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const there = mails.map((mail) => mail.subject).join(' | ');
      throw new Error(`No mail ${subject} came to ${to}; there are: ${there}`);
    },
    code: async (to) => {
      const { subject = '' } = await inbox.mail(to, /^Your verification code is \d{4}$/);
      return subject.slice(-4);
    },
    fail: (to, how) => {
      if (how === null) failing.delete(to);
      else failing.set(to, how);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return inbox;
};
