import { openApi, type Route, routes } from '@firmament/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { activate, type Person, purchase, registerAdmin, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

/** FUZZ_SEED and FUZZ_CASES try other inputs, and more of them. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_302);
const CASES_A_CALL = Number(process.env.FUZZ_CASES ?? 14);
const AT_ONCE = 4;

/** mulberry32: the same numbers on each run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};
const random = createRandom(SEED);
const pick = <T>(list: readonly T[]): T => {
  const chosen = list[random(list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
};

const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** JSON texts that a field may be given; as texts, since no value writes `__proto__`, 1e999 or a key twice. */
const HOSTILE: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '0.001', '1e308', '-1e308', '1e999', '5e-324'],
  ...['9007199254740993', '2147483648', '99999999999999999999', '10000000000', '3.3333', '1e-7'],
  ...['""', '" "', '"0"', '"-1"', '"1e9"', '"NaN"', '"Infinity"', '"null"', '"[object Object]"'],
  ...['[]', '{}', '[[]]', '[null]', '[1,"a",{}]', '{"length":1}', '{"$gt":""}', '{"toString":1}'],
  ...['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":1,"a":2}'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\u202e\\u2066"', '"\\r\\nBcc: a@b.example"'],
  ...['"\' or 1=1 --"', '"%"', '"\\\\"', '"$1"', '"<script>alert(1)</script>"', '"../../etc/passwd"'],
  ...[
    '"javascript:alert(1)"',
    '"a@b"',
    '"A@EXAMPLE.COM"',
    '"2026-02-30T00:00:00Z"',
    '"0000-01-01T00:00:00Z"',
  ],
  ...['"9999-12-31T23:59:60Z"', '"-271821-04-20T00:00:00Z"', '"00000000-0000-0000-0000-000000000000"'],
  ...['"Etc/GMT+99"', '"+99:99"', '"\u00df\ufb03\u0130"', '"\ud83d\udc69\u200d\ud83d\ude80"'],
  JSON.stringify('x'.repeat(300)),
  JSON.stringify('a@'.repeat(20_000)),
  JSON.stringify('\ufdfa'.repeat(1000)),
  `[${'1,'.repeat(20_000)}1]`,
  deep(100, '[', ']'),
  deep(100, '{"a":', '}'),
  deep(20_000, '[', ']'),
];

/** Whole bodies that are no object of the contract, or no JSON. */
const BODIES: readonly (string | Uint8Array)[] = [
  ...['', ' ', 'null', '[]', '[{}]', '"text"', '1', 'NaN', '{', '{"a":', '{"a":1}}', "{'a':1}", '\ufeff{}'],
  deep(50_000, '[', ''),
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0x00]),
  `{"a":"${'x'.repeat(120_000)}"}`,
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  '',
];
const EXTRA =
  '"__proto__":{"role":"admin"},"role":"admin","userId":"x","_id":1,"status":"active","constructor":1';

type Shape = {
  type?: string | undefined;
  enum?: unknown[] | undefined;
  properties?: Record<string, unknown> | undefined;
  items?: unknown;
  anyOf?: unknown[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
};
const shapeOf = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  anyOf: z.optional(z.array(z.unknown())),
});

/** A JSON text that fits a schema, often. */
const fitting = (schema: unknown, name: string): string => {
  const shape: Shape = shapeOf.parse(schema ?? {});
  if (shape.enum) return JSON.stringify(pick(shape.enum));
  if (shape.anyOf) return fitting(pick(shape.anyOf), name);
  if (shape.properties) return objectOf(shape, (key, inner) => fitting(inner, key));
  if (shape.type === 'array') return '[]';
  if (shape.type === 'boolean') return pick(['true', 'false']);
  if (shape.type === 'number' || shape.type === 'integer') {
    const { minimum = 0, maximum = 1000 } = shape;
    return String(minimum + random(maximum - minimum + 1));
  }
  if (/email/i.test(name)) return JSON.stringify(pick([trader.email, `fuzz${random(1000)}@example.com`]));
  if (/id$/i.test(name)) return JSON.stringify(pick(ids));
  if (/start|date/i.test(name)) return '"2026-01-01T00:00:00Z"';
  return JSON.stringify(pick(['1234', 'correct horse', 'UTC', 'https://firm.example/a', 'Ethereum']));
};

