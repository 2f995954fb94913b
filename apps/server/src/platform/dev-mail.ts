import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { type OutboxMail, readOutbox } from '../adapters/mail/outbox.ts';
import type { Context } from '../context.ts';
import { escapeHtml } from './mail-layout.ts';

type App = Hono<{ Bindings: HttpBindings }>;

const SHOWN = 200;

const STYLE = `
:root { color-scheme: light dark; --paper: #f6f4ee; --card: #fffefb; --ink: #1b2f3d; --soft: #4c5f69; --line: #dcd9cf; --link: #0b5a86 }
@media (prefers-color-scheme: dark) { :root { --paper: #10191f; --card: #17232b; --ink: #f1efe8; --soft: #a9b8c0; --line: #2c3c46; --link: #7cc4ee } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font: 600 1.75rem/1.25 Georgia, serif; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 2rem 0 .5rem }
p { margin: .25rem 0 1rem; color: var(--soft) }
a { color: var(--link) }
ul { list-style: none; margin: 1.5rem 0; padding: 0; border-top: 1px solid var(--line) }
li { border-bottom: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1.5rem; padding: .75rem .25rem; text-decoration: none; color: inherit; overflow-wrap: anywhere }
li a:hover strong { text-decoration: underline }
li span, li time { color: var(--soft); font-size: .875rem }
li strong { font-weight: 600 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
pre, iframe { background: var(--card); border: 1px solid var(--line); border-radius: .625rem; width: 100% }
pre { padding: 1rem 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.6 ui-monospace, monospace }
iframe { height: 44rem }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
@media (max-width: 40rem) { li a { grid-template-columns: 1fr } }
`;

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The HTML of a mail stands in a frame without scripts, forms, links or anything from elsewhere. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

const page = (title: string, body: string, status = 200): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/mail/style.css"></head><body><main>${body}</main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    },
  );

const time = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const idOf = (mail: OutboxMail): string => mail.file.replace(/\.eml$/, '');

const list = (mails: readonly OutboxMail[]): string => {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mail/${encodeURIComponent(idOf(mail))}"><strong dir="auto">${escapeHtml(mail.subject)}</strong>${time(mail.date)}<span dir="auto">${escapeHtml(mail.to)}</span></a></li>`,
  );
  const found =
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : '<p>No mail yet. Register or ask for a new password, then load this page again.</p>';
  return `<h1>Mails of this demonstration</h1><p>No mail leaves this machine: each one is kept here, newest first. <a href="/dev/mail">Load again</a></p>${found}`;
};

/** Text as HTML in which the links to this server can be clicked. */
const linked = (text: string, publicUrl: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part) => {
      const safe = escapeHtml(part);
      return part.startsWith(`${publicUrl}/`) ? `<a href="${safe}">${safe}</a>` : safe;
    })
    .join('');

const one = (mail: OutboxMail, publicUrl: string): string =>
  [
    '<p><a href="/dev/mail">All mails</a></p>',
    `<h1 dir="auto">${escapeHtml(mail.subject)}</h1>`,
    `<dl><dt>From</dt><dd dir="auto">${escapeHtml(mail.from)}</dd><dt>To</dt><dd dir="auto">${escapeHtml(mail.to)}</dd><dt>Time</dt><dd>${time(mail.date)}</dd></dl>`,
    `<h2 id="text">As text</h2><pre dir="auto">${linked(mail.text, publicUrl)}</pre>`,
    `<h2 id="html">As HTML</h2><iframe sandbox title="HTML part of the mail" src="/dev/mail/${encodeURIComponent(idOf(mail))}/html"></iframe>`,
  ].join('');

/** The HTML part with its embedded pictures in place. */
const htmlPart = (mail: OutboxMail): Response => {
  const pictures = new Map(
    mail.attachments.map(({ cid, contentType, content }) => [
      cid,
      `data:${contentType};base64,${content.toString('base64')}`,
    ]),
  );
  const html = mail.html.replace(/cid:([^"'\s)>]+)/g, (whole, cid: string) => pictures.get(cid) ?? whole);
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MAIL_POLICY,
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
    },
  });
};

/**
 * Shows the outbox at /dev/mail, on a demonstration whose mails are written to files; elsewhere the path is not found, since
 * codes and reset links would be public.
 */
export const serveDevMail = (app: App, context: Context): void => {
  const { demo, smtpUrl, dataDir, publicUrl } = context.config;
  if (!demo || smtpUrl) return;
  const outbox = () => readOutbox(join(dataDir, 'outbox'), SHOWN);
  const find = async (id: string) => (await outbox()).find((mail) => idOf(mail) === id);
  const missing = () =>
    page('Mail not found', '<h1>Mail not found</h1><p><a href="/dev/mail">All mails</a></p>', 404);

  app.get('/dev/mail', async () => page('Mails', list(await outbox())));
  app.get(
    '/dev/mail/style.css',
    () => new Response(STYLE, { headers: { 'content-type': 'text/css; charset=utf-8' } }),
  );
  app.get('/dev/mail/:id', async (c) => {
    const mail = await find(c.req.param('id'));
    return mail ? page(mail.subject, one(mail, publicUrl)) : missing();
  });
  app.get('/dev/mail/:id/html', async (c) => {
    const mail = await find(c.req.param('id'));
    return mail ? htmlPart(mail) : missing();
  });
};
