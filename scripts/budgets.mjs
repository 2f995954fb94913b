import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const output = join(root, 'apps', 'web', 'dist');

/** Largest JavaScript that the browser needs for the first sight of a page, by the start of its file's path, in kB. */
const LIMITS = [
  ['public/HomePage', 140],
  ['public/AccountsPage', 140],
  ['public/', 125],
  ['auth/', 145],
  ['dashboard/DashboardPage', 135],
  ['dashboard/ProfilePage', 165],
  ['dashboard/', 140],
  ['payment/', 150],
  ['admin/AccountsPage', 155],
  ['admin/UsersPage', 155],
  ['admin/', 165],
];
const CORE = 120;
const ALL_CHUNKS = 340;
const STYLES = 14;
const FONTS = 60;
const PRELOADED_FONTS = 48;
const DOCUMENT = 20;

const entry = 'index.html';
const pageFile = /^src\/pages\/((\w+)\/\w+Page)\.tsx$/;
const read = (file) => readFileSync(join(output, file));
const packed = (file) => gzipSync(read(file), { level: 9 }).length;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The files of a module and of all that it imports without waiting. */
function filesOf(manifest, name, found = new Set()) {
  const { file, imports = [] } = manifest[name];
  if (!found.has(file)) {
    found.add(file);
    for (const imported of imports) filesOf(manifest, imported, found);
  }
  return found;
}

function measurePage(manifest, name, sizes) {
  const [, path, area] = pageFile.exec(name);
  const layout = `src/layouts/${area[0].toUpperCase()}${area.slice(1)}Layout.tsx`;
  if (!manifest[layout]) throw new Error(`${name} has no ${layout}.`);
  const [, limit] = LIMITS.find(([start]) => path.startsWith(start)) ?? [];
  if (!limit) throw new Error(`${name} has no budget.`);
  const files = new Set([entry, layout, name].flatMap((part) => [...filesOf(manifest, part)]));
  const bytes = sum([...files].map((file) => sizes.get(file)));
  return { name: path, bytes, limit };
}

/**
 * Measures the built web application: gzip in bytes (fonts as they are) against its limit in kB.
 * @returns {{ name: string, bytes: number, limit: number }[]}
 */
function measureBudgets() {
  const manifest = JSON.parse(read('.vite/manifest.json'));
  const assets = readdirSync(join(output, 'assets')).map((file) => `assets/${file}`);
  const ofType = (ending) => assets.filter((file) => file.endsWith(ending));
  const sizes = new Map(ofType('.js').map((file) => [file, packed(file)]));
  const html = read(entry).toString();
  const raw = (files) => sum(files.map((file) => read(file).length));
  const pages = Object.keys(manifest).filter((name) => pageFile.test(name));
  if (pages.length === 0) throw new Error('The manifest names no page.');
  return [
    { name: 'core', bytes: sum([...filesOf(manifest, entry)].map((file) => sizes.get(file))), limit: CORE },
    ...pages.sort().map((name) => measurePage(manifest, name, sizes)),
    { name: 'all JavaScript', bytes: sum([...sizes.values()]), limit: ALL_CHUNKS },
    { name: 'CSS', bytes: sum(ofType('.css').map(packed)), limit: STYLES },
    { name: 'fonts', bytes: raw(ofType('.woff2')), limit: FONTS },
    {
      name: 'fonts loaded ahead',
      bytes: raw(ofType('.woff2').filter((file) => html.includes(file))),
      limit: PRELOADED_FONTS,
    },
    { name: 'HTML without its page', bytes: packed(entry), limit: DOCUMENT },
  ];
}

/**
 * Prints the measures as a table.
 * @returns {string[]} what is above its limit
 */
export function checkBudgets() {
  const measures = measureBudgets();
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const width = Math.max(...measures.map(({ name }) => name.length));
  for (const { name, bytes, limit } of measures) {
    const mark = bytes > limit * 1000 ? '  TOO LARGE' : '';
    console.log(`${name.padEnd(width)} ${kilobytes(bytes).padStart(7)} of ${limit} kB${mark}`);
  }
  return measures
    .filter(({ bytes, limit }) => bytes > limit * 1000)
    .map(({ name, bytes, limit }) => `${name}: ${kilobytes(bytes)} kB, ${limit} kB are allowed`);
}
