import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { checkBudgets } from './budgets.mjs';
import { ensureInstalled, requireNode } from './install.mjs';
import { root, run, runTool } from './run.mjs';
import { billOfMaterials } from './sbom.mjs';

const serverOutput = join(root, 'apps', 'server', 'dist');
const webOutput = join(root, 'apps', 'web', 'dist');
const bundle = join(serverOutput, 'main.mjs');
const template = join(serverOutput, 'template');
const billFile = join(serverOutput, 'sbom.cdx.json');
const stampFile = join(serverOutput, 'build.json');
const notBuilt = /^(?:node_modules|dist|e2e|test)$|\.test\.tsx?$/;

function hashInto(hash, path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) if (!notBuilt.test(name)) hashInto(hash, join(path, name));
  } else {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
}

/** One digest over the contents of files and folders, so that it is the same on every machine and checkout. */
function digest(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const path of ['scripts/build.mjs', 'package-lock.json', ...paths]) hashInto(hash, join(root, path));
  return hash.digest('hex');
}

/** What is built: from which sources, how its presence shows, and how it is made. The template needs the server. */
const parts = {
  web: {
    sources: ['apps/web', 'packages', 'tsconfig.base.json'],
    result: join(webOutput, 'index.html'),
    make: buildWeb,
  },
  server: { sources: ['apps/server', 'packages', 'tsconfig.base.json'], result: bundle, make: bundleServer },
  template: {
    sources: ['apps/server/src/db'],
    result: join(template, 'database', 'PG_VERSION'),
    make: makeTemplate,
  },
  'list of packages': { sources: ['scripts/sbom.mjs'], result: billFile, make: writeBill },
};

async function buildWeb() {
  const options = { cwd: join(root, 'apps', 'web'), env: { NODE_ENV: 'production' } };
  // The application for the browser, then the public pages for the server to render.
  for (const target of [[], ['--ssr', 'src/entry-server.tsx']]) {
    const { code, output } = await runTool(
      'vite/bin/vite.js',
      ['build', '--logLevel', 'warn', ...target],
      options,
    );
    if (code !== 0) throw new Error(`The web app does not build:\n${output}`);
  }
  packFiles();
}

/** Packs scripts and styles as small as can be; the server has no time for it. */
function packFiles() {
  const folder = join(webOutput, 'assets');
  for (const name of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
  }
}

/** Bundles the server and its process for images into one module each. What has native or WebAssembly parts stays in node_modules. */
async function bundleServer() {
  const { build } = await import('esbuild');
  const source = join(root, 'apps', 'server', 'src');
  await build({
    entryPoints: { main: join(source, 'main.ts'), 'image-worker': join(source, 'images', 'image-worker.ts') },
    outdir: serverOutput,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    external: ['@node-rs/argon2', 'sharp', '@electric-sql/pglite', '@electric-sql/pglite/*', 'pg-native'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  }).catch(() => {
    throw new Error('The server does not build.');
  });
}

/** Makes the migrated, empty database that a first start copies instead of migrating for seconds. */
async function makeTemplate() {
  const unfinished = `${template}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  const { code, output } = await run(process.execPath, [bundle, 'make-template', unfinished]);
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`The template database cannot be made:\n${output}`);
  }
  rmSync(template, { recursive: true, force: true });
  renameSync(unfinished, template);
}

/** Writes which packages may run (CycloneDX), for operators and their scanners; the server gives it to nobody. */
async function writeBill() {
  const bill = billOfMaterials(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(billFile, `${JSON.stringify(bill, null, 2)}\n`);
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Builds what is missing or older than its sources, by content.
 * @returns {Promise<string[]>} the names of the parts that were built: empty when all was up to date
 */
export async function ensureBuilt() {
  const stamps = readStamps();
  const wanted = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, digest(part.sources)]),
  );
  const stale = Object.keys(parts).filter(
    (name) => stamps[name] !== wanted[name] || !existsSync(parts[name].result),
  );
  if (stale.length === 0) return stale;
  console.log(`Building ${stale.join(', ')} …`);
  mkdirSync(serverOutput, { recursive: true });
  const make = async (name) => {
    if (!stale.includes(name)) return;
    await parts[name].make();
    stamps[name] = wanted[name];
    writeFileSync(stampFile, JSON.stringify(stamps, null, 2));
  };
  const outcomes = await Promise.allSettled([
    make('web'),
    make('server').then(() => make('template')),
    make('list of packages'),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return stale;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  ensureInstalled();
  try {
    const built = await ensureBuilt();
    console.log(built.length > 0 ? `Built ${built.join(', ')}.` : 'Everything is up to date.');
    const excess = checkBudgets();
    if (excess.length > 0) throw new Error(`Above the budget:\n${excess.join('\n')}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
