import { type Mail, MailAddressError } from './mailer.ts';

type Mailbox = { name: string; address: string };

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const CONTROLS = /\p{Cc}+/gu;

/**
 * The mail as nodemailer takes it. Addresses are handed over in parts, never as text that could hold a list,
 * and no header gets a line break, so that a name or subject cannot add a recipient or a header.
 *
 * @throws {MailAddressError}
 */
export function composeMail(mail: Mail) {
  const from = parseMailbox(mail.from);
  const to = parseMailbox(mail.to);
  return {
    envelope: { from: from.address, to: [to.address] },
    messageId: `<${mail.messageId.replace(/[\s<>]/g, '')}>`,
    from,
    to,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: Object.entries(mail.headers ?? {}).map(([key, value]) => ({
      key: oneLine(key),
      value: oneLine(value),
    })),
    attachments: (mail.attachments ?? []).map((attachment) => ({
      filename: oneLine(attachment.filename),
      contentType: oneLine(attachment.contentType),
      content: Buffer.from(attachment.content),
      ...(attachment.cid === undefined ? {} : { cid: oneLine(attachment.cid) }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function parseMailbox(text: string): Mailbox {
  const named = /^([^<>]*)<([^<>]*)>$/u.exec(text.trim());
  const name = named?.[1] ?? '';
  const address = named?.[2] ?? text;
  if (!ADDRESS.test(address) || /\p{Cc}/u.test(text)) {
    throw new MailAddressError(`Not one mail address: ${JSON.stringify(text.slice(0, 320))}`);
  }
  return { name: name.trim().replace(/^"(.*)"$/u, '$1'), address };
}

function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}
