import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Instance, openInstance } from '../../test/demo.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';

let instance: Instance;
beforeAll(async () => {
  instance = await openInstance('postgres');
});
afterAll(() => instance.close());

const open = (environment: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: instance.folder, PUBLIC_URL: 'http://firm.example', ...environment });
  const app = new Hono().mount('/', createApp({ ...instance.context, config }).fetch);
  return { context: instance.context, get: async (path: string) => app.request(path) };
};

const mail = (subject: string, html = '<p>Hello</p>') => ({
  messageId: `<${subject.length}@firm.example>`,
  from: 'Firmament <support@example.com>',
  to: 'ليلى <layla@mail.example>',
  subject,
  text: `Open this link:\nhttp://firm.example/reset-password/abc\nhttps://elsewhere.example/x`,
  html,
});

test('the outbox is listed newest first, and its texts are text', async () => {
  const { context, get } = open({ DEMO: '1' });
  expect(await (await get('/dev/mail')).text()).toContain('No mail yet');
  await context.mailer.send(mail('First'));
  await context.mailer.send(mail('<script>alert(1)</script>'));
  const answer = await get('/dev/mail');
  const list = await answer.text();
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
  expect(list.indexOf('First')).toBeGreaterThan(list.indexOf('alert(1)'));
  expect(list).not.toContain('<script');
  expect(list).toContain('layla@mail.example');
  expect((await get('/dev/mail/style.css')).headers.get('content-type')).toMatch(/^text\/css/);
});

test('one mail shows its text with links to this server alone, and its HTML in a sandbox', async () => {
  const { context, get } = open({ DEMO: '1' });
  const content = Buffer.from('89504e47', 'hex');
  await context.mailer.send({
    ...mail('Reset', '<h1>Reset</h1><img src="cid:p1"><script>alert(1)</script>'),
    attachments: [{ filename: 'p.png', contentType: 'image/png', cid: 'p1', content }],
  });
  const path = /href="(\/dev\/mail\/2[^"]+)"/.exec(await (await get('/dev/mail')).text())?.[1] ?? '';
  const page = await (await get(path)).text();
  expect(page).toContain('<a href="http://firm.example/reset-password/abc">');
  expect(page).not.toContain('<a href="https://elsewhere.example');
  expect(page).toContain(`<iframe sandbox title="HTML part of the mail" src="${path}/html">`);
  const html = await get(`${path}/html`);
  expect(html.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  );
  expect(html.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(html.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await html.text()).toContain(`<img src="data:image/png;base64,${content.toString('base64')}">`);
  expect((await get('/dev/mail/..%2f..%2fsecret')).status).toBe(404);
});

test.each([
  ['without a demonstration', { DEMO: '0' }],
  ['with a mail server', { DEMO: '1', SMTP_URL: 'smtp://127.0.0.1:1' }],
])('%s there is nothing to see', async (_, environment) => {
  const { context, get } = open(environment);
  await context.mailer.send(mail('Code'));
  for (const path of ['/dev/mail', '/dev/mail/style.css', '/dev/mail/x/html']) {
    expect((await get(path)).status).toBe(404);
  }
});
