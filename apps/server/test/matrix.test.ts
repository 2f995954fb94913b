import { type Requirement, type Route, type RouteKey, routes } from '@firmament/contract';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { turnOnTwoFactor } from './authenticator.ts';
import {
  activate,
  PASSWORD,
  type Person,
  purchase,
  register,
  registerAdmin,
  registerVerified,
} from './factories.ts';
import { createWorld, type World } from './world.ts';

const table: Record<string, Route> = routes;
const keys = Object.keys(routes) as RouteKey[];
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let world: World;
let trader: Person;
let other: Person;
let admin: Person;
const tokens: Record<string, string | undefined> = {};
const emails: Record<string, string> = {};

const signIn = async (email: string, password = PASSWORD): Promise<string> => {
  const answer = await world.call('POST /auth/login', { body: { email, password } });
  expect(answer.status, answer.problem.message).toBe(200);
  return answer.body.token;
};

const forged = (userId: string): Promise<string> =>
  new SignJWT({
    _id: userId,
    email: 'ada@example.com',
    role: 'admin',
    name: 'Ada',
    emailVerified: true,
    sid: 'AAAA',
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: world.context.keys['session-token'].current.id })
    .setIssuer('firmament')
    .setAudience('firmament-api')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another key of thirty-two characters!'));

/** A session's token as it is once its life is over, signed with the true key. */
const expired = async (token: string): Promise<string> => {
  const claims: Record<string, unknown> = JSON.parse(
    String(Buffer.from(token.split('.')[1] ?? '', 'base64url')),
  );
  const { id, bytes } = world.context.keys['session-token'].current;
  return new SignJWT({ ...claims, exp: Math.floor(world.clock.now().getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: id })
    .sign(new Uint8Array(bytes));
};

/** Answers that were as expected. */
let asked = 0;

beforeAll(async () => {
  world = await createWorld();
  trader = await registerVerified(world);
  other = await registerVerified(world);
  admin = await registerAdmin(world);
  const unverified = await register(world);
  tokens.trader = other.token;
  tokens.admin = admin.token;
  tokens.unverified = await signIn(unverified.email);
  const disabled = await registerVerified(world);
  tokens['disabled user'] = disabled.token;
  await world.context.db
    .updateTable('users')
    .set({ disabled_at: world.clock.now() })
    .where('id', '=', disabled.userId)
    .execute();
  for (const [actor, person] of [
    ['second step open', await registerVerified(world)],
    ['second step open, admin', await registerAdmin(world)],
  ] as const) {
    await turnOnTwoFactor(world, person);
    emails[actor] = person.email;
    tokens[actor] = await signIn(person.email);
  }
  const gone = await registerVerified(world);
  tokens['revoked token'] = gone.token;
  tokens['expired token'] = await expired((await registerAdmin(world)).token);
  await world.call('POST /auth/logout', { token: gone.token });
  tokens['forged token'] = await forged(admin.userId);
}, 120_000);

afterAll(async () => {
  console.log(`matrix: ${keys.length} calls by ${ACTORS.length} actors: ${asked} answers, 0 wrong`);
  await world.close();
});

/** Code that an actor must be answered with, or null when the call is open to them. */
const expected = (actor: string, requirement: Requirement): string | null => {
  if (requirement === 'public') return null;
  if (actor === 'admin') return null;
  if (actor === 'trader') return requirement === 'admin' ? 'forbidden' : null;
  if (actor === 'unverified')
    return { session: null, user: null, verified: 'email_not_verified', admin: 'forbidden' }[requirement];
  if (actor.startsWith('second step open')) return requirement === 'session' ? null : 'totp_required';
  return 'unauthenticated';
};

const REFUSALS = ['unauthenticated', 'forbidden', 'email_not_verified', 'totp_required', 'step_up_required'];

/** Calls that may end the session that makes them: each gets a session of its own. */
const ENDS_SESSIONS = new Set<RouteKey>([
  'POST /auth/logout',
  'POST /profile/sign-out-everywhere',
  'POST /profile/close',
]);

const tokenOf = async (actor: string, key: RouteKey): Promise<string | undefined> => {
  if (!ENDS_SESSIONS.has(key)) return tokens[actor];
  if (actor === 'trader') return (await registerVerified(world)).token;
  if (actor === 'admin') return (await registerAdmin(world)).token;
  if (actor === 'unverified') return signIn((await register(world)).email);
  if (actor.startsWith('second step open')) return signIn(emails[actor] ?? '');
  return tokens[actor];
};

const paramsFor = (key: RouteKey): Record<string, string> =>
  Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] ?? '', UNKNOWN_ID]));

