import { needsName } from '@firmament/rules';
import type { MailSurroundings, RenderedMail } from './mails.ts';

/** Text made safe inside HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The colours of a mail; clients that know the dark scheme take the second set, all others the first. */
export const MAIL_COLOURS = {
  light: {
    page: '#f6f4ee',
    card: '#fffefb',
    ink: '#1b2f3d',
    muted: '#4c5f69',
    line: '#dcd9cf',
    button: '#1b2f3d',
    label: '#faf9f5',
  },
  dark: {
    page: '#0f1b23',
    card: '#16252f',
    ink: '#f2f0e9',
    muted: '#a9b8c0',
    line: '#2f424e',
    button: '#f2f0e9',
    label: '#10212b',
  },
} as const;

const { light, dark } = MAIL_COLOURS;

const DARK_STYLE = [
  `.page{background:${dark.page}!important;color:${dark.ink}!important}`,
  `.card{background:${dark.card}!important;border-color:${dark.line}!important}`,
  `.muted,.muted a{color:${dark.muted}!important;border-color:${dark.line}!important}`,
  `.button{background:${dark.button}!important;color:${dark.label}!important}`,
].join('');

type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'facts'; facts: [string, string][] }
  | { kind: 'link'; label: string; url: string };

const html = (block: Block): string => {
  if (block.kind === 'text')
    return `<p style="margin:0 0 16px">${escapeHtml(block.text).replace(/\n/g, '<br>')}</p>`;
  if (block.kind === 'code') {
    return `<p style="margin:8px 0 24px;font:600 32px/40px ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${escapeHtml(block.text)}</p>`;
  }
  if (block.kind === 'link') {
    const url = escapeHtml(block.url);
    return `<p style="margin:8px 0 24px"><a href="${url}" class="button" style="display:inline-block;background:${light.button};color:${light.label};text-decoration:none;padding:12px 20px;border-radius:6px;font-weight:600">${escapeHtml(block.label)}</a></p><p class="muted" style="margin:0 0 16px;font-size:13px;color:${light.muted};word-break:break-all">${url}</p>`;
  }
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><td class="muted" style="padding:6px 16px 6px 0;color:${light.muted}">${escapeHtml(name)}</td><td style="padding:6px 0;font-weight:600;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
};

const plain = (block: Block): string => {
  if (block.kind === 'text' || block.kind === 'code') return block.text;
  if (block.kind === 'link') return `${block.label}:\n${block.url}`;
  return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
};

const LOGO_CID = 'logo@firm';
const LOGO_HEIGHT = 36;
const LOGO_WIDTH = 200;

/**
 * The firm's logo, on the ground that it was made for in light and dark clients alike, with the name beside a mark that does
 * not say it. Where pictures are off, the name stands in its place.
 */
const logoHtml = ({ firmName }: MailSurroundings, logo: NonNullable<MailSurroundings['logo']>): string => {
  const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDTH / logo.width, 1);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  const { card, ink } = logo.scheme === 'light' ? light : dark;
  const name = escapeHtml(firmName);
  const [alt, beside] = needsName(logo) ? ['', `<span style="margin-left:10px">${name}</span>`] : [name, ''];
  return `<span style="display:inline-block;vertical-align:middle;background:${card};color:${ink};padding:4px 6px;border-radius:6px"><img src="cid:${LOGO_CID}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0"></span>${beside}`;
};

const attachmentOf = ({ content }: NonNullable<MailSurroundings['logo']>) => ({
  filename: 'logo.png',
  content,
  contentType: 'image/png',
  cid: LOGO_CID,
});

/**
 * One layout for all mails, as text and as HTML that Gmail-like and plain clients show alike: inline styles, with
 * another set of colours for dark clients, no picture but the firm's logo, no scripts. `footer: false` leaves out the logo and
 * the firm's address (the code mail must hold no other digits). `extraText` and
 * `extraHtml` stand after the blocks of their part alone; `link` ends the footer.
 */
export const layOut = (
  around: MailSurroundings,
  blocks: Block[],
  options: {
    footer?: boolean;
    note?: string;
    extraText?: string;
    extraHtml?: string;
    link?: { label: string; url: string };
  } = {},
): Pick<RenderedMail, 'text' | 'html' | 'attachments'> => {
  const lines = [around.firmName];
  if (options.footer !== false) lines.push(around.firmAddress, around.supportEmail);
  if (options.note) lines.push(options.note);
  const footer = lines.filter(Boolean);
  const { extraText, link } = options;
  const logo = options.footer === false ? null : around.logo;
  const plainFooter = ['-- ', ...footer, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n');
  const text = `${[...blocks.map(plain), ...(extraText ? [extraText] : []), plainFooter].join('\n\n')}\n`;
  const body = blocks.map(html).join('');
  const foot = [
    ...footer.map((entry) => escapeHtml(entry)),
    ...(link
      ? [`<a href="${escapeHtml(link.url)}" style="color:${light.muted}">${escapeHtml(link.label)}</a>`]
      : []),
  ].join('<br>');
  return {
    text,
    ...(logo ? { attachments: [attachmentOf(logo)] } : {}),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>@media (prefers-color-scheme:dark){${DARK_STYLE}}</style><title>${escapeHtml(around.firmName)}</title></head><body class="page" style="margin:0;background:${light.page};color:${light.ink};font:16px/26px -apple-system,'Segoe UI',Helvetica,Arial,sans-serif"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;background:${light.card};border:1px solid ${light.line};border-radius:10px"><tr><td style="padding:24px 28px 0;font:600 22px/28px Georgia,'Times New Roman',serif">${logo ? logoHtml(around, logo) : escapeHtml(around.firmName)}</td></tr><tr><td style="padding:20px 28px 8px">${body}${options.extraHtml ?? ''}</td></tr><tr><td class="muted" style="padding:16px 28px 24px;border-top:1px solid ${light.line};font-size:13px;line-height:20px;color:${light.muted}">${foot}</td></tr></table></td></tr></table></body></html>`,
  };
};
