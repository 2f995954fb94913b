import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startDemo } from './demo.ts';

type Demo = Awaited<ReturnType<typeof startDemo>>;

/** The demonstration and a browser for all tests of a file; both are there from the first test on. */
export const openDemo = (): { readonly demo: Demo; readonly browser: Browser } => {
  let demo: Demo | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The demonstration is there from the first test on.');
    return value;
  };
  return {
    get demo() {
      return there(demo);
    },
    get browser() {
      return there(browser);
    },
  };
};
