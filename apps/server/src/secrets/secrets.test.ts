import { describe, expect, it } from 'vitest';
import { BusyError, createBoundedQueue } from '../bounded-queue.ts';
import { generateCode, hashCode, verifyCode } from './codes.ts';
import { isCommonPassword } from './common-passwords.ts';
import {
  CredentialError,
  needsResealing,
  openCredential,
  openTotpSecret,
  sealCredential,
  sealTotpSecret,
} from './credentials.ts';
import { deriveKeys, KEY_PURPOSES } from './keys.ts';
import { dummyVerify, hashPassword, needsRehash, verifyPassword } from './passwords.ts';

const OLD = 'the old secret of a test, which is long enough';
const NEW = 'the new secret of a test, which is long enough';
const before = deriveKeys({ current: OLD, previous: null });
const during = deriveKeys({ current: NEW, previous: OLD });
const after = deriveKeys({ current: NEW, previous: null });

describe('keys', () => {
  it('differ by purpose and by secret, and are the same at each start', () => {
    const rings = [...KEY_PURPOSES.map((purpose) => during[purpose]), ...KEY_PURPOSES.map((p) => before[p])];
    const current = rings.map((ring) => ring.current);
    expect(new Set(current.map((key) => key.bytes.toString('hex'))).size).toBe(rings.length);
    expect(new Set(current.map((key) => key.id)).size).toBe(rings.length);
    expect(deriveKeys({ current: OLD, previous: null })).toEqual(before);
    expect(before['session-token'].current.bytes).toHaveLength(32);
    expect(before['session-token'].current.id).toMatch(/^[0-9a-f]{8}$/);
  });

  it('keep the previous key for reading', () => {
    for (const purpose of KEY_PURPOSES) {
      expect(during[purpose].all.map((key) => key.id)).toEqual([
        after[purpose].current.id,
        before[purpose].current.id,
      ]);
    }
  });
});

describe('passwords', () => {
  const ring = before['password-pepper'];

  it('match themselves alone', async () => {
    const stored = await hashPassword('correct horse', ring);
    expect(stored).toMatch(/^[0-9a-f]{8}\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('correct horse', stored, ring)).toBe(true);
    expect(await verifyPassword('Correct horse', stored, ring)).toBe(false);
    expect(await verifyPassword('', stored, ring)).toBe(false);
    expect(await dummyVerify('correct horse', ring)).toBe(false);
    expect(await hashPassword('correct horse', ring)).not.toBe(stored);
  });

  it('need the pepper', async () => {
    const stored = await hashPassword('correct horse', ring);
    expect(await verifyPassword('correct horse', stored, during['password-pepper'])).toBe(true);
    expect(await verifyPassword('correct horse', stored, after['password-pepper'])).toBe(false);
    expect(needsRehash(stored, ring)).toBe(false);
    expect(needsRehash(stored, during['password-pepper'])).toBe(true);
    expect(needsRehash(stored.replace('t=2', 't=1'), ring)).toBe(true);
  });

  it('are the same in each form of Unicode and are never cut', async () => {
    const stored = await hashPassword('Ångström', ring);
    expect(await verifyPassword('Ångström'.normalize('NFD'), stored, ring)).toBe(true);
    const long = 'x'.repeat(1_024);
    const longStored = await hashPassword(long, ring);
    expect(await verifyPassword(long, longStored, ring)).toBe(true);
    expect(await verifyPassword(`${long.slice(1)}y`, longStored, ring)).toBe(false);
    expect(await verifyPassword(`${long}x`, longStored, ring)).toBe(false);
    await expect(hashPassword(`${long}x`, ring)).rejects.toThrow(RangeError);
    await expect(hashPassword('é'.repeat(513), ring)).rejects.toThrow(RangeError);
  });

  it('beyond the queue are refused at once', async () => {
    const all = Array.from({ length: 110 }, () => dummyVerify('x', ring));
    const results = await Promise.allSettled(all);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused.every((result) => result.reason instanceof BusyError)).toBe(true);
    expect(await dummyVerify('x', ring)).toBe(false);
  }, 20_000);
});

describe('the bounded queue', () => {
  it('keeps its order and its limit, also when jobs fail', async () => {
    const queue = createBoundedQueue({ running: 2, waiting: 10 });
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const jobs = Array.from({ length: 12 }, (_, n) =>
      queue.run(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(n);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        if (n % 3 === 0) throw new Error(`job ${n}`);
        return n;
      }),
    );
    const results = await Promise.allSettled(jobs);
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 12 }, (_, n) => n));
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(4);
  });
});