const ask = (key: RouteKey, token: string | undefined, params: Record<string, string> = paramsFor(key)) =>
  world.call(key, { params: params as never, ...(token ? { token } : {}) });

const ACTORS = [
  ...['visitor', 'unverified', 'trader', 'admin', 'second step open', 'second step open, admin'],
  ...['disabled user', 'revoked token', 'expired token', 'forged token'],
];

describe.each(ACTORS)('%s', (actor) => {
  it.each(keys)('%s', async (key) => {
    const requirement = table[key]?.auth ?? 'admin';
    const answer = await ask(key, await tokenOf(actor, key));
    const code = expected(actor, requirement);
    expect(answer.status).toBeLessThan(500);
    if (code) expect(answer.problem.code).toBe(code);
    else expect(REFUSALS).not.toContain(answer.problem.code);
    asked += 1;
  });
});

describe("another trader's things", () => {
  let account: { _id: string };
  let login: string;

  beforeAll(async () => {
    account = await purchase(world, trader);
    login = (await activate(world, admin, account._id)).accountNumber ?? '';
  }, 60_000);

  const owned = keys.filter((key) => table[key]?.auth === 'verified' && /\{(id|mt5Login)\}/.test(key));

  it('has calls to look at', () => {
    expect(owned.length).toBeGreaterThanOrEqual(4);
  });

  it.each(owned)('%s answers 404 as for an unknown one, and opens to its owner', async (key) => {
    const params = { id: account._id, mt5Login: login };
    const form = () => {
      const data = new FormData();
      data.set('screenshot', new File([new Uint8Array([1])], 'a.png'));
      return data;
    };
    const input = { params: params as never, ...(table[key]?.files ? { form: form() } : {}) };
    const theirs = await world.call(key, { ...input, token: other.token });
    const unknown = await world.call(key, {
      ...input,
      params: { id: UNKNOWN_ID, mt5Login: '1' } as never,
      token: other.token,
    });
    const own = await world.call(key, { ...input, token: trader.token });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.problem, instance: '' }).toEqual({ ...unknown.problem, instance: '' });
    expect(own.status).not.toBe(404);
  });
});

describe('a session', () => {
  const profile = (token: string) => world.call('GET /profile', { token });
  type End = (person: Person, id: string) => Promise<{ status: number }>;
  const byAdmin = (person: Person) => ({ token: admin.token, params: { id: person.userId } });
  const ends: [string, End][] = [
    ['signing out', ({ token }) => world.call('POST /auth/logout', { token })],
    [
      'signing out everywhere on another device',
      async ({ email, password }) => {
        const { token } = (await world.call('POST /auth/login', { body: { email, password } })).body;
        return world.call('POST /profile/sign-out-everywhere', { token });
      },
    ],
    [
      'ending it on another device',
      async ({ email, password }, id) => {
        const { token } = (await world.call('POST /auth/login', { body: { email, password } })).body;
        return world.call('DELETE /profile/sessions/{id}', { token, params: { id } });
      },
    ],
    [
      'a new password on another device',
      async ({ email, password }) => {
        const { token } = (await world.call('POST /auth/login', { body: { email, password } })).body;
        const body = { currentPassword: password, newPassword: 'another horse battery' };
        return world.call('POST /profile/password', { token, body });
      },
    ],
    ['being disabled', (person) => world.call('POST /admin/users/{id}/disable', byAdmin(person))],
    [
      'another role',
      (person) => {
        const body = { name: person.name, email: person.email, role: 'admin' as const };
        return world.call('PUT /admin/users/{id}', { ...byAdmin(person), body });
      },
    ],
    [
      'closing the account',
      ({ token, password }) => world.call('POST /profile/close', { token, body: { password } }),
    ],
  ];

  it.each(ends)('ends at once by %s, also for another process', async (_, end) => {
    const person = await registerVerified(world);
    const sessions = await world.call('GET /profile/sessions', { token: person.token });
    const id = sessions.body.sessions[0]?._id ?? '';
    expect((await profile(person.token)).status).toBe(200);
    expect((await end(person, id)).status).toBe(200);
    expect((await profile(person.token)).status).toBe(401);
    const other = createApp({ ...world.context });
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await other.request('/api/profile', { headers })).status).toBe(401);
  });
});
