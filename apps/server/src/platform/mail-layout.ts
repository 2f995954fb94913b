import type { MailSurroundings } from './mails.ts';

/** Text made safe inside HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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
    return `<p style="margin:8px 0 24px"><a href="${url}" style="display:inline-block;background:#1b2f3d;color:#faf9f5;text-decoration:none;padding:12px 20px;border-radius:6px;font-weight:600">${escapeHtml(block.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#4c5f69;word-break:break-all">${url}</p>`;
  }
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 16px 6px 0;color:#4c5f69">${escapeHtml(name)}</td><td style="padding:6px 0;font-weight:600;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
};

const plain = (block: Block): string => {
  if (block.kind === 'text' || block.kind === 'code') return block.text;
  if (block.kind === 'link') return `${block.label}:\n${block.url}`;
  return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
};

/**
 * One layout for all mails, as text and as HTML that Gmail-like and plain clients show alike: inline styles, no pictures,
 * no scripts. `footer: false` leaves out the firm's address (the code mail must hold no other digits). `extraText` and
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
): { text: string; html: string } => {
  const lines = [around.firmName];
  if (options.footer !== false) lines.push(around.firmAddress, around.supportEmail);
  if (options.note) lines.push(options.note);
  const footer = lines.filter(Boolean);
  const { extraText, link } = options;
  const plainFooter = ['-- ', ...footer, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n');
  const text = `${[...blocks.map(plain), ...(extraText ? [extraText] : []), plainFooter].join('\n\n')}\n`;
  const body = blocks.map(html).join('');
  const foot = [
    ...footer.map((entry) => escapeHtml(entry)),
    ...(link
      ? [`<a href="${escapeHtml(link.url)}" style="color:#4c5f69">${escapeHtml(link.label)}</a>`]
      : []),
  ].join('<br>');
  return {
    text,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(around.firmName)}</title></head><body style="margin:0;background:#f6f4ee;color:#1b2f3d;font:16px/26px -apple-system,'Segoe UI',Helvetica,Arial,sans-serif"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffefb;border:1px solid #dcd9cf;border-radius:10px"><tr><td style="padding:24px 28px 0;font:600 22px/28px Georgia,'Times New Roman',serif">${escapeHtml(around.firmName)}</td></tr><tr><td style="padding:20px 28px 8px">${body}${options.extraHtml ?? ''}</td></tr><tr><td style="padding:16px 28px 24px;border-top:1px solid #dcd9cf;font-size:13px;line-height:20px;color:#4c5f69">${foot}</td></tr></table></td></tr></table></body></html>`,
  };
};