describe('common passwords', () => {
  it.each(['123456', 'password', 'PASSWORD', 'qwerty', 'trustno1', 'ｐａｓｓｗｏｒｄ'])(
    'hold %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['password of mine', 'zq4!vt', 'xkcd-correct-horse'])('do not hold %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  it('hold the words that are known about the user', async () => {
    const personal = { firmName: 'Northern Star', userName: 'Ada Lovelace', email: 'ada.l@mail.example' };
    for (const word of ['northern star', 'ADA LOVELACE', 'Ada.L@mail.example', 'ada.l']) {
      expect(await isCommonPassword(word, personal)).toBe(true);
    }
    expect(await isCommonPassword('Ada Lovelace 1815', personal)).toBe(false);
    expect(await isCommonPassword('zq4!vt', { firmName: '', userName: ' ' })).toBe(false);
  });
});

describe('stored MT5 passwords', () => {
  const account = '3f0e7d4a-3f0e-4d4a-8f0e-7d4a3f0e7d4a';

  it('open for their account alone', () => {
    const ring = before['mt5-credentials'];
    const stored = sealCredential('p4ss – пароль', account, ring);
    expect(stored).not.toContain('p4ss');
    expect(openCredential(stored, account, ring)).toBe('p4ss – пароль');
    expect(sealCredential('p4ss – пароль', account, ring)).not.toBe(stored);
    expect(() => openCredential(stored, account.replace('3', '4'), ring)).toThrow(CredentialError);
  });

  it('open with the previous key until it is retired', () => {
    const stored = sealCredential('secret', account, before['mt5-credentials']);
    expect(openCredential(stored, account, during['mt5-credentials'])).toBe('secret');
    expect(needsResealing(stored, before['mt5-credentials'])).toBe(false);
    expect(needsResealing(stored, during['mt5-credentials'])).toBe(true);
    expect(() => openCredential(stored, account, after['mt5-credentials'])).toThrow(/retired key/);
  });

  it('refuse every changed character', () => {
    const ring = before['mt5-credentials'];
    const stored = sealCredential('secret', account, ring);
    for (let at = 0; at < stored.length; at += 1) {
      const other = stored[at] === 'A' ? 'Q' : 'A';
      const changed = stored.slice(0, at) + other + stored.slice(at + 1);
      // The last base64url digit may carry unused bits, which decode to the same bytes.
      if (
        Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(
          Buffer.from(stored.split('.')[2] ?? '', 'base64url'),
        ) &&
        changed.startsWith(stored.slice(0, 11))
      )
        continue;
      expect(() => openCredential(changed, account, ring)).toThrow(CredentialError);
    }
    expect(() => openCredential('', account, ring)).toThrow(CredentialError);
    expect(() => openCredential('secret', account, ring)).toThrow(CredentialError);
  });
});

describe('stored secrets of authenticator apps', () => {
  const user = '3f0e7d4a-3f0e-4d4a-8f0e-7d4a3f0e7d4a';
  const ring = before['totp-secrets'];

  it('open for their user and their use alone', () => {
    const stored = sealTotpSecret('JBSWY3DPEHPK3PXP', user, ring);
    expect(stored).not.toContain('JBSWY3DPEHPK3PXP');
    expect(openTotpSecret(stored, user, ring)).toBe('JBSWY3DPEHPK3PXP');
    expect(() => openTotpSecret(stored, user.replace('3', '4'), ring)).toThrow(CredentialError);
    expect(() => openCredential(stored, user, ring)).toThrow(CredentialError);
    expect(() => openTotpSecret(sealCredential('x', user, ring), user, ring)).toThrow(CredentialError);
  });
});

describe('codes', () => {
  const ring = before['code-pepper'];

  it('have four digits, spread over all of them', () => {
    const codes = Array.from({ length: 20_000 }, generateCode);
    expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(8_000);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  it('fit their user alone', async () => {
    const stored = await hashCode('0042', 'user-1', ring);
    expect(await verifyCode('0042', 'user-1', stored, ring)).toBe(true);
    expect(await verifyCode('42', 'user-1', stored, ring)).toBe(false);
    expect(await verifyCode('0042', 'user-2', stored, ring)).toBe(false);
    expect(await verifyCode('0042', 'user-1', stored, after['code-pepper'])).toBe(false);
  });
});
