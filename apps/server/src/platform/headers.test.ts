import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerVerified } from '../../test/factories.ts';
import { createWorld, type World } from '../../test/world.ts';

let world: World;
let token: string;
beforeAll(async () => {
  world = await createWorld({ PUBLIC_URL: 'https://firm.example' });
  token = (await registerVerified(world)).token;
});
afterAll(() => world.close());

type Sent = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Sends a path as it is written: fetch would tidy it up first. */
const raw = (method: string, path: string, headers: Record<string, string> = {}): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    const sent = send({ hostname, port, method, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

const script = async (): Promise<string> => {
  const { body } = await raw('GET', '/login');
  const path = /<script[^>]* src="(\/assets\/[^"]+)"/.exec(body)?.[1];
  if (!path) throw new Error('the document has no script: run npm run build');
  return path;
};

const PAGES = ['/', '/accounts', '/rules', '/about', '/privacy', '/terms', '/refund', '/login', '/admin'];

describe('every answer', () => {
  it('has the headers that keep it in its place, whatever it is', async () => {
    const bearer = { authorization: `Bearer ${token}` };
    const answers: Record<string, Sent> = {
      'a call': await raw('GET', '/api/account-packages'),
      'a private call': await raw('GET', '/api/profile', bearer),
      'a call without a session': await raw('GET', '/api/profile'),
      'an unknown call': await raw('GET', '/api/nothing'),
      'a forged link': await raw('GET', '/server/uploads/x.webp'),
      'a page': await raw('GET', '/rules'),
      'a frame of a page': await raw('GET', '/dashboard'),
      'a script': await raw('GET', await script()),
      'a file that is not there': await raw('GET', '/assets/nothing.js'),
      'a method that is not there': await raw('DELETE', '/rules'),
      health: await raw('GET', '/healthz'),
      readiness: await raw('GET', '/readyz'),
      'the contract': await raw('GET', '/api/openapi.json'),
      'a report': await raw('POST', '/policy-reports'),
    };
    for (const [name, { headers }] of Object.entries(answers)) {
      expect(headers, name).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin)$/),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(headers['content-security-policy'], name).toContain("default-src 'none'");
      // No cookie, no name of software, no other site let in, no way elsewhere.
      for (const absent of [
        'set-cookie',
        'server',
        'x-powered-by',
        'access-control-allow-origin',
        'location',
      ])
        expect(headers[absent], `${name}: ${absent}`).toBeUndefined();
    }
    for (const name of ['a call', 'a private call', 'a call without a session', 'an unknown call'])
      expect(answers[name]?.headers['cache-control'], name).toMatch(/^no-(store|cache)$/);
    expect(answers['a private call']?.headers['cache-control']).toBe('no-store');
    const text = Object.values(answers).filter(({ headers }) =>
      /^text\//.test(String(headers['content-type'])),
    );
    expect(text.length).toBeGreaterThan(4);
    for (const { headers } of text) expect(headers['content-type']).toMatch(/; ?charset=utf-8$/i);
  });

  it('asks for https for a year only where the firm has it', async () => {
    const plain = await createWorld({ PUBLIC_URL: 'http://firm.example' });
    try {
      for (const path of ['/login', '/healthz', '/api/firm'])
        expect((await fetch(`${plain.url}${path}`)).headers.get('strict-transport-security')).toBeNull();
    } finally {
      await plain.close();
    }
  });

  it('has no body for HEAD, and the same headers', async () => {
    for (const path of ['/rules', '/api/account-packages', '/healthz']) {
      const [got, head] = [await raw('GET', path), await raw('HEAD', path)];
      expect(head.status).toBe(got.status);
      expect(head.body).toBe('');
      expect(head.headers['content-type']).toBe(got.headers['content-type']);
    }
  });
});

