import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { FLAGS } from '../apps/web/e2e/support/browser.ts';
import { startDemo } from '../apps/web/e2e/support/demo.ts';
import { freePort, TEST_FOLDER } from '../apps/web/e2e/support/server.ts';
import { ensureBuilt } from '../scripts/build.mjs';
import { findChromium } from '../scripts/machine.mjs';

/**
 * A page of a heading and a button that changes a word: what the machine and its browser take for next to nothing.
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveEmptyPage() {
  const html =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Empty</title>' +
    '<h1>Empty</h1><button type="button">press</button>' +
    "<script>document.querySelector('button').onclick = (event) => { event.target.textContent = 'pressed'; };</script>";
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Runs something with the demonstration, its trader's and administrator's sessions and a Chromium, and ends them.
 * @param {(demo: {
 *   url: string,
 *   pages: import('../apps/web/e2e/support/demo.ts').DemoPage[],
 *   openBrowser: (options?: object) => Promise<import('playwright-core').BrowserContext>,
 *   keepToken: (token: string | null, origin?: string) => Promise<string>,
 *   port: number,
 * }) => Promise<void>} act `openBrowser` starts a fresh browser; `keepToken` signs in (or out) the one that nobody else
 *   listens to, at `port`, and resolves with its version
 */
export async function withDemo(act) {
  await ensureBuilt();
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is missing: install it or set CHROMIUM_PATH.');
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'measure-'));
  const { url, pages, stop } = await startDemo();
  const port = await freePort();
  const contexts = [];
  let alone;
  const openBrowser = async (options = {}) => {
    const context = await chromium.launchPersistentContext(mkdtempSync(join(folder, 'profile-')), {
      executablePath,
      args: FLAGS,
      ...options,
    });
    contexts.push(context);
    return context;
  };
  // Lighthouse wants a browser to itself: what else listens in to its pages spoils its trace.
  const keepToken = async (token, origin = url) => {
    if (!alone) {
      const profile = `--user-data-dir=${join(folder, 'alone')}`;
      alone = spawn(
        executablePath,
        [
          '--headless',
          '--no-sandbox',
          '--ignore-certificate-errors',
          ...FLAGS,
          profile,
          `--remote-debugging-port=${port}`,
        ],
        {
          stdio: 'ignore',
        },
      );
      // A connection before it has its first page is never answered.
      const hasPage = () =>
        fetch(`http://127.0.0.1:${port}/json/list`).then(
          async (answer) => (await answer.json()).length > 0,
          () => false,
        );
      while (!(await hasPage())) await sleep(100);
    }
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = await browser.contexts()[0].newPage();
    // A page of the same origin that runs no script of the application.
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate(
      (value) => (value ? localStorage.setItem('token', value) : localStorage.removeItem('token')),
      token,
    );
    await page.close();
    const version = browser.version();
    await browser.close();
    return version;
  };
  try {
    await act({ url, pages, openBrowser, keepToken, port });
  } finally {
    for (const context of contexts) await context.close();
    alone?.kill();
    await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
