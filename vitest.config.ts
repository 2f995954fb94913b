import { defineConfig } from 'vitest/config';

/**
 * Tests that touch the database run on both kinds of it: `TEST_DATABASE=embedded` and, once more,
 * `TEST_DATABASE=postgres`. The others run once, with the embedded one: the server's that need no
 * database, and the browser's in `e2e/screens`, which look at pages and not at what is kept.
 */
const onBothDatabases = ['apps/server/test/**/*.test.ts', 'apps/server/src/features/**/*.test.ts'];
const serverTests =
  process.env.TEST_DATABASE === 'postgres' ? onBothDatabases : ['apps/server/{src,test}/**/*.test.ts'];

const browserTests =
  process.env.TEST_DATABASE === 'postgres' ? ['apps/web/e2e/*.e2e.ts'] : ['apps/web/e2e/**/*.e2e.ts'];

const project = (name: string, include: string[], seconds: number) => ({
  test: {
    name,
    include,
    pool: 'forks' as const,
    environment: 'node',
    testTimeout: seconds * 1000,
    hookTimeout: Math.max(seconds, 180) * 1000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('rules', ['packages/rules/**/*.test.ts'], 20),
      project('contract', ['packages/contract/**/*.test.ts'], 20),
      project('scripts', ['scripts/**/*.test.mjs'], 20),
      project('server', serverTests, 120),
      project('web', ['apps/web/src/**/*.test.{ts,tsx}'], 20),
      project('e2e', browserTests, 180),
    ],
  },
});
