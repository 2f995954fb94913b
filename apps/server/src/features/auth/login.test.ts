import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activate,
  newestCode,
  PASSWORD,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { countTry } from './login.ts';

let world: World;
const MINUTE = 60_000;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const login = (email: string, password = PASSWORD, on = world) =>
  on.call('POST /auth/login', { body: { email, password } });

describe('login', () => {
  // spec 3.16, 7.5, 8.63
  it('answers a token and whether an account is active', async () => {
    const admin = await registerAdmin(world);
    const person = await registerVerified(world);
    const before = await login(person.email.toUpperCase());
    expect(before.body).toMatchObject({
      message: 'Login successful!',
      token: expect.any(String),
      hasActiveAccount: false,
      user: { _id: person.userId, email: person.email, role: 'user', emailVerified: true },
    });
    const account = await purchase(world, person);
    expect((await login(person.email)).body.hasActiveAccount).toBe(false);
    await activate(world, admin, account._id);
    expect((await login(person.email)).body.hasActiveAccount).toBe(true);
  });

  // spec 8.2
  it('says the same for an unknown address and a wrong password', async () => {
    const { email } = await registerVerified(world);
    const known = await login(email, 'not the password');
    const unknown = await login('nobody@example.com', 'not the password');
    const strip = (answer: typeof known) => ({
      ...answer.problem,
      instance: null,
      headers: [...answer.headers.keys()].sort(),
    });
    expect(known.status).toBe(401);
    expect(strip(known)).toEqual(strip(unknown));
    expect(known.problem.message).toBe('Invalid email or password');
  });

  it('spends a hash on unknown addresses too', async () => {
    const { email } = await registerVerified(world);
    const time = async (address: string): Promise<number> => {
      const start = performance.now();
      await login(address, 'not the password');
      return performance.now() - start;
    };
    const median = (times: number[]): number => times.sort((a, b) => a - b)[7] ?? 0;
    const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
    // By turns, so that other work of the machine slows both alike.
    for (let count = 0; count < 15; count += 1) {
      ofKnown.push(await time(email));
      ofUnknown.push(await time('absent@example.com'));
    }
    const [known, unknown] = [median(ofKnown), median(ofUnknown)];
    expect(unknown).toBeGreaterThan(known * 0.5);
    expect(unknown).toBeLessThan(known * 2);
  });

  it('signs an unverified user in as such', async () => {
    const { email } = await register(world);
    const answer = await login(email);
    expect([answer.status, answer.body.user.emailVerified]).toEqual([200, false]);
  });

  it('finds the registration whose password fits, however many others of the address came later', async () => {
    const first = await register(world, { email: 'wanted@example.com', password: 'the first password' });
    for (let later = 0; later < 8; later += 1) await register(world, { email: 'wanted@example.com' });
    const answer = await login(first.email, first.password);
    expect(answer.body.user._id).toBe(first.userId);
  });

  it('tells a disabled user only after the right password', async () => {
    const { email, userId } = await registerVerified(world);
    await world.context.db
      .updateTable('users')
      .set({ disabled_at: world.clock.now() })
      .where('id', '=', userId)
      .execute();
    expect((await login(email, 'not the password')).problem.code).toBe('invalid_credentials');
    const answer = await login(email);
    expect([answer.status, answer.problem.code]).toEqual([403, 'user_disabled']);
  });

  it('hashes anew when the key of the pepper changed', async () => {
    const { email, userId } = await registerVerified(world);
    const rotated = { ...world.context.keys['password-pepper'] };
    const fresh = { id: 'feedbeef', bytes: Buffer.alloc(32, 7) };
    const hashOf = async () =>
      (
        await world.context.db
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
      ).password_hash;
    Object.assign(world.context.keys['password-pepper'], { current: fresh, all: [fresh, ...rotated.all] });
    try {
      expect(await hashOf()).not.toMatch(/^feedbeef\$/);
      expect((await login(email)).status).toBe(200);
      expect(await hashOf()).toMatch(/^feedbeef\$/);
      expect((await login(email)).status).toBe(200);
    } finally {
      Object.assign(world.context.keys['password-pepper'], rotated);
    }
  });
});

