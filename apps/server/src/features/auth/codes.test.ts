import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestCode, PASSWORD, register, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { LIMITS } from '../../platform/limits.ts';
import { TRIES_OF_A_CODE, TRIES_OF_A_REGISTRATION } from './codes.ts';

let world: World;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

beforeAll(async () => {
  world = await createWorld({ RATE_SCALE: '1' });
});
afterAll(() => world.close());

const verify = (userId: string, code: string, headers: Record<string, string> = {}) =>
  world.call('POST /auth/verify-email', { body: { userId, code }, headers });
const resend = (userId: string) => world.call('POST /auth/resend-verification', { body: { userId } });
const wrong = (code: string, step = 1): string => String((Number(code) + step) % 10_000).padStart(4, '0');

/** Asks for a new code although the limits of resending would wait. */
const newCode = async (person: { userId: string; email: string }): Promise<string> => {
  world.clock.advance(61 * MINUTE);
  const answer = await resend(person.userId);
  expect(answer.status).toBe(200);
  return newestCode(world, person.email);
};

const triesOf = async (userId: string): Promise<number[]> => {
  const rows = await world.context.db
    .selectFrom('email_codes')
    .select('tries')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.tries);
};

describe('verify-email', () => {
  // spec 3.17, 7.7, 8.65
  it('signs in once with the right code, and never for a verified user', async () => {
    const person = await register(world);
    const code = await newestCode(world, person.email);
    const answer = await verify(person.userId, code);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      message: 'Email verified successfully! You are now logged in.',
      user: { _id: person.userId, email: person.email, role: 'user', emailVerified: true },
      hasActiveAccount: false,
    });
    expect((await world.call('GET /profile', { token: answer.body.token })).status).toBe(200);
    const again = await verify(person.userId, code);
    expect([again.status, again.problem.code]).toEqual([400, 'already_verified']);
    expect(again.problem).not.toHaveProperty('token');
    expect((await resend(person.userId)).problem.code).toBe('already_verified');
  });

  // spec 5.12
  it('answers 400 to a wrong code, never 401, and changes nothing', async () => {
    const person = await register(world);
    const code = await newestCode(world, person.email);
    const answer = await verify(person.userId, wrong(code));
    expect([answer.status, answer.problem.message]).toEqual([400, 'Invalid or expired verification code']);
    for (const raw of ['123', '12345', 'abcd', 1234, null, [code], '１２３４']) {
      const refused = await world.call('POST /auth/verify-email', {
        raw: { userId: person.userId, code: raw },
      });
      expect(refused.status).toBe(400);
    }
    expect(await triesOf(person.userId)).toEqual([1]);
    expect((await verify(person.userId, code)).status).toBe(200);
  });

  it('answers 404 to an unknown registration and 400 to no id', async () => {
    expect((await verify('7b0e8a52-6f0f-4a07-9d3b-0c1f6f1a2b3c', '0000')).status).toBe(404);
    expect((await verify('nobody', '0000')).status).toBe(404);
    expect((await verify('', '0000')).status).toBe(400);
    expect((await resend('7b0e8a52-6f0f-4a07-9d3b-0c1f6f1a2b3c')).status).toBe(404);
  });

  it('refuses the right code after the fifth wrong try', async () => {
    const person = await register(world);
    const code = await newestCode(world, person.email);
    for (let step = 1; step <= 5; step += 1) {
      expect((await verify(person.userId, wrong(code, step))).status).toBe(400);
    }
    const answer = await verify(person.userId, code);
    expect([answer.status, answer.problem.code]).toEqual([400, 'code_tries_used_up']);
    expect(await triesOf(person.userId)).toEqual([5]);
  });

  it('compares at most five of 200 parallel tries', async () => {
    world.clock.advance(DAY);
    const person = await register(world);
    const code = await newestCode(world, person.email);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, step) => verify(person.userId, wrong(code, step + 1))),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(0);
    expect(answers.filter((answer) => answer.status >= 500)).toHaveLength(0);
    expect(await triesOf(person.userId)).toEqual([5]);
    const counted = await world.context.db
      .selectFrom('users')
      .select('code_tries')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(counted.code_tries).toBe(5);
    expect((await verify(person.userId, code)).status).toBe(400);
  });

  it('lets one of ten parallel right tries in', async () => {
    const person = await register(world);
    const code = await newestCode(world, person.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(person.userId, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('ignores other spellings of the caller: forwarded addresses, other users in query and header', async () => {
    const person = await register(world);
    const other = await register(world);
    const code = await newestCode(world, person.email);
    for (let step = 1; step <= 5; step += 1) {
      await verify(person.userId, wrong(code, step), {
        'x-forwarded-for': `203.0.113.${step}`,
        'x-user-id': other.userId,
      });
    }
    const answer = await fetch(`${world.url}/api/auth/verify-email?userId=${other.userId}&tries=0`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-http-method-override': 'GET' },
      body: JSON.stringify({ userId: person.userId, code, tries: 0, role: 'admin' }),
    });
    expect(answer.status).toBe(400);
    expect(await triesOf(other.userId)).toEqual([0]);
  });
});

describe('the life of a code', () => {
  it('ends ten minutes after the mail was handed over', async () => {
    world.clock.advance(DAY);
    const person = await register(world);
    const code = await newestCode(world, person.email);
    world.clock.advance(10 * MINUTE + SECOND);
    const late = await verify(person.userId, code);
    expect([late.status, late.problem.code]).toEqual([400, 'code_wrong']);
    const second = await register(world);
    const inTime = await newestCode(world, second.email);
    world.clock.advance(10 * MINUTE - SECOND);
    expect((await verify(second.userId, inTime)).status).toBe(200);
  });

  it('accepts the newest code only', async () => {
    const person = await register(world);
    const old = await newestCode(world, person.email);
    expect((await resend(person.userId)).status).toBe(200);
    const fresh = await newestCode(world, person.email);
    if (old !== fresh) expect((await verify(person.userId, old)).problem.code).toBe('code_wrong');
    expect((await verify(person.userId, fresh)).status).toBe(200);
  });

  it('does not stand in the database once the mail is sent', async () => {
    const person = await register(world);
    const code = await newestCode(world, person.email);
    const rows = await world.context.db
      .selectFrom('mails')
      .select(['payload', 'state'])
      .where('recipient_id', '=', person.userId)
      .execute();
    expect(rows).toEqual([{ payload: {}, state: 'sent' }]);
    const stored = await world.context.db
      .selectFrom('email_codes')
      .select('code_hash')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(stored.code_hash).toContain('$argon2id$');
    expect(stored.code_hash).not.toBe(code);
  });
});

describe('the limits on code tries', () => {
  it('leave a guesser at most 0.1 % a day and 0.25 % in all, however often codes are sent again', () => {
    /** Chance to hit within so many tries, as many of them at each code as it takes, all of them different. */
    const chance = (tries: number) => {
      let miss = 1;
      for (let left = tries; left > 0; left -= TRIES_OF_A_CODE)
        miss *= 1 - Math.min(left, TRIES_OF_A_CODE) / 10_000;
      return 1 - miss;
    };
    const perCode = chance(TRIES_OF_A_CODE);
    const perDay = chance(LIMITS.codeDay.max);
    const inAll = chance(TRIES_OF_A_REGISTRATION);
    const perAddress = chance(LIMITS.codeEmail.max);
    console.log(
      `chance to guess a code: ${[perCode, perDay, inAll, perAddress].map((one) => `${(one * 100).toFixed(3)} %`).join(', ')} by code, by day, in all, by address in 30 days`,
    );
    expect(perCode).toBeLessThanOrEqual(0.0005);
    expect(perDay).toBeLessThanOrEqual(0.001);
    expect(Math.max(inAll, perAddress)).toBeLessThanOrEqual(0.0025);
    expect([LIMITS.codeDay.seconds, LIMITS.codeEmail.seconds]).toEqual([86_400, 30 * 86_400]);
  });

  it('gives ten tries a day, over resends, and the rest tomorrow', async () => {
    world.clock.advance(DAY);
    const person = await register(world);
    let code = await newestCode(world, person.email);
    for (let step = 1; step <= 5; step += 1) await verify(person.userId, wrong(code, step));
    code = await newCode(person);
    for (let step = 1; step <= 5; step += 1) await verify(person.userId, wrong(code, step));
    code = await newCode(person);
    const locked = await verify(person.userId, code);
    expect([locked.status, locked.problem.code]).toEqual([429, 'code_tries_locked']);
    const wait = Number(locked.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(21 * 3600);
    world.clock.advance((wait - 1) * SECOND);
    code = await newCode(person);
    expect((await verify(person.userId, code)).status).toBe(200);
  });

  it('gives 25 tries in the life of a registration', async () => {
    const person = await register(world);
    await world.context.db
      .updateTable('users')
      .set({ code_tries: 24 })
      .where('id', '=', person.userId)
      .execute();
    const code = await newestCode(world, person.email);
    expect((await verify(person.userId, wrong(code))).status).toBe(400);
    expect((await verify(person.userId, code)).problem.code).toBe('code_tries_locked');
    world.clock.advance(40 * DAY);
    expect((await verify(person.userId, await newCode(person))).problem.code).toBe('code_tries_locked');
  });

  it('gives 25 tries per address in 30 days, however often it registers', async () => {
    const email = 'popular@example.com';
    for (let count = 0; count < 5; count += 1) {
      const person = await register(world, { email });
      const code = await newestCode(world, email);
      for (let step = 1; step <= 5; step += 1) await verify(person.userId, wrong(code, step));
      world.clock.advance(DAY);
    }
    const person = await register(world, { email: 'POPULAR@example.com' });
    const code = await newestCode(world, 'POPULAR@example.com');
    expect((await verify(person.userId, code)).problem.code).toBe('code_tries_locked');
    world.clock.advance(30 * DAY);
    const fresh = await newCode({ ...person, email: 'POPULAR@example.com' });
    expect((await verify(person.userId, fresh)).status).toBe(200);
  });

  it('limits wrong codes per network address', async () => {
    const own = await createWorld({ RATE_SCALE: '0.1' });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const person = await register(own);
      const code = await newestCode(own, person.email);
      const body = { userId: person.userId, code: wrong(code) };
      statuses.push((await own.call('POST /auth/verify-email', { body })).status);
    }
    await own.close();
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});

describe('resend', () => {
  // spec 7.8
  it('is free once, then one a minute, three an hour, five a day', async () => {
    world.clock.advance(DAY);
    const { userId } = await register(world);
    expect((await resend(userId)).status).toBe(200);
    const soon = await resend(userId);
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '60']);
    world.clock.advance(MINUTE);
    expect((await resend(userId)).status).toBe(200);
    world.clock.advance(MINUTE);
    expect((await resend(userId)).status).toBe(200);
    world.clock.advance(MINUTE);
    const hour = await resend(userId);
    expect([hour.status, Number(hour.headers.get('retry-after'))]).toEqual([429, 57 * 60]);
    world.clock.advance(57 * MINUTE);
    expect((await resend(userId)).status).toBe(200);
    world.clock.advance(60 * MINUTE);
    expect((await resend(userId)).status).toBe(200);
    world.clock.advance(61 * MINUTE);
    expect((await resend(userId)).status).toBe(429);
    world.clock.advance(DAY);
    expect((await resend(userId)).status).toBe(200);
  });

  it('makes one code of ten parallel calls', async () => {
    const { userId } = await register(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(userId)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await triesOf(userId)).toHaveLength(2);
  });

  it('does not wait for tries of others: a verified trader signs in meanwhile', async () => {
    const person = await registerVerified(world);
    const answer = await world.call('POST /auth/login', {
      body: { email: person.email, password: PASSWORD },
    });
    expect(answer.status).toBe(200);
  });
});