const objectOf = (shape: Shape, value: (name: string, schema: unknown) => string): string =>
  `{${Object.entries(shape.properties ?? {})
    .map(([name, schema]) => `${JSON.stringify(name)}:${value(name, schema)}`)
    .join(',')}}`;

/** A body with one or all fields hostile, some missing, and keys that nobody asked for. */
const hostileBody = (schema: unknown): string => {
  const shape: Shape = shapeOf.parse(schema ?? {});
  const names = Object.keys(shape.properties ?? {});
  const victim = names.length > 0 ? pick(names) : '';
  const mode = random(6);
  const missing = mode === 1 ? victim : null;
  const kept = Object.entries(shape.properties ?? {}).filter(([name]) => name !== missing);
  const text = objectOf({ properties: Object.fromEntries(kept) }, (name, inner) =>
    mode === 0 || (mode > 1 && name === victim) ? pick(HOSTILE) : fitting(inner, name),
  );
  return random(2) === 0 ? text : text === '{}' ? `{${EXTRA}}` : `${text.slice(0, -1)},${EXTRA}}`;
};

const PATHS = [
  '%00',
  '%ff',
  '%ED%A0%80',
  '..%2f..',
  '%25',
  'null',
  '-1',
  '1e9',
  'x'.repeat(250),
  '%F0%9F%9A%80',
];
const QUERIES = [
  '',
  '%00',
  '-1',
  '1e9',
  'null',
  '%27',
  '%25%5C_',
  'x'.repeat(300),
  'eyJhIjoxfQ',
  '%ff',
  // A cursor with a date that no database has.
  'LTEwMDAwMC0wMS0wMVQwMDowMDowMFp8MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAw',
];
let ids: string[] = ['00000000-0000-4000-8000-000000000000'];

let world: World;
let admin: Person;
let trader: Person;
const faults: string[] = [];

beforeAll(async () => {
  world = await createWorld({ RATE_SCALE: '10000' });
  world.context.log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
  const account = await purchase(world, trader);
  const active = await activate(world, admin, (await purchase(world, trader, '1-Step Challenge', 5000))._id);
  ids = [
    account._id,
    active._id,
    trader.userId,
    account._id.toUpperCase(),
    active.accountNumber ?? '',
    ...ids,
  ];
}, 120_000);
afterAll(() => world.close());

/** Of these a session would end, and with it the rest of the run. */
const ENDS_SESSIONS = /logout|sign-out-everywhere|DELETE \/profile/;
const table: [string, Route][] = Object.entries(routes);
const document = z
  .looseObject({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })
  .parse(openApi(routes, 'Firmament'));

const bodySchema = (method: string, path: string): unknown => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  const body = z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
    .safeParse(operation?.requestBody);
  return body.success ? Object.values(body.data.content)[0]?.schema : undefined;
};

type Case = { method: string; url: string; headers: Record<string, string>; body?: string | Blob | FormData };

const formOf = (schema: unknown): FormData => {
  const form = new FormData();
  const names = Object.keys((shapeOf.parse(schema ?? {}) satisfies Shape).properties ?? {});
  for (const name of [...names, '__proto__', 'constructor', pick(names)]) {
    const value = pick(HOSTILE).slice(0, 30_000);
    if (random(2) === 0) form.append(name, value);
    else form.append(name, new Blob([value], { type: 'image/png' }), pick(['a.png', '\u0000', '../x']));
  }
  return form;
};

