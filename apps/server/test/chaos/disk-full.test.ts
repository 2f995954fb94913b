import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltServer, runBuiltServer } from '../built-server.ts';
import { type Crowd, signIn } from './clients.ts';
import { createFirm, type Firm, gatherCrowd, isEmbedded, signInAdmin } from './firm.ts';
import { chaosSeed } from './random.ts';

const run = promisify(execFile);
const VOLUME_KIBIBYTES = 256;

/**
 * The volume of the uploads is really full: as root a small one in memory; else the system lets the server's process write no
 * file beyond a size, which only fits where the database is another process.
 */
const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot || !isEmbedded)('an upload on a full disk', () => {
  let firm: Firm;
  let server: BuiltServer;
  let crowd: Crowd;
  let volume: string;
  let accountId: string;

  beforeAll(async () => {
    firm = await createFirm('disk');
    volume = firm.uploads;
    mkdirSync(volume, { recursive: true });
    if (isRoot) await run('mount', ['-t', 'tmpfs', '-o', `size=${VOLUME_KIBIBYTES}k`, 'tmpfs', volume]);
    server = await firm.start();
    crowd = await gatherCrowd(firm, server.url, chaosSeed(), 1);
    const bought = await fetch(`${server.url}/api/accounts/purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${crowd.traders[0]?.token}` },
      body: JSON.stringify({ packageId: crowd.packages[0] }),
    });
    accountId = JSON.parse(await bought.text())._id;
  }, 120_000);

  afterAll(async () => {
    await server.kill();
    if (isRoot) await run('umount', [volume]);
    await firm.remove();
  }, 60_000);

  const fill = async (): Promise<void> => {
    if (isRoot) {
      const filler = join(volume, 'filler');
      for (let size = VOLUME_KIBIBYTES; size > 0; size -= 1) {
        try {
          writeFileSync(filler, Buffer.alloc(size * 1024));
          return;
        } catch {
          rmSync(filler, { force: true });
        }
      }
    }
    await run('prlimit', ['--fsize=1000:', '--pid', String(server.pid)]);
  };
  const free = async (): Promise<void> => {
    if (isRoot) rmSync(join(volume, 'filler'));
    else await run('prlimit', ['--fsize=unlimited:', '--pid', String(server.pid)]);
  };

  const upload = async () => {
    const pixels = { width: 160, height: 160, channels: 3 } as const;
    const noise = await sharp(randomBytes(160 * 160 * 3), { raw: pixels })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('screenshot', new Blob([new Uint8Array(noise)]), 'proof.png');
    const answer = await fetch(`${server.url}/api/accounts/${accountId}/upload-proof`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crowd.traders[0]?.token}`, 'idempotency-key': 'the one proof' },
      body: form,
    });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: await answer.text(),
    };
  };
  const filesOf = () => readdirSync(volume).filter((name) => name !== 'filler');
  const readAccount = async () => {
    const answer = await fetch(`${server.url}/api/accounts/${accountId}`, {
      headers: { authorization: `Bearer ${crowd.traders[0]?.token}` },
    });
    return { status: answer.status, account: JSON.parse(await answer.text()) };
  };

  it('answers 503 and leaves nothing, while all else goes on; with space it works without a restart', async () => {
    await fill();
    const refused = await upload();
    expect([refused.status, refused.retryAfter]).toEqual([503, '60']);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/\w+/),
    });
    expect(filesOf()).toEqual([]);
    expect(await readAccount()).toMatchObject({
      status: 200,
      account: { status: 'pending_payment', proof: null },
    });
    expect(await signIn(crowd, crowd.traders[0]?.email ?? '')).toBeTruthy();
    await free();
    const taken = await upload();
    expect(taken.status, taken.body).toBe(200);
    expect(filesOf()).toHaveLength(1);
    expect(await readAccount()).toMatchObject({ account: { status: 'payment_submitted' } });
    expect(() => process.kill(server.pid, 0)).not.toThrow();
  });
});

/** The embedded database's own volume, in memory; only root may make one. */
describe.runIf(isRoot && isEmbedded)('an embedded database on a full disk', () => {
  const VOLUME = '192m';
  /** Less than one file of its log has. */
  const TOO_LITTLE = 15_000_000;
  let firm: Firm;
  let server: BuiltServer;
  let filler: string;
  let registered = 0;
  const acknowledged: string[] = [];

  beforeAll(async () => {
    firm = await createFirm('database-disk');
    await run('mount', ['-t', 'tmpfs', '-o', `size=${VOLUME}`, 'tmpfs', firm.folder]);
    filler = join(firm.folder, 'filler');
    server = await firm.start();
  }, 120_000);

  afterAll(async () => {
    await server.kill();
    await run('umount', [firm.folder]);
    await firm.remove();
  }, 60_000);

  /** Leaves so many bytes of the volume; 0 for none at all. */
  const leave = (bytes: number): void => {
    const { bavail, bsize } = statfsSync(firm.folder);
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
  };

  const register = async () => {
    registered += 1;
    const email = `full${registered}@example.com`;
    const answer = await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Trader', email, password: 'a long chaos password' }),
    });
    if (answer.status === 201) acknowledged.push(email);
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };

  /** A text that fills the log: 80 KB that no compression makes fewer. */
  const writeMuch = (token: string): Promise<Response> => {
    const text = () => randomBytes(2_900).toString('base64');
    const sections = Array.from({ length: 20 }, (_, place) => ({
      id: `s${place}`,
      title: 'Text',
      text: text(),
    }));
    return fetch(`${server.url}/api/admin/content/legal/terms`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ effective: '2026-01-01', summary: 'Long', sections }),
    });
  };

  const missing = () =>
    firm.withTables(async (db) => {
      const rows = await db.selectFrom('users').select('email').execute();
      const kept = new Set(rows.map(({ email }) => email));
      return acknowledged.filter((email) => !kept.has(email));
    });

  it('refuses writes with 503, goes on with reads, and works again with space', async () => {
    expect((await register()).status).toBe(201);
    leave(0);
    // A page may have room for a few more.
    let refused = await register();
    while (refused.status === 201) refused = await register();
    expect(refused).toEqual({ status: 503, retryAfter: '2' });
    expect((await fetch(`${server.url}/api/account-packages`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    rmSync(filler);
    expect((await register()).status).toBe(201);
    expect(await missing()).toEqual([]);
  }, 120_000);

  it('that cannot begin its next log file says so and ends, and starts again with space and all that was acknowledged', async () => {
    const token = await signInAdmin(server.url);
    leave(TOO_LITTLE);
    let isOver = false;
    const ending = server.ended.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await writeMuch(token).catch(() => null);
      await register().catch(() => null);
    }
    const { code, stderr } = await ending;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The embedded database in .+ gave up \(.*No space/m),
    ]);
    const refused = await runBuiltServer(firm.environment);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^The disk of .+ make space\.$/m),
    ]);
    rmSync(filler);
    server = await firm.start();
    expect(acknowledged.length).toBeGreaterThan(3);
    expect(await missing()).toEqual([]);
    expect((await register()).status).toBe(201);
  }, 300_000);
});
