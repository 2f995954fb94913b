import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { Person } from './factories.ts';
import type { World } from './world.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** What an authenticator app shows at an instant (RFC 6238), computed without the product's library. */
export const authenticatorCode = (secret: string, at: Date, steps = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000) + steps));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

export type Authenticator = {
  secret: string;
  recoveryCodes: string[];
  /** A code of the present step, or of one so many steps away. */
  code(steps?: number): string;
  /** A code that was never used: waits for the next step first. */
  nextCode(): string;
};

/** Sets two-factor sign-in up through the calls; the person's session counts as stepped up then. */
export const turnOnTwoFactor = async (world: World, person: Person): Promise<Authenticator> => {
  const { token, password } = person;
  const started = await world.call('POST /profile/two-factor', { token, body: { password } });
  expect(started.status, started.problem.message).toBe(200);
  const { secret } = started.body;
  const code = (steps = 0) => authenticatorCode(secret, world.clock.now(), steps);
  const confirmed = await world.call('POST /profile/two-factor/confirm', { token, body: { otp: code() } });
  expect(confirmed.status, confirmed.problem.message).toBe(200);
  return {
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    code,
    nextCode: () => {
      world.clock.advance(30_000);
      return code();
    },
  };
};
