import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const PASSWORD = 'trader password';

/** Polls until a value is the expected one. */
export const eventually = (read: () => Promise<unknown>) =>
  expect.poll(read, { timeout: 30_000, interval: 100 });

/** What is shown with this text; several hits count as one. */
export const text = (page: Page | Locator, words: string | RegExp): Locator =>
  page.getByText(words, { exact: true }).filter({ visible: true }).first();

/** Waits until a text is shown. */
export const see = (page: Page | Locator, words: string | RegExp): Promise<void> =>
  text(page, words).waitFor();

/** Waits until the page's title is this one. */
export const seeTitle = (page: Page, title: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

/** Waits until the browser is at this path (with its query), or at an address that fits. */
export const arrive = (page: Page, path: string | RegExp | ((at: URL) => boolean)): Promise<void> =>
  page.waitForURL((at) => {
    if (typeof path === 'function') return path(at);
    const here = at.pathname + at.search;
    return typeof path === 'string' ? here === path : path.test(here);
  });

/**
 * Whether the page's title is drawn and answers to events, and the bar knows who is signed in: a page that the server
 * drew is deaf until React took it over, and reads the session after that.
 */
const isAwake = async (page: Page): Promise<boolean> =>
  (await page
    .getByRole('heading', { level: 1 })
    .and(page.locator(':not([data-passing])'))
    .evaluateAll((titles) =>
      titles.some((title) => Object.keys(title).some((key) => key.startsWith('__reactFiber'))),
    )) && (await page.locator('header [data-passing]').count()) === 0;

/** Opens an address as typed into the browser, and waits until its page can be used. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  // By hand, since hooks cannot poll an expectation.
  const end = performance.now() + 30_000;
  while (!(await isAwake(page))) {
    if (performance.now() > end) throw new Error(`${path} did not come to life in 30 s.`);
    await page.waitForTimeout(50);
  }
};

/** Waits until the page has asked the server nothing for half a second. */
export const quiet = async (page: Page): Promise<void> => {
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  page.on('request', note);
  while (performance.now() - last < 500) await page.waitForTimeout(50);
  page.off('request', note);
};

/** The card, panel or article with this name. */
export const article = (page: Page, name: string | RegExp): Locator => page.getByRole('article', { name });

/** A term's value in a list of facts, without its line breaks. */
export const fact = async (area: Page | Locator, term: string): Promise<string> => {
  const value = area
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd[1]');
  return ((await value.first().textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
};

/** What a control that is off is described by. */
export const missingFor = (control: Locator): Promise<string> =>
  control.evaluate((node) => {
    const id = node.getAttribute('aria-describedby');
    return (id && document.getElementById(id)?.textContent) || '';
  });

export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};

/** Fills in the form of /register and sends it. */
export const fillRegistration = async (page: Page, name: string, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Full name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('checkbox', { name: /^I accept the/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
};

/** A colour of CSS as red, green and blue from 0 to 255, drawn by the browser itself. */
export const colourOf = (element: Locator, property: 'background-color' | 'border-top-color') =>
  element.evaluate((node, name) => {
    const canvas = document.createElement('canvas').getContext('2d', { colorSpace: 'srgb' });
    if (!canvas) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(node).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return { red, green, blue };
  }, property);
