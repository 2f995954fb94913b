import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, registerAdmin, registerVerified } from '../../test/factories.ts';
import { createWorld, type World } from '../../test/world.ts';

let world: World;
let trader: Person;
let admin: Person;
const written: string[] = [];

const lines = () => written.map((line): Record<string, unknown> => JSON.parse(line));
const told = (msg: string) => lines().filter((line) => line.msg === msg);

beforeAll(async () => {
  world = await createWorld();
  trader = await registerVerified(world);
  admin = await registerAdmin(world);
  world.context.log = pino({ level: 'info' }, { write: (line) => void written.push(line) });
});
beforeEach(() => void written.splice(0));
afterAll(() => world.close());

describe('the log', () => {
  it('tells who signed in, how and from where, and who failed to', async () => {
    const right = await world.call('POST /auth/login', { body: { email: trader.email, password: PASSWORD } });
    const wrong = await world.call('POST /auth/login', {
      body: { email: trader.email, password: 'wrong one' },
    });
    expect([right.status, wrong.status]).toEqual([200, 401]);
    const where = {
      ip: '127.0.0.1',
      route: 'POST /auth/login',
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    };
    expect(told('identity')).toEqual([expect.objectContaining({ ...where, user: trader.userId })]);
    expect(told('call refused')).toEqual([
      expect.objectContaining({ ...where, user: null, code: 'invalid_credentials' }),
    ]);
    expect(new Date(Number(lines()[0]?.time)).getUTCFullYear()).toBeGreaterThan(2024);
    await world.call('POST /auth/logout', { token: right.body.token });
    expect(told('identity').at(-1)).toMatchObject({ route: 'POST /auth/logout', user: trader.userId });
  });

  it('tells of a new password, and of each try with a wrong one', async () => {
    const change = (currentPassword: string, newPassword: string) =>
      world.call('POST /profile/password', { token: admin.token, body: { currentPassword, newPassword } });
    expect((await change('not this one', 'another good one')).status).toBe(400);
    expect((await change(PASSWORD, 'another good one')).status).toBe(200);
    expect(told('call refused')).toMatchObject([{ code: 'current_password_wrong', user: admin.userId }]);
    expect(told('identity')).toMatchObject([{ route: 'POST /profile/password', user: admin.userId }]);
  });

  it('tells of calls without the right, beyond a limit, and of input that is none, by the number in the answer', async () => {
    const users = await world.call('GET /admin/users', { token: trader.token });
    expect(users.status).toBe(403);
    await world.call('GET /profile', {});
    await world.call('POST /auth/register', { raw: { email: ['a@example.com'] } });
    expect(told('call refused').map(({ code, user, route }) => [route, code, user])).toEqual([
      ['GET /admin/users', 'forbidden', trader.userId],
      ['GET /profile', 'unauthenticated', null],
      ['POST /auth/register', 'validation_failed', null],
    ]);
    const { instance } = users.problem as unknown as { instance: string };
    expect(instance).toBe(`urn:uuid:${told('call refused')[0]?.request}`);
  });

  it('stays one line a thing whatever is sent, and holds neither what was typed nor a token', async () => {
    const forged = 'x\r\n{"level":50,"msg":"forged"}\u001b[31m';
    await world.call('POST /auth/login', {
      body: { email: 'no.one@example.com', password: `a secret word${forged}` },
      headers: { 'user-agent': 'x {"msg":"forged"}', 'x-forwarded-for': '"},{"msg":"forged"' },
    });
    await world.call('POST /auth/login', { raw: { email: forged, password: forged } });
    await world.call('GET /admin/users', { token: trader.token, query: { search: forged } });
    await world.call('GET /accounts/{id}', { token: trader.token, params: { id: forged } });
    for (const line of written) {
      for (const sign of ['\r', '\n', '\u001b']) expect(line.trimEnd()).not.toContain(sign);
      expect(JSON.parse(line).msg).not.toBe('forged');
      expect(line).not.toContain('a secret word');
      expect(line).not.toContain(trader.token);
    }
    expect(told('call refused')).toHaveLength(4);
  });
});
