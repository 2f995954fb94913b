import type { Locator, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { withAxe } from './axe.ts';
import { openVisitor, type Visitor } from './browser.ts';
import type { DemoPage } from './demo.ts';
import { openDemo } from './demo-hooks.ts';

export type Caller = DemoPage['caller'];

/** The demonstration, a browser, and in each test one visitor who is able to look for accessibility faults. */
export const visitDemo = () => {
  const world = openDemo();
  let visitor: Visitor | undefined;
  beforeEach(() => async () => {
    await visitor?.context.close();
  });
  /** A visitor at a server, signed in with a token. */
  const enter = async (url: string, token: string | null): Promise<Page> => {
    visitor = await openVisitor(world.browser, url);
    await withAxe(visitor.context);
    if (token) {
      await visitor.page.goto('/robots.txt');
      await visitor.page.evaluate((value) => localStorage.setItem('token', value), token);
    }
    return visitor.page;
  };
  return {
    world,
    enter,
    as: (caller: Caller): Promise<Page> =>
      enter(world.demo.url, world.demo.pages.find((page) => page.caller === caller)?.token ?? null),
    /** The path of a page of the demonstration by its name. */
    path: (name: string): string => {
      const found = world.demo.pages.find((page) => page.name === name);
      if (!found) throw new Error(`no page ${name}`);
      return found.path;
    },
  };
};

/** The first button of this name. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first();
