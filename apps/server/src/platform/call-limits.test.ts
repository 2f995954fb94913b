import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  // 30 calls of a guest in five minutes.
  world = await createWorld({ RATE_SCALE: '0.02', TRUST_PROXY: '1' });
});
afterAll(() => world.close());

const call = (address: string) =>
  world.call('GET /account-packages', { headers: { 'x-forwarded-for': address } });
const statuses = async (address: string, count: number) => {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await call(address)).status);
  return found;
};

describe('the limit on all calls', () => {
  it('refuses every call once it is passed, and lets others in', async () => {
    const first = await statuses('192.0.2.1', 50);
    expect(new Set(first.slice(0, 25))).toEqual(new Set([200]));
    expect(first.at(-1)).toBe(429);
    expect(new Set(await statuses('192.0.2.1', 60))).toEqual(new Set([429]));
    const { headers } = await call('192.0.2.1');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('192.0.2.2')).status).toBe(200);
  });

  it('ends with its five minutes', async () => {
    world.clock.advance(5 * 60_000);
    expect((await call('192.0.2.1')).status).toBe(200);
  });
});
