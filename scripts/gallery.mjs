import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, picture } from '../apps/web/e2e/support/browser.ts';
import { startDemo } from '../apps/web/e2e/support/demo.ts';
import { ensureBuilt } from './build.mjs';
import { findChromium } from './machine.mjs';
import { root } from './run.mjs';

/** `npm run gallery [-- name,name]`: every page of the demonstration, light and dark, at three widths, in one document. */
const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'];
const output = join(root, '.test', 'gallery');

/** Opens a page once and takes it in every look. */
async function capture(browser, base, { name, path, token }) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript((session) => session && localStorage.setItem('token', session), token);
  const page = await context.newPage();
  const heard = [];
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error)));
  await page.goto(base + path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const shots = [];
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      localStorage.setItem('theme', chosen);
      dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
    }, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const faults = heard.splice(0);
      if (overflow > 0) faults.push(`${overflow} px wider than the window`);
      const file = `${name.replaceAll(' ', '-')}-${width}-${theme}.png`;
      await picture(page, join(output, file));
      shots.push({ name, path, theme, width, file, faults });
    }
  }
  await context.close();
  return shots;
}

const asHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function documentOf(shots) {
  const figure = ({ file, path, theme, width, faults }) =>
    `<figure><a href="${file}"><img src="${file}" width="${width / 2}" loading="lazy" alt="${asHtml(path)}"></a><figcaption>${width} ${theme}${faults.map((fault) => `<br><b>${asHtml(fault)}</b>`).join('')}</figcaption></figure>`;
  const names = [...new Set(shots.map(({ name }) => name))];
  const sections = names.map(
    (name) =>
      `<h2 id="${name}">${name}</h2><div>${shots
        .filter((shot) => shot.name === name)
        .map(figure)
        .join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>body{font:14px sans-serif;margin:24px;background:#ddd}div{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}figure{margin:0}b{color:#b00}</style><h1>Gallery</h1>${sections.join('')}`;
}

await ensureBuilt();
const only = process.argv[2]?.split(',');
process.env.CHROMIUM_PATH = findChromium();
const [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
try {
  mkdirSync(output, { recursive: true });
  const shots = [];
  for (const page of demo.pages.filter(({ name }) => !only || only.includes(name))) {
    const taken = await capture(browser, demo.url, page);
    shots.push(...taken);
    const faults = taken.filter(({ faults }) => faults.length > 0);
    console.log(
      `${page.name}${faults.map(({ width, theme, faults }) => `\n  ${width} ${theme}: ${faults.join('; ')}`).join('')}`,
    );
  }
  writeFileSync(join(output, 'index.html'), documentOf(shots));
  console.log(`${shots.length} screenshots: ${join(output, 'index.html')}`);
} finally {
  await browser.close();
  await demo.stop();
}
