import type { Browser, Page } from 'playwright-core';
import { violationsOf, withAxe } from './axe.ts';
import { layOutAll, openVisitor } from './browser.ts';
import type { DemoPage } from './demo.ts';

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1280];
const HEIGHT = 900;
/** The narrowest window of WCAG 2.2, 1.4.10. */
const REFLOW_WIDTH = 320;
/** Pages that are looked at at a time. */
const TABS = 2;

/** Changes the theme in the open page, as a choice in another tab would. */
export const changeTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
  }, theme);
  await atRest(page);
};

/** Waits until nothing fades or moves any more: axe would measure a colour on its way. */
export const atRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity,
      ),
  );

/** Changes the window of the open page and waits until it is drawn. */
export const resize = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
};

/** What makes the page scroll sideways. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // An open dialog is all that one can use.
    const root = document.querySelector('dialog[open]') ?? document.documentElement;
    const excess = root.scrollWidth - root.clientWidth;
    if (excess <= 0) return [];
    const edge = root.getBoundingClientRect().left + root.clientWidth + 1;
    const beyond = [...root.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > edge,
    );
    const names = beyond.slice(-2).map((element) => `${element.tagName} ${element.className}`);
    return [`${excess} px too wide: ${names.join(' | ')}`];
  });

/** Texts that a box without scrolling cuts off (those that end with an ellipsis do so on purpose) or that lie on each other. */
const crowdedTexts = async (page: Page): Promise<string[]> => {
  await layOutAll(page);
  return page.evaluate(() => {
    type Piece = { text: string; element: Element; box: DOMRect };
    const pieces: Piece[] = [];
    const findings = new Set<string>();
    const root = document.querySelector('dialog[open]') ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const isHidden = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { width, height } = at.getBoundingClientRect();
        const style = getComputedStyle(at);
        if (style.display !== 'contents' && style.overflow !== 'visible' && (width <= 2 || height <= 2))
          return true;
        if (at === root) break;
        if (style.position === 'fixed' || style.position === 'sticky') return true;
      }
      return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element || element.closest('script, style, select, svg') || isHidden(element)) continue;
      // What ends with an ellipsis is longer than what is drawn.
      const clamp = element.closest('[class*="line-clamp"], [class*="truncate"]');
      const range = document.createRange();
      range.selectNodeContents(node);
      const whole = range.getBoundingClientRect();
      if (whole.width <= 1) continue;
      let scrolledAway = false;
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(at);
        if (webkitLineClamp !== 'none') break;
        const box = at.getBoundingClientRect();
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        if (clips(overflowY) && (whole.bottom > box.bottom + 3 || whole.top < box.top - 3))
          findings.add(`cut: ${text.slice(0, 40)}`);
        if (
          clips(overflowX) &&
          textOverflow !== 'ellipsis' &&
          (whole.right > box.right + 2 || whole.left < box.left - 2)
        )
          findings.add(`cut: ${text.slice(0, 40)}`);
        if (overflowY === 'auto' && (whole.top >= box.bottom || whole.bottom <= box.top)) scrolledAway = true;
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowY === 'auto') break;
      }
      for (const box of clamp || scrolledAway ? [] : range.getClientRects())
        pieces.push({ text, element, box });
    }
    pieces.sort((one, other) => one.box.top - other.box.top);
    for (const [index, { text, element, box }] of pieces.entries()) {
      for (const other of pieces.slice(index + 1)) {
        if (other.box.top >= box.bottom) break;
        if (element === other.element) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        // Lines of text may touch: their boxes are taller than their letters.
        const down = Math.min(box.bottom, other.box.bottom) - other.box.top;
        const low = Math.min(box.height, other.box.height) / 2;
        if (across > 2 && down > low)
          findings.add(`on each other: ${text.slice(0, 30)} / ${other.text.slice(0, 30)}`);
      }
    }
    return [...findings];
  });
};

/** Looks at the page as somebody sees it who made the browser's text larger: media queries follow, as with the setting. */
const withTextOf = async (page: Page, factor: number, look: () => Promise<void>): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const set = async (times: number) => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
    await page.waitForFunction(
      (size) => getComputedStyle(document.documentElement).fontSize === size,
      `${16 * times}px`,
    );
    await resize(page, 1280);
  };
  await set(factor);
  await look();
  await set(1);
  await session.detach();
};

/** Remembers what stands out by its ground alone, which the system's own colours take away. */
const rememberGrounds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const grounds = new Set<Element>();
    for (const element of document.querySelectorAll('body :not(svg *, tr, td, th)')) {
      const own = getComputedStyle(element).backgroundColor;
      let behind = element.parentElement;
      while (behind && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
        behind = behind.parentElement;
      const ground = behind ? getComputedStyle(behind).backgroundColor : '';
      if (own !== 'rgba(0, 0, 0, 0)' && own !== ground && element.textContent?.trim()) grounds.add(element);
    }
    Object.assign(globalThis, { grounds });
  });

