import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { BusyError } from '../bounded-queue.ts';
import { createImageProcesses } from './image-processes.ts';

let small: Buffer;
/** 25 megapixels of 64 bits, interlaced: held whole while it is decoded, 200 MB. */
let large: Buffer;

beforeAll(async () => {
  const background = { r: 20, g: 90, b: 120, alpha: 0.5 };
  small = await sharp({ create: { width: 40, height: 30, channels: 4, background } })
    .png()
    .toBuffer();
  large = await sharp({ create: { width: 5_000, height: 5_000, channels: 4, background } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
});

/** Processes that this one started for images, by their ids. */
const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return Number(parent) === process.pid && command.includes('image-worker') ? [Number(name)] : [];
      } catch {
        return [];
      }
    });

const job = (bytes: Buffer) => ({ kind: 'proof', type: 'png', bytes }) as const;
const bounds = { running: 1, waiting: 4, seconds: 60, mebibytes: 512 };

describe('a process for images', () => {
  it('serves many images, and is started anew when it was killed', async () => {
    const images = createImageProcesses(bounds);
    const before = processIds();
    const mine = () => processIds().filter((id) => !before.includes(id));
    expect(await images.run(job(small))).toMatchObject({ width: 40, height: 30 });
    const [first] = mine();
    expect(await images.run(job(small))).toMatchObject({ width: 40 });
    expect(mine()).toEqual([first]);
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(mine).toEqual([]);
    expect(await images.run(job(small))).toMatchObject({ width: 40 });
  });

  it('knows none of the secrets of the server', async () => {
    process.env.SECRET_KEY = 'a marker that must stay here alone';
    const before = processIds();
    await createImageProcesses(bounds).run(job(small));
    delete process.env.SECRET_KEY;
    const [id] = processIds().filter((one) => !before.includes(one));
    const environment = readFileSync(`/proc/${id}/environ`, 'utf8');
    expect(environment).toContain('VIPS_DISC_THRESHOLD=1g');
    expect(environment).not.toMatch(/marker|SECRET_KEY|DATABASE|PATH=/);
  });

  it('is killed in the middle: another one takes over, once', async () => {
    const images = createImageProcesses(bounds);
    const before = processIds();
    await images.run(job(small));
    const [id] = processIds().filter((one) => !before.includes(one));
    const ticks = () => {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(' ');
      return Number(fields[13]) + Number(fields[14]);
    };
    const atRest = ticks();
    const result = images.run(job(large));
    await expect.poll(() => ticks() - atRest, { timeout: 30_000, interval: 5 }).toBeGreaterThan(10);
    process.kill(id ?? 0, 'SIGKILL');
    expect(await result).toMatchObject({ width: 2_500 });
  });

  it('that takes too long is ended', async () => {
    const before = processIds();
    const images = createImageProcesses({ ...bounds, seconds: 0.02 });
    expect(await images.run(job(large))).toBeNull();
    await expect.poll(() => processIds().filter((id) => !before.includes(id))).toEqual([]);
    const patient = createImageProcesses(bounds);
    expect(await patient.run(job(large))).toMatchObject({ width: 2_500, height: 2_500 });
  });

  it('gets no more memory than it may have, and the next one is taken', async () => {
    const images = createImageProcesses({ ...bounds, mebibytes: 256 });
    expect(await images.run(job(small))).toMatchObject({ width: 40 });
    expect(await images.run(job(large))).toBeNull();
    expect(await images.run(job(small))).toMatchObject({ width: 40 });
  });

  it('that cannot start leaves the caller to try again', async () => {
    const images = createImageProcesses({ ...bounds, mebibytes: 8 });
    await expect(images.run(job(small))).rejects.toBeInstanceOf(BusyError);
  });
});