describe('login limits', () => {
  let strict: World;
  beforeAll(async () => {
    strict = await createWorld({ RATE_SCALE: '1' });
  });
  afterAll(() => strict.close());

  const fail = async (email: string, times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      expect((await login(email, `wrong password ${count}`, strict)).status).toBe(401);
    }
  };
  const waitOf = async (email: string, password = PASSWORD): Promise<number> => {
    const answer = await login(email, password, strict);
    return answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0;
  };

  it('makes an account wait 30 s after the tenth failure, then twice as long each time, 15 minutes at most', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    await fail(email, 10);
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const wait = await waitOf(email);
      waits.push(wait);
      strict.clock.advance(wait * 1000 - 1);
      expect((await login(email, PASSWORD, strict)).status).toBe(429);
      strict.clock.advance(1);
      await fail(email, 1);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('lets a right password in after the wait, and begins afresh then', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    await fail(email, 10);
    strict.clock.advance(30_000);
    expect((await login(email, PASSWORD, strict)).status).toBe(200);
    await fail(email, 9);
    expect((await login(email, PASSWORD, strict)).status).toBe(200);
  });

  it('begins afresh after a quarter of an hour without a failure', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    await fail(email, 10);
    strict.clock.advance(30_000);
    await fail(email, 1);
    expect(await waitOf(email)).toBe(60);
    strict.clock.advance(60_000 + 15 * MINUTE);
    await fail(email, 9);
    expect(await waitOf(email, 'wrong password')).toBe(0);
    expect(await waitOf(email)).toBe(30);
  });

  it('counts ten failures of any quarter of an hour, not of one by the clock', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    for (let round = 0; round < 3; round += 1) {
      await fail(email, 3);
      strict.clock.advance(4.9 * MINUTE);
    }
    await fail(email, 1);
    expect(await waitOf(email)).toBe(30);
  });

  it('makes an unknown address wait alike, with the same words', async () => {
    strict.clock.advance(60 * MINUTE);
    await fail('stranger@example.com', 10);
    const answer = await login('stranger@example.com', PASSWORD, strict);
    expect([answer.status, answer.headers.get('retry-after'), answer.problem.message]).toEqual([
      429,
      '30',
      'Too many failed sign-ins. Please try again in 30 seconds.',
    ]);
  });

  it('locks an account after ten failures, without telling a right password', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    for (let count = 0; count < 10; count += 1) {
      expect((await login(email, `wrong password ${count}`, strict)).status).toBe(401);
    }
    const right = await login(email, PASSWORD, strict);
    const wrong = await login(email, 'wrong password', strict);
    expect([right.status, wrong.status]).toEqual([429, 429]);
    expect(right.problem.message).toBe(wrong.problem.message);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    strict.clock.advance(30_000);
    expect((await login(email, PASSWORD, strict)).status).toBe(200);
  });

  it('counts failures only', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    for (let count = 0; count < 25; count += 1) {
      expect((await login(email, PASSWORD, strict)).status).toBe(200);
    }
  });

  it('checks at most ten of 40 parallel wrong passwords', async () => {
    strict.clock.advance(60 * MINUTE);
    const { email } = await registerVerified(strict);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, count) => login(email, `wrong password ${count}`, strict)),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(30);
  });

  it('tells the owner of a sign-in after ten wrong passwords in a row', async () => {
    const own = await createWorld({ RATE_SCALE: '1' });
    const person = await registerVerified(own);
    const login = (password: string) =>
      own.call('POST /auth/login', { body: { email: person.email, password } });
    const noticed = async () =>
      (await own.mails()).filter(({ subject }) => subject === 'Somebody signed in after many wrong passwords')
        .length;
    const afterWrong = async (count: number) => {
      for (let done = 0; done < count; done += 1) expect((await login('not this one')).status).toBe(401);
      own.clock.advance(15 * MINUTE);
      expect((await login(person.password)).status).toBe(200);
      return noticed();
    };
    expect(await afterWrong(9)).toBe(0);
    expect(await afterWrong(10)).toBe(1);
    expect(await afterWrong(0)).toBe(1);
    await own.close();
  });

  it('counts before it compares, so that many processes at once compare no more', async () => {
    const own = await createWorld({ RATE_SCALE: '1' });
    const at = own.clock.now();
    const tries = (ip: (count: number) => string, email: (count: number) => string) =>
      Promise.all(
        Array.from({ length: 40 }, (_, count) =>
          countTry(own.context, { email: email(count), ip: ip(count), at }),
        ),
      );
    const oneAccount = await tries(
      (count) => `192.0.2.${count}`,
      () => 'one@example.com',
    );
    const oneAddress = await tries(
      () => '198.51.100.1',
      (count) => `${count}@example.com`,
    );
    await own.close();
    expect(oneAccount.filter((refusal) => refusal === null)).toHaveLength(10);
    expect(oneAddress.filter((refusal) => refusal === null)).toHaveLength(20);
  });

  it('limits an address, whatever X-Forwarded-For says', async () => {
    strict.clock.advance(60 * MINUTE);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const answer = await strict.call('POST /auth/login', {
        body: { email: `guess${count}@example.com`, password: 'wrong password' },
        headers: { 'x-forwarded-for': `203.0.113.${count}` },
      });
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  it('turns the password off after a hundred wrong ones in a row, until a reset', async () => {
    const { email } = await registerVerified(strict);
    for (let round = 0; round < 10; round += 1) {
      strict.clock.advance(61 * MINUTE);
      for (let count = 0; count < 10; count += 1) await login(email, 'wrong password', strict);
    }
    strict.clock.advance(61 * MINUTE);
    const locked = await login(email, PASSWORD, strict);
    expect([locked.status, locked.problem.message]).toEqual([
      429,
      'Too many wrong passwords. Please reset your password.',
    ]);
    await strict.call('POST /auth/forgot-password', { body: { email } });
    const texts = (await strict.mails()).map((mail) => mail.text).join('\n');
    const link = /reset-password\/([\w-]+)/.exec(texts)?.[1] ?? '';
    const reset = await strict.call('POST /auth/reset-password/{resetToken}', {
      params: { resetToken: link },
      body: { password: 'a brand new password' },
    });
    expect(reset.status).toBe(200);
    expect((await login(email, 'a brand new password', strict)).status).toBe(200);
  }, 120_000);
});

