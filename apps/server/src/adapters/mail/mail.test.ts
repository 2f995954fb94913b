import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_FOLDER } from '../../../test/postgres.ts';
import { type Mail, MailAddressError, type Mailer } from './mailer.ts';
import { outboxMailer, readOutbox } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const MAIL: Mail = {
  messageId: '<7c2f@firm.example>',
  from: 'Größe & Söhne <hello@firm.example>',
  to: 'مريم العلي <maryam@mail.example>',
  subject:
    'Your account — نجاح ✓ and a subject that is long enough to be folded more than once, with ümläuts',
  text: 'First line = ok\n.\n..two dots\nمرحبا\n1234\n',
  html: '<p>Hello <b>مريم</b> <img src="cid:logo@firm" alt=""></p>\n',
  headers: {
    'List-Unsubscribe': '<https://firm.example/u/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  attachments: [{ filename: 'logo ünder.png', contentType: 'image/png', content: PNG, cid: 'logo@firm' }],
};

type Taken = { from: string; to: string[]; parsed: ParsedMail; raw: string };
const taken: Taken[] = [];
let answer: Error | null = null;
let folder: string;
let smtp: Mailer;
let outbox: Mailer;
let outboxDir: string;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', async () => {
      const raw = Buffer.concat(chunks);
      const { mailFrom, rcptTo } = session.envelope;
      taken.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map((recipient) => recipient.address),
        parsed: await simpleParser(raw),
        raw: raw.toString('latin1'),
      });
      done(answer);
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  smtp = smtpMailer(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'mail-'));
  outboxDir = join(folder, 'outbox');
  outbox = outboxMailer(outboxDir);
});

