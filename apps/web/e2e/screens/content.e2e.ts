import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violationsOf, withAxe } from '../support/axe.ts';
import { signedInAs } from '../support/session.ts';
import { arrive, eventually, open, see, seeTitle } from '../support/steps.ts';
import { api, browser, firm, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** The firm's own texts: an administrator writes them, visitors read them at once, without JavaScript too. */
const DEFAULT_INTRODUCTION =
  'A firm for traders who can keep to a plan. We draw the lines, you hold the course, and the profit is shared.';
const HTML = '<img src=x onerror=alert(1)><b>bold</b>';

visitFirm();
let admin: string;

beforeAll(async () => {
  admin = await api.admin();
}, 180_000);

beforeEach(async () => {
  await withAxe(visitor.context);
  await signedInAs(visitor, admin);
});

/** What a visitor without JavaScript is shown. */
const withoutJavaScript = async <Result>(
  path: string,
  look: (page: Page) => Promise<Result>,
): Promise<Result> => {
  const context = await browser.newContext({ baseURL: firm.url, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(path);
  const result = await look(plain);
  await context.close();
  return result;
};

const edit = async (section: string): Promise<void> => {
  await open(page, `/admin/settings/${section}`);
  await page.getByRole('tab', { name: 'Edit' }).waitFor();
};
const save = async (): Promise<void> => {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await answer).status()).toBe(200);
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const focused = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
const authors = (from: Page) => from.locator('figcaption > span:first-child').allTextContents();

describe('testimonials', () => {
  it('are changed, added, moved and removed, and a reset brings the five back', async () => {
    const before = await withoutJavaScript('/', authors);
    expect(before).toHaveLength(5);
    await edit('testimonials');
    await see(page, 'Default text');
    await field('Name of testimonial 1').fill('Ann Ager');
    await page.getByRole('combobox', { name: 'Rating of testimonial 1' }).selectOption('3 of 5');
    await button('Move testimonial 1 down').click();
    await eventually(() => field('Name of testimonial 2').inputValue()).toBe('Ann Ager');
    await eventually(focused).toBe('Move testimonial 2 down');
    await button('Remove testimonial 5').click();
    await eventually(focused).toBe('Remove testimonial 4');
    await button('Add Testimonial').click();
    await field('Name of testimonial 5').fill('Bo Newcomer');
    await button('Save').click();
    await eventually(() => page.getByText('Please fill in this text', { exact: true }).count()).toBe(2);
    await field('Role of testimonial 5').fill('New here');
    await field('Text of testimonial 5').fill(HTML);
    await save();
    await see(page, 'Own text');

    const own = [before[1], 'Ann Ager', before[2], before[3], 'Bo Newcomer'];
    expect(await withoutJavaScript('/', authors)).toEqual(own);
    const quote = await withoutJavaScript('/', async (plain) => {
      const last = plain.getByRole('listitem').filter({ hasText: 'Bo Newcomer' });
      return [await last.textContent(), await last.getByRole('img').count()];
    });
    expect(quote).toEqual([expect.stringContaining(HTML), 0]);
    // With JavaScript the page takes over what was drawn; the fixture looks for complaints.
    await open(page, '/');
    expect(await authors(page)).toEqual(own);

    await edit('testimonials');
    await button('Reset to Default').click();
    await eventually(() => field('Name of testimonial 1').inputValue()).toBe(before[0]);
    expect(await withoutJavaScript('/', authors)).toEqual(own);
    await save();
    await see(page, 'Default text');
    expect(await withoutJavaScript('/', authors)).toEqual(before);
  });

  it('may be none: the home page then has no such section', async () => {
    await edit('testimonials');
    for (let left = 5; left > 0; left -= 1) await button('Remove testimonial 1').click();
    await eventually(focused).toBe('Add Testimonial');
    await save();
    const title = (plain: Page) =>
      plain.getByRole('heading', { name: 'What traders write in the log' }).count();
    expect(await withoutJavaScript('/', title)).toBe(0);
    await button('Reset to Default').click();
    await save();
    expect(await withoutJavaScript('/', title)).toBe(1);
  });
});

describe('questions', () => {
  it('are text with paragraphs and lists, and keep their anchors', async () => {
    await edit('rules-faq');
    await field('Question of question 1').fill('How long may I take?');
    await field('Answer of question 1').fill(`As long as you like, says {firm}.\n\n- one\n- ${HTML}`);
    await page.getByRole('tab', { name: 'Preview' }).click();
    await see(page, 'As long as you like, says Firmament.');
    await page.getByRole('tab', { name: 'Edit' }).click();
    await save();
    const shown = await withoutJavaScript('/rules', async (plain) => {
      const answer = plain.locator('#q-time-limit');
      return {
        title: await answer.getByRole('heading').textContent(),
        text: await answer.getByRole('paragraph').allTextContents(),
        list: await answer.getByRole('listitem').allTextContents(),
        images: await answer.locator('img').count(),
      };
    });
    expect(shown.title).toContain('How long may I take?');
    expect(shown).toMatchObject({
      text: ['As long as you like, says Firmament.'],
      list: ['one', HTML],
      images: 0,
    });
    // Those of the catalogue are others.
    await open(page, '/dashboard/purchase-account');
    await page.getByRole('button', { name: 'Is there a time limit?' }).click();
    await see(page, /^Each phase has 30 days/);
    await edit('rules-faq');
    await button('Reset to Default').click();
    await save();
  });
});

describe('a legal page', () => {
  const date = (plain: Page) => plain.getByText(/^Effective date: /).textContent();

  it('takes effect on another day, with a section of its own', async () => {
    expect(await withoutJavaScript('/privacy', date)).toBe('Effective date: January 1, 2025');
    await edit('privacy');
    await page.getByLabel('Effective Date').fill('2026-11-30');
    await button('Add Section').click();
    await page
      .getByRole('textbox', { name: /^Title of section/ })
      .last()
      .fill('Our lighthouse');
    await page
      .getByRole('textbox', { name: /^Text of section/ })
      .last()
      .fill('It stands at {address}.');
    await save();
    expect(await withoutJavaScript('/privacy', date)).toBe('Effective date: November 30, 2026');
    const section = (plain: Page) => plain.locator('#our-lighthouse').getByRole('paragraph').textContent();
    expect(await withoutJavaScript('/privacy', section)).toBe('It stands at 1 Example Street, Example City.');
    await button('Reset to Default').click();
    await save();
    expect(await withoutJavaScript('/privacy', date)).toBe('Effective date: January 1, 2025');
  });

  it('is not lost to somebody else’s change: the administrator decides', async () => {
    const summary = async () => Reflect.get((await api.send('GET', '/firm/legal/refund')).body, 'summary');
    const change = async (text: string) => {
      const { content } = (await api.send('GET', '/admin/content/legal/refund', admin)).body;
      const body = { ...(content as object), summary: text };
      expect((await api.send('PUT', '/admin/content/legal/refund', admin, body)).status).toBe(200);
    };
    await edit('refund');
    await field('Summary').fill('Mine.');
    await change('Theirs.');
    await button('Save').click();
    await see(page, /^\S.* saved this meanwhile\. What you typed is still here/);
    expect(await field('Summary').inputValue()).toBe('Mine.');
    await button('Save Mine over It').click();
    await eventually(summary).toBe('Mine.');

    await eventually(() => page.getByRole('button', { name: 'Discard Changes' }).count()).toBe(0);
    await field('Summary').fill('Mine again.');
    await change('Theirs again.');
    await button('Save').click();
    await button('Load Their Text').click();
    await eventually(() => field('Summary').inputValue()).toBe('Theirs again.');
    expect(await summary()).toBe('Theirs again.');
  });
});

describe('about', () => {
  it('is previewed as visitors will see it, before it is saved', async () => {
    await edit('about');
    await field('Title of the Team').fill('One at the helm');
    for (let left = 4; left > 1; left -= 1) await button('Remove member 2').click();
    await field('Name of member 1').fill('Wanda Solo');
    await page.getByRole('checkbox', { name: 'Glasses of member 1' }).check();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('img', { name: 'Drawn portrait of Wanda Solo' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const team = (plain: Page) =>
      plain.getByRole('region', { name: 'at the helm' }).getByRole('listitem').count();
    expect(await withoutJavaScript('/about', team)).toBe(4);
    await save();
    expect(await withoutJavaScript('/about', team)).toBe(1);
    await button('Reset to Default').click();
    await save();
  });

  it('shows a photograph where one is given, and the drawing again', async () => {
    await edit('about');
    const buffer = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#804000' } })
      .jpeg()
      .toBuffer();
    const file = { name: 'face.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel('Choose Photograph of member 1').setInputFiles(file);
    await page.getByRole('button', { name: 'Draw It Instead for member 1' }).waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('img', { name: 'Portrait of Helena Marsh', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Edit' }).click();
    await save();
    const portraits = (plain: Page) => plain.getByRole('img', { name: /^(Drawn p|P)ortrait of / }).all();
    const names = (plain: Page) =>
      portraits(plain).then((all) =>
        Promise.all(
          all.map(async (one) => (await one.getAttribute('alt')) ?? (await one.getAttribute('aria-label'))),
        ),
      );
    expect((await withoutJavaScript('/about', names)).slice(0, 2)).toEqual([
      'Portrait of Helena Marsh',
      'Drawn portrait of Tomás Ferreira',
    ]);
    await page.getByRole('button', { name: 'Draw It Instead for member 1' }).click();
    await save();
    await see(page, 'Default text');
    expect((await withoutJavaScript('/about', names))[0]).toBe('Drawn portrait of Helena Marsh');
  });

  it('is not left with changes unasked, and what was typed outlives a reload', async () => {
    await edit('about');
    await field('Introduction').fill('Half a sentence');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Rules FAQ' }).click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect(await field('Introduction').inputValue()).toBe('Half a sentence');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await eventually(() => field('Introduction').inputValue()).toBe('Half a sentence');
    await button('Discard Changes').click();
    await eventually(() => field('Introduction').inputValue()).toMatch(/^A firm for traders/);
    await eventually(() => button('Discard Changes').count()).toBe(0);
    // Typing and taking it back is no change either.
    await field('Introduction').fill('x');
    await field('Introduction').fill(DEFAULT_INTRODUCTION);
    await eventually(() => button('Discard Changes').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Rules FAQ' }).click();
    await seeTitle(page, 'Rules FAQ');
  });

  it('comes with a press of its link too, and says when it cannot', async () => {
    await page.route('**/api/firm/about', (route) =>
      route.fulfill({ status: 400, json: { message: 'Fog.' } }),
    );
    await open(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await arrive(page, '/about');
    await see(page, 'Fog.');
    await page.unroute('**/api/firm/about');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: 'Our story' }).waitFor();
  });
});

describe('the logo', () => {
  const drawn = async (width: number, height: number) => ({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width, height, channels: 4, background: '#1d4e6b' } })
      .png()
      .toBuffer(),
  });
  /** The firm's sign in the bar, as a visitor without JavaScript sees it on a light or a dark page. */
  const sign = async (colorScheme: 'light' | 'dark') => {
    const context = await browser.newContext({ baseURL: firm.url, javaScriptEnabled: false, colorScheme });
    const plain = await context.newPage();
    await plain.goto('/about');
    const link = plain.getByRole('banner').getByRole('link', { name: 'Firmament', exact: true });
    const image = link.getByRole('img').filter({ visible: true });
    const result = {
      text: ((await link.textContent()) ?? '').trim(),
      images: await image.count(),
      box: (await image.count()) > 0 ? await image.boundingBox() : null,
      source: (await image.count()) > 0 ? await image.getAttribute('src') : null,
      drawn:
        (await image.count()) > 0
          ? await image.evaluate((node: HTMLImageElement) => node.naturalWidth > 0)
          : null,
    };
    await context.close();
    return result;
  };

  it('stands in place of the name in both themes, and gives it back', async () => {
    expect(await sign('light')).toMatchObject({ text: 'Firmament', images: 0 });
    await open(page, '/admin/settings');
    await page.getByLabel('Choose Image on light pages').setInputFiles(await drawn(400, 100));
    await page.getByText('Logo saved', { exact: true }).first().waitFor();
    const [light, dark] = [await sign('light'), await sign('dark')];
    expect(light).toMatchObject({ text: '', images: 1, drawn: true });
    expect(light.box).toMatchObject({ width: 128, height: 32 });
    expect(dark).toMatchObject({ text: '', images: 1, source: light.source });

    await page.getByLabel('Choose Image on dark pages').setInputFiles(await drawn(300, 100));
    await eventually(async () => (await sign('dark')).box?.width).toBe(96);
    expect((await sign('light')).box?.width).toBe(128);
    await page
      .getByRole('banner')
      .getByRole('img', { name: 'Firmament' })
      .filter({ visible: true })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await button('Remove on dark pages').click();
    await button('Remove on light pages').click();
    await eventually(async () => (await sign('light')).text).toBe('Firmament');
  });

  it('keeps its room while it loads', async () => {
    await open(page, '/admin/settings');
    await page.getByLabel('Choose Image on light pages').setInputFiles(await drawn(400, 100));
    await button('Remove on light pages').waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/brand/*.webp', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const home = page.getByRole('banner').getByRole('link', { name: 'Firmament', exact: true });
    await home.waitFor();
    const before = await home.boundingBox();
    expect(before?.width).toBe(128);
    answer();
    const image = home.getByRole('img').filter({ visible: true });
    await eventually(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth > 0)).toBe(true);
    expect(await home.boundingBox()).toEqual(before);
    await page.unrouteAll({ behavior: 'wait' });
    await open(page, '/admin/settings');
    await button('Remove on light pages').click();
    await eventually(async () => (await sign('light')).text).toBe('Firmament');
  });

  it('is no SVG', async () => {
    await open(page, '/admin/settings');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const input = page.getByLabel('Choose Image on light pages');
    await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg });
    await see(page, 'A logo is a PNG, JPEG or WebP image.');
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg });
    await eventually(() => page.getByText('A logo is a PNG, JPEG or WebP image.').count()).toBeGreaterThan(1);
    expect((await api.send('GET', '/firm')).body.logo).toBeNull();
  });
});

it('a field that a form is refused for comes into view, and is counted beside the button', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const refused = async (first: string, press: string, words: string) => {
    await field(first).fill('');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await eventually(async () => ((await field(first).boundingBox())?.y ?? 0) < 0).toBe(true);
    await button(press).click();
    await eventually(async () => {
      const { y = 0, height = 0 } = (await field(first).boundingBox()) ?? {};
      return y >= 80 && y + height <= 720;
    }).toBe(true);
    expect(await field(first).evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await page.getByRole('alert').allTextContents()).toEqual([words]);
  };
  await open(page, '/admin/settings');
  await refused('Name', 'Save Settings', '1 field needs attention');
  await field('Name').fill('Firmament');
  await eventually(() => page.getByRole('alert').count()).toBe(0);
  await edit('testimonials');
  await field('Role of testimonial 5').fill('');
  await refused('Name of testimonial 1', 'Save', '2 fields need attention');
});

it('the samples of the hue show both themes', async () => {
  await open(page, '/admin/settings');
  const ground = (scheme: string) =>
    page
      .locator(`[aria-hidden].${scheme}`)
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await ground('scheme-light')).not.toBe(await ground('scheme-dark'));
});

it('an address that names no section leads to the settings', async () => {
  await open(page, '/admin/settings/constructor');
  await arrive(page, '/admin/settings');
});
