import { expect, it } from 'vitest';
import { openVisitor } from '../support/browser.ts';
import { openDemo } from '../support/demo-hooks.ts';
import { changeTheme, findingsOf } from '../support/looks.ts';
import { colourOf, open } from '../support/steps.ts';

/** The back office's pages: accessibility in both themes, at each width, with large text and forced colours. */
const world = openDemo();

it('every page of the back office is accessible and whole in every look', async () => {
  const pages = world.demo.pages.filter(({ caller }) => caller === 'admin');
  expect(pages.length).toBeGreaterThan(9);
  expect(await findingsOf(world.browser, world.demo.url, pages)).toEqual([]);
}, 600_000);

it('the samples of a hue are in their own themes, whatever the page is in', async () => {
  const settings = world.demo.pages.find(({ name }) => name === 'settings');
  const { context, page } = await openVisitor(world.browser, world.demo.url);
  await page.goto('/robots.txt');
  await page.evaluate((token) => localStorage.setItem('token', token ?? ''), settings?.token);
  await open(page, settings?.path ?? '');
  for (const theme of ['light', 'dark'] as const) {
    await changeTheme(page, theme);
    const light = await colourOf(page.getByText('Light', { exact: true }).locator('..'), 'background-color');
    const dark = await colourOf(page.getByText('Dark', { exact: true }).locator('..'), 'background-color');
    expect(light.green).toBeGreaterThan(200);
    expect(dark.green).toBeLessThan(60);
  }
  await context.close();
});
