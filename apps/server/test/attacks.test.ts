import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, screenshot, uploadProof } from './account-calls.ts';
import { newestCode, type Person, purchase, register, registerAdmin, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

const UPLOAD = 'POST /accounts/{id}/upload-proof';

let world: World;
let admin: Person;
let trader: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
}, 120_000);
afterAll(() => world.close());

/** Sends bytes as they are and answers what came back until the server closed, or 2 s passed. */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
    setTimeout(() => socket.destroy(), 2000);
  });

describe('amounts at their limits', () => {
  const criteria = {
    profitTarget: 10,
    maxDailyLoss: 5,
    maxTotalLoss: 10,
    minTradingDays: 3,
    profitSplit: 80,
  };
  const add = (subscriberCount: number) =>
    world.call('POST /admin/packages', {
      token: admin.token,
      body: {
        name: '1-Step Challenge',
        subscriberCount,
        originalPrice: 0,
        discountedPrice: 0,
        criteria,
        phase2Criteria: null,
        mostPopular: false,
        timeLimitDays: null,
      },
    });

  it.each([0, 0.01, 0.99])('an account size of %d is refused', async (size) => {
    expect((await add(size)).problem.message).toBe('The account size must be at least 1 dollar.');
  });

  it('the largest balance on the smallest account is shown, not an error', async () => {
    expect((await add(1)).status).toBe(201);
    const account = await purchase(world, trader, '1-Step Challenge', 1);
    const asked = { token: admin.token, params: { id: account._id } };
    const set = await world.call('PATCH /admin/accounts/{id}', {
      ...asked,
      body: { balance: 10_000_000_000 },
    });
    expect(set.status, set.problem.message).toBe(200);
    const list = await world.call('GET /admin/accounts', { token: admin.token });
    expect(list.body.accounts.find((row) => row._id === account._id)?.growth).toBe(999_999_999_900);
  });
});

describe('a cursor', () => {
  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  const id = '00000000-0000-4000-8000-000000000000';

  it.each([
    `-100000-01-01T00:00:00.000Z|${id}`,
    `+200000-01-01T00:00:00.000Z|${id}`,
    `0000-01-01T00:00:00.000Z|${id}`,
    `1|${id}`,
  ])('of users from another hand is no error: %s', async (text) => {
    const query = { cursor: cursorOf(text) };
    const answer = await world.call('GET /admin/users', { token: admin.token, query });
    expect([200, 400]).toContain(answer.status);
  });

  it.each([['0000-01-01T00:00:00.000Z', id], ['9999-12-31T23:59:59.999Z', id], [1, 2], { __proto__: 1 }])(
    'of accounts from another hand is no error: %j %j',
    async (...parts) => {
      const query = { cursor: cursorOf(JSON.stringify(parts)) };
      const answer = await world.call('GET /admin/accounts', { token: admin.token, query });
      expect([200, 400]).toContain(answer.status);
    },
  );
});

describe('a form', () => {
  const post = async (person: Person, id: string, body: string, boundary = 'x') =>
    fetch(`${world.url}/api/accounts/${id}/upload-proof`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    });

  it('of very many fields is refused before it costs time', async () => {
    const account = await purchase(world, trader);
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const body = `${part.repeat(Math.floor((10 * 1024 * 1024) / part.length))}--x--\r\n`;
    const started = performance.now();
    const answer = await post(trader, account._id, body);
    expect(answer.status).toBe(400);
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 120_000);

  it('with odd names and two files is judged by its first file', async () => {
    const account = await purchase(world, trader);
    const form = new FormData();
    for (const name of ['__proto__', 'constructor', 'screenshot', 'userId', 'status'])
      form.append(name, 'active');
    form.append('screenshot', new Blob([new Uint8Array(await screenshot(7))]), '../../a\r\nb".svg');
    form.append('screenshot', new Blob(['<svg/>']), 'b.svg');
    const answer = await world.call(UPLOAD, { token: trader.token, params: { id: account._id }, form });
    expect(answer.status, answer.problem.message).toBe(200);
    expect(answer.body.account.status).toBe('payment_submitted');
    expect(Object.keys({})).toEqual([]);
  });
});