afterAll(async () => {
  await smtp.close();
  await new Promise<void>((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

async function viaSmtp(mail: Mail): Promise<Taken> {
  taken.length = 0;
  await smtp.send(mail);
  expect(taken).toHaveLength(1);
  const [only] = taken;
  if (only === undefined) throw new Error('no mail');
  return only;
}

async function viaOutbox(mail: Mail): Promise<ParsedMail> {
  rmSync(outboxDir, { recursive: true, force: true });
  await outbox.send(mail);
  const names = readdirSync(outboxDir);
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-\d{6}-[0-9a-f]{8}\.eml$/);
  return simpleParser(readFileSync(join(outboxDir, names[0] ?? '')));
}

function expectMail(parsed: ParsedMail): void {
  expect(parsed.subject).toBe(MAIL.subject);
  expect(parsed.messageId).toBe('<7c2f@firm.example>');
  expect(parsed.from?.value).toEqual([{ name: 'Größe & Söhne', address: 'hello@firm.example' }]);
  const to = Array.isArray(parsed.to) ? parsed.to : [parsed.to];
  expect(to.map((list) => list?.value)).toEqual([[{ name: 'مريم العلي', address: 'maryam@mail.example' }]]);
  expect(parsed.text?.trimEnd()).toBe(MAIL.text.trimEnd());
  expect(parsed.html).toContain('Hello <b>مريم</b>');
  expect(parsed.headers.get('list')).toMatchObject({ unsubscribe: { url: 'https://firm.example/u/1' } });
  expect(parsed.attachments).toHaveLength(1);
  expect(parsed.attachments[0]).toMatchObject({ cid: 'logo@firm', contentType: 'image/png', related: true });
  expect(parsed.attachments[0]?.content.equals(PNG)).toBe(true);
  expect(parsed.attachments[0]?.filename).toBe('logo ünder.png');
}

describe('a mail', () => {
  it('arrives whole by SMTP', async () => {
    const mail = await viaSmtp(MAIL);
    expect(mail.from).toBe('hello@firm.example');
    expect(mail.to).toEqual(['maryam@mail.example']);
    expectMail(mail.parsed);
  });

  it('is whole in the outbox', async () => {
    expectMail(await viaOutbox(MAIL));
  });

  it('is read back from the outbox as a mail client reads it', async () => {
    const parsed = await viaOutbox(MAIL);
    const [read] = await readOutbox(outboxDir);
    expect(read).toMatchObject({
      messageId: parsed.messageId,
      subject: MAIL.subject,
      from: MAIL.from,
      to: MAIL.to,
      html: MAIL.html,
      attachments: [{ filename: 'logo ünder.png', contentType: 'image/png', cid: 'logo@firm', content: PNG }],
    });
    expect(read?.text).toBe(MAIL.text);
    expect(Math.abs((read?.date.getTime() ?? 0) - Date.now())).toBeLessThan(5_000);
  });

  it('without name, picture or special letters is read back too', async () => {
    const plain = {
      ...MAIL,
      from: 'a@b.example',
      to: 'c@d.example',
      subject: 'Plain',
      text: 'x'.repeat(300),
      html: '<p>y</p>',
    };
    delete plain.attachments;
    await viaOutbox(plain);
    const [read] = await readOutbox(outboxDir);
    expect(read).toMatchObject({
      from: 'a@b.example',
      to: 'c@d.example',
      subject: 'Plain',
      text: plain.text,
      html: plain.html,
      attachments: [],
    });
  });

  it('stays one mail whatever stands in its subject, headers and names', async () => {
    const hostile = {
      ...MAIL,
      subject: 'Hello\r\nBcc: victim@mail.example\r\n\r\nbody\0',
      headers: { 'X-Note\r\nBcc': 'a\r\nBcc: victim@mail.example' },
      messageId: '<1@firm.example>\r\nBcc: victim@mail.example',
      attachments: [
        {
          filename: 'a\r\nBcc: victim@mail.example',
          contentType: 'image/png',
          content: PNG,
          cid: 'x>\r\nBcc: victim@mail.example',
        },
      ],
    };
    for (const parsed of [(await viaSmtp(hostile)).parsed, await viaOutbox(hostile)]) {
      expect(parsed.bcc).toBeUndefined();
      expect(parsed.headers.has('bcc')).toBe(false);
      expect(parsed.subject).toBe('Hello Bcc: victim@mail.example body');
      expect(parsed.text?.trimEnd()).toBe(MAIL.text.trimEnd());
    }
    expect(taken[0]?.to).toEqual(['maryam@mail.example']);
    expect(taken[0]?.raw).not.toMatch(/^bcc:/im);
  });

  it.each([
    'a@b.example\r\nBcc: victim@mail.example',
    'Name\r\nBcc: victim@mail.example <a@b.example>',
    'a@b.example, victim@mail.example',
    'Name <a@b.example>, <victim@mail.example>',
    'Name <a@b.example> <victim@mail.example>',
    'group: a@b.example, victim@mail.example;',
    'a@b.example>\nRCPT TO:<victim@mail.example',
    '"a b"@c.example',
    'a@b@c.example',
    'nobody',
    '',
  ])('to %j is refused', async (to) => {
    taken.length = 0;
    await expect(smtp.send({ ...MAIL, to })).rejects.toThrow(MailAddressError);
    await expect(outbox.send({ ...MAIL, to })).rejects.toThrow(MailAddressError);
    await expect(smtp.send({ ...MAIL, from: to })).rejects.toThrow(MailAddressError);
    expect(taken).toHaveLength(0);
  });

  it('reads no file and no address for an attachment', async () => {
    const mail = await viaSmtp({
      ...MAIL,
      html: '<img src="/etc/hostname"><img src="http://127.0.0.1:1/x">',
    });
    expect(mail.parsed.attachments).toHaveLength(1);
  });
});

describe('the mail server', () => {
  it('that refuses a mail fails it with its code', async () => {
    answer = Object.assign(new Error('mailbox full'), { responseCode: 452 });
    await expect(smtp.send(MAIL)).rejects.toMatchObject({ responseCode: 452 });
    answer = null;
    await expect(smtp.send(MAIL)).resolves.toBeUndefined();
  });

  it('that is away fails it', async () => {
    const away = smtpMailer('smtp://127.0.0.1:1');
    await expect(away.send(MAIL)).rejects.toThrow(/ECONNREFUSED/);
    await away.close();
  });

  it('that never greets fails it in about ten seconds', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const mailer = smtpMailer(
      `smtp://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    );
    const started = performance.now();
    await expect(mailer.send(MAIL)).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(12_000);
    await mailer.close();
    silent.close();
  }, 20_000);
});

describe('the outbox', () => {
  it('keeps the order of its mails', async () => {
    rmSync(outboxDir, { recursive: true, force: true });
    for (let n = 0; n < 12; n += 1) await outbox.send({ ...MAIL, subject: `Mail ${n}` });
    const subjects = (await readOutbox(outboxDir, 10)).map((mail) => mail.subject);
    expect(subjects).toEqual(Array.from({ length: 10 }, (_, n) => `Mail ${11 - n}`));
    expect(readdirSync(outboxDir).every((name) => name.endsWith('.eml'))).toBe(true);
    expect(await readOutbox(join(folder, 'none'))).toEqual([]);
  });
});
