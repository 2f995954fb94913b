import { describe, expect, it } from 'vitest';
import { deriveKeys } from './keys.ts';
import { newFileId, readSignedName, signName } from './signed-names.ts';

const before = deriveKeys({ current: 'old secret', previous: null })['signed-name'];
const during = deriveKeys({ current: 'new secret', previous: 'old secret' })['signed-name'];
const after = deriveKeys({ current: 'new secret', previous: null })['signed-name'];
const now = new Date('2026-05-01T12:00:00Z');
const later = new Date('2026-05-01T12:10:00Z');

describe('a signed name', () => {
  const id = newFileId();
  const name = signName(id, 'proof', later, before);

  it('opens its image until it expires', () => {
    expect(name).toMatch(/^[0-9a-f]{32}\.1777637400\.[A-Za-z0-9_-]{43}\.webp$/);
    expect(readSignedName(name, 'proof', now, before)).toBe(id);
    expect(readSignedName(name, 'proof', new Date(later.getTime() - 1), before)).toBe(id);
    expect(readSignedName(name, 'proof', later, before)).toBeNull();
  });

  it('opens with the previous key until that is retired', () => {
    expect(readSignedName(name, 'proof', now, during)).toBe(id);
    expect(readSignedName(name, 'proof', now, after)).toBeNull();
  });

  it('opens for its purpose alone', () => {
    expect(readSignedName(name, 'logo', now, before)).toBeNull();
  });

  it('opens with no character changed', () => {
    for (let at = 0; at < name.length; at += 1) {
      for (const other of ['0', 'a', 'Z', '.', '/', '%', '\n']) {
        const changed = name.slice(0, at) + other + name.slice(at + 1);
        // The last digit of the signature carries two bits that are not used.
        if (changed === name || at === name.length - 6) continue;
        expect(readSignedName(changed, 'proof', now, before)).toBeNull();
      }
    }
    const others = [
      '',
      id,
      `${id}.webp`,
      `${name}/`,
      ` ${name}`,
      name.replace('.webp', ''),
      name.toUpperCase(),
    ];
    for (const other of others) expect(readSignedName(other, 'proof', now, before)).toBeNull();
  });
});
