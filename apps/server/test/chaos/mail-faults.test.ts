import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpMailer } from '../../src/adapters/mail/smtp.ts';
import { mailHooks } from '../../src/mail-renderers.ts';
import { startMailWorker } from '../../src/platform/mail-worker.ts';
import { type Person, register, registerAdmin, registerVerified } from '../factories.ts';
import { createWorld, type World } from '../world.ts';
import { startFaultyMailServer, type Verdict } from './faulty-mail-server.ts';

/** A mail server that is away, refuses for now, or breaks off at the worst moment: calls go on, and mails arrive once. */
const HOUR = 3_600_000;
let world: World;
let admin: Person;
let ordinary: World['context']['mailer'];

const useMailServer = (port: number): void => {
  world.context.mailer = smtpMailer(`smtp://127.0.0.1:${port}`);
};
/** Sends what is due; time passes between two rounds, so that each back-off ends. */
const sendAll = async (rounds = 6): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await world.mails();
    world.clock.advance(HOUR);
  }
};
const rowsOf = (template: string) =>
  world.context.db
    .selectFrom('mails')
    .selectAll()
    .where('template', '=', template)
    .orderBy('created_at')
    .execute();

const sendMassMail = async (): Promise<void> => {
  const form = new FormData();
  form.set('message', 'To everyone, once.');
  const answer = await world.call('POST /admin/send-mass-email', { token: admin.token, form });
  expect(answer.status).toBe(200);
};

/** A mail server that does its worst with the first hearing of each mail and takes it at the next. */
const worstFirst = (worst: Verdict) =>
  startFaultyMailServer((_, earlier) => (earlier === 0 ? worst : 'taken'));

describe('a mail server', () => {
  it('that is away fails no registration and is asked with one mail, and all arrive once when it is back', async () => {
    const quiet = await createWorld({ ROLES: 'web' });
    const nobody = await startFaultyMailServer(() => 'taken');
    await nobody.stop();
    const context = { ...quiet.context, mailer: smtpMailer(`smtp://127.0.0.1:${nobody.port}`) };
    const worker = startMailWorker(context, mailHooks(context));
    try {
      const people = [];
      for (let count = 0; count < 5; count += 1) people.push(await register(quiet));
      await worker.drain();
      const rows = await quiet.context.db.selectFrom('mails').select(['state', 'attempts']).execute();
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['queued']));
      // Its own clock may have let the worker ask now and then, always with one mail.
      expect(rows.filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(0);
      await context.mailer.close();
      const back = await startFaultyMailServer(() => 'taken', nobody.port);
      context.mailer = smtpMailer(`smtp://127.0.0.1:${nobody.port}`);
      quiet.clock.advance(HOUR);
      await worker.drain();
      expect(back.heard.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
      await back.stop();
    } finally {
      await worker.stop();
      await quiet.close();
    }
  });

  it('that says nothing more holds up no stop for long, and what was not begun is given back', async () => {
    const quiet = await createWorld({ ROLES: 'web' });
    const server = await startFaultyMailServer(() => 'silence');
    try {
      const context = { ...quiet.context, mailer: smtpMailer(`smtp://127.0.0.1:${server.port}`) };
      for (let count = 0; count < 4; count += 1) await register(quiet);
      const worker = startMailWorker(context, mailHooks(context));
      worker.wake();
      while (server.heard.length === 0) await sleep(20);
      await worker.stop();
      const stateOf = () =>
        quiet.context.db.selectFrom('mails').select(['state', 'attempts']).orderBy('attempts').execute();
      expect(await stateOf()).toContainEqual({ state: 'sending', attempts: 1 });
      // The connection ends when the process does.
      await server.stop();
      for (
        let waited = 0;
        waited < 5_000 && (await stateOf()).some(({ state }) => state === 'sending');
        waited += 50
      )
        await sleep(50);
      expect(await stateOf()).toEqual([0, 0, 0, 1].map((attempts) => ({ state: 'queued', attempts })));
    } finally {
      await quiet.close();
    }
  });
});

describe('a mail server of a whole firm', () => {
  beforeEach(async () => {
    world = await createWorld();
    admin = await registerAdmin(world);
    ordinary = world.context.mailer;
  });
  afterEach(async () => {
    world.context.mailer = ordinary;
    await world.close();
  });

  it('that answers 451 gets each mail again later, each arrives once', async () => {
    const server = await worstFirst('later');
    useMailServer(server.port);
    for (let count = 0; count < 3; count += 1) await register(world);
    await sendMassMail();
    await sendAll();
    const taken = server.heard.filter(({ verdict }) => verdict === 'taken');
    expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(taken.length);
    expect(server.heard).toHaveLength(taken.length * 2);
    const rows = [...(await rowsOf('verification_code')), ...(await rowsOf('mass_mail'))];
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['sent']));
    await server.stop();
  });

  it('that refuses an address is shown to the administrator, with its answer', async () => {
    const server = await startFaultyMailServer((to) => (to.startsWith('trader') ? 'refused' : 'taken'));
    useMailServer(server.port);
    const person = await register(world);
    await world.mails();
    const { notices } = (await world.call('GET /admin/mass-email', { token: admin.token })).body;
    expect(notices).toMatchObject([
      {
        email: person.email,
        state: 'failed',
        template: 'verification_code',
        attempts: 1,
        error: expect.stringContaining('550 5.1.1 no such mailbox'),
        accountId: null,
      },
    ]);
    await server.stop();
  });

  it('that breaks off after the text gets a code again with the same Message-ID, and no mass mail', async () => {
    const people = [await registerVerified(world), await registerVerified(world)];
    const server = await worstFirst('cut');
    useMailServer(server.port);
    const person = await register(world);
    await sendAll(2);
    const codes = server.heard.filter(({ to }) => to === person.email);
    expect(codes.map(({ verdict }) => verdict)).toEqual(['cut', 'taken']);
    expect(new Set(codes.map(({ messageId }) => messageId)).size).toBe(1);
    world.clock.set(new Date('2026-03-02T10:05:00.000Z'));
    await sendMassMail();
    await sendAll();
    const sent = server.heard.filter(({ to }) => to !== person.email);
    expect(sent.map(({ to }) => to).sort()).toEqual([admin, ...people].map(({ email }) => email).sort());
    const rows = await rowsOf('mass_mail');
    expect(rows.map((row) => row.state)).toEqual(rows.map(() => 'unknown'));
    world.clock.set(new Date('2026-03-02T10:06:00.000Z'));
    const { mailings } = (await world.call('GET /admin/mass-email', { token: admin.token })).body;
    const params = { id: mailings[0]?._id ?? '' };
    const shown = (await world.call('GET /admin/mass-email/{id}', { token: admin.token, params })).body;
    expect(shown).toMatchObject({ unknown: 3, sent: 0, waiting: 0 });
    expect(shown.undelivered.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
    await server.stop();
  });
});
