import { connect } from 'node:net';
import { type Route, type RouteKey, routes } from '@firmament/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsubscribeToken } from '../src/features/mailings/unsubscribe.ts';
import { PASSWORD, type Person, purchase, registerAdmin, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let trader: Person;
let admin: Person;
beforeAll(async () => {
  world = await createWorld({ RATE_SCALE: '1' });
  trader = await registerVerified(world);
  admin = await registerAdmin(world);
  await purchase(world, trader);
});
afterAll(() => world.close());

/** Sends bytes as they are and reads until the server closes the connection. */
const sendBytes = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('a message', () => {
  const body = '{"email":"a@example.com","password":"a password"}';
  const smuggled = 'GET /api/admin/users HTTP/1.1\r\nHost: a\r\n\r\n';
  const message = (headers: string[], rest: string) =>
    ['POST /api/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers, '', rest].join(
      '\r\n',
    );

  it('with two lengths, or a length and chunks, is refused', async () => {
    const chunked = `0\r\n\r\n${smuggled}`;
    const messages = [
      message([`Content-Length: ${body.length}`, 'Content-Length: 0'], body + smuggled),
      message([`Content-Length: ${body.length}, 0`], body + smuggled),
      message(['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked),
      message(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked),
      message(['Transfer-Encoding: chunked, identity'], chunked),
      message(['Transfer-Encoding : chunked'], chunked),
      message(['Transfer-Encoding: xchunked'], chunked),
      message([`Content-Length: +${body.length}`], body + smuggled),
      message([`Content-Length: 0x${body.length.toString(16)}`], body + smuggled),
    ];
    for (const one of messages) {
      const answer = await sendBytes(one);
      expect(answer, one).toMatch(/^HTTP\/1\.1 400 /);
      // What was to be smuggled in would have been answered too.
      expect(answer.match(/HTTP\/1\.1 /g), one).toHaveLength(1);
    }
  });
});

/** One request as it is written, without what fetch would tidy up; its status, headers and body. */
const ask = async (
  method: string,
  target: string,
  headers: readonly string[] = [],
  body = '',
): Promise<{ status: number; head: string; body: string }> => {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close'];
  if (body !== '') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  const answer = await sendBytes([...lines, '', body].join('\r\n'));
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: rest.join('\r\n\r\n') };
};
const HOST = 'Host: firm.example';
const bearer = (person: Person) => `Authorization: Bearer ${person.token}`;

describe('a limit', () => {
  it('is the same for every spelling of the path and whatever is forwarded', async () => {
    const victim = await registerVerified(world);
    const spellings = [
      '/api/auth/login',
      '/api/auth/login/',
      '/api/auth/login?a=1',
      '/API/auth/login',
      '/api//auth/login',
      '/api/auth/%6cogin',
      '/api/./auth/login',
      '/api/auth/../auth/login',
      '/api/auth/login;a=1',
      '/api/auth/login%00',
      '/api/auth/login%20',
      'http://evil.example/api/auth/login',
    ];
    const body = JSON.stringify({ email: victim.email, password: 'not this one' });
    const answers: number[] = [];
    for (let round = 0; round < 2; round += 1)
      for (const [index, spelling] of spellings.entries()) {
        const from = [
          HOST,
          `X-Forwarded-For: 203.0.113.${index}`,
          `X-Real-IP: 203.0.113.${index}`,
          'Forwarded: for=203.0.113.9',
        ];
        answers.push((await ask('POST', spelling, from, body)).status);
      }
    expect(answers.filter((status) => ![401, 404, 429].includes(status))).toEqual([]);
    // Ten of an account are looked at, by whatever name the call went.
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    const right = { email: victim.email, password: PASSWORD };
    expect((await world.call('POST /auth/login', { body: right })).status).toBe(429);
  });
});

describe('the host of a request', () => {
  it('stands in no answer and no mail', async () => {
    const foreign = [
      ['Host: evil.example'],
      [HOST, 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: javascript'],
      [HOST, 'Forwarded: host=evil.example'],
      [HOST, 'X-Original-URL: //evil.example', 'X-Rewrite-URL: //evil.example'],
    ];
    for (const headers of foreign)
      for (const target of [
        '/',
        '/login',
        '/api/firm',
        '/api/openapi.json',
        '/api/nothing',
        'http://evil.example/rules',
      ]) {
        const { status, head, body } = await ask('GET', target, headers);
        expect([200, 404], `${headers} ${target}`).toContain(status);
        expect(head + body, `${headers} ${target}`).not.toContain('evil.example');
      }
    const { email } = trader;
    const asked = await ask('POST', '/api/auth/forgot-password', foreign[1], JSON.stringify({ email }));
    expect(asked.status).toBe(200);
    const mail = (await world.mails()).filter(({ subject }) => subject === 'Reset your password').at(-1);
    expect(mail?.text).toContain('http://firm.example/reset-password/');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });

  it('must be there once', async () => {
    expect((await ask('GET', '/', [])).status).toBe(400);
    expect((await ask('GET', '/', [HOST, 'Host: evil.example'])).status).toBe(400);
  });

  it.each([
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%0d%0aLocation:%20//evil.example',
  ])('is not taken from a path, and nothing leads there: %s', async (target) => {
    const { status, head } = await ask('GET', target, [HOST]);
    expect([200, 400, 404]).toContain(status);
    expect(head.toLowerCase()).not.toContain('\r\nlocation:');
  });
});

describe('what is sent twice', () => {
  it('counts once, and never against the caller’s rights', async () => {
    const twice = [HOST, bearer(trader), bearer(admin)];
    for (const path of ['/api/admin/users', '/api/profile'])
      expect((await ask('GET', path, twice)).status).not.toBe(200);
    const list = (query: string) => ask('GET', `/api/admin/users?${query}`, [HOST, bearer(admin)]);
    const one = JSON.parse((await list('limit=1&limit=1000')).body);
    expect(one.users).toHaveLength(1);
    for (const query of [
      'limit[]=1',
      'limit=1,2',
      'search=a&search=b',
      'role=user&role=admin',
      'cursor=a&cursor=b',
      '__proto__=1',
      'sort[name]=1',
    ])
      expect([200, 400], query).toContain((await list(query)).status);
    const versions = ['If-Match: "1"', 'If-Match: "2"'];
    const body = JSON.stringify({ name: 'Ada Twice' });
    const changed = await ask(
      'PUT',
      `/api/admin/users/${trader.userId}`,
      [HOST, bearer(admin), ...versions],
      body,
    );
    expect(changed.status).toBe(412);
  });
});

describe('private answers', () => {
  const readable = (Object.keys(routes) as RouteKey[]).filter(
    (key) => key.startsWith('GET ') && (routes[key] as Route).auth !== 'public',
  );

  it.each(readable)('are kept by no cache: %s', async (key) => {
    const path = key.slice(4).replace(/\{\w+\}/g, 'x');
    for (const person of [trader, admin]) {
      const response = await fetch(`${world.url}/api${path}`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      expect(response.headers.get('cache-control')).toMatch(/no-store/);
      expect(response.headers.get('etag') ?? '').not.toMatch(/^"[\w-]{22}"$/);
    }
  });

  it('need the session for HEAD too', async () => {
    for (const path of ['/api/profile', '/api/admin/users', '/api/accounts/my-accounts'])
      expect((await ask('HEAD', path, [HOST])).status).toBe(401);
    expect((await ask('HEAD', '/api/admin/users', [HOST, bearer(trader)])).status).toBe(403);
    // HEAD never does what another method would.
    expect((await ask('HEAD', '/api/auth/logout', [HOST, bearer(trader)])).status).toBe(404);
    expect((await ask('GET', '/api/profile', [HOST, bearer(trader)])).status).toBe(200);
  });
});

describe('an address of a mail', () => {
  it.each([
    ['a letter of another alphabet', (email: string) => email.replace('a', '\u0430')],
    ['the Kelvin sign', (email: string) => `\u212a${email}`],
    ['a dotless i', (email: string) => email.replace('@', '\u0131@')],
    ['full width', (email: string) => email.replace('@', '\uff20')],
    ['a ligature', (email: string) => `\ufb01${email}`],
    ['a mark that is not seen', (email: string) => email.replace('@', '\u200b@')],
    ['two addresses', (email: string) => `${email},thief@evil.example`],
    ['a second header', (email: string) => `${email}\r\nBcc: thief@evil.example`],
    ['a comment', (email: string) => `${email}(x)`],
    ['a quoted part', (email: string) => `"${email}"@evil.example`],
    ['an address of a host', (email: string) => email.replace(/@.*/, '@[127.0.0.1]')],
  ])('that only looks like another one is refused: %s', async (_, change) => {
    const before = (await world.mails()).length;
    const email = change(trader.email);
    const registered = await world.call('POST /auth/register', {
      raw: { name: 'Thief', email, password: PASSWORD },
    });
    expect(registered.status).toBe(400);
    const reset = await world.call('POST /auth/forgot-password', { raw: { email } });
    expect(reset.status).toBe(400);
    expect(await world.mails()).toHaveLength(before);
  });

  it('is the same in capitals and between spaces', async () => {
    for (const email of [trader.email.toUpperCase(), `  ${trader.email}\t`]) {
      const registered = await world.call('POST /auth/register', {
        body: { name: 'Thief', email, password: PASSWORD },
      });
      expect(registered.status).toBe(409);
    }
  });
});

describe('a link to unsubscribe', () => {
  it('ends the mails of its own user alone', async () => {
    const ring = world.context.keys['unsubscribe-link'];
    const [own, other] = [trader, admin].map(({ userId }) => unsubscribeToken(userId, ring).split('.'));
    if (!own || !other) throw new Error('no tokens');
    const forged = [
      [own[0], other[1], own[2]],
      [own[0], own[1], other[2]],
      [own[0], own[1], `${own[2]}A`],
      [own[0], own[1]?.toUpperCase(), own[2]],
      ['00000000', own[1], own[2]],
      [own[0], own[1], ''],
      [own[0], own[1], own[2], ''],
    ];
    for (const parts of forged) {
      const response = await fetch(`${world.url}/api/unsubscribe/${parts.join('.')}`, { method: 'POST' });
      expect(response.status, parts.join('.')).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    const left = await world.context.db
      .selectFrom('users')
      .select('id')
      .where('unsubscribed_at', 'is not', null)
      .execute();
    expect(left).toEqual([]);
    expect((await fetch(`${world.url}/api/unsubscribe/${own.join('.')}`, { method: 'POST' })).status).toBe(
      200,
    );
  });
});
