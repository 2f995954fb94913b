import { expect, it } from 'vitest';
import { withAnchors } from './anchors.ts';

it('makes anchors for new entries alone, each once, and none that the page itself uses', () => {
  const titles = (entries: [string, string][]) => entries.map(([id, title]) => ({ id, title }));
  expect(
    withAnchors(
      titles([
        ['kept', 'A new wording'],
        ['', 'Kept'],
        ['', 'Main'],
        ['', 'Who we are'],
        ['', 'Who we are?'],
        ['', '规则'],
      ]),
    ).map(({ id }) => id),
  ).toEqual(['kept', 'kept-2', 'main-2', 'who-we-are', 'who-we-are-2', 'entry']);
});
