import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mail } from './mailer.ts';
import { smtpMailer } from './smtp.ts';

const MAIL: Mail = {
  from: 'Firm <firm@firm.example>',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@firm.example>',
};

const servers: SMTPServer[] = [];
/** A mail server of this machine; the port it listens on, and how many mails it took. */
const start = async (options: SMTPServerOptions) => {
  const taken = { mails: 0 };
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        taken.mails += 1;
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', () => resolve()));
  const address = server.server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, taken };
};
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Sends one mail; 'sent', or why not. `0.0.0.0` leads to this machine and is no name of loopback, so it stands for another one. */
const send = async (url: string, requireTls: boolean): Promise<string> => {
  const mailer = smtpMailer(url, { requireTls });
  try {
    await mailer.send(MAIL);
    return 'sent';
  } catch (error) {
    return `${(error as Error).message} ${(error as Error).cause ?? ''}`;
  } finally {
    await mailer.close();
  }
};

describe('a mail server of another machine', () => {
  it('gets no mail without TLS where TLS is required, unless the address says so', async () => {
    const { port, taken } = await start({ disabledCommands: ['STARTTLS'] });
    expect(await send(`smtp://0.0.0.0:${port}`, true)).toMatch(/STARTTLS|TLS/);
    expect(taken.mails).toBe(0);
    expect(await send(`smtp://0.0.0.0:${port}?requireTLS=false`, true)).toBe('sent');
    expect(await send(`smtp://0.0.0.0:${port}`, false)).toBe('sent');
    expect(taken.mails).toBe(2);
  });

  it('gets no mail with a certificate that nobody vouches for, whether TLS is required or not', async () => {
    const { port, taken } = await start({});
    expect(await send(`smtp://0.0.0.0:${port}`, true)).toMatch(/certificate|altnames/i);
    expect(await send(`smtp://0.0.0.0:${port}`, false)).toMatch(/certificate|altnames/i);
    const secure = await start({ secure: true });
    expect(await send(`smtps://0.0.0.0:${secure.port}`, true)).toMatch(/certificate|altnames/i);
    expect(taken.mails + secure.taken.mails).toBe(0);
  });
});

describe('a mail server of this machine', () => {
  it('gets mails without TLS', async () => {
    const { port } = await start({ disabledCommands: ['STARTTLS'] });
    expect(await send(`smtp://127.0.0.1:${port}`, true)).toBe('sent');
    expect(await send(`smtp://localhost:${port}`, true)).toBe('sent');
  });
});
