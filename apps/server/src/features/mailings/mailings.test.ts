import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messages } from '@firmament/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, screenshot, uploadProof, waitFor } from '../../../test/account-calls.ts';
import { type Person, register, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { MAIL_COLOURS } from '../../platform/mail-layout.ts';
import { transact } from '../../platform/transactions.ts';
import { sendReminders } from './reminders.ts';

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

const remind = () => world.call('POST /admin/send-payment-reminder-email', { token: admin.token });

const mailsTo = async (email: string, subject: string) =>
  (await world.mails()).filter(
    (mail) =>
      [mail.to].flat().some((to) => to?.text.includes(email)) && (mail.subject ?? '').startsWith(subject),
  );
const remindersTo = async (email: string) => (await mailsTo(email, 'Your order waits')).length;

const setUser = (id: string, columns: { disabled_at?: Date | null; closed_at?: Date | null }) =>
  world.context.db.updateTable('users').set(columns).where('id', '=', id).execute();

describe('payment reminders', () => {
  // spec 7.32
  it('go to unpaid orders of an hour ago, each once a day, and say why none goes', async () => {
    expect((await remind()).body).toEqual({
      success: true,
      message: '0 reminders sent. There are no unpaid orders.',
      sent: 0,
    });
    const one = await newAccount(world, admin);
    expect((await remind()).body.message).toBe('0 reminders sent. 1 order is newer than 60 minutes.');
    const other = await newAccount(world, admin);
    const submitted = await newAccount(world, admin);
    await uploadProof(world, submitted.trader, submitted.id);
    const verified = await newAccount(world, admin);
    await verified.by.verify({ status: 'verified' });
    world.clock.advance(3_600_000 - 1);
    expect((await remind()).body.message).toBe('0 reminders sent. 2 orders are newer than 60 minutes.');
    world.clock.advance(1);
    expect((await remind()).body).toEqual({ success: true, message: '2 reminders sent.', sent: 2 });
    await newAccount(world, admin);
    expect((await remind()).body.message).toBe(
      '0 reminders sent. 1 order is newer than 60 minutes. 2 orders were reminded in the last 24 hours.',
    );
    for (const { trader } of [one, other]) expect(await remindersTo(trader.email)).toBe(1);
    for (const { trader } of [submitted, verified]) expect(await remindersTo(trader.email)).toBe(0);
    const [mail] = await mailsTo(one.trader.email, 'Your order waits');
    expect(mail?.text).toContain(`http://firm.example/payment/${one.id}`);
    expect(mail?.text).toContain('$89.00');
    expect((await one.by.read()).body.version).toBe(1);
    await waitFor(world, 86_400_000, admin);
    expect((await remind()).body.sent).toBe(3);
    expect(await remindersTo(one.trader.email)).toBe(2);
  });

  it('go once when asked for at the same time', async () => {
    const { trader } = await newAccount(world, admin);
    await waitFor(world, 2 * 86_400_000, admin);
    const answers = await Promise.all([remind(), remind(), remind(), remind()]);
    const { remindersDue } = (await world.call('GET /admin/overview', { token: admin.token })).body;
    expect(remindersDue).toBe(0);
    expect(answers.filter((answer) => answer.body.sent > 0)).toHaveLength(1);
    expect(await remindersTo(trader.email)).toBe(1);
  });

  it('do not go to the disabled, nor for an order that was paid or deleted meanwhile', async () => {
    await waitFor(world, 2 * 86_400_000, admin);
    await remind();
    const disabled = await newAccount(world, admin);
    const paid = await newAccount(world, admin);
    const deleted = await newAccount(world, admin);
    await world.mails();
    await setUser(disabled.trader.userId, { disabled_at: world.clock.now() });
    world.clock.advance(3_600_000);
    const later = new Date(world.clock.now().getTime() + 60_000);
    await transact(world.context.db, async (tx) => {
      expect((await sendReminders(tx, world.context)).message).toBe('2 reminders sent.');
      const { id } = disabled;
      await tx
        .updateTable('mails')
        .set({ send_after: later })
        .where('account_id', '!=', id)
        .where('state', '=', 'queued')
        .execute();
    });
    await paid.by.verify({ status: 'verified' });
    await deleted.by.remove();
    world.clock.advance(60_000);
    for (const { trader } of [disabled, paid, deleted]) expect(await remindersTo(trader.email)).toBe(0);
    expect((await remind()).body.message).toMatch(/ 1 order belongs to a user who is disabled or closed\.$/);
  });
});

describe('mass mail', () => {
  type Fields = { message?: string; imageUrls?: string[]; images?: Uint8Array[] };
  const formOf = ({ message, imageUrls = [], images = [] }: Fields): FormData => {
    const form = new FormData();
    if (message !== undefined) form.set('message', message);
    for (const url of imageUrls) form.append('imageUrls', url);
    for (const bytes of images) form.append('images', new Blob([new Uint8Array(bytes)]), 'picture.svg');
    return form;
  };
  const send = (fields: Fields, token = admin.token, headers = {}) =>
    world.call('POST /admin/send-mass-email', { token, form: formOf(fields), headers });
  const massMailsTo = (email: string) => mailsTo(email, 'A message from Firmament');
  const overview = async () => (await world.call('GET /admin/mass-email', { token: admin.token })).body;

  it('goes to the verified who are neither disabled nor closed nor unsubscribed, one mail each', async () => {
    const trader = await registerVerified(world);
    const disabled = await registerVerified(world);
    const closed = await registerVerified(world);
    const unverified = await register(world);
    await setUser(disabled.userId, { disabled_at: world.clock.now() });
    await setUser(closed.userId, { closed_at: world.clock.now() });
    const { recipients } = await overview();
    const { status, body } = await send({ message: '  Good <b>news</b> & "more"\nSecond line  ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: `Mass email queued for ${recipients} recipients.`,
      recipients,
    });
    const [mail, ...others] = await massMailsTo(trader.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Good <b>news</b> & "more"\nSecond line');
    expect(mail?.html).not.toContain('<b>news</b>');
    expect(mail?.html).toContain('Good &#60;b&#62;news');
    for (const person of [disabled, closed, unverified]) expect(await massMailsTo(person.email)).toEqual([]);
    expect((await overview()).mailings[0]).toMatchObject({
      message: 'Good <b>news</b> & "more"\nSecond line',
      recipients,
      sent: recipients,
      waiting: 0,
      failed: 0,
    });
  });

  // spec 7.33
  it('carries links as pictures, and uploads inside the mail', async () => {
    const trader = await registerVerified(world);
    const { status } = await send({
      imageUrls: [
        'https://cdn.example/a.png?x=1&y="2"\nhttp://cdn.example/b.png; ',
        'https://cdn.example/c.png,',
      ],
      images: [await screenshot(10), await screenshot(20)],
    });
    expect(status).toBe(200);
    const [mail] = await massMailsTo(trader.email);
    expect(mail?.text).toContain(
      'https://cdn.example/a.png?x=1&y=%222%22\nhttp://cdn.example/b.png\nhttps://',
    );
    expect(mail?.html).toContain('src="http://cdn.example/b.png"');
    expect(mail?.html).toContain('src="https://cdn.example/c.png"');
    expect(mail?.attachments.map((picture) => picture.contentType)).toEqual(['image/png', 'image/png']);
    expect(mail?.attachments[0]?.content.equals(mail.attachments[1]?.content ?? Buffer.alloc(0))).toBe(false);
    expect(mail?.attachments.every((picture) => picture.related)).toBe(true);
  });

  it('is refused when empty, with a link that is none, with six pictures, or with no picture', async () => {
    const before = (await overview()).mailings.length;
    for (const empty of [{}, { message: ' \n ' }, { message: '', imageUrls: ['', ' ; , '] }]) {
      const answer = await send(empty);
      expect([answer.status, answer.problem.message]).toEqual([
        400,
        'Message, image URLs, or image uploads are required.',
      ]);
    }
    const nothing = await world.call('POST /admin/send-mass-email', { token: admin.token });
    expect([nothing.status, nothing.problem.code]).toEqual([400, 'mass_mail_empty']);
    for (const url of [
      'javascript:alert(1)',
      'ftp://a/b',
      '/a.png',
      'https://',
      'data:image/png;base64,AA',
    ]) {
      const answer = await send({ message: 'x', imageUrls: ['https://a.example/ok.png', url] });
      expect([answer.status, answer.problem.message]).toEqual([400, messages.urlInvalid]);
    }
    const six = await send({ images: await Promise.all([1, 2, 3, 4, 5, 6].map(screenshot)) });
    expect([six.status, six.problem.code]).toEqual([400, 'mass_mail_too_many_images']);
    const svg = await send({ images: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')] });
    expect([svg.status, svg.problem.code]).toEqual([400, 'proof_not_an_image']);
    expect((await send({ message: 'x'.repeat(20_001) })).status).toBe(400);
    const trader = await registerVerified(world);
    expect((await send({ message: 'x' }, trader.token)).status).toBe(403);
    expect((await overview()).mailings).toHaveLength(before);
    expect(await world.context.files.list()).toHaveLength(3);
  });

  it('ends with one click, as mail clients make it', async () => {
    const trader = await registerVerified(world);
    await send({ message: 'One' });
    const [mail] = await massMailsTo(trader.email);
    const list = mail?.headers.get('list');
    const link = /http:\/\/firm\.example(\/api\/unsubscribe\/[\w.-]+)/.exec(JSON.stringify(list))?.[1];
    expect(JSON.stringify(list)).toContain('One-Click');
    expect(mail?.text).toContain(`http://firm.example${link?.replace('/api', '')}`);
    const click = (path: string | undefined) =>
      fetch(`${world.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await click(`${link}x`)).status).toBe(400);
    expect((await click(link?.replace(/\.\w{4}/, '.0000'))).status).toBe(400);
    const response = await click(link);
    expect(await response.json()).toEqual({ success: true, message: messages.unsubscribed });
    expect((await click(link)).status).toBe(200);
    const opened = await fetch(`${world.url}${link}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, link?.replace('/api', '')]);
    await send({ message: 'Two' });
    expect(await massMailsTo(trader.email)).toHaveLength(1);
  });

  it('can be tried on oneself, and previewed, without a mailing', async () => {
    const before = await overview();
    const trader = await registerVerified(world);
    const fields = {
      message: 'Try this',
      imageUrls: ['https://cdn.example/t.png'],
      images: [await screenshot(30)],
    };
    await world.context.db
      .updateTable('users')
      .set({ unsubscribed_at: world.clock.now() })
      .where('id', '=', admin.userId)
      .execute();
    const test = await world.call('POST /admin/mass-email/test', {
      token: admin.token,
      form: formOf(fields),
    });
    expect(test.body).toEqual({
      success: true,
      message: `A test is on its way to ${admin.email}.`,
      email: admin.email,
    });
    const [mail, ...others] = await mailsTo(admin.email, '[Test] A message from Firmament');
    expect(others).toEqual([]);
    expect(mail?.attachments).toHaveLength(1);
    expect(await massMailsTo(trader.email)).toEqual([]);
    expect((await overview()).mailings).toHaveLength(before.mailings.length);
    const preview = await world.call('POST /admin/mass-email/preview', {
      token: admin.token,
      body: { message: 'Try this', imageUrls: 'https://cdn.example/t.png' },
    });
    expect(preview.body.subject).toBe('A message from Firmament');
    expect(preview.body.text).toBe(mail?.text);
    const empty = await world.call('POST /admin/mass-email/test', { token: admin.token, form: formOf({}) });
    expect(empty.problem.code).toBe('mass_mail_empty');
    await world.context.db
      .updateTable('users')
      .set({ unsubscribed_at: null })
      .where('id', '=', admin.userId)
      .execute();
  });

  it('names who was not reached, and is sent to them once more: to the doubtful only on wish', async () => {
    await send({ message: 'Tell me who' });
    await world.mails();
    const [mailing] = (await overview()).mailings;
    const id = mailing?._id ?? '';
    const [one, two, three] = await world.context.db
      .selectFrom('mails')
      .select(['id', 'recipient_email'])
      .where('mailing_id', '=', id)
      .orderBy('recipient_email')
      .execute();
    const set = (
      mailId: string | undefined,
      state: 'failed' | 'unknown' | 'cancelled',
      last_error: string | null,
    ) =>
      world.context.db
        .updateTable('mails')
        .set({ state, last_error })
        .where('id', '=', mailId ?? '')
        .execute();
    await set(one?.id, 'unknown', null);
    await set(two?.id, 'failed', '550 no such mailbox');
    await set(three?.id, 'cancelled', null);
    const read = async () =>
      (await world.call('GET /admin/mass-email/{id}', { token: admin.token, params: { id } })).body;
    const retry = (body: object = {}) =>
      world.call('POST /admin/mass-email/{id}/retry', { token: admin.token, params: { id }, body });
    expect(await read()).toMatchObject({ failed: 1, unknown: 1, cancelled: 1 });
    expect((await read()).undelivered).toMatchObject([
      { email: two?.recipient_email, state: 'failed', error: '550 no such mailbox' },
      { email: one?.recipient_email, state: 'unknown', error: null },
    ]);
    const sentBefore = (await massMailsTo(two?.recipient_email ?? '')).length;
    expect((await retry()).body).toEqual({ success: true, message: '1 email queued again.', retried: 1 });
    expect(await massMailsTo(two?.recipient_email ?? '')).toHaveLength(sentBefore + 1);
    expect(await read()).toMatchObject({ failed: 0, unknown: 1, waiting: 0 });
    expect((await retry({ unknown: true })).body.retried).toBe(1);
    expect((await retry({ unknown: true })).body.retried).toBe(0);
    await world.mails();
    expect(await read()).toMatchObject({ failed: 0, unknown: 0, cancelled: 1, undelivered: [] });
    const history = await world.context.db
      .selectFrom('admin_events')
      .select('after')
      .where('event', '=', 'mass_mail_retried')
      .where('subject_id', '=', id)
      .execute();
    expect(history.map(({ after }) => after)).toEqual([
      { retried: 1, unknown: false },
      { retried: 1, unknown: true },
    ]);
    for (const unknownId of ['00000000-0000-4000-8000-000000000000', 'x']) {
      const answer = await world.call('GET /admin/mass-email/{id}', {
        token: admin.token,
        params: { id: unknownId },
      });
      expect(answer.status).toBe(404);
    }
  });

  it('reaches ten thousand without holding up a code', async () => {
    const now = world.clock.now();
    await sql`insert into users (id, email, email_key, name, password_hash, role, email_verified_at, created_at, updated_at)
      select gen_random_uuid(), 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Crowd', '', 'user',
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, 10000) as n`.execute(world.context.db);
    const started = performance.now();
    const { body } = await send({ message: 'For everyone' });
    expect(body.recipients).toBeGreaterThan(10_000);
    expect(performance.now() - started).toBeLessThan(20_000);
    const person = await register(world);
    const mailsIn = (template: string, state: 'queued' | 'sent') =>
      world.context.db
        .selectFrom('mails')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('template', '=', template)
        .where('state', '=', state)
        .where('created_at', '>=', now)
        .$if(template !== 'mass_mail', (query) => query.where('recipient_email', '=', person.email))
        .executeTakeFirstOrThrow();
    while ((await mailsIn('verification_code', 'sent')).n === 0) await sleep(50);
    expect((await mailsIn('mass_mail', 'queued')).n).toBeGreaterThan(0);
    await world.context.db
      .updateTable('mails')
      .set({ state: 'cancelled' })
      .where('state', '=', 'queued')
      .execute();
  });
});

it('is previewed in the very colours of the mails', () => {
  const styles = readFileSync(join(import.meta.dirname, '../../../../web/src/styles.css'), 'utf8');
  for (const scheme of ['light', 'dark'] as const) {
    const block = new RegExp(`\\.mail-${scheme} \\{([^}]*)\\}`).exec(styles)?.[1] ?? '';
    const drawn = Object.fromEntries(
      [...block.matchAll(/--mail-(\w+): (#\w+);/g)].map((found) => found.slice(1)),
    );
    const { page, card, ink, muted, line } = MAIL_COLOURS[scheme];
    expect(drawn).toEqual({ page, card, ink, muted, line });
  }
});

describe('the limit of mass mail', () => {
  it('is five an hour, and counts neither refused nor replayed ones', async () => {
    const strict = await createWorld({ RATE_SCALE: '1' });
    try {
      const sender = await registerAdmin(strict);
      const send = (message: string, headers = {}) => {
        const form = new FormData();
        form.set('message', message);
        return strict.call('POST /admin/send-mass-email', { token: sender.token, form, headers });
      };
      for (let count = 0; count < 8; count += 1) expect((await send('')).status).toBe(400);
      for (const key of ['a', 'a', 'a', 'b', 'c', 'd']) {
        expect((await send('Hello', { 'idempotency-key': key })).status).toBe(200);
      }
      expect((await send('Hello')).status).toBe(200);
      const sixth = await send('Hello');
      expect(sixth.status).toBe(429);
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await send('')).status).toBe(400);
      strict.clock.advance(3_600_000);
      expect((await send('Hello')).status).toBe(200);
      expect((await strict.mails()).filter((mail) => mail.subject?.startsWith('A message'))).toHaveLength(6);
    } finally {
      await strict.close();
    }
  });
});