/** What has no edge or no focus ring in the system's own colours. */
const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const findings = new Set<string>();
    const nameOf = (element: Element) =>
      `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`;
    const isSeen = (element: Element) => {
      const { width, height, bottom } = element.getBoundingClientRect();
      const visible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return visible && width > 2 && height > 2 && bottom > 0;
    };
    const isDrawn = (style: CSSStyleDeclaration, line: string, least: number) =>
      style.getPropertyValue(`${line}-style`) !== 'none' &&
      Number.parseFloat(style.getPropertyValue(`${line}-width`)) >= least;
    const before = document.activeElement;
    for (const element of document.querySelectorAll<HTMLElement>(
      // The slider over a drawing has its ring on the thumb, which cannot be asked for its style.
      ':is(a[href], button, input, select, textarea, summary):not([tabindex="-1"], .ring-slider)',
    )) {
      if (!isSeen(element)) continue;
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;
      if (!isDrawn(getComputedStyle(element), 'outline', 2))
        findings.add(`no focus ring: ${nameOf(element)}`);
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    const grounds: Set<Element> = Reflect.get(globalThis, 'grounds');
    const lines = ['border-top', 'border-bottom', 'border-inline-start', 'border-inline-end', 'outline'];
    for (const element of grounds) {
      if (!isSeen(element) || element.contains(document.querySelector('main'))) continue;
      const style = getComputedStyle(element);
      if (!lines.some((line) => isDrawn(style, line, 1))) findings.add(`no edge: ${nameOf(element)}`);
    }
    return [...findings];
  });

/** Marks of a drawing that are hard to see on the system's ground. */
const faintMarks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightness = (colour: string): number => {
      if (!canvas) return 0;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const channels = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      const [red = 0, green = 0, blue = 0] = channels;
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = lightness('Canvas');
    const findings = new Set<string>();
    for (const mark of document.querySelectorAll(
      'main svg :is(.stroke-loss, .stroke-gain, .stroke-ink, .fill-ink)',
    )) {
      const style = getComputedStyle(mark);
      const colour = style.stroke === 'none' || mark.matches('.fill-ink') ? style.fill : style.stroke;
      const [dark = 0, light = 0] = [ground, lightness(colour)].sort((one, other) => one - other);
      if ((light + 0.05) / (dark + 0.05) < 3)
        findings.add(`faint: ${mark.tagName} ${mark.getAttribute('class')}`);
    }
    return [...findings];
  });

/** Every way in which an open page is looked at; what is wrong comes with the look in which it is. */
const lookAt = async (page: Page): Promise<string[]> => {
  const findings: string[] = [];
  const note = (look: string, found: readonly string[]) =>
    findings.push(...found.map((finding) => `${look}: ${finding}`));
  for (const theme of THEMES) {
    await changeTheme(page, theme);
    for (const width of WIDTHS) {
      await resize(page, width);
      const look = `${theme} ${width}`;
      note(look, await overflowOf(page));
      note(look, await violationsOf(page));
    }
  }
  await resize(page, REFLOW_WIDTH);
  note(`${REFLOW_WIDTH} px`, [...(await overflowOf(page)), ...(await crowdedTexts(page))]);
  await resize(page, 1280);
  note('1280 px', await crowdedTexts(page));
  await withTextOf(page, 2, async () => {
    note('text of 200 %', [...(await overflowOf(page)), ...(await crowdedTexts(page))]);
  });
  await rememberGrounds(page);
  for (const theme of THEMES) {
    await changeTheme(page, theme);
    await page.emulateMedia({ forcedColors: 'active' });
    note(`forced colours, ${theme}`, [...(await edgeless(page)), ...(await faintMarks(page))]);
    await page.emulateMedia({ forcedColors: null });
  }
  return findings;
};

/**
 * What is wrong with a page as it stands, a state that comes and goes: in both themes, narrow and wide, in the narrowest
 * window and with large text.
 */
export const findingsInState = async (
  page: Page,
  state: string,
  widths: readonly number[] = [360, 1280],
): Promise<string[]> => {
  const findings: string[] = [];
  for (const theme of THEMES) {
    await changeTheme(page, theme);
    for (const width of widths) {
      await resize(page, width);
      const found = [...(await overflowOf(page)), ...(await violationsOf(page))];
      findings.push(...found.map((finding) => `${state}, ${theme} ${width}: ${finding}`));
    }
  }
  const note = async (look: string) => {
    const found = [...(await overflowOf(page)), ...(await crowdedTexts(page))];
    findings.push(...found.map((finding) => `${state}, ${look}: ${finding}`));
  };
  if (widths.includes(360)) {
    await resize(page, REFLOW_WIDTH);
    await note(`${REFLOW_WIDTH} px`);
  }
  await withTextOf(page, 2, () => note('text of 200 %'));
  return findings;
};

/** What does not fit into a page as it stands, from the narrowest window to a wide one. */
export const squeezedIn = async (page: Page, state: string): Promise<string[]> => {
  const findings: string[] = [];
  for (const width of [REFLOW_WIDTH, ...WIDTHS]) {
    await resize(page, width);
    const found = [...(await overflowOf(page)), ...(await crowdedTexts(page))];
    findings.push(...found.map((finding) => `${state}, ${width}: ${finding}`));
  }
  return findings;
};

/** Opens pages of one person once each and looks at them in every way; resolves with all that is wrong. */
export const findingsOf = async (
  browser: Browser,
  url: string,
  pages: readonly DemoPage[],
): Promise<string[]> => {
  const { context, page: first, faults } = await openVisitor(browser, url);
  await first.close();
  await withAxe(context);
  const token = pages[0]?.token;
  if (token)
    await context.addInitScript((value) => {
      if (location.protocol === 'http:') localStorage.setItem('token', value);
    }, token);
  const findings: string[] = [];
  const queue = [...pages];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name, path } = next;
      const page = await context.newPage();
      await page.setViewportSize({ width: 1280, height: HEIGHT });
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      const titles = await page.getByRole('heading', { level: 1 }).count();
      if (titles !== 1) findings.push(`${name}: ${titles} titles`);
      findings.push(...(await lookAt(page)).map((finding) => `${name}, ${finding}`));
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: TABS }, work));
  await context.close();
  return [...findings, ...faults];
};
