import { messages } from '@firmament/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshLogin, newAccount } from '../../../test/account-calls.ts';
import { turnOnTwoFactor } from '../../../test/authenticator.ts';
import { startFaultyMailServer, type Verdict } from '../../../test/chaos/faulty-mail-server.ts';
import { type Person, register, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { smtpMailer } from '../../adapters/mail/smtp.ts';

/** Mails that did not arrive: sent again by hand, or dismissed; by one administrator or by several at once. */
let world: World;
let admin: Person;
let second: Person;
let server: Awaited<ReturnType<typeof startFaultyMailServer>>;
let verdict: Verdict = 'taken';

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  second = await registerAdmin(world);
  server = await startFaultyMailServer(() => verdict);
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

/** Does the work with a mail server that says this to each mail, until all that is due was sent. */
const whileItSays = async <T>(says: Verdict, work: () => Promise<T>): Promise<T> => {
  const ordinary = world.context.mailer;
  verdict = says;
  world.context.mailer = smtpMailer(`smtp://127.0.0.1:${server.port}`);
  try {
    const result = await work();
    await world.mails();
    return result;
  } finally {
    await world.context.mailer.close();
    world.context.mailer = ordinary;
  }
};

const notices = async () => (await world.call('GET /admin/mass-email', { token: admin.token })).body.notices;
const noticeTo = async (email: string) => (await notices()).find((mail) => mail.email === email);
const heardBy = (email: string) => server.heard.filter(({ to }) => to === email);
const overview = async () => (await world.call('GET /admin/overview', { token: admin.token })).body;
const rowOf = (id: string) =>
  world.context.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

type Seen = { _id: string; version: number };
const headersOf = (mail: Seen, key?: string) => ({
  'if-match': String(mail.version),
  ...(key && { 'idempotency-key': key }),
});
const resend = (mail: Seen, { by = admin, key, mayDouble }: Partial<Asked> = {}) =>
  world.call('POST /admin/mails/{id}/resend', {
    token: by.token,
    params: { id: mail._id },
    body: mayDouble === undefined ? {} : { mayDouble },
    headers: headersOf(mail, key),
  });
type Asked = { by: Person; key: string; mayDouble: boolean };
const dismiss = (mail: Seen, { by = admin, key }: Partial<Asked> = {}) =>
  world.call('POST /admin/mails/{id}/dismiss', {
    token: by.token,
    params: { id: mail._id },
    headers: headersOf(mail, key),
  });

const historyOf = (userId: string) =>
  world.context.db
    .selectFrom('admin_events')
    .select(['event', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', userId)
    .where('event', 'like', 'mail\\_%')
    .orderBy('id')
    .execute();

/** A trader whose mail "payment verified" was refused by the mail server. */
const refusedMail = async () => {
  const account = await newAccount(world, admin);
  await whileItSays('refused', () => account.by.verify({ status: 'verified' }));
  const mail = await noticeTo(account.trader.email);
  if (!mail) throw new Error('the mail was not refused');
  return { ...account, mail };
};

describe('a mail that could not be sent', () => {
  it('is sent again as the same mail, and is then neither listed nor warned of', async () => {
    const before = (await overview()).failedMails;
    const { trader, mail } = await refusedMail();
    expect(mail).toMatchObject({
      template: 'payment_verified',
      state: 'failed',
      notAgain: null,
      newEmail: null,
    });
    const warned = await overview();
    expect(warned.failedMails).toBe(before + 1);
    expect(warned.warnings).toContain(
      '1 email could not be sent. “Send Mass Email” lists it, to be sent again or dismissed.',
    );
    const answer = await whileItSays('taken', () => resend(mail));
    expect(answer.body).toEqual({ success: true, message: messages.mailSentAgain });
    expect(heardBy(trader.email).map((heard) => heard.verdict)).toEqual(['refused', 'taken']);
    expect(new Set(heardBy(trader.email).map(({ messageId }) => messageId))).toEqual(
      new Set([`<${mail._id}@firm.example>`]),
    );
    expect(await rowOf(mail._id)).toMatchObject({ state: 'sent', version: 2, last_error: null });
    expect(await noticeTo(trader.email)).toBeUndefined();
    expect((await overview()).failedMails).toBe(before);
    expect(await historyOf(trader.userId)).toEqual([
      {
        event: 'mail_sent_again',
        actor_id: admin.userId,
        before: { state: 'failed', to: trader.email },
        after: { template: 'payment_verified', state: 'queued', to: trader.email },
      },
    ]);
  });

  it('goes out once, however often and by whomever it is asked for', async () => {
    const { trader, mail } = await refusedMail();
    const answers = await whileItSays('taken', () =>
      Promise.all([
        resend(mail, { key: 'one press' }),
        resend(mail, { key: 'one press' }),
        resend(mail),
        resend(mail, { by: second }),
        resend(mail, { by: second, mayDouble: true }),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const late = await whileItSays('taken', () => resend(mail, { by: second }));
    expect(late.body.message).toBe(messages.mailOnItsWay);
    expect(heardBy(trader.email).map((heard) => heard.verdict)).toEqual(['refused', 'taken']);
    expect(await historyOf(trader.userId)).toHaveLength(1);
    expect((await resend(mail, { key: 'one press' })).body).toEqual(answers[0]?.body);
  });

  it('stays in sight while it is tried again, and comes back with its new reason', async () => {
    const { trader, mail } = await refusedMail();
    await whileItSays('later', () => resend(mail));
    expect(await noticeTo(trader.email)).toMatchObject({
      state: 'waiting',
      version: 2,
      error: expect.stringContaining('451'),
    });
    world.clock.advance(60_000);
    await whileItSays('refused', async () => undefined);
    const again = await noticeTo(trader.email);
    expect(again).toMatchObject({ state: 'failed', version: 2, error: expect.stringContaining('550') });
    // Who still has the old list before the eyes does not send a third time unknowingly.
    for (const stale of [await resend(mail), await dismiss(mail, { by: second })]) {
      expect([stale.status, stale.problem.code]).toEqual([412, 'changed_meanwhile']);
    }
    expect((await whileItSays('taken', () => resend({ ...mail, version: 2 }))).status).toBe(200);
    expect(heardBy(trader.email).map((heard) => heard.verdict)).toEqual([
      'refused',
      'later',
      'refused',
      'taken',
    ]);
  });

  it('goes to the address that its user has now, but for a notice about the sign-in', async () => {
    const { trader, mail } = await refusedMail();
    const notice = {
      id: crypto.randomUUID(),
      template: 'security_notice',
      event_key: `test|${trader.userId}`,
    };
    await world.context.db
      .insertInto('mails')
      .values({
        ...notice,
        recipient_id: trader.userId,
        recipient_email: trader.email,
        payload: JSON.stringify({ name: trader.name, kind: 'email_changed', at: '2026-03-02', device: null }),
        state: 'failed',
        send_after: world.clock.now(),
        created_at: world.clock.now(),
      })
      .execute();
    const email = `moved-${trader.email}`;
    await world.call('PUT /admin/users/{id}', {
      token: admin.token,
      params: { id: trader.userId },
      body: { email },
    });
    await world.mails();
    const listed = (await notices()).filter((one) => one.email === trader.email);
    expect(listed.map(({ template, newEmail }) => [template, newEmail]).sort()).toEqual([
      ['payment_verified', email],
      ['security_notice', null],
    ]);
    await whileItSays('taken', async () => {
      await resend(mail);
      await resend({ _id: notice.id, version: 1 });
    });
    expect(heardBy(email).map(({ messageId }) => messageId)).toEqual([`<${mail._id}@firm.example>`]);
    expect(heardBy(trader.email).at(-1)?.messageId).toBe(`<${notice.id}@firm.example>`);
    expect((await historyOf(trader.userId))[0]).toMatchObject({
      before: { to: trader.email },
      after: { to: email },
    });
  });

  it('is dismissed, once, with who did it; and is then no longer sent again by an old list', async () => {
    const before = (await overview()).failedMails;
    const { trader, by, mail } = await refusedMail();
    const answers = await Promise.all([
      dismiss(mail, { key: 'away' }),
      dismiss(mail, { key: 'away' }),
      dismiss(mail, { by: second }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await dismiss(mail)).body.message).toBe(messages.mailDismissedBefore);
    expect(await noticeTo(trader.email)).toBeUndefined();
    expect((await overview()).failedMails).toBe(before);
    const history = await historyOf(trader.userId);
    expect(history).toMatchObject([
      {
        event: 'mail_dismissed',
        before: { state: 'failed' },
        after: { template: 'payment_verified', state: 'dismissed' },
      },
    ]);
    const row = await rowOf(mail._id);
    expect(row).toMatchObject({ state: 'failed', dismissed_at: world.clock.now(), version: 2 });
    const line = (await by.events()).body.events.find(({ _id }) => _id === mail._id);
    expect(line?.after).toMatchObject({ state: 'failed', dismissed: true });
    expect(row.dismissed_by).toBe(history[0]?.actor_id);
    expect((await resend(mail)).problem.code).toBe('changed_meanwhile');
    const log = await world.call('GET /admin/audit', {
      token: admin.token,
      query: { search: 'mail dismissed', limit: 1 },
    });
    expect(log.body.lines[0]).toMatchObject({
      event: 'mail_dismissed',
      subject: { kind: 'user', _id: trader.userId, label: trader.name },
    });
  });

  it('is dismissed with others at once, but for what was handled since it was seen', async () => {
    const [one, two, three] = [await refusedMail(), await refusedMail(), await refusedMail()];
    const person = await whileItSays('refused', () => register(world));
    const code = await noticeTo(person.email);
    await whileItSays('refused', () => resend(three.mail));
    const mails = [one.mail, two.mail, three.mail, code ?? one.mail].map(({ _id, version }) => ({
      _id,
      version,
    }));
    const dismissAll = (by: Person) =>
      world.call('POST /admin/mails/dismiss', { token: by.token, body: { mails } });
    const answers = await Promise.all([dismissAll(admin), dismissAll(second), dismissAll(admin)]);
    expect(answers.map(({ body }) => body.dismissed).sort()).toEqual([0, 0, 3]);
    expect(
      answers
        .map(({ body }) => body.message)
        .sort()
        .at(-1),
    ).toBe('3 emails dismissed.');
    expect(await noticeTo(one.trader.email)).toBeUndefined();
    expect(await noticeTo(three.trader.email)).toMatchObject({ state: 'failed', version: 2 });
    expect((await rowOf(code?._id ?? '')).payload).toEqual({});
    expect((await rowOf(one.mail._id)).payload).not.toEqual({});
    const lines = await world.context.db
      .selectFrom('admin_events')
      .select(['subject_kind', 'after'])
      .where('event', '=', 'mails_dismissed')
      .execute();
    expect(lines).toEqual([
      {
        subject_kind: 'list',
        after: { mails: 3, to: expect.arrayContaining([one.trader.email, person.email]) },
      },
    ]);
    const none = await world.call('POST /admin/mails/dismiss', { token: admin.token, body: { mails: [] } });
    expect(none.status).toBe(400);
  });

  it('is either sent again or dismissed where two administrators do both at once', async () => {
    const { trader, mail } = await refusedMail();
    const [again, away] = await whileItSays('taken', () =>
      Promise.all([resend(mail), dismiss(mail, { by: second })]),
    );
    expect([again.status, away.status].sort()).toEqual([200, 412]);
    expect(await historyOf(trader.userId)).toHaveLength(1);
    expect(heardBy(trader.email)).toHaveLength(again.status === 200 ? 2 : 1);
  });

  it('cannot be dismissed once it arrived, nor found under another id', async () => {
    const { mail } = await refusedMail();
    await whileItSays('taken', () => resend(mail));
    expect((await dismiss({ ...mail, version: 2 })).problem.code).toBe('mail_not_undelivered');
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      expect((await resend({ _id: id, version: 1 })).status).toBe(404);
      expect((await dismiss({ _id: id, version: 1 })).status).toBe(404);
    }
  });

  it('is sent again only by who gave a code within 5 minutes, where two-factor sign-in is on', async () => {
    const careful = await registerAdmin(world);
    const { mail } = await refusedMail();
    await turnOnTwoFactor(world, careful);
    world.clock.advance(5 * 60_000 + 1);
    expect((await resend(mail, { by: careful })).problem.code).toBe('step_up_required');
    expect((await rowOf(mail._id)).state).toBe('failed');
    expect((await dismiss(mail, { by: careful })).status).toBe(200);
  });
});

describe('a mail that has no point any more', () => {
  const refusalOf = async (mail: Seen | undefined) => {
    const answer = await resend(mail ?? { _id: '', version: 0 });
    return [answer.status, answer.problem.code, answer.problem.message];
  };
  const refused = (message: string) => [409, 'mail_not_resendable', message];

  it('as one with a code is only dismissed, and what it held is wiped', async () => {
    const person = await whileItSays('refused', () => register(world));
    const mail = await noticeTo(person.email);
    expect(mail).toMatchObject({ template: 'verification_code', notAgain: messages.mailCodeExpired });
    expect(await refusalOf(mail)).toEqual(refused(messages.mailCodeExpired));
    expect((await rowOf(mail?._id ?? '')).payload).not.toEqual({});
    expect((await dismiss(mail ?? { _id: '', version: 0 })).status).toBe(200);
    expect((await rowOf(mail?._id ?? '')).payload).toEqual({});
  });

  it('as one whose account changed since is only dismissed', async () => {
    const changed = await refusedMail();
    await changed.by.override({ paymentStatus: 'pending' });
    const gone = await refusedMail();
    await gone.by.remove();
    const moved = await refusedMail();
    await whileItSays('refused', () => moved.by.assign());
    await moved.by.assign();
    await world.mails();
    const credentials = (await notices()).filter(({ accountId }) => accountId === moved.id);
    expect(credentials.map(({ template, notAgain }) => [template, notAgain]).sort()).toEqual([
      ['credentials_ready', messages.mailOutdated],
      ['payment_verified', null],
    ]);
    for (const { trader } of [changed, gone]) {
      const mail = await noticeTo(trader.email);
      expect(mail?.notAgain).toBe(messages.mailOutdated);
      expect(await refusalOf(mail)).toEqual(refused(messages.mailOutdated));
    }
  });

  it('as one whose recipient left is only dismissed', async () => {
    const { trader, mail } = await refusedMail();
    await world.context.db
      .updateTable('users')
      .set({ closed_at: world.clock.now() })
      .where('id', '=', trader.userId)
      .execute();
    expect((await noticeTo(trader.email))?.notAgain).toBe(messages.mailRecipientGone);
    expect(await refusalOf(mail)).toEqual(refused(messages.mailRecipientGone));
  });

  it('as one with a reason, or a server, that was replaced since is only dismissed', async () => {
    const judged = await newAccount(world, admin);
    await world.mails();
    await whileItSays('refused', () => judged.by.verify({ status: 'failed', reason: 'Too little.' }));
    await judged.by.override({ paymentStatus: 'pending' });
    await judged.by.verify({ status: 'failed', reason: 'Another address.' });
    const failed = await newAccount(world, admin);
    await failed.by.verify({ status: 'verified' });
    await failed.by.assign();
    await world.mails();
    await whileItSays('refused', () => failed.by.fail('The daily loss.'));
    await world.context.db
      .updateTable('accounts')
      .set({ failure_reason: 'The total loss.' })
      .where('id', '=', failed.id)
      .execute();
    const moved = await newAccount(world, admin);
    await moved.by.verify({ status: 'verified' });
    const accountNumber = freshLogin();
    await world.mails();
    await whileItSays('refused', () => moved.by.assign({ accountNumber, server: 'Old' }));
    await moved.by.assign({ accountNumber, server: 'New' });
    await world.mails();
    for (const { trader } of [judged, failed, moved]) {
      const mail = await noticeTo(trader.email);
      expect(mail?.notAgain, mail?.template).toBe(messages.mailOutdated);
      expect(await refusalOf(mail)).toEqual(refused(messages.mailOutdated));
    }
  });

  /** A mail that failed, as it lies in the table. */
  const failedMail = async (template: string, recipient: Person | Awaited<ReturnType<typeof register>>) => {
    const id = crypto.randomUUID();
    const payload = { name: recipient.name, kind: 'password_changed', at: '2026-03-02', device: null };
    await world.context.db
      .insertInto('mails')
      .values({
        id,
        template,
        event_key: id,
        recipient_id: recipient.userId,
        recipient_email: recipient.email,
        payload: JSON.stringify({ ...payload, orderId: null, found: [] }),
        state: 'failed',
        send_after: world.clock.now(),
        created_at: world.clock.now(),
      })
      .execute();
    return { _id: id, version: 1 };
  };

  it('as one about payment addresses goes to nobody who is no administrator any more', async () => {
    const former = await registerAdmin(world);
    const mail = await failedMail('address_alarm', former);
    expect((await noticeTo(former.email))?.notAgain).toBeNull();
    await world.call('PUT /admin/users/{id}', {
      token: admin.token,
      params: { id: former.userId },
      body: { role: 'user' },
    });
    expect(await refusalOf(mail)).toEqual(refused(messages.mailRecipientGone));
    await world.context.db.updateTable('mails').set({ state: 'queued' }).where('id', '=', mail._id).execute();
    await world.mails();
    expect((await rowOf(mail._id)).state).toBe('cancelled');
  });

  it('as one to a registration that was removed is only dismissed', async () => {
    const email = 'removed@example.com';
    const mail = await failedMail('security_notice', await register(world, { email }));
    await registerVerified(world, { email });
    expect((await rowOf(mail._id)).recipient_id).toBeNull();
    expect(await refusalOf(mail)).toEqual(refused(messages.mailRecipientGone));
    expect((await dismiss(mail)).status).toBe(200);
  });
});

describe('a mail of a mailing', () => {
  it('goes to the address that its user has now also where all are sent again at once', async () => {
    const person = await registerVerified(world);
    const form = new FormData();
    form.set('message', 'To the address of today.');
    await whileItSays('refused', () =>
      world.call('POST /admin/send-mass-email', { token: admin.token, form }),
    );
    const [mailing] = (await world.call('GET /admin/mass-email', { token: admin.token })).body.mailings;
    const params = { id: mailing?._id ?? '' };
    const email = `moved-${person.email}`;
    await world.call('PUT /admin/users/{id}', {
      token: admin.token,
      params: { id: person.userId },
      body: { email },
    });
    const before = heardBy(person.email).length;
    await whileItSays('taken', () =>
      world.call('POST /admin/mass-email/{id}/retry', { token: admin.token, params, body: {} }),
    );
    expect(heardBy(email).map((heard) => heard.verdict)).toEqual(['taken']);
    expect(heardBy(person.email)).toHaveLength(before);
    // The next mailing is a later one.
    world.clock.advance(1000);
  });

  it('that may have arrived is sent again on confirmation alone; a dismissed one is left out of further tries', async () => {
    const people = [
      await registerVerified(world),
      await registerVerified(world),
      await registerVerified(world),
    ];
    const form = new FormData();
    form.set('message', 'To everyone, once.');
    const before = await overview();
    await whileItSays('cut', () => world.call('POST /admin/send-mass-email', { token: admin.token, form }));
    const [mailing] = (await world.call('GET /admin/mass-email', { token: admin.token })).body.mailings;
    const id = mailing?._id ?? '';
    const read = async () =>
      (await world.call('GET /admin/mass-email/{id}', { token: admin.token, params: { id } })).body;
    const start = await read();
    expect(start.unknown).toBe(start.recipients);
    const warned = await overview();
    expect(warned.doubtfulMails).toBe(before.doubtfulMails + start.unknown);
    expect(warned.warnings.join()).toContain(`${warned.doubtfulMails} emails may not have arrived.`);
    const [one, two, three] = people.map(({ email }) =>
      start.undelivered.find((mail) => mail.email === email),
    );
    if (!one || !two || !three) throw new Error('not all are listed');
    expect((await resend(one)).problem).toMatchObject({ status: 409, code: 'mail_may_double' });
    await whileItSays('taken', () => resend(one, { mayDouble: true }));
    const heard = heardBy(one.email);
    expect(heard.map((each) => each.verdict)).toEqual(['cut', 'taken']);
    expect(new Set(heard.map(({ messageId }) => messageId)).size).toBe(1);
    expect((await dismiss(two)).status).toBe(200);
    await world.context.db
      .updateTable('users')
      .set({ unsubscribed_at: world.clock.now() })
      .where('email', '=', three.email)
      .execute();
    expect(await read()).toMatchObject({ sent: 1, dismissed: 1, unknown: start.unknown - 2 });
    const left = (await read()).undelivered;
    expect(left.map(({ email }) => email)).not.toContain(two.email);
    expect(left.find(({ email }) => email === three.email)?.notAgain).toBe(messages.mailRecipientGone);
    await whileItSays('taken', () =>
      world.call('POST /admin/mass-email/{id}/retry', {
        token: admin.token,
        params: { id },
        body: { unknown: true },
      }),
    );
    expect(await read()).toMatchObject({
      sent: start.recipients - 2,
      dismissed: 1,
      cancelled: 1,
      unknown: 0,
      undelivered: [],
    });
    expect(heardBy(two.email).map((each) => each.verdict)).toEqual(['cut']);
    expect((await overview()).doubtfulMails).toBe(before.doubtfulMails);
  });
});
