import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runTool } from './run.mjs';

const imports = (path) => `import { planted } from '${path}';\n\nexport const value = planted;\n`;
const forbidden = 'lint/style/noRestrictedImports';

/** Each planted file must fail with the rule named beside it; a file without a rule must pass. */
const planted = [
  ['packages/rules/src/node.ts', imports('node:fs'), forbidden],
  ['packages/rules/src/dependency.ts', imports('zod/mini'), forbidden],
  ['packages/rules/src/contract.ts', imports('@firmament/contract'), forbidden],
  ['packages/rules/src/outside.ts', imports('../../contract/src/index.ts'), forbidden],
  ['packages/rules/src/clock.ts', 'export const value = new Date();\n', 'lint/style/noRestrictedGlobals'],
  [
    'packages/rules/src/random.ts',
    'export const value = Math.random();\n',
    'lint/nursery/noJsRestrictedProperties',
  ],
  ['packages/rules/src/allowed.ts', imports('./money.ts')],
  ['packages/rules/src/allowed.test.ts', imports('fast-check')],
  ['packages/contract/src/server.ts', imports('@firmament/server'), forbidden],
  ['packages/contract/src/outside.ts', imports('../../rules/src/index.ts'), forbidden],
  ['packages/contract/src/dependency.ts', imports('hono'), forbidden],
  ['packages/contract/src/allowed.ts', imports('@firmament/rules')],
  ['packages/contract/src/schema.ts', imports('zod/mini')],
  ['apps/web/src/pages/server.ts', imports('@firmament/server'), forbidden],
  ['apps/web/src/pages/outside.ts', imports('../../../server/src/context.ts'), forbidden],
  ['apps/web/src/pages/node.ts', imports('node:fs'), forbidden],
  ['apps/web/src/ui/page.ts', imports('../pages/public/Home.tsx'), forbidden],
  ['apps/web/src/pages/allowed.ts', imports('../ui/button.ts')],
  ['apps/server/src/web.ts', imports('@firmament/web'), forbidden],
  ['apps/server/src/outside.ts', imports('../../web/src/paths.ts'), forbidden],
  ['apps/server/src/platform/feature.ts', imports('../features/auth/index.ts'), forbidden],
  ['apps/server/src/db/feature.ts', imports('../features/auth/index.ts'), forbidden],
  ['apps/server/src/adapters/mail/feature.ts', imports('../../features/auth/index.ts'), forbidden],
  ['apps/server/src/secrets/feature.ts', imports('../features/auth/index.ts'), forbidden],
  ['apps/server/src/images/feature.ts', imports('../features/auth/index.ts'), forbidden],
  ['apps/server/src/payment-addresses/feature.ts', imports('../features/auth/index.ts'), forbidden],
  ['apps/server/src/features/auth/sibling.ts', imports('../accounts/accounts.ts'), forbidden],
  ['apps/server/src/features/auth/detour.ts', imports('../../features/accounts/accounts.ts'), forbidden],
  ['apps/server/src/features/auth/adapter.ts', imports('../../adapters/mail/smtp.ts'), forbidden],
  ['apps/server/src/features/auth/sibling.test.ts', imports('../accounts/accounts.ts'), forbidden],
  ['apps/server/src/features/auth/allowed.ts', imports('../accounts/index.ts')],
  ['apps/server/src/features/auth/own.ts', imports('./auth.queries.ts')],
  ['apps/server/src/features/auth/platform.ts', imports('../../platform/ports.ts')],
  ['apps/server/src/ring.ts', imports('./ring-back.ts'), 'lint/suspicious/noImportCycles'],
  [
    'apps/server/src/ring-back.ts',
    "import { value } from './ring.ts';\n\nexport const planted = value;\n",
    'lint/suspicious/noImportCycles',
  ],
  ['apps/server/src/extension.ts', imports('./allowed'), 'lint/correctness/useImportExtensions'],
  ['apps/server/src/allowed.ts', 'export const planted = 1;\n'],
  [
    'apps/server/src/loose.ts',
    'export const value = (input: any) => input;\n',
    'lint/suspicious/noExplicitAny',
  ],
  [
    'apps/web/src/pages/Raw.tsx',
    "export const Raw = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;\n",
    'lint/security/noDangerouslySetInnerHtml',
  ],
];

/**
 * Proves that the lint configuration really enforces the dependency rule: plants one file for each clause in a
 * temporary tree and compares what Biome reports with what it must report.
 * @returns {Promise<string[]>} one line for each clause that is not enforced, or is enforced where it must not be
 */
export async function findUnguardedBoundaries() {
  const folder = join(root, '.test', `boundaries-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
    for (const [path, text] of planted) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { output } = await runTool(
      '@biomejs/biome/bin/biome',
      ['lint', '--reporter=github', '--max-diagnostics=none', '.'],
      {
        cwd: folder,
      },
    );
    return planted.flatMap(([path, , rule]) => {
      const lines = output
        .split('\n')
        .filter((line) => line.includes(`/${path},`) && line.startsWith('::error'));
      const found = lines.map((line) => /title=([^,]+),/.exec(line)?.[1]);
      if (rule && !found.includes(rule))
        return [`${path}: expected ${rule}, Biome reported ${found.join(', ') || 'nothing'}`];
      if (!rule && found.length > 0) return [`${path}: must be allowed, Biome reported ${found.join(', ')}`];
      return [];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
