import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpMailer } from '../../src/adapters/mail/smtp.ts';
import { register } from '../factories.ts';
import { createWorld, type World } from '../world.ts';
import { startFaultyMailServer } from './faulty-mail-server.ts';
import { chaosCount } from './random.ts';

/**
 * People register while the mail server is well, takes connections and says nothing, or is away. Each state has a firm of its
 * own, and they register in turn, so that whatever else the machine does slows all of them alike. By `npm run chaos` the
 * registrations are spread over 30 s and their times compared.
 */
const REGISTRATIONS = chaosCount('CHAOS_REGISTRATIONS', 5);
const IS_MEASURED = process.env.CHAOS_MEASURE === '1';
const SILENT_MILLISECONDS = 30_000;
const HOUR = 3_600_000;
/** Against a mail server that is well; with less than that of a clock's noise nothing is slower. */
const GOAL = { times: 1.1, milliseconds: 5 };

type MailHost = { port: number; stop(): Promise<void> };
type State = { name: string; start(): Promise<MailHost> };

/** Takes connections and never greets. */
const startMuteServer = async (): Promise<MailHost & { connections: () => number }> => {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => count,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

const startAbsentServer = async (): Promise<MailHost> => {
  const server = await startMuteServer();
  await server.stop();
  return { port: server.port, stop: async () => {} };
};

const STATES: readonly State[] = [
  { name: 'well', start: () => startFaultyMailServer(() => 'taken') },
  { name: 'silent', start: startMuteServer },
  { name: 'silent after the text', start: () => startFaultyMailServer(() => 'silence') },
  { name: 'away', start: startAbsentServer },
];

/** Of a hundred such times so many took no longer, in milliseconds. */
const percentile = (times: readonly number[] = [], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.ceil(times.length * (share / 100)) - 1] ?? 0;

describe('a mail server that is silent or away', () => {
  const firms: { name: string; world: World; host: MailHost; ordinary: World['context']['mailer'] }[] = [];

  beforeAll(async () => {
    for (const { name, start } of STATES) {
      const [world, host] = [await createWorld(), await start()];
      firms.push({ name, world, host, ordinary: world.context.mailer });
      world.context.mailer = smtpMailer(`smtp://127.0.0.1:${host.port}`);
    }
  }, 180_000);
  afterAll(async () => {
    for (const { world, ordinary } of firms) {
      await world.context.mailer.close();
      world.context.mailer = ordinary;
      await world.close();
    }
  }, 120_000);

  it('holds up no registration, and once it is well again each mail arrives once', async () => {
    const times = new Map(firms.map(({ name }) => [name, [] as number[]]));
    const people = new Map(firms.map(({ name }) => [name, [] as string[]]));
    // The first calls of a process are slower than all others.
    for (const { name, world } of firms) people.get(name)?.push((await register(world)).email);
    for (let count = 0; count < REGISTRATIONS; count += 1) {
      for (const { name, world } of firms) {
        const started = performance.now();
        people.get(name)?.push((await register(world)).email);
        times.get(name)?.push(performance.now() - started);
      }
      if (IS_MEASURED) await sleep(SILENT_MILLISECONDS / REGISTRATIONS);
    }
    for (const { name, world, host } of firms.slice(1)) {
      // All of them were answered, and not one mail was handed over yet.
      const rows = await world.context.db.selectFrom('mails').select('state').execute();
      expect(rows, name).toHaveLength(REGISTRATIONS + 1);
      expect(rows.filter(({ state }) => state === 'sent')).toEqual([]);
      await host.stop();
      const back = await startFaultyMailServer(() => 'taken', host.port);
      await world.mails();
      world.clock.advance(HOUR);
      await world.mails();
      await world.mails();
      expect(back.heard.map(({ to }) => to).sort(), name).toEqual(people.get(name)?.sort());
      const states = await world.context.db.selectFrom('mails').select('state').distinct().execute();
      expect(states, name).toEqual([{ state: 'sent' }]);
      await back.stop();
    }
    await firms[0]?.host.stop();
    const p95 = (name: string) => percentile(times.get(name), 95);
    const figures = firms.map(
      ({ name }) => `${name} ${percentile(times.get(name), 50).toFixed(0)} and ${p95(name).toFixed(0)} ms`,
    );
    console.log(
      `${REGISTRATIONS} registrations each, median and p95 with a mail server that is ${figures.join(', ')}`,
    );
    if (!IS_MEASURED) return;
    const most = p95('well') * GOAL.times + GOAL.milliseconds;
    for (const { name } of firms) expect(p95(name), name).toBeLessThanOrEqual(most);
  }, 180_000);
});
