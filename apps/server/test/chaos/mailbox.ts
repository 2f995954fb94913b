import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Taken = { to: string; messageId: string; subject: string };
export type Mailbox = {
  port: number;
  taken: readonly Taken[];
  /** The newest verification code to an address, or null. */
  codeTo(address: string): string | null;
  stop(): Promise<void>;
};

const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

/** A real SMTP server on loopback that counts what it takes, by recipient and Message-ID. */
export const startMailbox = async (options: SMTPServerOptions = {}, port = 0): Promise<Mailbox> => {
  const taken: Taken[] = [];
  const codes = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const head = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
        const subject = headerOf(head, 'Subject');
        const to = session.envelope.rcptTo[0]?.address ?? '';
        taken.push({ to, messageId: headerOf(head, 'Message-ID'), subject });
        const code = /\b(\d{4})$/.exec(subject)?.[1];
        if (code) codes.set(to, code);
        done();
      });
    },
    ...options,
  });
  // A client that is killed resets its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    taken,
    codeTo: (to) => codes.get(to) ?? null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
