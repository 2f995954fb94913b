import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSecretKey } from '../src/secret-key-check.ts';
import { deriveKeys } from '../src/secrets/keys.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** What a process with these keys says at its start. */
const said = async (current: string, previous: string | null): Promise<string> => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  await checkSecretKey({ ...world.context, log, keys: deriveKeys({ current, previous }) });
  return lines.join('');
};

it('tells a key that did not write this database, and takes one that replaced it in order', async () => {
  expect(await said('the first key', null)).toBe('');
  expect(await said('the first key', null)).toBe('');
  expect(await said('another key', null)).toContain('SECRET_KEY is not the key');
  expect(await said('the second key', 'the first key')).toBe('');
  expect(await said('the second key', null)).toBe('');
  expect(await said('the first key', null)).toContain('SECRET_KEY is not the key');
});
