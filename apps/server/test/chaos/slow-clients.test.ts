import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { type Crowd, signIn } from './clients.ts';
import { createFirm, type Firm, gatherCrowd, isEmbedded } from './firm.ts';
import { chaosCount, chaosSeed } from './random.ts';

/**
 * Clients that send a little now and then: those who keep the pace are answered, the others are cut off by the times of
 * the HTTP server, and everyone else is served meanwhile. No database is touched by them, so one kind of it is enough. Times are
 * checked by `npm run chaos` alone.
 */
const SOCKETS = chaosCount('CHAOS_SLOW_SOCKETS', 20);
const UPLOADS = chaosCount('CHAOS_SLOW_UPLOADS', 3);
const IS_MEASURED = process.env.CHAOS_MEASURE === '1';
/** Of the server: 16 KiB a second, looked at every 10 s. In CI the pace leaves room for a busy machine. */
const KEPT_PACE = IS_MEASURED ? 20 : 40;
const UPLOAD_KIBIBYTES = KEPT_PACE * 12;
/** The goals, with the 5 s between two bytes and the 2 s between two looks. */
const HEADERS_SECONDS = 15;
const UPLOAD_SECONDS = 25;
const OTHERS_GOAL = 300;
const ORDERS_OF_A_TRADER = 20;

/** As long as those of browsers. */
const BOUNDARY = '----------------------------slow';

type Cut = { name: string; seconds: number; answer: string };

/** Bytes that no compression makes fewer, as a PNG of about so many KiB. */
const drawNoise = (kibibytes: number): Promise<Buffer> => {
  const side = Math.floor(Math.sqrt((kibibytes * 1024) / 3));
  const pixels = { width: side, height: side, channels: 3 } as const;
  return sharp(randomBytes(side * side * 3), { raw: pixels })
    .png()
    .toBuffer();
};

