import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { signedInAs } from '../support/session.ts';
import { colourOf, eventually, open } from '../support/steps.ts';
import { api, forgive, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** Dark and light: who decides, from the first paint on and in every tab. */
visitFirm();

const shown = async (tab: Page) => {
  const { red, green, blue } = await colourOf(tab.locator('html'), 'background-color');
  const facts = await tab.evaluate(() => ({
    attribute: document.documentElement.dataset.theme,
    scheme: getComputedStyle(document.documentElement).colorScheme,
    bar: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
    stored: localStorage.getItem('theme'),
  }));
  return { ...facts, paper: red + green + blue > 384 ? 'light' : 'dark' };
};
const dark = { attribute: 'dark', scheme: 'dark', bar: '#0a1319', paper: 'dark' };
const light = { attribute: 'light', scheme: 'light', bar: '#faf9f6', paper: 'light' };
const toggle = (tab: Page, theme: string) =>
  tab.getByRole('button', { name: `Switch to ${theme} theme` }).click();

describe('the theme', () => {
  // spec 1.12, 1.13, 9.30
  it('follows the system until one is chosen, then stays', async () => {
    await open(page, '/');
    expect(await shown(page)).toEqual({ ...light, stored: null });
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(() => shown(page)).toEqual({ ...dark, stored: null });
    await toggle(page, 'light');
    await eventually(() => shown(page)).toEqual({ ...light, stored: 'light' });
    await page.emulateMedia({ colorScheme: 'light' });
    await toggle(page, 'dark');
    await page.reload();
    await eventually(() => shown(page)).toEqual({ ...dark, stored: 'dark' });
  });

  it('is there with the first picture of a page: no frame has the other ground', async () => {
    /** The lightness, 0 to 255, of the lower left corner in each picture that the window shows meanwhile. */
    const grounds = async (act: () => Promise<void>): Promise<number[]> => {
      const session = await page.context().newCDPSession(page);
      const pictures: Buffer[] = [];
      session.on('Page.screencastFrame', ({ data, sessionId }) => {
        pictures.push(Buffer.from(data, 'base64'));
        void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
      });
      await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
      await act();
      await session.send('Page.stopScreencast');
      await session.detach();
      return Promise.all(
        pictures.map(async (picture) => {
          const { width = 0, height = 0 } = await sharp(picture).metadata();
          const corner = sharp(picture).extract({
            left: 2,
            top: height - 12,
            width: Math.min(10, width),
            height: 10,
          });
          return Math.round((await corner.stats()).channels[1]?.mean ?? -1);
        }),
      );
    };
    await open(page, '/accounts');
    await toggle(page, 'dark');
    await eventually(() => shown(page)).toEqual({ ...dark, stored: 'dark' });
    const reload = async () => {
      await page.reload();
      await page.waitForLoadState('networkidle');
      // A picture more than the last change.
      await page.mouse.wheel(0, 40);
      await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    };
    const seen = await grounds(reload);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((ground) => ground > 128)).toEqual([]);

    // Without what decides it early, a light picture would come first: this test would see it.
    forgive(/net::ERR_FAILED$/);
    await page.route('**/theme.js', (route) => route.abort());
    const flashes = await grounds(reload);
    expect(flashes.filter((ground) => ground > 128).length).toBeGreaterThan(0);
  });

  it('changes at once: no colour fades, and afterwards they do again', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page, '/');
    const fading = await page
      .getByRole('button', { name: 'Switch to dark theme' })
      .evaluate(async (button) => {
        const changed = new Promise<void>((resolve) => {
          new MutationObserver(() => resolve()).observe(document.documentElement, {
            attributeFilter: ['data-theme'],
          });
        });
        if (button instanceof HTMLElement) button.click();
        await changed;
        return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
      });
    expect(fading).toBe(0);
    await eventually(() => shown(page)).toEqual({ ...dark, stored: 'dark' });
    await eventually(() => page.locator('html').getAttribute('data-switching')).toBeNull();
  });

  it('answers a press before the page changes', async () => {
    await open(page, '/');
    const order = await page.getByRole('button', { name: 'Switch to dark theme' }).evaluate(
      (button) =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          const root = document.documentElement;
          const observer = new MutationObserver((changes) => {
            for (const { target } of changes) seen.push(target === root ? 'page' : 'picture');
            if (seen.includes('page')) resolve(seen);
          });
          observer.observe(root, { attributeFilter: ['data-theme'] });
          for (const picture of button.querySelectorAll('svg'))
            observer.observe(picture, { attributeFilter: ['class'] });
          if (button instanceof HTMLElement) button.click();
        }),
    );
    expect(order).toEqual(['picture', 'picture', 'page']);
    await eventually(() => shown(page)).toEqual({ ...dark, stored: 'dark' });
  });

  it('takes a first press back with a second one, however soon it comes', async () => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Switch to dark theme' }).evaluate((button) => {
      for (let press = 0; press < 2; press += 1) if (button instanceof HTMLElement) button.click();
    });
    await eventually(() => shown(page)).toEqual({ ...light, stored: 'light' });
  });

  it('is the same in every tab', async () => {
    await open(page, '/');
    const other = await visitor.context.newPage();
    await open(other, '/login');
    await toggle(page, 'dark');
    await eventually(() => shown(other)).toEqual({ ...dark, stored: 'dark' });
    await toggle(other, 'light');
    await eventually(() => shown(page)).toEqual({ ...light, stored: 'light' });
  });

  it.each(['/', '/login', '/dashboard'])('is there before the application on %s', async (path) => {
    await visitor.context.addInitScript(() => localStorage.setItem('theme', 'dark'));
    // The application never comes: what is painted is the document, its styles and the theme's own script.
    forgive(/net::ERR_FAILED$|Failed to fetch dynamically imported module/);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path);
    expect(await shown(page)).toEqual({ ...dark, stored: 'dark' });
  });

  it('can be given back to the system in the profile', async () => {
    const trader = await api.trader('Thea Theme', 'thea@example.com');
    await signedInAs(visitor, trader.token);
    await open(page, '/dashboard/profile');
    const choice = page.getByLabel('Theme', { exact: true });
    await choice.selectOption('Dark');
    await eventually(() => shown(page)).toEqual({ ...dark, stored: 'dark' });
    await choice.selectOption('Same as this device');
    await eventually(() => shown(page)).toEqual({ ...light, stored: null });
  });
});
