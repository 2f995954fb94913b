import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf, fillFacts, proseBlocks, proseText } from './prose.ts';

describe('a plain text', () => {
  it('has paragraphs and lists', () => {
    const text = 'One\ntwo\r\n\r\n- first\n- second\nThree\n\n\n-no item\n   \n * star';
    expect(proseBlocks(text)).toEqual(['One\ntwo', ['first', 'second'], 'Three', '-no item', '* star']);
    expect(proseBlocks(' \n\n')).toEqual([]);
    expect(proseBlocks('- ')).toEqual(['-']);
  });

  it('leaves markup as it is', () => {
    expect(proseBlocks('<b>bold</b>\n\n- [link](javascript:alert(1))')).toEqual([
      '<b>bold</b>',
      ['[link](javascript:alert(1))'],
    ]);
  });

  it('is the same after it was taken apart and put together', () => {
    const words = fc.stringMatching(/^[a-z<&]{1,8}( [a-z-]{1,8}){0,3}$/);
    const block = fc.oneof(words, fc.array(words, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        // Two lists in a row are one list again only where nothing parts them: a blank line does.
        expect(proseBlocks(proseText(blocks))).toEqual(blocks);
      }),
    );
  });
});

describe('the facts of the firm', () => {
  const facts = { firm: 'Firm {email} $& <b>', email: 'help@firm.example', address: '1 Street\nTown' };

  it('stand where the text names them, once', () => {
    expect(fillFacts('{firm}, {address}: {email}, {email}', facts)).toBe(
      'Firm {email} $& <b>, 1 Street, Town: help@firm.example, help@firm.example',
    );
  });

  it('leave other braces alone', () => {
    expect(fillFacts('{name} {constructor} {firm }', facts)).toBe('{name} {constructor} {firm }');
  });
});

describe('an anchor', () => {
  it.each([
    ['Who we are', 'who-we-are'],
    ['The challenge’s rules & limits', 'the-challenges-rules-limits'],
    ['Überfällig: café', 'uberfallig-cafe'],
    ['规则', ''],
    ['  --  ', ''],
  ])('of %j is %j', (title, anchor) => expect(anchorOf(title)).toBe(anchor));

  it('has a form that an address takes as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (title) => {
        expect(anchorOf(title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
    );
  });
});
