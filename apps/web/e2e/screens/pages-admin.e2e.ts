import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startDemo } from '../support/demo.ts';
import { findingsOf } from '../support/looks.ts';

/** The back office's pages: accessibility in both themes, at each width, with large text and forced colours. */
let demo: Awaited<ReturnType<typeof startDemo>>;
let browser: Browser;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

it('every page of the back office is accessible and whole in every look', async () => {
  const pages = demo.pages.filter(({ caller }) => caller === 'admin');
  expect(pages.length).toBeGreaterThan(9);
  expect(await findingsOf(browser, demo.url, pages)).toEqual([]);
}, 600_000);
