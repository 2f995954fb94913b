import { createHash } from 'node:crypto';
import {
  type CommonErrorCode,
  commonErrors,
  type Decoded,
  type ErrorCode,
  errors,
  messages,
  type Route,
  type RouteKey,
  type Routes,
  routes,
} from '@firmament/contract';
import { permits } from '@firmament/rules';
import type { HttpBindings } from '@hono/node-server';
import type { Hono, Context as HonoContext } from 'hono';
import * as z from 'zod/mini';
import { BusyError } from '../bounded-queue.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/schema.ts';
import { type Hold, isSound, openHold, readBody, type UploadedFile } from './body.ts';
import { countCall } from './call-limits.ts';
import { noteForwarded } from './forwarded.ts';
import {
  claimKey,
  fingerprintOf,
  inTurn,
  type Key,
  storeAnswer,
  storedAnswer,
  untilClaimed,
} from './idempotency.ts';
import { fromOrigin } from './origin.ts';
import { type Fault, problem } from './problem.ts';
import { Refusal, refuse } from './refusal.ts';
import { addressKey, type RequestFacts, requestFacts } from './request.ts';
import { noteDone, noteRefused } from './security-log.ts';
import { actorOf, readSession, type SignedIn } from './session.ts';
import { isTransient, transact } from './transactions.ts';

type HonoCall = HonoContext<{ Bindings: HttpBindings }>;

/** What a handler gets: parsed input, the caller, and facts of the request. */
export type Call<K extends RouteKey> = {
  context: Context;
  params: Decoded<Routes[K]>['params'];
  query: Decoded<Routes[K]>['query'];
  body: Decoded<Routes[K]>['body'];
  files: ReadonlyMap<string, readonly UploadedFile[]>;
  /** The signed-in caller; null only on public routes. */
  session: Routes[K]['auth'] extends 'public' ? SignedIn | null : SignedIn;
  request: RequestFacts;
};

type Codes<K extends RouteKey> = Routes[K]['errors'][number] | CommonErrorCode;
/** What a handler answers: the response of the contract, or a refusal with a code that its route names. */
export type Answer<K extends RouteKey> = Decoded<Routes[K]>['response'] | Refusal<Codes<K>>;

/** A change: `prepare` does slow work outside the transaction, `run` changes rows inside it. */
export type Write<K extends RouteKey, P> = {
  /** Says no before the body is read, where path and caller are enough for that. */
  admit?: (call: Pick<Call<K>, 'params' | 'session' | 'request'>) => Promise<null | Refusal<Codes<K>>>;
  prepare: (call: Call<K>) => Promise<P | Refusal<Codes<K>>>;
  run: (call: Call<K>, tx: Tx, prepared: P) => Promise<Answer<K>>;
  /** After the commit, never on a replay. */
  after?: (call: Call<K>) => void;
};

/** Calls whose answer is a file. */
type FileKey = { [K in RouteKey]: Routes[K] extends { media: string } ? K : never }[RouteKey];
export type SentFile = { name: string; stream: ReadableStream<Uint8Array> };

export type Serve = {
  /** A call that reads, or that manages its transactions itself. */
  call<K extends RouteKey>(key: K, handler: (call: Call<K>) => Promise<Answer<K>>): void;
  /** A call that reads what seldom changes: whoever has the answer already is told so (304) by its ETag. */
  cached<K extends RouteKey>(key: K, handler: (call: Call<K>) => Promise<Answer<K>>): void;
  /** A change in one transaction, with its Idempotency-Key and answer. */
  write<K extends RouteKey>(key: K, run: (call: Call<K>, tx: Tx) => Promise<Answer<K>>): void;
  /** The same with slow work (hashing, decoding) before the transaction. */
  prepared<K extends RouteKey, P>(key: K, steps: Write<K, P>): void;
  /** A call that answers a file, sent while it is read; `name` is what the caller may keep it under. */
  file<K extends FileKey>(key: K, handler: (call: Call<K>) => Promise<SentFile | Refusal<Codes<K>>>): void;
  /** Opens all calls, once every feature has registered its own; throws when one of the contract has no handler. */
  open(): void;
};

