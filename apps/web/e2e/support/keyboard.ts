import type { Locator, Page } from 'playwright-core';
import { eventually } from './steps.ts';

/** Whether a control has the focus now. */
export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Waits until a control has the focus. */
export const hasFocus = (target: Locator) => eventually(() => isFocused(target)).toBe(true);

/** Goes on with Tab until a control has the focus. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not come to the control');
};
