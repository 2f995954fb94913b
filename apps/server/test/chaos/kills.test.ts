import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, type Ended, killDuringStart } from '../built-server.ts';
import { countDeeds, type Entry } from './call-log.ts';
import { type Checked, checkTables } from './check-tables.ts';
import { type Crowd, repeat, runClient, unanswered } from './clients.ts';
import { createFirm, type Firm, gatherCrowd, isEmbedded } from './firm.ts';
import { chaosCount, chaosSeed, type Random, seeded } from './random.ts';

/**
 * The built server, a process of its own, is killed (SIGKILL) again and again while clients write, each time at a drawn
 * step and started anew on the same data. After each kill everything that its clients were told is compared with the tables.
 */
const SEED = chaosSeed();
const KILLS = chaosCount('CHAOS_KILLS', isEmbedded ? 20 : 5);
const CLIENTS = 50;
const REPEATERS = 10;
const TRADERS = 8;
/** When a drawn step does not come within this time, the kill comes from outside. */
const PATIENCE_MILLISECONDS = 6_000;

/** Where a kill may fall, and among how many steps of its kind it is drawn. */
type Step = { kind: string; most: number };
const RANDOM_MOMENT = 'at a random moment';
const DURING_START = 'during a start';
const COMMON: readonly Step[] = [
  { kind: 'before an answer', most: 60 },
  { kind: 'after a file got its name', most: 8 },
  { kind: 'after a mail was taken', most: 3 },
  { kind: RANDOM_MOMENT, most: 1_200 },
  { kind: 'before a file gets its name', most: 8 },
  { kind: 'after an answer', most: 60 },
  { kind: DURING_START, most: 900 },
  { kind: 'before a mail is handed over', most: 3 },
  { kind: 'before a file is synced', most: 12 },
];
const OF_THE_DATABASE: readonly Step[] = isEmbedded
  ? [
      { kind: 'before the log is synced', most: 80 },
      { kind: 'after a page of the log was written', most: 80 },
      { kind: 'after the log was synced', most: 80 },
      { kind: 'after a page of a table was written', most: 12 },
    ]
  : [
      { kind: 'after a commit was sent', most: 60 },
      { kind: 'before a commit is sent', most: 60 },
    ];
const STEPS: readonly Step[] = [...OF_THE_DATABASE, ...COMMON];

let firm: Firm;
let server: BuiltServer;
let crowd: Crowd;
let random: Random;
/** Entries that were acknowledged before this round. */
const known = new Set<Entry>();
const report: string[] = [];
let latest: Checked;

const say = (line: string): void => {
  report.push(line);
  console.log(line);
};

/** What the process wrote where it killed itself, or null where it did not. */
const placeIn = ({ stderr }: Ended): string | null => /^CHAOS (.*)$/m.exec(stderr)?.[1] ?? null;

/** Lets all clients write, and repeat what got no answer, until the server is gone; returns where it died. */
const writeUntilKilled = async (step: Step, count: number, open: readonly Entry[]): Promise<string> => {
  const isRandom = step.kind === RANDOM_MOMENT || step.kind === DURING_START;
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, number) =>
    runClient(crowd, random.fork(`${crowd.log.round} ${number}`), () => isOver),
  );
  for (let first = 0; first < REPEATERS; first += 1)
    clients.push(
      repeat(
        crowd,
        open.filter((_, index) => index % REPEATERS === first),
      ),
    );
  const late = new AbortController();
  const patience = isRandom ? count : PATIENCE_MILLISECONDS;
  const ended = await Promise.race([
    server.ended,
    sleep(patience, null, { signal: late.signal }).catch(() => null),
  ]);
  if (ended === null) await server.kill();
  late.abort();
  isOver = true;
  const end = await server.ended;
  await Promise.all(clients);
  if (/"level":[56]0/.test(end.stdout)) crowd.faults.push(`the server logged an error: ${end.stdout}`);
  return (
    placeIn(end) ?? (isRandom ? `after ${count} ms, from outside` : `${step.kind}: not reached, from outside`)
  );
};

type Draw = { step: Step; count: number };

const drawStep = (number: number): Draw => {
  const step = STEPS[number % STEPS.length] ?? { kind: RANDOM_MOMENT, most: 1_200 };
  return { step, count: random.whole(1, step.most) };
};

const startFor = ({ step, count }: Draw): Promise<BuiltServer> =>
  firm.start(
    step.kind === RANDOM_MOMENT || step.kind === DURING_START ? undefined : { kind: step.kind, count },
  );

/** One round: writes and a kill, then the comparison while the server starts for the next round. */
const killOnce = async (number: number, { step, count }: Draw, next: Draw): Promise<void> => {
  const open = unanswered(crowd);
  const place = await writeUntilKilled(step, count, open);
  const inFlight = crowd.log.entries.filter((entry) => entry.inFlight);
  const isNewlyAcknowledged = (entry: Entry) => entry.outcome === 'acknowledged' && !known.has(entry);
  const acknowledged = crowd.log.entries.filter(isNewlyAcknowledged);
  for (const entry of acknowledged) known.add(entry);
  crowd.log.nextRound();
  if (step.kind === DURING_START) await killDuringStart(firm.environment, count);
  const checking = firm.withTables((db) => checkTables(db, firm.uploads, crowd.log.entries));
  const starting = startFor(next);
  latest = await checking;
  server = await starting;
  crowd.url = server.url;
  say(
    `kill ${number + 1} of ${KILLS} ${step.kind === DURING_START ? `during a start (${count} ms), and ` : ''}${place}; ` +
      `${acknowledged.length} acknowledged, in flight: ${countDeeds(inFlight)}; ` +
      `${open.length} to repeat; ${latest.faults.length} faults, ${latest.orphanFiles} files to sweep`,
  );
  expect([...crowd.faults, ...latest.faults], `CHAOS_SEED=${SEED}\n${report.join('\n')}`).toEqual([]);
};

