import { describe, expect, it } from 'vitest';
import { openDemo } from '../support/demo-hooks.ts';
import { findingsOf } from '../support/looks.ts';

/** The public pages and the trader's: accessibility in every look, the console, and the public ones without JavaScript. */
const world = openDemo();

describe('in both themes, at each width, with large text and forced colours', () => {
  it('every public page is accessible and whole', async () => {
    const pages = world.demo.pages.filter(({ caller }) => caller === 'guest');
    expect(pages.length).toBeGreaterThan(13);
    expect(await findingsOf(world.browser, world.demo.url, pages)).toEqual([]);
  }, 600_000);

  it('every page of a trader is accessible and whole', async () => {
    const pages = world.demo.pages.filter(({ caller }) => caller === 'trader');
    expect(pages.length).toBeGreaterThan(7);
    expect(await findingsOf(world.browser, world.demo.url, pages)).toEqual([]);
  }, 600_000);
});

describe('without JavaScript', () => {
  const TEXTS = {
    home: 'Start Your Challenge',
    accounts: 'Max Daily Loss',
    rules: 'No hedging between accounts',
    about: '2023',
    privacy: 'Privacy',
    terms: 'Terms',
    refund: 'All sales are final',
  };

  it.each(Object.entries(TEXTS))('%s shows its text', async (name, text) => {
    const context = await world.browser.newContext({ baseURL: world.demo.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(world.demo.pages.find((entry) => entry.name === name)?.path ?? '');
    expect(await page.getByText(text).first().isVisible()).toBe(true);
    expect(await page.title()).toContain('Firmament');
    await context.close();
  });
});
