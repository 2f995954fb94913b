// Cuts the three variable fonts down to the characters and axes the product uses. Run: node scripts/fonts.mjs
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = join(dirname(fileURLToPath(import.meta.url)), '../src/fonts');

const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 0x20 + i));
const punctuation = '\u00a0−–—‘’“”€£×·…•°→↑↓';
const accents = 'ÄÖÜßäöüáàâãåçèéêëíîñóôõøúû';

const fonts = [
  {
    package: 'newsreader',
    file: 'newsreader-latin-standard-normal.woff2',
    axes: { opsz: 72, wght: { min: 400, max: 600 } },
    text: ascii + punctuation,
  },
  {
    package: 'instrument-sans',
    file: 'instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    text: ascii + punctuation + accents,
  },
  {
    package: 'red-hat-mono',
    file: 'red-hat-mono-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 500 } },
    text: ascii + punctuation,
  },
];

let total = 0;
for (const font of fonts) {
  const root = dirname(require.resolve(`@fontsource-variable/${font.package}/package.json`));
  const source = await readFile(join(root, 'files', font.file));
  const subset = await subsetFont(source, font.text, { targetFormat: 'woff2', variationAxes: font.axes });
  await writeFile(join(out, `${font.package}.woff2`), subset);
  await copyFile(join(root, 'LICENSE'), join(out, `${font.package}.OFL.txt`));
  total += subset.length;
  console.log(`${font.package}: ${subset.length} bytes`);
}
console.log(`together: ${total} bytes`);
if (total > 60_000) throw new Error('The fonts exceed 60 kB.');