describe.runIf(isEmbedded)('clients who take their time', () => {
  let firm: Firm;
  let server: BuiltServer;
  let crowd: Crowd;

  beforeAll(async () => {
    firm = await createFirm('slow');
    server = await firm.start();
    crowd = await gatherCrowd(
      firm,
      server.url,
      chaosSeed(),
      1 + Math.ceil((UPLOADS + 1) / ORDERS_OF_A_TRADER),
    );
  }, 300_000);
  afterAll(async () => {
    await server.kill();
    await firm.remove();
  }, 60_000);

  /**
   * Opens a socket with these words, sends the next piece every so many milliseconds, and tells when the server ended it and
   * what it said.
   */
  const trickle = (
    name: string,
    head: string,
    pieces: Iterable<string | Buffer>,
    milliseconds: number,
  ): Promise<Cut> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      socket.write(head);
      const started = performance.now();
      const rest = pieces[Symbol.iterator]();
      let answer = '';
      const dropping = setInterval(() => {
        const next = rest.next();
        if (next.done) clearInterval(dropping);
        else socket.write(next.value);
      }, milliseconds);
      socket.on('error', () => {});
      socket.on('data', (data) => {
        answer += data.toString('latin1');
      });
      socket.once('close', () => {
        clearInterval(dropping);
        resolve({ name, seconds: (performance.now() - started) / 1000, answer });
      });
    });

  function* endlessly(drop: string): Generator<string> {
    for (;;) yield drop;
  }

  /** With a key of its own: purchases of one package that overlap are one otherwise. */
  const buy = async (token: string | undefined): Promise<string> => {
    const answer = await fetch(`${server.url}/api/accounts/purchase`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ packageId: crowd.packages[0] }),
    });
    expect(answer.status).toBe(201);
    return JSON.parse(await answer.text())._id;
  };

  const uploadHead = (accountId: string, token: string | undefined, length: number): string =>
    [
      `POST /api/accounts/${accountId}/upload-proof HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${token}`,
      'Connection: close',
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n');

  /** Sends a whole proof at a pace that is slow and allowed; busy decoders are asked again, at once. */
  const uploadSlowly = async (token: string | undefined, delay: number): Promise<Cut> => {
    const accountId = await buy(token);
    const picture = await drawNoise(UPLOAD_KIBIBYTES);
    const body = Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="screenshot"; filename="a.png"\r\n\r\n`,
      ),
      picture,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    const size = KEPT_PACE * 100;
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, place) =>
      body.subarray(place * size, (place + 1) * size),
    );
    await sleep(delay);
    const head = uploadHead(accountId, token, body.length);
    const sent = await trickle('kept pace', head, pieces, 100);
    for (let again = sent; ; again = await trickle('kept pace', head, [body], 1)) {
      if (!again.answer.startsWith('HTTP/1.1 503')) return { ...again, seconds: sent.seconds };
    }
  };

  /** Calls of others until the work is done: the milliseconds that each took. */
  const serveOthersDuring = async (work: Promise<unknown>): Promise<number[]> => {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    const others: number[] = [];
    while (!isOver) {
      const started = performance.now();
      // A connection of its own: an idle one may end just when it is used again.
      const headers = { connection: 'close' };
      const answer = await fetch(`${server.url}/api/account-packages`, { headers });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      others.push(performance.now() - started);
      await sleep(50);
    }
    return others.sort((one, other) => one - other);
  };
  const p95 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.95)] ?? 0;

  it('are cut off when they send too slowly and answered when they keep the pace, and others are served meanwhile', async () => {
    const { token } = crowd.traders[0] ?? {};
    const lateUpload = `${uploadHead(await buy(token), token, 1_000_000)}--${BOUNDARY}\r\n`;
    const slow = [
      ...Array.from({ length: SOCKETS }, () =>
        trickle('headers', 'GET /healthz HTTP/1.1\r\nX-Slow: ', endlessly('a'), 5_000),
      ),
      ...Array.from({ length: Math.ceil(SOCKETS / 10) }, () =>
        trickle('upload', lateUpload, endlessly('x'.repeat(1024)), 1_000),
      ),
    ];
    const kept = Array.from({ length: UPLOADS }, (_, place) =>
      uploadSlowly(
        crowd.traders[1 + Math.floor(place / ORDERS_OF_A_TRADER)]?.token,
        crowd.random.whole(0, UPLOADS * 100),
      ),
    );
    const all = Promise.all([...slow, ...kept]);
    const others = await serveOthersDuring(all);
    const cuts = await all;
    const latest = (name: string) =>
      Math.max(...cuts.filter((cut) => cut.name === name).map(({ seconds }) => seconds));
    const answers = cuts.filter(({ name }) => name === 'kept pace').map(({ answer }) => answer);
    console.log(
      `${SOCKETS} sockets with slow headers cut after ${latest('headers').toFixed(1)} s at the latest, uploads of 1 KiB/s ` +
        `after ${latest('upload').toFixed(1)} s; ${UPLOADS} uploads of ${UPLOAD_KIBIBYTES} KiB at ${KEPT_PACE} KiB/s taken ` +
        `within ${latest('kept pace').toFixed(1)} s; ${others.length} other calls, p95 ${p95(others).toFixed(0)} ms`,
    );
    expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200 '))).toEqual([]);
    expect(cuts.filter(({ name, answer }) => name === 'upload' && answer !== '')).toEqual([]);
    const proofs = await firm.withTables((db) => db.selectFrom('proofs').select('account_id').execute());
    expect(new Set(proofs.map(({ account_id }) => account_id)).size).toBe(UPLOADS);
    expect(await signIn(crowd, crowd.traders[0]?.email ?? '')).toBeTruthy();
    if (!IS_MEASURED) return;
    expect(latest('headers')).toBeLessThanOrEqual(HEADERS_SECONDS);
    expect(latest('upload')).toBeLessThanOrEqual(UPLOAD_SECONDS);
    expect(p95(others)).toBeLessThanOrEqual(OTHERS_GOAL);
  }, 180_000);
});