describe('a document', () => {
  it('allows its own scripts and styles alone, and no text that becomes code', async () => {
    const { headers } = await raw('GET', '/login');
    const policy = String(headers['content-security-policy']);
    expect(Object.fromEntries(policy.split('; ').map((one) => one.split(/ (.*)/).slice(0, 2)))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-uri': '/policy-reports',
      'report-to': 'csp',
    });
    expect(headers['reporting-endpoints']).toBe('csp="/policy-reports"');
  });

  it.each(PAGES)('%s holds no inline script or style, and nothing from elsewhere', async (path) => {
    const { status, body } = await raw('GET', path);
    expect(status).toBe(200);
    const scripts = [...body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = '', code] of scripts) {
      if (/type="application\/json"/.test(attributes)) continue;
      expect(code).toBe('');
      expect(attributes).toMatch(/ src="\/[^/]/);
    }
    expect(body).not.toMatch(/<style\b|\sstyle="|\son[a-z]+="|javascript:/i);
    const loaded = [...body.matchAll(/<(?:link|img|script|source|iframe)\b[^>]*?\s(?:href|src)="([^"]*)"/gi)];
    for (const [, address] of loaded) expect(address).toMatch(/^(\/(?!\/)|data:)/);
  });

  it.each([
    ['/reset-password/a-secret', 'no-referrer'],
    ['/verify-email?userId=x', 'no-referrer'],
    ['/setup/a-secret', 'no-referrer'],
    ['/unsubscribe/a-secret', 'no-referrer'],
    ['/rules', 'strict-origin'],
    ['/dashboard', 'strict-origin'],
  ])('%s is left with the referrer policy %s', async (path, policy) => {
    expect((await raw('GET', path)).headers['referrer-policy']).toBe(policy);
  });
});

describe('a method', () => {
  it.each(['TRACE', 'TRACK', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'PROPFIND', 'PURGE'])(
    'that nothing has is refused: %s',
    async (method) => {
      for (const path of [
        '/',
        '/rules',
        '/healthz',
        '/api/firm',
        '/api/admin/users',
        '/server/uploads/x.webp',
      ]) {
        const answer = await raw(method, path, {
          origin: 'https://evil.example',
          cookie: 'a-secret=1',
        }).catch(() => null);
        // What the parser of HTTP does not know ends the connection or is answered 400.
        if (answer === null) continue;
        expect([400, 404, 405], `${method} ${path}`).toContain(answer.status);
        expect(answer.body).not.toContain('a-secret');
        for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/);
      }
    },
  );

  it('is not taken from a header, a field or the query', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await raw('POST', '/api/profile/sessions/x?_method=DELETE', { [name]: 'DELETE' });
      expect(answer.status, name).toBe(404);
    }
  });
});

describe('a file', () => {
  /** Spellings of what lies beside or above the files of the web application. */
  const HOSTILE = [
    ...[
      '/.env',
      '/.git/config',
      '/.git/HEAD',
      '/%2eenv',
      '/%2e%67it/config',
      '/.gitignore',
      '/.npmrc',
      '/.well-known/',
    ],
    ...[
      '/package.json',
      '/package-lock.json',
      '/data/secret.key',
      '/secret.key',
      '/main.mjs',
      '/main.mjs.map',
      '/sbom.cdx.json',
    ],
    ...[
      '/../package.json',
      '/../../../etc/passwd',
      '/assets/../../package.json',
      '/assets/../../../server/dist/main.mjs',
    ],
    ...[
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/%2e%2e%2fpackage.json',
      '/%252e%252e%252fpackage.json',
    ],
    ...[
      '/..%5cpackage.json',
      '/..\\package.json',
      '/assets/..%2f..%2f..%2fserver%2fdist%2fmain.mjs',
      '/..;/package.json',
    ],
    ...[
      '/%c0%ae%c0%ae/package.json',
      '/..%00/package.json',
      '/index.html%00.js',
      '//package.json',
      '/assets//../x.json',
    ],
    ...[
      '/assets/',
      '/assets',
      '/server/',
      '/server/uploads/',
      '/server/uploads/../../package.json',
      '/index.html',
    ],
    ...[
      '/server/uploads/..%2f..%2fsecret.key',
      '/brand/..%2f..%2fsecret.key',
      '/pictures/%2e%2e%2fsecret.key',
    ],
  ];

  it.each(HOSTILE)('that is not one of the web application is not given out: %s', async (path) => {
    const { status, headers, body } = await raw('GET', path);
    expect(body).not.toMatch(/"name": "firmament"|\[core\]|SECRET|root:|Index of|ref: refs/);
    // A path that only looks like a page is one: the application says that it is not there.
    if (status === 200) expect(headers['content-type']).toBe('text/html; charset=utf-8');
    else expect([400, 404]).toContain(status);
    if (/\/(\.|%2e)(\w|%67)/i.test(path)) expect(status).toBe(404);
  });

  it('has a type that is on the list', async () => {
    const { status, headers } = await raw('GET', await script());
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await raw('GET', `${await script()}.map`)).status).toBe(404);
  });
});
