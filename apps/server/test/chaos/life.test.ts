import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { createFirm, type Firm, signInAdmin } from './firm.ts';
import { chaosCount } from './random.ts';

/**
 * SIGTERM in the middle of calls: every call that the process accepted is answered, /readyz says so first, and the process
 * ends well. How fast is measured by `npm run measure:life`, which sets the counts of the goal and checks the times.
 */
const RATE = chaosCount('CHAOS_RATE', 40);
const IDLE_SOCKETS = chaosCount('CHAOS_IDLE_SOCKETS', 60);
const IS_MEASURED = process.env.CHAOS_MEASURE === '1';
const BEFORE_MILLISECONDS = 1_500;
/** Goals of a quiet machine, in milliseconds after the signal. */
const READINESS_GOAL = 1_000;
const END_GOAL = 15_000;

let firm: Firm;
let server: BuiltServer;
let token: string;
const sockets: Socket[] = [];
const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });

type Outcome = { status: number } | { error: string; hadAnswer: boolean };
const outcomes: Outcome[] = [];

/** One call; how it ended is kept. */
const call = (
  path: string,
  method = 'GET',
  body?: string,
  through: http.Agent | false = agent,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let hadAnswer = false;
    const end = (outcome: Outcome) => {
      outcomes.push(outcome);
      resolve(outcome);
    };
    const request = http.request(
      `${server.url}${path}`,
      {
        method,
        agent: through,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
      },
      (response) => {
        hadAnswer = true;
        response.resume();
        response.once('end', () => end({ status: response.statusCode ?? 0 }));
        response.once('error', (error) => end({ error: error.message, hadAnswer }));
      },
    );
    request.once('error', (error) => {
      if (!hadAnswer) end({ error: 'code' in error ? String(error.code) : error.message, hadAnswer });
    });
    request.end(body);
  });

/** A socket that made one call and then stays, as a browser's. */
const openIdle = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('data', () => {
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      outcomes.push({ status: 200 });
      resolve();
    });
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  });

beforeAll(async () => {
  firm = await createFirm('life', {
    DRAIN_SECONDS: '2',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'count-calls.mjs')).href}`,
  });
  server = await firm.start();
  token = await signInAdmin(server.url);
  outcomes.push({ status: 200 });
}, 120_000);

afterAll(async () => {
  agent.destroy();
  for (const socket of sockets) socket.destroy();
  await server.kill();
  await firm.remove();
}, 60_000);

it('answers every call that it accepted before and during a stop, and ends with code 0', async () => {
  let isOver = false;
  const calls: Promise<unknown>[] = [];
  const load = (async () => {
    const started = performance.now();
    for (let number = 0; !isOver; number += 1) {
      const due = started + (number * 1000) / RATE;
      if (due > performance.now()) await sleep(due - performance.now());
      const isWrite = number % 5 === 0;
      calls.push(
        isWrite
          ? call('/api/profile', 'PATCH', JSON.stringify({ name: `Owner ${number}` }))
          : call(number % 2 === 0 ? '/api/account-packages' : '/api/admin/accounts'),
      );
    }
  })();
  for (let opened = 0; opened < IDLE_SOCKETS; opened += 1) await openIdle();
  await sleep(BEFORE_MILLISECONDS);
  const before = outcomes.length;
  const signalled = performance.now();
  const ending = server.stop();
  let unreadyAfter = 0;
  while (unreadyAfter === 0) {
    const outcome = await call('/readyz', 'GET', undefined, false);
    if (!('status' in outcome)) break;
    if (outcome.status === 503) unreadyAfter = performance.now() - signalled;
    else await sleep(20);
  }
  const ended = await ending;
  const endedAfter = performance.now() - signalled;
  isOver = true;
  await load;
  await Promise.all(calls);

  const answered = outcomes.filter((outcome) => 'status' in outcome);
  const refused = outcomes.filter((outcome) => 'error' in outcome);
  const [, accepted, finished] = /CALLS (\d+) (\d+)/.exec(ended.stderr)?.map(Number) ?? [];
  console.log(
    `${RATE} calls a second and ${IDLE_SOCKETS} idle sockets: ${before} answered before SIGTERM, ` +
      `${answered.length - before} after it, ${(accepted ?? 0) - (finished ?? 0)} of ${accepted} accepted calls dropped; ${refused.length} came too late ` +
      `and were never accepted; /readyz 503 after ${unreadyAfter.toFixed(0)} ms, ended after ${endedAfter.toFixed(0)} ms`,
  );
  expect(ended.code, ended.stderr).toBe(0);
  expect(unreadyAfter, 'nobody was told by /readyz').toBeGreaterThan(0);
  expect(finished).toBe(accepted);
  expect(answered).toHaveLength(accepted ?? 0);
  expect(answered.filter((outcome) => outcome.status >= 500 && outcome.status !== 503)).toEqual([]);
  expect(refused.filter(({ hadAnswer }) => hadAnswer)).toEqual([]);
  for (const { error } of refused) expect(['ECONNREFUSED', 'ECONNRESET']).toContain(error);
  expect(before).toBeGreaterThan(IDLE_SOCKETS);
  if (!IS_MEASURED) return;
  expect(unreadyAfter).toBeLessThanOrEqual(READINESS_GOAL);
  expect(endedAfter).toBeLessThanOrEqual(END_GOAL);
}, 120_000);
