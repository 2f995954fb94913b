import { describe, expect, it } from 'vitest';
import { authenticatorCode } from '../../test/authenticator.ts';
import { deriveKeys } from './keys.ts';
import { generateRecoveryCodes, hashRecoveryCode, verifyRecoveryCode } from './recovery-codes.ts';
import { matchingStep, newTotpSecret, totpUri } from './totp.ts';

/** RFC 6238, appendix B: the ASCII secret "12345678901234567890"; eight digits, of which the last six are shown. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes of an authenticator app', () => {
  it.each(VECTORS)('at %i s are those of RFC 6238', (seconds, digits) => {
    const at = new Date(seconds * 1000);
    const code = digits.slice(-6);
    expect(matchingStep(SECRET, code, at)).toBe(Math.floor(seconds / 30));
    expect(authenticatorCode(SECRET, at)).toBe(code);
  });

  it('are accepted one step early and one late, no further', () => {
    const at = new Date(1_234_567_890_000);
    const present = Math.floor(1_234_567_890 / 30);
    const steps = [-3, -2, -1, 0, 1, 2, 3].map((step) =>
      matchingStep(SECRET, authenticatorCode(SECRET, at, step), at),
    );
    expect(steps).toEqual([null, null, present - 1, present, present + 1, null, null]);
  });

  it('come from a secret of 160 bits that the app reads from its address', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, 'Firm: Traders', 'ada@example.com'));
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/Firm  Traders:ada@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Firm  Traders',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  const ring = deriveKeys({ current: 'a test key of more than thirty-two characters', previous: null })[
    'code-pepper'
  ];

  it('are ten different ones that nobody misreads', () => {
    const codes = generateRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('fit their user alone, in any spelling', async () => {
    const stored = await hashRecoveryCode('01ABC-DEFGH', 'user-1', ring);
    const fits = (code: string, user = 'user-1') => verifyRecoveryCode(code, user, stored, ring);
    for (const same of ['01ABC-DEFGH', '01abc defgh', 'oiabcdefgh', 'OLABC-DEFGH']) {
      expect([same, await fits(same)]).toEqual([same, true]);
    }
    expect(await fits('01ABC-DEFGH', 'user-2')).toBe(false);
    expect(await fits('01ABC-DEFGJ')).toBe(false);
  });
});