beforeAll(async () => {
  say(
    `CHAOS_SEED=${SEED}, ${KILLS} kills, ${CLIENTS} clients, ${isEmbedded ? 'embedded database' : 'PostgreSQL'}`,
  );
  firm = await createFirm('kills');
  server = await firm.start();
  crowd = await gatherCrowd(firm, server.url, SEED, TRADERS);
  random = seeded(SEED);
  await server.kill();
}, 120_000);

afterAll(async () => {
  await server.kill();
  await firm.remove();
}, 60_000);

it(
  'loses no acknowledged write and leaves none half done',
  async () => {
    let draw = drawStep(0);
    server = await startFor(draw);
    crowd.url = server.url;
    for (let number = 0; number < KILLS; number += 1) {
      const next = drawStep(number + 1);
      await killOnce(number, draw, next);
      draw = next;
    }
    const acknowledged = crowd.log.entries.filter((entry) => entry.outcome === 'acknowledged');
    say(`${acknowledged.length} writes acknowledged: ${countDeeds(acknowledged)}`);
    say(`${latest.accounts} accounts, ${latest.events} lines in the audit chain`);
    expect(acknowledged.length).toBeGreaterThan(KILLS * 5);
  },
  60_000 + KILLS * 20_000,
);

/** Waits until the mail server has heard nothing for 2 s. */
const untilQuiet = async (): Promise<void> => {
  for (let count = -1; count !== crowd.mailbox.taken.length; await sleep(2_000))
    count = crowd.mailbox.taken.length;
};

it('sweeps the files that no row speaks of, and sends every mail that waits', async () => {
  await server.kill();
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const name of readdirSync(firm.uploads)) utimesSync(join(firm.uploads, name), anHourAgo, anHourAgo);
  server = await firm.start();
  crowd.url = server.url;
  await repeat(crowd, unanswered(crowd));
  expect(unanswered(crowd)).toEqual([]);
  await untilQuiet();
  expect(await server.stop()).toMatchObject({ code: 0 });
  const checked = await firm.withTables((db) => checkTables(db, firm.uploads, crowd.log.entries));
  expect([...crowd.faults, ...checked.faults]).toEqual([]);
  expect(checked.orphanFiles).toBe(0);
  const mails = await firm.withTables((db) =>
    db.selectFrom('mails').select(['id', 'state', 'template', 'send_after']).execute(),
  );
  const times = new Map<string, number>();
  for (const { messageId } of crowd.mailbox.taken) times.set(messageId, (times.get(messageId) ?? 0) + 1);
  const timesOf = ({ id }: { id: string }) => times.get(`<${id}@localhost>`) ?? 0;
  expect(mails.filter((mail) => mail.state === 'queued' && mail.send_after.getTime() < Date.now())).toEqual(
    [],
  );
  expect(mails.filter((mail) => mail.state === 'sent' && timesOf(mail) === 0)).toEqual([]);
  const twice = mails.filter((mail) => timesOf(mail) > 1).length;
  say(
    `${mails.length} mails, ${twice} of them taken twice with one Message-ID, after a kill between the two`,
  );
  expect(twice).toBeLessThanOrEqual(KILLS);
}, 120_000);

/** What a kill must never leave, done by hand: each is undone again. */
const DAMAGES: Readonly<Record<string, { statement: string; seenAs: RegExp }>> = {
  'an answer that was acknowledged': {
    statement: "delete from idempotency_keys where route = 'POST /accounts/purchase'",
    seenAs: /^LOST: purchase/,
  },
  'a mail': {
    statement: "delete from mails where template = 'payment_verified'",
    seenAs: /0 mails of payment_verified/,
  },
  'a second mail': {
    statement: `insert into mails (id, event_key, template, recipient_id, recipient_email, payload, account_id, state,
      send_after, created_at) select gen_random_uuid(), event_key || '2', template, recipient_id, recipient_email, payload,
      account_id, state, send_after, created_at from mails where template = 'payment_verified' limit 1`,
    seenAs: /2 mails of payment_verified/,
  },
  'a state': {
    statement: "update accounts set payment_status = 'failed' where payment_status = 'verified'",
    seenAs: /^HALF DONE: .* its history says/,
  },
  'a verification': { statement: 'update users set email_verified_at = null', seenAs: /^LOST: verify/ },
  'the row of a proof': {
    statement: 'delete from proofs where id = (select max(id) from proofs)',
    seenAs: /^HALF DONE: .* uploads and \d+ proofs/,
  },
};

it('would see each kind of damage', async () => {
  await firm.withTables(async (db) => {
    for (const [name, { statement, seenAs }] of Object.entries(DAMAGES)) {
      const undone = new Error('undone');
      const damaged = db.transaction().execute(async (tx) => {
        await sql.raw(statement).execute(tx);
        const { faults } = await checkTables(tx, firm.uploads, crowd.log.entries);
        expect(faults, name).toEqual(expect.arrayContaining([expect.stringMatching(seenAs)]));
        throw undone;
      });
      await expect(damaged).rejects.toBe(undone);
    }
  });
}, 60_000);