describe('uploads that never end', () => {
  it('fill no memory: more than 128 MiB of them are asked to come back, and leave nothing behind', async () => {
    const account = await purchase(world, trader);
    const { hostname, port } = new URL(world.url);
    const head = [
      `POST /api/accounts/${account._id}/upload-proof HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${trader.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 10485760',
    ];
    const most = Buffer.alloc(10_000_000, 'x');
    const stall = () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(most);
      return socket;
    };
    const open = Array.from({ length: 16 }, stall);
    const large = () => {
      const form = new FormData();
      form.set('screenshot', new Blob([most]), 'large.png');
      return world.call(UPLOAD, { token: trader.token, params: { id: account._id }, form });
    };
    // Those that met the bound together let go of what they held, so more are opened until no room is left.
    const fill = async () => {
      open.push(stall());
      return (await large()).status;
    };
    await expect.poll(fill, { timeout: 60_000 }).toBe(503);
    for (const socket of open) socket.destroy();
    await expect.poll(async () => (await large()).status, { timeout: 30_000 }).toBe(400);
    expect((await uploadProof(world, trader, account._id)).status).toBe(200);
  });
});

describe('an id', () => {
  it('in capitals is the same registration, with the same ten tries a day', async () => {
    const person = await register(world);
    const code = await newestCode(world, person.email);
    const wrong = code === '1111' ? '2222' : '1111';
    const spell = [
      person.userId,
      person.userId.toUpperCase(),
      person.userId.replace(/[a-f]/, (c) => c.toUpperCase()),
    ];
    const codes: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 5; count += 1) {
        const userId = spell[count % 3] ?? '';
        const answer = await world.call('POST /auth/verify-email', { body: { userId, code: wrong } });
        codes.push(answer.problem.code);
      }
      world.clock.advance(61_000);
      await world.call('POST /auth/resend-verification', { body: { userId: person.userId } });
    }
    expect(codes.slice(10)).toEqual(Array(5).fill('code_tries_locked'));
  });

  it('in capitals takes the right code, also one asked for so', async () => {
    const person = await register(world);
    const userId = person.userId.toUpperCase();
    await world.call('POST /auth/resend-verification', { body: { userId } });
    const code = await newestCode(world, person.email);
    const answer = await world.call('POST /auth/verify-email', { body: { userId, code } });
    expect(answer.status, answer.problem.message).toBe(200);
  });
});

describe('If-Match', () => {
  it.each(['"0"', '"999999"', 'abc', '""', '1e3', '-1', '"1", "2"'])(
    'that names no present version is 412: %s',
    async (value) => {
      const { id } = await newAccount(world, admin);
      const answer = await world.call('PATCH /admin/accounts/{id}', {
        token: admin.token,
        params: { id },
        body: { balance: 5 },
        headers: { 'if-match': value },
      });
      expect(answer.status).toBe(412);
    },
  );

  it('of an old version does not delete an account; * and the present one do', async () => {
    for (const [value, status] of [
      ['"1"', 200],
      ['*', 200],
      ['"7"', 412],
    ] as const) {
      const { id } = await newAccount(world, admin);
      const headers = { 'if-match': value };
      const answer = await world.call('DELETE /admin/accounts/{id}', {
        token: admin.token,
        params: { id },
        headers,
      });
      expect(answer.status).toBe(status);
    }
  });
});

describe('a caller who goes away', () => {
  it('is no fault of the server or of its database', async () => {
    const lines: string[] = [];
    const { log } = world.context;
    const kept = { warn: log.warn, error: log.error };
    const note = (entry: unknown, text?: string) => void lines.push(`${text} ${JSON.stringify(entry)}`);
    Object.assign(log, { warn: note, error: note });
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const { hostname, port } = new URL(world.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`${head}Content-Length: 100\r\n\r\n{"email"`);
        setTimeout(() => socket.destroy(), 200);
      });
      socket.on('close', () => setTimeout(resolve, 300));
    });
    Object.assign(log, kept);
    expect(lines).toEqual([]);
  });

  it('leaves a body unread, and the next call on the connection is answered', async () => {
    const head = (path: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
    const answer = await sendRaw(
      `${head('/api/auth/login', 300_000)}\r\n${'x'.repeat(300_000)}${head('/api/nothing', 2)}Connection: close\r\n\r\n{}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 404']);
  });
});

describe('the name of the firm', () => {
  it.each([
    'Tiger <Prop> Firm',
    'a@b.example',
    '"Firm", Ltd; x:y',
    'Firm\r\nBcc: thief@evil.example',
    'Firm\tTab',
  ])('cannot stop mails: %j', async (name) => {
    const { body } = await world.call('GET /admin/firm', { token: admin.token });
    const { version: _, ...settings } = body;
    const saved = await world.call('PUT /admin/firm', { token: admin.token, body: { ...settings, name } });
    const person = await register(world);
    await newestCode(world, person.email);
    const mail = (await world.mails()).at(-1);
    expect(mail?.from?.value.map((entry) => entry.address)).toEqual([settings.supportEmail]);
    expect(JSON.stringify(mail?.headerLines)).not.toMatch(/^bcc/i);
    await world.call('PUT /admin/firm', { token: admin.token, body: settings });
    expect([200, 400]).toContain(saved.status);
  });
});
