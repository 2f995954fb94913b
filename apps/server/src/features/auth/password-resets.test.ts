import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, register, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { askForReset } from './password-resets.ts';

let world: World;
const MINUTE = 60_000;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const forgot = (email: string, headers: Record<string, string> = {}, on = world) =>
  on.call('POST /auth/forgot-password', { body: { email }, headers });
const reset = (resetToken: string, password = 'a new password', on = world) =>
  on.call('POST /auth/reset-password/{resetToken}', { params: { resetToken }, body: { password } });
const login = (email: string, password: string) =>
  world.call('POST /auth/login', { body: { email, password } });

const mailsTo = async (email: string, on = world) =>
  (await on.mails()).filter((mail) => [mail.to].flat().some((to) => to?.text.includes(email)));

const newestLink = async (email: string): Promise<string> => {
  const texts = (await mailsTo(email)).map((mail) => mail.text ?? '');
  const links = texts.flatMap((text) => {
    const link = /http:\/\/firm\.example\/reset-password\/([\w-]{43})\b/.exec(text)?.[1];
    return link ? [link] : [];
  });
  const link = links.at(-1);
  if (!link) throw new Error(`no link among ${texts.length} mails`);
  return link;
};

describe('forgot-password', () => {
  // spec 7.9
  it('answers the same for known, unknown and repeated addresses', async () => {
    const { email } = await registerVerified(world);
    const answers = [await forgot(email), await forgot('nobody@example.com'), await forgot(email)];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([
        200,
        { success: true, message: 'Password reset instructions sent to your email' },
      ]);
    }
    expect(await mailsTo('nobody@example.com')).toHaveLength(0);
  });

  it('asks the database the same for a known address and for an unknown one, so that time tells nothing', async () => {
    const { email } = await registerVerified(world);
    const { db } = world.context;
    const statementsOf = async (address: string): Promise<string[]> => {
      const seen: string[] = [];
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          seen.push(db.getExecutor().compileQuery(node, { queryId: 'seen' }).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const context = { ...world.context, db: db.withPlugin(plugin) };
      await askForReset(context, address, '192.0.2.7');
      return seen;
    };
    const known = await statementsOf(email);
    expect(known.some((statement) => statement.includes('reset_requests'))).toBe(true);
    expect(await statementsOf('nobody@example.com')).toEqual(known);
    expect(known.join(' ')).not.toMatch(/"users"|"mails"/);
    expect(await newestLink(email)).toMatch(/^[\w-]{43}$/);
  });

  it('builds the link from the configuration, not from the request', async () => {
    const { email } = await registerVerified(world);
    await forgot(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const mail = (await mailsTo(email)).find((entry) => entry.subject === 'Reset your password');
    expect(mail?.text).toContain('http://firm.example/reset-password/');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });

  it('takes one address, not a list', async () => {
    const raw = { email: ['trader1@example.com', 'evil@example.com'] };
    expect((await world.call('POST /auth/forgot-password', { raw })).status).toBe(400);
    const injected = { email: 'trader1@example.com\nBcc: evil@example.com' };
    expect((await world.call('POST /auth/forgot-password', { raw: injected })).status).toBe(400);
  });

  it('is limited silently', async () => {
    const strict = await createWorld({ RATE_SCALE: '1' });
    const { email } = await registerVerified(strict);
    for (let count = 0; count < 5; count += 1) expect((await forgot(email, {}, strict)).status).toBe(200);
    const resets = (await mailsTo(email, strict)).filter((mail) => mail.subject === 'Reset your password');
    await strict.close();
    // A link that is still waiting is replaced by the next one, so fewer may arrive.
    expect(resets.length).toBeGreaterThan(0);
    expect(resets.length).toBeLessThanOrEqual(3);
  });
});

describe('reset-password', () => {
  // spec 7.10
  it('sets the password once and ends all sessions', async () => {
    const person = await registerVerified(world);
    await forgot(person.email);
    const link = await newestLink(person.email);
    const answer = await reset(link);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Password reset successful! Please log in with your new password.',
    ]);
    expect((await world.call('GET /profile', { token: person.token })).status).toBe(401);
    expect((await login(person.email, PASSWORD)).status).toBe(401);
    expect((await login(person.email, 'a new password')).status).toBe(200);
    const told = (await world.mails()).filter(({ subject }) => subject === 'Your password was changed');
    expect(told.map(({ to }) => [to].flat().map((one) => one?.text))).toEqual([[person.email]]);
    const again = await reset(link, 'another password');
    expect([again.status, again.problem.message]).toEqual([
      400,
      'Failed to reset password. The link may be expired or invalid.',
    ]);
  });

  it('works once of ten parallel uses', async () => {
    const { email } = await registerVerified(world);
    await forgot(email);
    const link = await newestLink(email);
    const passwords = Array.from({ length: 10 }, (_, count) => `parallel password ${count}`);
    const answers = await Promise.all(passwords.map((password) => reset(link, password)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
    const winner = passwords[answers.findIndex((answer) => answer.status === 200)] ?? '';
    expect((await login(email, winner)).status).toBe(200);
  });

  it('accepts the newest link only, for 30 minutes', async () => {
    const { email } = await registerVerified(world);
    await forgot(email);
    const old = await newestLink(email);
    await forgot(email);
    const fresh = await newestLink(email);
    expect((await reset(old)).status).toBe(400);
    world.clock.advance(30 * MINUTE + 1000);
    expect((await reset(fresh)).status).toBe(400);
  });

  // spec 5.6
  it('refuses a short password without using the link up, and stores no token', async () => {
    const { email, userId } = await registerVerified(world);
    await forgot(email);
    const link = await newestLink(email);
    expect((await reset(link, 'short')).problem.message).toBe('Password must be at least 6 characters');
    const rows = await world.context.db
      .selectFrom('password_resets')
      .select('token_hash')
      .where('user_id', '=', userId)
      .execute();
    expect(rows.map((row) => row.token_hash)).not.toContain(link);
    const mails = await world.context.db
      .selectFrom('mails')
      .select('payload')
      .where('template', '=', 'password_reset')
      .execute();
    expect(JSON.stringify(mails)).not.toContain(link);
    expect((await reset(link)).status).toBe(200);
  });

  it('gives an unverified registration a password, not a verified address', async () => {
    const { email } = await register(world);
    await forgot(email);
    expect((await reset(await newestLink(email))).status).toBe(200);
    expect((await login(email, 'a new password')).body.user.emailVerified).toBe(false);
  });

  it('limits bad links', async () => {
    const strict = await createWorld({ RATE_SCALE: '0.1' });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await reset('x'.repeat(43), 'a new password', strict)).status);
    }
    await strict.close();
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});
