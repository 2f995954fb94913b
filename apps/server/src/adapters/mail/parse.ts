/** A mail as its reader sees it. */
export type ParsedMail = {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  date: Date;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; cid: string | null; content: Buffer }[];
};

type Part = { headers: Map<string, string>; body: Buffer };

/**
 * Reads an RFC 5322 mail of our own outbox (what nodemailer writes: one line-folded header block, multipart
 * bodies, base64 or quoted-printable, UTF-8). Not a reader for mails of others.
 */
export function parseMail(bytes: Buffer): ParsedMail {
  const message = split(bytes);
  const leaves = leavesOf(message);
  const body = (type: string) => {
    const part = leaves.find((leaf) => typeOf(leaf) === type && !isAttachment(leaf));
    return part === undefined ? '' : decodeBody(part).toString('utf8').replaceAll('\r\n', '\n');
  };
  const header = (name: string) => decodeWords(message.headers.get(name) ?? '');
  return {
    messageId: header('message-id'),
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    date: new Date(header('date')),
    text: body('text/plain'),
    html: body('text/html'),
    attachments: leaves.filter(isAttachment).map((leaf) => ({
      filename: parameter(leaf.headers.get('content-type') ?? '', 'name') ?? '',
      contentType: typeOf(leaf),
      cid: leaf.headers.get('content-id')?.replace(/[<>]/g, '') ?? null,
      content: decodeBody(leaf),
    })),
  };
}

function split(bytes: Buffer): Part {
  const end = bytes.indexOf('\r\n\r\n');
  const head = (end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8').replace(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4) };
}

function leavesOf(part: Part): Part[] {
  const boundary = parameter(part.headers.get('content-type') ?? '', 'boundary');
  if (!typeOf(part).startsWith('multipart/') || boundary === null) return [part];
  const body = Buffer.concat([Buffer.from('\r\n'), part.body]);
  const mark = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let at = body.indexOf(mark);
  while (at >= 0) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) break;
    const start = body.indexOf('\r\n', at + mark.length) + 2;
    parts.push(...leavesOf(split(body.subarray(start, next))));
    at = next;
  }
  return parts;
}

function typeOf(part: Part): string {
  return (part.headers.get('content-type') ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
}

function isAttachment(part: Part): boolean {
  return part.headers.has('content-disposition') || part.headers.has('content-id');
}

function parameter(header: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(header);
  return found === null ? null : decodeWords(found[1] ?? found[2] ?? '');
}

function decodeBody(part: Part): Buffer {
  const encoding = part.headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body.toString('latin1'), 'base64');
  if (encoding === 'quoted-printable') {
    return decodeHexMarks(part.body.toString('latin1').replaceAll('=\r\n', ''));
  }
  return part.body;
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; spaces between two such words are not part of the text. */
function decodeWords(text: string): string {
  return text.replace(/(\?=)\s+(?==\?)/g, '$1').replace(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) => {
    const pieces = [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, encoding, word = '']) =>
      encoding?.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : decodeHexMarks(word.replaceAll('_', ' ')),
    );
    return Buffer.concat(pieces).toString('utf8');
  });
}

function decodeHexMarks(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
