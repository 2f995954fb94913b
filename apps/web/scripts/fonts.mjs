// Cuts the three variable fonts down to the characters and axes the product uses. Run: node scripts/fonts.mjs
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = join(dirname(fileURLToPath(import.meta.url)), '../src/fonts');

const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 0x20 + i));
const punctuation = '\u00a0−–—‘’“”€£×·…•°→↑↓';
const capitals = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ';
const small = 'ßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ';
// Names of people in the alphabets of Europe that are written in Latin letters.
const further = 'ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžȘșȚț';

/**
 * `kerning`: the weight whose distances between letters hold for all weights: variable ones take a fifth of the file.
 * `features`: the layout features to keep, by default all. What is `late` is fetched only for a text that has such letters.
 */
const fonts = [
  {
    name: 'newsreader',
    file: 'newsreader/files/newsreader-latin-standard-normal.woff2',
    axes: { opsz: 72, wght: { min: 400, max: 600 } },
    kerning: 450,
    text: ascii + punctuation,
  },
  {
    name: 'newsreader-accents',
    file: 'newsreader/files/newsreader-latin-standard-normal.woff2',
    axes: { opsz: 72, wght: 450 },
    features: [],
    late: true,
    text: capitals + small,
  },
  {
    name: 'newsreader-further',
    file: 'newsreader/files/newsreader-latin-ext-standard-normal.woff2',
    axes: { opsz: 72, wght: 450 },
    features: [],
    late: true,
    text: further,
  },
  {
    name: 'instrument-sans',
    file: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    kerning: 500,
    text: `${ascii + punctuation}ÀÁÂÃÄÅÇÈÉÊÍÎÑÓÔÕÖØÚÜ${small.replace('ÿ', '')}`,
  },
  {
    name: 'instrument-sans-further',
    file: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    axes: { wght: 500 },
    features: [],
    late: true,
    text: further,
  },
  {
    name: 'red-hat-mono',
    file: 'red-hat-mono/files/red-hat-mono-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 500 } },
    kerning: 450,
    // Without the arrows that it makes of '->'.
    features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'zero'],
    text: ascii + punctuation,
  },
];

/** The tables of a font file by their tags (OpenType, "Table Directory"). */
function tablesOf(font) {
  const tables = new Map();
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    const [start, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + length));
  }
  return tables;
}

/** A font file of tables. Checksums are left to the conversion to WOFF2, which writes them itself. */
function fontOf(version, tables) {
  const head = Buffer.alloc(12 + tables.size * 16);
  const largest = 2 ** Math.floor(Math.log2(tables.size));
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(tables.size, 4);
  head.writeUInt16BE(largest * 16, 6);
  head.writeUInt16BE(Math.log2(largest), 8);
  head.writeUInt16BE((tables.size - largest) * 16, 10);
  const parts = [head];
  let start = head.length;
  [...tables.keys()].sort().forEach((tag, index) => {
    const table = tables.get(tag);
    const at = 12 + index * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(start, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    start += padded.length;
  });
  return Buffer.concat(parts);
}

/** The subset, with the positions of one weight in place of those that vary with it. */
async function subset(source, { text, axes, kerning, features }) {
  const cut = (variationAxes) =>
    subsetFont(source, text, { targetFormat: 'sfnt', variationAxes, keepFeatures: features });
  const font = await cut(axes);
  if (!kerning) return font;
  const tables = tablesOf(font);
  const steady = tablesOf(await cut({ ...axes, wght: kerning }));
  // Both name the same glyphs by the same numbers.
  if (!tables.get('cmap').equals(steady.get('cmap'))) throw new Error('The glyphs differ.');
  for (const tag of ['GPOS', 'GDEF']) {
    if (steady.has(tag)) tables.set(tag, steady.get(tag));
    else tables.delete(tag);
  }
  return fontOf(font.readUInt32BE(0), tables);
}

const packages = dirname(dirname(require.resolve('@fontsource-variable/newsreader/package.json')));
const total = { ahead: 0, all: 0 };
for (const font of fonts) {
  const folder = join(packages, font.file.split('/')[0]);
  const woff = await fontverter.convert(
    await subset(await readFile(join(packages, font.file)), font),
    'woff2',
  );
  await writeFile(join(out, `${font.name}.woff2`), woff);
  if (!font.late) await copyFile(join(folder, 'LICENSE'), join(out, `${font.name}.OFL.txt`));
  total.all += woff.length;
  if (!font.late) total.ahead += woff.length;
  console.log(`${font.name}: ${woff.length} bytes`);
}
console.log(`together: ${total.all} bytes, loaded ahead ${total.ahead}`);
if (total.all > 60_000 || total.ahead > 48_000) throw new Error('The fonts exceed 60 kB, or 48 kB ahead.');