describe('the token', () => {
  const parts = (token: string) => token.split('.').map((part) => Buffer.from(part, 'base64url'));
  const status = async (token: string) => (await world.call('GET /profile', { token })).status;

  // spec 3.1
  it('carries what the client reads', async () => {
    const person = await registerVerified(world);
    const payload: unknown = JSON.parse(String(parts(person.token)[1]));
    expect(payload).toMatchObject({
      _id: person.userId,
      email: person.email,
      role: 'user',
      name: person.name,
      emailVerified: true,
    });
  });

  it('is refused when forged', async () => {
    const person = await registerVerified(world);
    const [header = '', payload = '', signature = ''] = person.token.split('.');
    const claims: Record<string, unknown> = JSON.parse(String(parts(person.token)[1]));
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const key = world.context.keys['session-token'].current;
    const good = { alg: 'HS256', typ: 'at+jwt', kid: key.id };
    const make = (head: typeof good, body: Record<string, unknown>, secret: Uint8Array = key.bytes) =>
      new SignJWT(body).setProtectedHeader(head).sign(new Uint8Array(secret));
    expect(await status(await make(good, claims))).toBe(200);

    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const forged = [
      `${encode({ ...good, alg: 'none' })}.${payload}.`,
      `${encode({ ...good, alg: 'none' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, role: 'admin' })}.${signature}`,
      `${header}.${payload}.${Buffer.alloc(32).toString('base64url')}`,
      `${header}.${payload}`,
      await make(good, claims, Buffer.alloc(32, 1)),
      await make(good, claims, world.context.keys['signed-name'].current.bytes),
      await make({ ...good, kid: 'ffffffff' }, claims),
      await make({ ...good, kid: '../../etc/passwd' }, claims),
      await make({ ...good, typ: 'JWT' }, claims),
      await make({ ...good, alg: 'HS512' }, claims, Buffer.alloc(64, 3)),
      await make(good, { ...claims, aud: 'another' }),
      await make(good, { ...claims, iss: 'another' }),
      await make(good, { ...claims, sid: 'AAAAAAAAAAAAAAAAAAAAAA' }),
      await make(good, { ...claims, sid: undefined }),
      await make(good, { ...claims, exp: Math.floor(world.clock.now().getTime() / 1000) - 1 }),
      await make(good, { ...claims, exp: undefined }),
      'null.null.null',
      'Bearer',
      `${header}.${payload}.`,
      `${encode({ ...good, alg: 'hs256' })}.${payload}.${signature}`,
      await make({ ...good, alg: 'HS384' }, claims, Buffer.alloc(48, 3)),
      await make({ alg: 'HS256', typ: 'at+jwt' } as typeof good, claims),
      await make({ alg: 'HS256', kid: key.id } as typeof good, claims),
      await make(good, { ...claims, iat: undefined }),
      await make(good, { ...claims, aud: undefined }),
      await make(good, { ...claims, iss: undefined }),
      await make(good, { ...claims, sid: [claims.sid] }),
      await make({ ...good, jku: 'https://evil.example/keys' } as typeof good, claims, Buffer.alloc(32, 2)),
      await make(
        { ...good, jwk: { kty: 'oct', k: encode('x') } } as typeof good,
        claims,
        Buffer.alloc(32, 2),
      ),
      await make({ ...good, kid: '__proto__' }, claims, Buffer.alloc(32, 2)),
      await new SignJWT(claims).setProtectedHeader({ ...good, alg: 'EdDSA' }).sign(privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ ...good, alg: 'EdDSA', jwk: publicKey.export({ format: 'jwk' }) })
        .sign(privateKey),
    ];
    console.log(`forged tokens: ${forged.length} tried, 0 accepted`);
    for (const token of forged) expect([token, await status(token)]).toEqual([token, 401]);
    expect(await status(person.token)).toBe(200);
  });

  it('gives no role: the database does', async () => {
    const person = await registerVerified(world);
    const key = world.context.keys['session-token'].current;
    const claims: Record<string, unknown> = JSON.parse(String(parts(person.token)[1]));
    const token = await new SignJWT({ ...claims, role: 'admin' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.id })
      .sign(new Uint8Array(key.bytes));
    expect((await world.call('GET /admin/users', { token })).status).toBe(403);
  });

  // spec 7.3
  it('is not read from the query, a cookie or another scheme', async () => {
    const { token } = await registerVerified(world);
    const tries: [string, Record<string, string>][] = [
      [`/api/profile?token=${token}&access_token=${token}`, {}],
      ['/api/profile', { cookie: `token=${token}` }],
      ['/api/profile', { authorization: `Basic ${token}` }],
      ['/api/profile', { authorization: token }],
      ['/api/profile', { 'x-access-token': token }],
    ];
    for (const [path, headers] of tries) {
      expect((await fetch(`${world.url}${path}`, { headers })).status).toBe(401);
    }
  });

  it('ends idle after a day and in any case after seven', async () => {
    const idle = await registerVerified(world);
    world.clock.advance(24 * 60 * MINUTE + 1000);
    expect(await status(idle.token)).toBe(401);
    const busy = await registerVerified(world);
    for (let hours = 0; hours < 7 * 24 - 12; hours += 12) {
      world.clock.advance(12 * 60 * MINUTE);
      expect(await status(busy.token)).toBe(200);
    }
    world.clock.advance(12 * 60 * MINUTE + 1000);
    expect(await status(busy.token)).toBe(401);
  });

  it('of an administrator ends after eight hours without a call', async () => {
    const admin = await registerAdmin(world);
    world.clock.advance(7 * 60 * MINUTE);
    expect(await status(admin.token)).toBe(200);
    world.clock.advance(8 * 60 * MINUTE + 1000);
    expect(await status(admin.token)).toBe(401);
  });

  it('of an administrator ends after twelve hours however busy', async () => {
    const { token } = await registerAdmin(world);
    for (const hours of [6, 5.9]) {
      world.clock.advance(hours * 60 * MINUTE);
      expect(await status(token)).toBe(200);
    }
    world.clock.advance(6 * MINUTE);
    expect(await status(token)).toBe(401);
  });

  it('ends at logout, that one alone', async () => {
    const person = await registerVerified(world);
    const other = (await login(person.email)).body.token;
    expect((await world.call('POST /auth/logout', { token: person.token })).status).toBe(200);
    expect([await status(person.token), await status(other)]).toEqual([401, 200]);
    expect((await world.call('POST /auth/logout', { token: person.token })).status).toBe(401);
  });

  it('makes room: the oldest of eleven sessions ends', async () => {
    const person = await registerVerified(world);
    const tokens = [person.token];
    for (let count = 0; count < 10; count += 1) {
      world.clock.advance(1000);
      tokens.push((await login(person.email)).body.token);
    }
    expect(await status(tokens[0] ?? '')).toBe(401);
    expect(await status(tokens[1] ?? '')).toBe(200);
    expect(await newestCode(world, person.email)).toMatch(/^\d{4}$/);
  });
});
