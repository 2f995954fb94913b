import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { type Crowd, signIn } from './clients.ts';
import { createFirm, type Firm, gatherCrowd, isEmbedded } from './firm.ts';
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
