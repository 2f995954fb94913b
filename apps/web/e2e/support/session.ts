import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';

/** Signed in as somebody, as a reload would find it; a later sign-out stays one. */
export const signedInAs = async ({ context }: Visitor, token: string): Promise<void> => {
  await context.addInitScript((value) => {
    if (sessionStorage.getItem('prepared')) return;
    sessionStorage.setItem('prepared', 'yes');
    localStorage.setItem('token', value);
  }, token);
};

/** Counts what a person presses, from now on and over page loads: call it, act, read. */
export const countPresses = async (page: Page): Promise<() => Promise<number>> => {
  const watch = () => {
    if (Reflect.get(globalThis, 'countsPresses')) return;
    Object.assign(globalThis, { countsPresses: true });
    addEventListener(
      'pointerdown',
      (event) => {
        if (!event.isTrusted) return;
        sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
      },
      { capture: true },
    );
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  await page.evaluate(() => sessionStorage.removeItem('presses'));
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses')));
};