const faultsOf = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }): Fault[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));

class Invalid {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    this.faults = faults;
  }
  get message(): string {
    const first = this.faults[0];
    if (!first) return messages.malformed;
    return first.message.startsWith('Invalid input') && first.path
      ? `Invalid value: ${first.path}`
      : first.message;
  }
}

const parse = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const given = value === undefined && !schema.safeParse(undefined).success ? {} : value;
  const result = z.safeDecode(schema, given);
  return result.success ? result.data : new Invalid(faultsOf(result.error));
};

type Input = {
  params: unknown;
  query: unknown;
  body: unknown;
  files: ReadonlyMap<string, readonly UploadedFile[]>;
};

const readInput = async (
  c: HonoCall,
  route: Route,
  hold: Hold,
  admit: (params: unknown) => Promise<null | Refusal>,
): Promise<Input | Refusal | Invalid> => {
  const path = c.req.param();
  if (!isSound(path)) return refuse('not_found');
  const params = parse(route.params, path);
  if (params instanceof Invalid) return refuse('not_found');
  const rawQuery = c.req.query();
  if (!isSound(rawQuery)) return refuse('validation_failed');
  const query = parse(route.query, rawQuery);
  if (query instanceof Invalid) return query;
  const refused = await admit(params);
  if (refused) return refused;
  const raw = route.body
    ? await readBody(c, route.files, hold)
    : { value: undefined, files: new Map<string, UploadedFile[]>() };
  if (raw instanceof Refusal) return raw;
  const body = parse(route.body, raw.value);
  if (body instanceof Invalid) return body;
  return { params, query, body, files: raw.files };
};

const answerFault = (context: Context, request: RequestFacts, key: string, error: unknown): Response => {
  if (error instanceof BusyError) return problem(refuse('unavailable', { retryAfterSeconds: 2 }), request.id);
  if (isTransient(error)) {
    context.log.warn({ err: error, route: key, request: request.id }, 'database away');
    return problem(refuse('unavailable', { retryAfterSeconds: 2 }), request.id);
  }
  context.log.error({ err: error, route: key, request: request.id }, 'call failed');
  return problem(refuse('internal', { message: `${messages.internal} (${request.id})` }), request.id);
};

const assertDeclared = (key: RouteKey, code: ErrorCode): void => {
  const declared: readonly ErrorCode[] = [...commonErrors, ...routes[key].errors];
  if (!declared.includes(code))
    throw new Error(`${key} answered the undeclared code ${code} (${errors[code].message})`);
};

const encode = (route: Route, response: unknown): Record<string, unknown> | unknown[] => {
  const encoded = z.encode(route.response, response);
  return encoded as Record<string, unknown> | unknown[];
};

const respond = (status: number, body: Record<string, unknown> | unknown[]): Response => {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (!Array.isArray(body) && typeof body.version === 'number') headers.etag = `"${body.version}"`;
  return new Response(JSON.stringify(body), { status, headers });
};

/** The answer with a tag of its content; a caller that names the tag has it already. */
const respondTagged = (status: number, body: unknown, ifNoneMatch: string): Response => {
  const text = JSON.stringify(body);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { 'cache-control': 'no-cache', etag: tag };
  const known = ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
  if (known) return new Response(null, { status: 304, headers });
  return new Response(text, { status, headers: { ...headers, 'content-type': 'application/json' } });
};

type Run = (call: Call<RouteKey>, key: Key | null) => Promise<Response | Refusal>;

/** Calls whose answer holds a token or a secret: it is not kept in the database, so their key is not honoured. */
const NOT_KEPT: ReadonlySet<RouteKey> = new Set([
  'PATCH /profile',
  'POST /profile/email/confirm',
  'POST /profile/two-factor',
  'POST /profile/two-factor/confirm',
  'POST /profile/two-factor/recovery-codes',
]);

