import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestCode, PASSWORD, register, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { countLimit, LIMITS } from '../../platform/limits.ts';
import { emailHash } from './email-key.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ REFUSE_COMMON_PASSWORDS: 'true' });
});
afterAll(() => world.close());

const login = (email: string, password = PASSWORD) =>
  world.call('POST /auth/login', { body: { email, password } });

describe('register', () => {
  // spec 3.2, 7.6
  it('makes an unverified user of the role user, whatever else the body says', async () => {
    const raw = {
      name: 'Mallory',
      email: 'mallory@example.com',
      password: PASSWORD,
      role: 'admin',
      emailVerified: true,
      email_verified_at: '2026-01-01T00:00:00.000Z',
      _id: '00000000-0000-4000-8000-000000000000',
      __proto__: { role: 'admin' },
    };
    const answer = await world.call('POST /auth/register', { raw });
    expect(answer.status).toBe(201);
    expect(answer.body.message).toBe(
      'Registration successful! Please check your email for verification code.',
    );
    const row = await world.context.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', answer.body.userId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: 'user', email_verified_at: null, email_key: 'mallory@example.com' });
    expect(row.password_hash).not.toContain(PASSWORD);
  });

  it('sends a stranger ten mails an hour at most, however often they are registered', async () => {
    const body = { name: 'Stranger', email: 'stranger@example.com', password: PASSWORD };
    const most = LIMITS.registerEmail.max * world.context.config.rateScale;
    const { clock, config, db } = world.context;
    const counted = await countLimit(
      db,
      LIMITS.registerEmail,
      emailHash(body.email),
      clock.now(),
      config.rateScale,
      most - 1,
    );
    expect(counted).toBeNull();
    expect((await world.call('POST /auth/register', { body })).status).toBe(201);
    const refused = await world.call('POST /auth/register', {
      body: { ...body, email: ' Stranger@Example.com' },
    });
    expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const mails = await db
      .selectFrom('mails')
      .select('id')
      .where('recipient_email', 'ilike', body.email)
      .execute();
    expect(mails).toHaveLength(1);
  });

  it.each([
    [{ name: '', email: 'a@example.com', password: PASSWORD }, 'Name is required'],
    [{ name: 'A', email: 'a@example.com', password: PASSWORD }, 'Name must be at least 2 characters'],
    [{ name: 'Ann', email: '', password: PASSWORD }, 'Email is required'],
    [{ name: 'Ann', email: 'ann@', password: PASSWORD }, 'Invalid email address'],
    [{ name: 'Ann', email: ['ann@example.com'], password: PASSWORD }, 'Email is required'],
    [{ name: 'Ann', email: 'ann@example.com', password: '' }, 'Password is required'],
    [{ name: 'Ann', email: 'ann@example.com', password: 'short' }, 'Password must be at least 6 characters'],
    [{ name: 'Ann', email: 'ann@example.com', password: { $ne: '' } }, 'Password is required'],
    [
      { name: 'Ann', email: 'ann@example.com', password: 'ü'.repeat(600) },
      'Password must be at most 1024 bytes',
    ],
  ])('refuses %j', async (raw, message) => {
    const answer = await world.call('POST /auth/register', { raw });
    expect([answer.status, answer.problem.message]).toEqual([400, message]);
  });

  it.each(['Password1', 'firmament', 'Ann Example', 'ann@example.com', 'ANN.LOCAL'])(
    'refuses the common password %s',
    async (password) => {
      const email = password === 'ANN.LOCAL' ? 'ann.local@example.com' : 'ann@example.com';
      const answer = await world.call('POST /auth/register', {
        body: { name: 'Ann Example', email, password },
      });
      expect(answer.status).toBe(400);
      expect(answer.problem).toMatchObject({
        code: 'password_too_common',
        message: 'This password is too common. Please choose another.',
      });
    },
  );

  it('answers 409 for a verified address, in any spelling', async () => {
    await registerVerified(world, { email: 'taken@example.com' });
    const answer = await world.call('POST /auth/register', {
      body: { name: 'Second', email: '  TAKEN@Example.com ', password: PASSWORD },
    });
    expect(answer.status).toBe(409);
    expect(answer.problem.message).toBe('An account with this email already exists. Please log in.');
  });

  it('keeps registrations of one unverified address apart; verifying one removes the others', async () => {
    const email = 'twice@example.com';
    const first = await register(world, { email, name: 'First One', password: 'first password' });
    const firstCode = await newestCode(world, email);
    const second = await register(world, { email, name: 'Second One', password: 'second password' });
    const secondCode = await newestCode(world, email);
    expect(second.userId).not.toBe(first.userId);

    const asFirst = await login(email, 'first password');
    const asSecond = await login(email, 'second password');
    expect([asFirst.body.user._id, asSecond.body.user._id]).toEqual([first.userId, second.userId]);
    expect(asFirst.body.user.emailVerified).toBe(false);

    if (firstCode !== secondCode) {
      const crossed = await world.call('POST /auth/verify-email', {
        body: { userId: second.userId, code: firstCode },
      });
      expect(crossed.problem.code).toBe('code_wrong');
    }
    const verified = await world.call('POST /auth/verify-email', {
      body: { userId: second.userId, code: secondCode },
    });
    expect(verified.status).toBe(200);
    expect(verified.body.user).toMatchObject({ _id: second.userId, name: 'Second One', emailVerified: true });

    expect((await world.call('GET /profile', { token: asFirst.body.token })).status).toBe(401);
    expect((await world.call('GET /profile', { token: asSecond.body.token })).status).toBe(200);
    expect((await login(email, 'first password')).status).toBe(401);
    const late = await world.call('POST /auth/verify-email', {
      body: { userId: first.userId, code: firstCode },
    });
    expect(late.problem.code).toBe('registration_unknown');
  });

  it('lets one of two verify when both hold the right code at once', async () => {
    const email = 'race@example.com';
    const people: { userId: string; code: string }[] = [];
    for (const password of ['password one', 'password two']) {
      const { userId } = await register(world, { email, password });
      people.push({ userId, code: await newestCode(world, email) });
    }
    const answers = await Promise.all(people.map((body) => world.call('POST /auth/verify-email', { body })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const rows = await world.context.db
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', email)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('answers without the mail server and limits registrations per address', async () => {
    const own = await createWorld({ RATE_SCALE: '0.01' });
    const answers = [];
    for (let count = 0; count < 3; count += 1) {
      const body = { name: 'Ann', email: `ann${count}@example.com`, password: PASSWORD };
      answers.push(await own.call('POST /auth/register', { body }));
    }
    await own.close();
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the code mail', () => {
  it('holds the code alone on a line and no other run of four digits', async () => {
    const { email } = await register(world, { name: 'Agent 20077', email: 'mail@example.com' });
    const code = await newestCode(world, email);
    const mail = (await world.mails()).at(-1);
    expect(mail?.subject).toBe(`Your verification code is ${code}`);
    expect(mail?.text?.split('\n').filter((line) => line.trim() === code)).toHaveLength(1);
    expect(mail?.text?.match(/\d{4,}/g)).toEqual([code]);
    const html = typeof mail?.html === 'string' ? mail.html : '';
    const visible = html.replace(/<(style|title|head)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ');
    expect(visible.match(/\d{4,}/g)).toEqual([code]);
  });

  it('stays clean when the firm has digits in its name', async () => {
    const settings = { name: 'Funded 2025 Traders' };
    await world.context.db
      .insertInto('firm_settings')
      .values({ id: 1, settings: JSON.stringify(settings), updated_at: world.clock.now() })
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { email } = await register(world, { email: 'digits@example.com' });
    const code = await newestCode(world, email);
    const mail = (await world.mails()).at(-1);
    expect(`${mail?.subject} ${mail?.text}`.match(/\d{4,}/g)).toEqual([code, code]);
  });
});

describe('a verified-only call', () => {
  it('answers 403 to an unverified user and 401 to a visitor', async () => {
    const { email } = await register(world);
    const { token } = (await login(email)).body;
    const body = { email: 'other@example.com', password: PASSWORD };
    const unverified = await world.call('POST /profile/email', { token, body });
    expect([unverified.status, unverified.problem.code]).toEqual([403, 'email_not_verified']);
    expect((await world.call('GET /payment/addresses', { token })).status).toBe(403);
    expect((await world.call('GET /admin/users', { token })).status).toBe(403);
    expect((await world.call('POST /profile/email', { body })).status).toBe(401);
    expect((await world.call('GET /profile', { token })).body.emailVerified).toBe(false);
  });
});
