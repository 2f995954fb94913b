import { describe, expect, it } from 'vitest';
import { isCharacterShortcut, type Press, readToken, tokenOf } from './keys.ts';

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a press', () => {
  it.each([
    ['a letter', press('g'), 'g'],
    ['a letter with Caps Lock', press('G'), 'g'],
    ['a letter with Shift', press('X', { shiftKey: true }), 'Shift+x'],
    ['a sign that needs Shift', press('?', { shiftKey: true }), '?'],
    ['a sign that needs AltGr', press('[', { ctrlKey: true, altKey: true }), '['],
    ['Ctrl and a letter', press('k', { ctrlKey: true }), 'Mod+k'],
    ['the system key and a letter', press('k', { metaKey: true }), 'Other+k'],
    ['a letter of another script', press('п', { code: 'KeyG' }), 'g'],
    ['a named key', press('Enter'), 'Enter'],
    ['a modifier alone', press('Shift', { shiftKey: true }), null],
  ])('%s', (_, given, token) => expect(tokenOf(given, false)).toBe(token));

  it('takes ⌘ and Option on Apple’s systems', () => {
    expect(tokenOf(press('k', { metaKey: true }), true)).toBe('Mod+k');
    expect(tokenOf(press('k', { ctrlKey: true }), true)).toBe('Other+k');
    expect(tokenOf(press('[', { altKey: true }), true)).toBe('[');
  });
});

describe('a sequence', () => {
  const bindings = [{ keys: 'g d' }, { keys: 'd' }, { keys: 'g u' }, { keys: '/' }];
  it('waits for its second key', () => {
    expect(readToken([], 'g', bindings)).toEqual({ pending: ['g'], found: undefined });
    expect(readToken(['g'], 'd', bindings)).toEqual({ pending: [], found: { keys: 'g d' } });
  });
  it('is given up by a key that does not fit, which counts for itself', () => {
    expect(readToken(['g'], '/', bindings)).toEqual({ pending: [], found: { keys: '/' } });
    expect(readToken(['g'], 'g', bindings)).toEqual({ pending: ['g'], found: undefined });
    expect(readToken(['g'], 'z', bindings)).toEqual({ pending: [], found: undefined });
  });
  it('takes the last of equal ones: the page’s own', () => {
    const own = { keys: 'd', own: true };
    expect(readToken([], 'd', [...bindings, own]).found).toBe(own);
  });
});

it('tells characters from combinations', () => {
  expect(['g d', '?', 'Shift+x', 'Enter'].every(isCharacterShortcut)).toBe(true);
  expect(isCharacterShortcut('Mod+k')).toBe(false);
});