const keyOf = (
  context: Context,
  route: RouteKey,
  session: SignedIn | null,
  request: RequestFacts,
  input: Input,
): Key | Refusal | null => {
  if (request.idempotencyKey === null || !session || NOT_KEPT.has(route)) return null;
  const key = request.idempotencyKey;
  if (key.length < 1 || key.length > 255)
    return refuse('validation_failed', { message: messages.keyInvalid });
  const files = [...input.files.values()].flat().map((file) => file.bytes);
  return {
    userId: session.userId,
    route,
    key,
    fingerprint: fingerprintOf(context.keys['request-fingerprint'], [input.params, input.body], files),
  };
};

/** Why this caller may not make the call now, or null. */
const refuseCaller = (
  context: Context,
  route: Route,
  session: SignedIn | null,
): Refusal<CommonErrorCode> | null => {
  const permission = permits(actorOf(session, context.clock.now()), route.auth, {
    freshStepUp: route.stepUp === 'fresh',
    adminsNeedTwoFactor: context.config.requireAdminTwoFactor,
  });
  if (permission.allowed) return null;
  const hasNoFactor = permission.code === 'totp_required' && session?.twoFactor === false;
  return refuse(permission.code, hasNoFactor ? { message: messages.adminTotpRequired } : {});
};

/** Puts the calls of the contract on the HTTP application: parse, permit, call, present. */
export const createServe = (app: Hono<{ Bindings: HttpBindings }>, context: Context): Serve => {
  const handlers = new Map<RouteKey, (c: HonoCall) => Promise<Response>>();

  const mount = (key: RouteKey, run: Run, admit?: Write<RouteKey, unknown>['admit']): void => {
    if (handlers.has(key)) throw new Error(`${key} is registered twice`);
    const route: Route = routes[key];
    handlers.set(key, async (c) => {
      const request = requestFacts(c, context.config.trustProxy);
      noteForwarded(context, c.req.header('x-forwarded-for'));
      const hold = openHold();
      try {
        const session = await readSession(context, c.req.header('authorization'));
        const deny = (refusal: Refusal, faults?: Fault[]): Response => {
          noteRefused(context, key, { session, request }, refusal.code);
          return problem(refusal, request.id, faults);
        };
        const limited = await countCall(context, session?.userId ?? null, addressKey(request.ip));
        if (limited) return deny(limited);
        const refused = refuseCaller(context, route, session);
        if (refused) return deny(refused);
        const input = await readInput(c, route, hold, async (params) => {
          const refusal = (await admit?.({ params, session, request } as unknown as Call<RouteKey>)) ?? null;
          if (refusal) assertDeclared(key, refusal.code);
          return refusal;
        });
        if (input instanceof Refusal) return deny(input);
        if (input instanceof Invalid) {
          return deny(refuse('validation_failed', { message: input.message }), input.faults);
        }
        const idempotencyKey = keyOf(context, key, session, request, input);
        if (idempotencyKey instanceof Refusal) return deny(idempotencyKey);
        const call = { context, session, request, ...input } as unknown as Call<RouteKey>;
        const origin = { session_id: session?.sessionId ?? null, ip: request.ip };
        const result = await fromOrigin(origin, () => run(call, idempotencyKey));
        if (!(result instanceof Refusal)) return result;
        assertDeclared(key, result.code);
        return deny(result);
      } catch (error) {
        return answerFault(context, request, key, error);
      } finally {
        hold.release();
      }
    });
  };

  const call = <K extends RouteKey>(key: K, handler: (call: Call<K>) => Promise<Answer<K>>): void => {
    mount(key, async (raw) => {
      const answer = await handler(raw as unknown as Call<K>);
      if (answer instanceof Refusal) return answer;
      const response = encode(routes[key], answer);
      noteDone(context, key, raw, response);
      return respond(routes[key].status, response);
    });
  };

  const cached: Serve['cached'] = (key, handler) => {
    mount(key, async (raw) => {
      const answer = await handler(raw as unknown as Parameters<typeof handler>[0]);
      if (answer instanceof Refusal) return answer;
      return respondTagged(routes[key].status, encode(routes[key], answer), raw.request.ifNoneMatch);
    });
  };

  const file: Serve['file'] = (key, handler) => {
    const { media }: Route = routes[key];
    mount(key, async (raw) => {
      const answer = await handler(raw as unknown as Parameters<typeof handler>[0]);
      if (answer instanceof Refusal) return answer;
      const headers = {
        'content-type': `${media}; charset=utf-8`,
        'content-disposition': `attachment; filename="${answer.name}"`,
        'cache-control': 'no-store',
      };
      return new Response(answer.stream, { status: routes[key].status, headers });
    });
  };

  const change = async <K extends RouteKey, P>(
    key: K,
    steps: Write<K, P>,
    call: Call<K>,
    idempotencyKey: Key | null,
  ): Promise<Response | Refusal> => {
    const earlier = idempotencyKey ? await storedAnswer(context, context.db, idempotencyKey) : null;
    if (earlier) return earlier instanceof Refusal ? earlier : respond(earlier.status, earlier.response);
    const ready = await steps.prepare(call);
    if (ready instanceof Refusal) return ready;
    const outcome = await untilClaimed(() =>
      transact(context.db, async (tx) => {
        if (idempotencyKey && !(await claimKey(context, tx, idempotencyKey))) {
          const answer = await storedAnswer(context, tx, idempotencyKey);
          return answer ?? refuse('idempotency_key_running');
        }
        const answer = await steps.run(call, tx, ready as P);
        if (answer instanceof Refusal) return answer;
        const response = encode(routes[key], answer);
        if (idempotencyKey && !Array.isArray(response)) {
          await storeAnswer(tx, idempotencyKey, { status: routes[key].status, response });
        }
        return { fresh: true as const, status: routes[key].status, response };
      }),
    );
    if (outcome instanceof Refusal) return outcome;
    if ('fresh' in outcome) {
      noteDone(context, key, call, outcome.response);
      context.wakeMailWorker();
      steps.after?.(call);
    }
    return respond(outcome.status, outcome.response);
  };

  const prepared = <K extends RouteKey, P>(key: K, steps: Write<K, P>): void => {
    const run: Run = (raw, idempotencyKey) => {
      const work = () => change<K, P>(key, steps, raw as unknown as Call<K>, idempotencyKey);
      return idempotencyKey ? inTurn(context, idempotencyKey, work) : work();
    };
    mount(key, run, steps.admit as Write<RouteKey, unknown>['admit']);
  };

  const write = <K extends RouteKey>(key: K, run: (call: Call<K>, tx: Tx) => Promise<Answer<K>>): void =>
    prepared<K, null>(key, { prepare: async () => null, run });

  const open = (): void => {
    const missing = allKeys.filter((key) => !handlers.has(key));
    if (missing.length > 0) throw new Error(`calls without a handler: ${missing.join(', ')}`);
    for (const key of allKeys) {
      const [method = '', path = ''] = key.split(' ');
      const handler = handlers.get(key);
      if (handler) app.on(method, `/api${path.replace(/\{(\w+)\}/g, ':$1')}`, handler);
    }
  };

  return { call, cached, write, prepared, file, open };
};

/** All calls, a fixed word of a path before a parameter in the same place ('/accounts/check-status' before '/accounts/{id}'). */
const allKeys = (Object.keys(routes) as RouteKey[]).sort((a, b) => {
  const [left, right] = [a.replaceAll('{', '~'), b.replaceAll('{', '~')];
  return left < right ? -1 : 1;
});
