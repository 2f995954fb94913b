import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { databaseKind } from './database.ts';
import { TEST_FOLDER } from './server.ts';

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/**
 * Chromium counts the last list of switched off features alone: these are the ones that Playwright 1.65.1 names itself, and
 * the two documents that Chromium 156 would load for the address bar of every window, which nobody sees.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
/** How Chromium is started here. */
export const FLAGS = [
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A socket's path has at most 107 characters; the browser keeps one in its profile. */
const LONGEST_PROFILE_FOLDER = 50;

/** Starts the machine's Chromium with a fresh profile. */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: install chromium or set CHROMIUM_PATH.');
  const profiles = join(TEST_FOLDER, 'chromium');
  if (profiles.length <= LONGEST_PROFILE_FOLDER) {
    mkdirSync(profiles, { recursive: true });
    process.env.TMPDIR = profiles;
  }
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
};

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** What went wrong in any page so far: console errors, uncaught errors, CSP violations, requests to other hosts. */
  faults: string[];
};

/**
 * One person at a browser of their own: empty storage, a desktop window unless told (CSS pixels), the clipboard allowed.
 * A call that the server refuses is written to the console by the browser itself; that line is a fault only with
 * `refusals: true`.
 */
export const openVisitor = async (
  browser: Browser,
  url: string,
  {
    refusals = false,
    viewport = { width: 1366, height: 900 },
  }: { refusals?: boolean; viewport?: { width: number; height: number } } = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(30_000);
  const faults: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
  });
  context.on('page', (page) => {
    page.on('console', (message) => {
      // The browser's own viewer of an image wants inline styles, which the sandbox of uploads refuses.
      if (message.type() !== 'error' || page.url().startsWith(`${url}/server/uploads/`)) return;
      const refused = /^Failed to load resource: the server responded with a status of 4\d\d/;
      if (!refusals && refused.test(message.text())) return;
      faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      const target = request.url();
      if (/^https?:/.test(target) && !target.startsWith(`${url}/`))
        faults.push(`${page.url()}: asked ${target}`);
    });
  });
  return { context, page: await context.newPage(), faults };
};

/** Has the whole page laid out, also what otherwise has the place of an estimate until it comes near. */
export const layOutAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const everything = new CSSStyleSheet();
    everything.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(everything);
  });

/** A picture of the whole page. */
export const picture = async (page: Page, path: string): Promise<void> => {
  await layOutAll(page);
  await page.screenshot({ path, fullPage: true });
};

/** Writes `.test/screenshots/<database>/NN-name.png`, numbered in the order of the calls. */
export const screenshots = () => {
  const folder = join(TEST_FOLDER, 'screenshots', databaseKind);
  mkdirSync(folder, { recursive: true });
  let number = 0;
  return async (page: Page, name: string): Promise<void> => {
    number += 1;
    await picture(page, join(folder, `${String(number).padStart(2, '0')}-${name}.png`));
  };
};
