import { describe, expect, it } from 'vitest';
import { visitDemo } from '../support/demo-visitor.ts';
import { quiet } from '../support/steps.ts';

/** Names are written in the firm's own letters, also those with accents; their files come where a name has them. */
const { as, path } = visitDemo();

const FILE = /\/assets\/([a-z-]+)-[\w-]{8}\.woff2$/;
const AHEAD = ['instrument-sans', 'newsreader', 'red-hat-mono'];

/** Opens the home page with a name as its title, and tells which font files that took and who drew each letter. */
const show = async (name: string) => {
  const page = await as('guest');
  const files = new Set<string>();
  page.on('request', (request) => {
    const [, file] = FILE.exec(request.url()) ?? [];
    if (file) files.add(file);
  });
  await page.goto(path('home'));
  await quiet(page);
  const strange = await page.evaluate(async (text) => {
    const title = document.querySelector('h1');
    if (!title) throw new Error('no title');
    title.textContent = text;
    await document.fonts.ready;
    await document.fonts.load('450 40px Newsreader', text);
    await document.fonts.load('500 16px "Instrument Sans"', text);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('no canvas');
    const width = (font: string, letter: string) => {
      canvas.font = font;
      return canvas.measureText(letter).width;
    };
    // A letter that a font lacks is as wide as in the stand-in, whichever that is.
    return ['450 40px Newsreader', '500 40px "Instrument Sans"'].flatMap((font) =>
      [...text.replaceAll(' ', '')].filter(
        (letter) =>
          width(`${font}, serif`, letter) === width('450 40px serif', letter) &&
          width(`${font}, monospace`, letter) === width('450 40px monospace', letter),
      ),
    );
  }, name);
  return { files: [...files].sort(), strange };
};

describe('letters', () => {
  it('without accents take what is loaded ahead', async () => {
    expect(await show('Thea Trader')).toEqual({ files: AHEAD, strange: [] });
  });

  it('of Western Europe take one file more', async () => {
    const { files, strange } = await show('Émile Ångström Müller Núñez');
    expect(strange).toEqual([]);
    expect(files).toEqual([...AHEAD, 'newsreader-accents'].sort());
  });

  it('of Central Europe and Turkey take theirs', async () => {
    const { files, strange } = await show('Łukasz Żółć Dvořák Őszi Șerban İpek Çağan');
    expect(strange).toEqual([]);
    expect(files).toEqual(
      [...AHEAD, 'instrument-sans-further', 'newsreader-accents', 'newsreader-further'].sort(),
    );
  });
});
