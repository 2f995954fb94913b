import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { pauseBeforeNext } from './polling.ts';

it('waits twice as long after each call that failed, up to five minutes, and as meant once one is answered', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let failing = false;
  const ask = async () => {
    const queryFn = () => (failing ? Promise.reject(new Error('no answer')) : Promise.resolve('answer'));
    await client.fetchQuery({ queryKey: ['one'], queryFn }).catch(() => {});
    const query = client.getQueryCache().find({ queryKey: ['one'] });
    if (!query) throw new Error('nothing was asked');
    return pauseBeforeNext(query, 30_000) / 1000;
  };
  expect(await ask()).toBe(30);
  failing = true;
  expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([60, 120, 240, 300, 300]);
  failing = false;
  expect(await ask()).toBe(30);
  failing = true;
  expect(await ask()).toBe(60);
});

it('never asks more often than it was meant', () => {
  const client = new QueryClient();
  const query = client.getQueryCache().build(client, { queryKey: ['one'] });
  expect(pauseBeforeNext(query, 3_600_000)).toBe(3_600_000);
});
