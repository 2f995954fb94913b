import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from '../src/config.ts';
import { startServer } from '../src/start.ts';
import { TEST_FOLDER } from './postgres.ts';

let folder: string;
let other: Server;
let takenPort: number;

beforeAll(async () => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  folder = mkdtempSync(join(TEST_FOLDER, 'start-'));
  writeFileSync(join(folder, 'file'), '');
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()));
  const address = other.address();
  takenPort = typeof address === 'object' && address ? address.port : 0;
});

afterAll(async () => {
  await new Promise((resolve) => other.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it('says in one line which variable does not fit this machine, and lets go of the data folder', async () => {
  const dataDir = join(folder, 'data');
  const wrong: [Record<string, string>, string][] = [
    [{ DATA_DIR: join(folder, 'file') }, 'DATA_DIR'],
    [{ FILES_URL: join(folder, 'file') }, 'FILES_URL'],
    [{ PORT: String(takenPort) }, 'PORT'],
    [{ HOST: '192.0.2.1' }, 'HOST'],
  ];
  for (const [variables, name] of wrong) {
    const start = startServer({ DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...variables });
    const error = await start.catch((reason: unknown) => reason);
    expect(error, name).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(new RegExp(`^ConfigError: ${name} [^\\n]+: [^\\n]+\\.$`));
  }
  const running = await startServer({ DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' });
  await running.stop();
}, 180_000);

it('writes links with the port that it really opened, unless PUBLIC_URL says another', async () => {
  const variables = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' };
  const running = await startServer({ ...variables, DATA_DIR: join(folder, 'free-port') });
  expect(running.port).toBeGreaterThan(0);
  expect(running.context.config.publicUrl).toBe(`http://localhost:${running.port}`);
  expect(running.setupLink).toContain(`http://localhost:${running.port}/setup/`);
  await running.stop();
  const named = await startServer({
    ...variables,
    DATA_DIR: join(folder, 'named'),
    PUBLIC_URL: 'https://firm.example',
  });
  expect(named.setupLink).toContain('https://firm.example/setup/');
  await named.stop();
}, 180_000);
