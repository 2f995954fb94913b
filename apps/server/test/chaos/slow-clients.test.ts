import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { type Crowd, signIn } from './clients.ts';
import { createFirm, type Firm, gatherCrowd, isEmbedded } from './firm.ts';
import { chaosCount, chaosSeed } from './random.ts';

/**
 * Clients that send a byte now and then are cut off by the times of the HTTP server, and others are served meanwhile. No
 * database is touched by them, so one kind of it is enough.
 */
const SOCKETS = chaosCount('CHAOS_SLOW_SOCKETS', 20);
const IS_MEASURED = process.env.CHAOS_MEASURE === '1';
/** The goals, with the 5 s between two bytes; in CI they may be late by as much again. */
const HEADERS_SECONDS = 15;
const UPLOAD_SECONDS = 25;
const OTHERS_GOAL = 300;

type Cut = { name: string; seconds: number };

describe.runIf(isEmbedded)('clients who send a little now and then', () => {
  let firm: Firm;
  let server: BuiltServer;
  let crowd: Crowd;

  beforeAll(async () => {
    firm = await createFirm('slow');
    server = await firm.start();
    crowd = await gatherCrowd(firm, server.url, chaosSeed(), 1);
  }, 120_000);
  afterAll(async () => {
    await server.kill();
    await firm.remove();
  }, 60_000);

  /** Opens a socket with these words, sends `drop` every so many milliseconds, and tells when the server ended it. */
  const trickle = (name: string, head: string, drop: string, milliseconds: number): Promise<Cut> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname, () => socket.write(head));
      const started = performance.now();
      const dropping = setInterval(() => socket.write(drop), milliseconds);
      socket.on('error', () => {});
      socket.resume();
      socket.once('close', () => {
        clearInterval(dropping);
        resolve({ name, seconds: (performance.now() - started) / 1000 });
      });
    });

  it('are cut off in time, and others are served meanwhile', async () => {
    const account = await fetch(`${server.url}/api/accounts/purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${crowd.traders[0]?.token}` },
      body: JSON.stringify({ packageId: crowd.packages[0] }),
    });
    const { _id } = JSON.parse(await account.text());
    const upload = [
      `POST /api/accounts/${_id}/upload-proof HTTP/1.1`,
      `Host: x`,
      `Authorization: Bearer ${crowd.traders[0]?.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
      '\r\n--x\r\n',
    ].join('\r\n');
    const slow = [
      ...Array.from({ length: SOCKETS }, () =>
        trickle('headers', 'GET /healthz HTTP/1.1\r\nX-Slow: ', 'a', 5_000),
      ),
      ...Array.from({ length: Math.ceil(SOCKETS / 10) }, () =>
        trickle('upload', upload, 'x'.repeat(1024), 1_000),
      ),
    ];
    let isOver = false;
    const others: number[] = [];
    const serving = (async () => {
      while (!isOver) {
        const started = performance.now();
        const answer = await fetch(`${server.url}/api/account-packages`);
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
        others.push(performance.now() - started);
        await sleep(50);
      }
    })();
    const cuts = await Promise.all(slow);
    isOver = true;
    await serving;
    const latest = (name: string) =>
      Math.max(...cuts.filter((cut) => cut.name === name).map(({ seconds }) => seconds));
    const p95 = others.sort((one, other) => one - other)[Math.floor(others.length * 0.95)] ?? 0;
    console.log(
      `${SOCKETS} sockets with slow headers cut after ${latest('headers').toFixed(1)} s at the latest, uploads of 1 KiB/s ` +
        `after ${latest('upload').toFixed(1)} s; ${others.length} other calls, p95 ${p95.toFixed(0)} ms`,
    );
    const slack = IS_MEASURED ? 1 : 2;
    expect(latest('headers')).toBeLessThanOrEqual(HEADERS_SECONDS * slack);
    expect(latest('upload')).toBeLessThanOrEqual(UPLOAD_SECONDS * slack);
    expect(await signIn(crowd, crowd.traders[0]?.email ?? '')).toBeTruthy();
    if (IS_MEASURED) expect(p95).toBeLessThanOrEqual(OTHERS_GOAL);
  }, 120_000);
});
