import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Api, apiOf } from './api.ts';
import { launchBrowser, openVisitor, type Visitor } from './browser.ts';
import { type Firm, startFirm } from './server.ts';

type Settings = Parameters<typeof startFirm>[0];
type Options = Parameters<typeof openVisitor>[2];

/** What the tests of a file share: each file has its own of this module. The firm is there once it has started. */
export let firm: Firm;
export let api: Api;
export let browser: Browser;
/** Who entered last, and their page. */
export let visitor: Visitor;
export let page: Page;
let inside: Visitor[] = [];
let forgiven: RegExp[] = [];

/** A clean firm and a browser for all tests of a file. Who entered leaves after the test, and met no faults. */
export const startFirmForAll = (settings?: Settings): void => {
  beforeAll(async () => {
    [firm, browser] = await Promise.all([startFirm(settings), launchBrowser()]);
    api = apiOf(firm);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await firm?.stop();
  }, 60_000);
  afterEach(async () => {
    const [leaving, expected] = [inside, forgiven];
    [inside, forgiven] = [[], []];
    for (const { context } of leaving) await context.close();
    const faults = leaving.flatMap((each) => each.faults);
    expect(faults.filter((fault) => !expected.some((words) => words.test(fault)))).toEqual([]);
  });
};

/** One more visitor of the test, at a browser of their own: no session, no storage. */
export const enter = async (options?: Options): Promise<Visitor> => {
  visitor = await openVisitor(browser, firm.url, options);
  page = visitor.page;
  inside.push(visitor);
  return visitor;
};

/** What the browser writes of that which the test lets fail is no fault of this test. */
export const forgive = (words: RegExp): void => {
  forgiven.push(words);
};

/** The firm, and in each test one visitor from the start. */
export const visitFirm = (settings?: Settings, options?: Options): void => {
  startFirmForAll(settings);
  beforeEach(async () => {
    await enter(options);
  });
};