const makeCase = (key: string, route: Route): Case => {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replace(/\{\w+\}/g, () =>
    random(4) === 0 ? pick(PATHS) : encodeURIComponent(pick(ids)),
  );
  const names = [...Object.keys(z.looseObject({}).parse(parametersOf(route))), '__proto__', 'toString'];
  const query = random(2) === 0 ? names.map((name) => `${name}=${pick(QUERIES)}`).join('&') : '';
  const token = random(8) === 0 ? undefined : route.auth === 'verified' ? trader.token : admin.token;
  const headers: Record<string, string> = {
    ...(token && !ENDS_SESSIONS.test(key) ? { authorization: `Bearer ${token}` } : {}),
    ...(random(4) === 0 ? { 'idempotency-key': pick(['k', '\u00ff', 'x'.repeat(255), '__proto__']) } : {}),
    ...(random(4) === 0 ? { 'if-match': pick(['*', '"1"', 'W/"0"', '__proto__', '"999999999999999"']) } : {}),
  };
  const url = `${world.url}/api${filled}?${query}`;
  if (method === 'GET') return { method, url, headers };
  const schema = bodySchema(method, path);
  if (route.files && random(3) > 0) return { method, url, headers, body: formOf(schema) };
  const isWhole = random(6) === 0;
  headers['content-type'] = random(12) === 0 ? pick(TYPES) : 'application/json';
  const text = isWhole ? pick(BODIES) : hostileBody(schema);
  return { method, url, headers, body: typeof text === 'string' ? text : new Blob([new Uint8Array(text)]) };
};

const parametersOf = (route: Route): Record<string, unknown> => {
  if (!route.query) return {};
  const shape: Shape = shapeOf.parse(z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' }));
  return shape.properties ?? {};
};

const INSIDE =
  /node_modules|\.[jt]s:\d+|\n\s+at |syntax error|violates|relation "|postgres|RangeError|TypeError/i;

/** A burst may find no free connection to the database: the server then says when to come back, and so we do. */
const send = async ({ method, url, headers, body }: Case, tries = 5): Promise<Response> => {
  const answer = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
  });
  const wait = answer.status === 503 ? Number(answer.headers.get('retry-after')) : 0;
  if (wait === 0 || tries === 0) return answer;
  await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  return send({ method, url, headers, body }, tries - 1);
};

const ask = async (key: string, { method, url, headers, body }: Case): Promise<string[]> => {
  const answer = await send({ method, url, headers, body });
  const text = await answer.text();
  const about = `${key} ${url.slice(0, 300)} ${typeof body === 'string' ? body.slice(0, 300) : ''}`;
  if (answer.status >= 500) return [`${answer.status} ${about}: ${text.slice(0, 200)}`];
  if (answer.status >= 400 && INSIDE.test(text)) return [`tells its inside: ${about}: ${text.slice(0, 300)}`];
  if (answer.status >= 400) expect(answer.headers.get('content-type')).toBe('application/problem+json');
  return [];
};

it('answers every call to any input without an error of its own', async () => {
  const cases = table.flatMap(([key, route]) =>
    Array.from(
      { length: route.body || route.query ? CASES_A_CALL : 5 },
      () => [key, makeCase(key, route)] as const,
    ),
  );
  expect(cases.length).toBeGreaterThan(400);
  const found: string[] = [];
  for (let start = 0; start < cases.length; start += AT_ONCE) {
    const answers = cases.slice(start, start + AT_ONCE).map(([key, one]) => ask(key, one));
    found.push(...(await Promise.all(answers)).flat());
  }
  expect(found, `seed ${SEED}`).toEqual([]);
  const holding = (what: RegExp) =>
    cases.filter(([, { body }]) => typeof body === 'string' && what.test(body)).length;
  const counts = {
    'wrong, missing or extra': holding(/^\{/),
    NUL: holding(/\\u0000/),
    'lone surrogates': holding(/\\ud800"|"\\udc00/),
    'keys of prototypes': holding(/__proto__|constructor/),
    depth: holding(/\[{33}|(\{"a":){33}/),
    length: cases.filter(([, { body }]) => typeof body === 'string' && body.length > 10_000).length,
    forms: cases.filter(([, { body }]) => body instanceof FormData).length,
  };
  const parts = Object.entries(counts).map(([name, count]) => `${count} with ${name}`);
  console.log(
    `fuzz: ${cases.length} inputs to ${table.length} calls (${parts.join(', ')}): 0 answers of 5xx, 0 tell the inside`,
  );
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(5);
  expect(faults).toEqual([]);
  expect((await world.call('GET /admin/overview', { token: admin.token })).status).toBe(200);
}, 120_000);
