import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type BuiltServer, killDuringStart } from '../built-server.ts';
import { createFirm, type Firm, isEmbedded, signInAdmin } from './firm.ts';
import { chaosCount, chaosSeed, type Random, seeded } from './random.ts';

/**
 * A mass mail while the server is killed again and again: each recipient has one row and gets the mail at most once, counted
 * by a real mail server, and only what was under way at a kill is in doubt.
 */
const SEED = chaosSeed();
const RECIPIENTS = chaosCount('CHAOS_RECIPIENTS', 200);
const KILLS = chaosCount('CHAOS_MAIL_KILLS', 3);
const KEY = 'the one mailing';
/** The first kill falls while the mailing is queued, the others while it is sent. */
const AT_THE_CALL = isEmbedded ? 'after a page of the log was written' : 'after a commit was sent';
const WHILE_SENDING = ['after a mail was taken', 'before a mail is handed over', 'at a random moment'];

let firm: Firm;
let server: BuiltServer;
let random: Random;
let token: string;

const call = async (method: string, path: string, body?: FormData): Promise<unknown> => {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': KEY },
    ...(body ? { body } : {}),
  });
  expect(response.status).toBe(200);
  return response.json();
};

const sendMassMail = async (): Promise<number> => {
  const form = new FormData();
  form.set('message', 'To everyone, once.');
  const answer = await call('POST', '/admin/send-mass-email', form);
  return z.object({ recipients: z.number() }).parse(answer).recipients;
};

const mailsTaken = () => firm.mailbox.taken.filter(({ subject }) => subject.startsWith('A message from'));
const untilQuiet = async (): Promise<void> => {
  for (let count = -1; count !== mailsTaken().length; await sleep(4_000)) count = mailsTaken().length;
};

/** Starts the server for one kill and waits for it; returns where it fell. */
const killOnce = async (kind: string, count: number): Promise<string> => {
  const isRandom = kind === 'at a random moment';
  server = await firm.start(isRandom ? undefined : { kind, count });
  // The first call makes the steps count.
  await fetch(`${server.url}/readyz`).catch(() => null);
  // Repeated with its key: the first call may have been killed before its commit.
  await sendMassMail().catch(() => null);
  await Promise.race([server.ended, isRandom ? sleep(count) : untilQuiet()]);
  await server.kill();
  const place = /^CHAOS (.*)$/m.exec((await server.ended).stderr)?.[1];
  return place ?? (isRandom ? `after ${count} ms, from outside` : `${kind}: not reached, from outside`);
};

beforeAll(async () => {
  random = seeded(SEED);
  firm = await createFirm('mailing');
  server = await firm.start();
  token = await signInAdmin(server.url);
  await server.stop();
  await firm.fill(async (db) => {
    await sql`insert into users (id, email, email_key, name, password_hash, role, email_verified_at, created_at, updated_at)
      select gen_random_uuid(), 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Crowd', '', 'user',
        now(), now(), now() from generate_series(2, ${RECIPIENTS}::int) as n`.execute(db);
  });
}, 120_000);

afterAll(async () => {
  await server.kill();
  await firm.remove();
}, 60_000);

it(
  'reaches each recipient at most once, and leaves none without a row',
  async () => {
    console.log(`CHAOS_SEED=${SEED}, ${RECIPIENTS} recipients, ${KILLS} kills`);
    for (let number = 0; number < KILLS; number += 1) {
      const kind = number === 0 ? AT_THE_CALL : (random.pick(WHILE_SENDING) ?? 'at a random moment');
      const share = Math.ceil((RECIPIENTS * 1.6) / KILLS);
      const count =
        number === 0
          ? random.whole(1, isEmbedded ? 3 : 1)
          : random.whole(1, kind === 'at a random moment' ? 2_000 : share);
      const before = mailsTaken().length;
      const place = await killOnce(kind, count);
      console.log(
        `kill ${number + 1} of ${KILLS} ${place}; ${before} mails before, ${mailsTaken().length} after`,
      );
    }
    await killDuringStart(firm.environment, random.whole(1, 900));
    // What another process may still be sending stays its own for five minutes: let them pass.
    if (!isEmbedded) {
      await firm.fill(async (db) => {
        await sql`update mails set leased_until = now() - interval '1 second' where state = 'sending'`.execute(
          db,
        );
      });
    }
    server = await firm.start();
    expect(await sendMassMail()).toBe(RECIPIENTS);
    await untilQuiet();
    const overview = z
      .object({ mailings: z.array(z.object({ _id: z.string(), sent: z.number(), unknown: z.number() })) })
      .parse(await call('GET', '/admin/mass-email'));
    expect(overview.mailings).toHaveLength(1);
    const [mailing] = overview.mailings;
    const shown = z
      .object({ undelivered: z.array(z.object({ email: z.string(), state: z.string() })) })
      .parse(await call('GET', `/admin/mass-email/${mailing?._id}`));
    expect(await server.stop()).toMatchObject({ code: 0 });

    const rows = await firm.withTables((db) =>
      db.selectFrom('mails').selectAll().where('template', '=', 'mass_mail').execute(),
    );
    const byRecipient = new Map<string, number>();
    for (const { to } of mailsTaken()) byRecipient.set(to, (byRecipient.get(to) ?? 0) + 1);
    const ids = new Set(mailsTaken().map(({ messageId }) => messageId));
    const unknown = rows.filter((row) => row.state === 'unknown').map((row) => row.recipient_email);
    console.log(
      `${rows.length} rows, ${mailsTaken().length} mails taken, ${unknown.length} in doubt, of which ` +
        `${unknown.filter((email) => byRecipient.has(email)).length} had arrived`,
    );
    expect(new Set(rows.map((row) => row.recipient_email)).size).toBe(RECIPIENTS);
    expect(rows).toHaveLength(RECIPIENTS);
    expect([...byRecipient].filter(([, times]) => times > 1)).toEqual([]);
    expect(ids.size).toBe(mailsTaken().length);
    expect(rows.filter((row) => row.state !== 'sent' && row.state !== 'unknown')).toEqual([]);
    for (const row of rows) if (row.state === 'sent') expect(byRecipient.get(row.recipient_email)).toBe(1);
    // Only the one mail under way at each kill, the one during a start included.
    expect(unknown.length).toBeLessThanOrEqual(KILLS + 1);
    expect(shown.undelivered.map(({ email, state }) => `${state} ${email}`).sort()).toEqual(
      unknown.map((email) => `unknown ${email}`).sort(),
    );
    expect(mailing).toMatchObject({ sent: RECIPIENTS - unknown.length, unknown: unknown.length });
  },
  120_000 + KILLS * 70_000 + RECIPIENTS * 100,
);
