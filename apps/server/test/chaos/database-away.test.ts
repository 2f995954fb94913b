import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { ownCluster, testPostgres } from '../postgres.ts';
import { startSilentProxy } from '../silent-proxy.ts';
import { countDeeds } from './call-log.ts';
import { checkTables } from './check-tables.ts';
import { type Crowd, repeat, runClient, unanswered } from './clients.ts';
import { createFirm, type Firm, gatherCrowd } from './firm.ts';
import { chaosCount, chaosSeed } from './random.ts';

/**
 * PostgreSQL is killed (SIGKILL to its postmaster), or takes connections and says nothing, and stays so while clients write: the
 * server says so with 503, its process lives, and it serves again when the database does. Times are checked by `npm run chaos`
 * alone.
 */
const AWAY_SECONDS = chaosCount('CHAOS_AWAY_SECONDS', 3);
const IS_MEASURED = process.env.CHAOS_MEASURE === '1';
const CLIENTS = 20;
const LOAD_MILLISECONDS = 1_500;
const RETURN_GOAL = 5_000;

type Unreliable = { url: string; goAway(): Promise<void>; comeBack(): Promise<void>; stop(): Promise<void> };

/** A cluster of our own that is killed and started again. */
const killedDatabase = async (): Promise<Unreliable> => {
  const cluster = await ownCluster();
  return { url: cluster.url, goAway: cluster.kill, comeBack: cluster.start, stop: cluster.stop };
};

/** A real PostgreSQL behind a proxy that stops to pass anything on. */
const silentDatabase = async (): Promise<Unreliable> => {
  const postgres = await testPostgres();
  const proxy = await startSilentProxy(postgres.url);
  return {
    url: proxy.url,
    goAway: async () => proxy.hold(),
    comeBack: async () => proxy.resume(),
    stop: async () => {
      await proxy.stop();
      await postgres.stop();
    },
  };
};

/** A call waits for a connection for 2 s before it says 503. */
const CASES = [
  { name: 'is killed', open: killedDatabase, answerGoal: 2_000 },
  { name: 'says nothing more', open: silentDatabase, answerGoal: 2_500 },
];

type Probe = { path: string; status: number; retryAfter: string | null; milliseconds: number };

describe.runIf(process.env.TEST_DATABASE === 'postgres').each(CASES)('a PostgreSQL that $name', (given) => {
  let database: Unreliable;
  let firm: Firm;
  let server: BuiltServer;
  let crowd: Crowd;

  beforeAll(async () => {
    database = await given.open();
    firm = await createFirm('away', {}, database);
    server = await firm.start();
    crowd = await gatherCrowd(firm, server.url, chaosSeed(), 4);
  }, 120_000);

  afterAll(async () => {
    await server.kill();
    await firm.remove();
    await database.stop();
  }, 60_000);

  const probe = async (path: string): Promise<Probe> => {
    const started = performance.now();
    const { token } = crowd.admin;
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    const milliseconds = performance.now() - started;
    return { path, status: answer.status, retryAfter: answer.headers.get('retry-after'), milliseconds };
  };

  /** Asks now and then until it is told to end, or until all answers are good. */
  const watch = async (isOver: (round: readonly Probe[]) => boolean): Promise<Probe[]> => {
    const probes: Probe[] = [];
    for (;;) {
      const paths = ['/readyz', '/api/account-packages', '/api/admin/accounts', '/api/profile'];
      const round = await Promise.all(paths.map(probe));
      if (isOver(round)) return probes;
      probes.push(...round);
      await sleep(200);
    }
  };

  it(
    'and comes back is answered with 503 meanwhile, by the same process, and nothing acknowledged is lost',
    async () => {
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, (_, number) =>
        runClient(crowd, crowd.random.fork(String(number)), () => isOver),
      );
      await sleep(LOAD_MILLISECONDS);
      const before = crowd.log.entries.filter(({ outcome }) => outcome === 'acknowledged').length;
      await database.goAway();
      const left = performance.now();
      // A session that was in the middle of a statement ends it before it notices; a silent one is given up after 7 s.
      await watch((round) => round.every(({ status }) => status === 503));
      const noticedAfter = performance.now() - left;
      const noticed = performance.now();
      const away = await watch(() => performance.now() - noticed > AWAY_SECONDS * 1000);
      await database.comeBack();
      const returned = performance.now();
      await watch((round) => round.every(({ status }) => status === 200));
      const backAfter = performance.now() - returned;
      await sleep(LOAD_MILLISECONDS);
      isOver = true;
      await Promise.all(clients);
      const open = unanswered(crowd);
      await repeat(crowd, open);
      const slowest = Math.max(...away.map(({ milliseconds }) => milliseconds));
      const acknowledged = crowd.log.entries.filter(({ outcome }) => outcome === 'acknowledged');
      console.log(
        `noticed after ${noticedAfter.toFixed(0)} ms, away for ${AWAY_SECONDS} s: ${away.length} probes of 503, the slowest in ${slowest.toFixed(0)} ms; back ` +
          `${backAfter.toFixed(0)} ms after the database; ${before} writes acknowledged before, ` +
          `${acknowledged.length - before} after it (${countDeeds(acknowledged)}), ${open.length} repeated`,
      );
      expect(unanswered(crowd)).toEqual([]);
      expect(away.length).toBeGreaterThan(0);
      expect(away.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
      expect(await server.stop(), 'the same process ends well').toMatchObject({ code: 0 });
      const checked = await firm.withTables((db) => checkTables(db, firm.uploads, crowd.log.entries));
      expect([...crowd.faults, ...checked.faults]).toEqual([]);
      if (!IS_MEASURED) return;
      expect(slowest).toBeLessThanOrEqual(given.answerGoal);
      expect(backAfter).toBeLessThanOrEqual(RETURN_GOAL);
    },
    60_000 + AWAY_SECONDS * 2_000,
  );

  it('and stays so keeps no process from ending', async () => {
    server = await firm.start();
    // Connections that are in use, and others that are not.
    await watch((round) => round.every(({ status }) => status === 200));
    await database.goAway();
    // They are answered, or cut off, while the process ends.
    const calls = Promise.allSettled(['/api/account-packages', '/api/admin/accounts'].map(probe));
    expect(await server.stop()).toMatchObject({ code: 0 });
    await calls;
    await database.comeBack();
  }, 60_000);
});
