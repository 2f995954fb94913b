import type {
  PathParameters,
  QueryParameters,
  RequestBody,
  ResponseBody,
  RouteKey,
} from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { askStepUp } from '../auth/step-up.ts';
import { readToken } from '../auth/token.ts';
import { takeEarly } from './early.ts';

/** A failed call: the server's status, code and message; status 0 when the server could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Seconds to wait, where the server said so. */
  readonly retryAfter: number | null;
  /** Whether the message came from the server (and wins over a specified fallback). */
  readonly fromServer: boolean;
  /** Messages by field name, for a refused form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Who changed the thing meanwhile, and when (ISO 8601), where that is why it was refused. */
  readonly changed: { by: string | null; at: string } | null;

  constructor(facts: Pick<ApiError, 'status' | 'code' | 'message'> & Partial<ApiError>) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.retryAfter = facts.retryAfter ?? null;
    this.fromServer = facts.fromServer ?? false;
    this.fields = facts.fields ?? {};
    this.changed = facts.changed ?? null;
  }
}

/** The server's message, or that the server could not be reached; otherwise the specified fallback. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && (error.fromServer || error.status === 0)) return error.message;
  return fallback;
}

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : undefined extends Value
    ? { [name in Name]?: Value }
    : Record<never, never> extends Value
      ? { [name in Name]?: Value }
      : { [name in Name]: Value };

type Extra = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** One per user action; made here if absent. Keep it for a retry of the same action. */
  idempotencyKey?: string;
  /** The version an edit started from; the server refuses a stale one. */
  ifMatch?: string | number;
};

export type CallOptions<Key extends RouteKey> = Given<'params', PathParameters<Key>> &
  Given<'query', QueryParameters<Key>> & { body?: RequestBody<Key> | FormData } & Extra;

/** The options argument: needed only where a call needs parameters. */
export type Rest<Key extends RouteKey, Options> =
  Record<never, never> extends CallOptions<Key> ? [options?: Options] : [options: Options];

type Loose = Extra & {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
};

/** What the application does about refusals that concern the whole session; it sets them at its start. */
type SessionHandlers = {
  /** A 401 outside the auth calls: clear the token, go to /login. */
  unauthenticated: () => void;
  /** A 403 because two-factor sign-in is missing. */
  secondFactorMissing: (key: string) => void;
};
let session: SessionHandlers = { unauthenticated: () => {}, secondFactorMissing: () => {} };
export function setSessionHandlers(handlers: SessionHandlers): void {
  session = handlers;
}

/** Fills `{parameter}`s and appends the query: 'GET /accounts/{id}' → '/api/accounts/7?…'. */
export function urlOf(key: string, params: Loose['params'] = {}, query: Loose['query'] = {}): string {
  const path = key.slice(key.indexOf(' ') + 1);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item));
    }
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** The headers of a call: session, idempotency key, version. */
export function headersOf(
  method: string,
  { headers, body, idempotencyKey, ifMatch }: Loose,
): Record<string, string> {
  const token = readToken();
  return {
    accept: 'application/json',
    ...(body !== undefined && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey ?? newKey() }),
    ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
    ...headers,
  };
}

/** A new key for one user action. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // Plain http on another host than localhost has no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Field messages of a problem: `errors` as [{path|field, message}] or as a record. */
function fieldsOf(problem: Record<string, unknown>): Record<string, string> {
  const { errors } = problem;
  const fields: Record<string, string> = {};
  if (Array.isArray(errors)) {
    for (const item of errors) {
      if (!isRecord(item) || typeof item.message !== 'string') continue;
      const at = Array.isArray(item.path) ? item.path.join('.') : (item.path ?? item.field ?? item.pointer);
      if (typeof at === 'string') fields[at.replace(/^[/#]+/, '')] ??= item.message;
    }
  } else if (isRecord(errors)) {
    for (const [at, message] of Object.entries(errors)) if (typeof message === 'string') fields[at] = message;
  }
  return fields;
}

/** The error that an answer tells of. */
export function errorOf(status: number, text: string, retryAfter: string | null): ApiError {
  const body = parse(text);
  const problem = isRecord(body) ? body : {};
  const said = [problem.message, problem.detail, problem.title].find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate !== '',
  );
  const seconds = Number(retryAfter);
  return new ApiError({
    status,
    code: typeof problem.code === 'string' ? problem.code : 'unknown',
    message: said ?? messages.internal,
    fromServer: said !== undefined,
    retryAfter: retryAfter !== null && Number.isFinite(seconds) ? seconds : null,
    fields: fieldsOf(problem),
    changed: problem.changed as ApiError['changed'],
  });
}

/** Tells the application of a refusal that concerns the session, except for the auth calls, whose forms show the message. */
export function refused(key: string, error: ApiError): ApiError {
  if (/ \/auth\//.test(key)) return error;
  if (error.status === 401) session.unauthenticated();
  if (error.code === 'totp_required') session.secondFactorMissing(key);
  return error;
}

/** Sends; where the server wants a fresh second factor first, asks for it and sends the same once more. */
export async function withStepUp<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'step_up_required';
    if (!isAsked || !(await askStepUp())) throw error;
    return send();
  }
}

/** What a call that reached nobody is refused with. */
export const unreachable = () =>
  new ApiError({ status: 0, code: 'network', message: messages.networkFailed });

/**
 * One call of the contract: `call('POST /auth/login', { body })`. Resolves with the answer, rejects with ApiError
 * (an abort rejects with the signal's reason). There is no timeout (specification section 7).
 */
export function call<Key extends RouteKey>(
  key: Key,
  ...[options]: Rest<Key, CallOptions<Key>>
): Promise<ResponseBody<Key>>;
export function call(key: RouteKey, options: Loose = {}): Promise<unknown> {
  const once = { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
  return withStepUp(() => send(key, once));
}

async function send(key: RouteKey, options: Loose): Promise<unknown> {
  const method = key.slice(0, key.indexOf(' '));
  const { params, query, body, signal } = options;
  let response: Response;
  let text: string;
  try {
    const url = urlOf(key, params, query);
    const early = method === 'GET' ? takeEarly(url, readToken()) : undefined;
    response = await (early ??
      fetch(url, {
        method,
        headers: headersOf(method, options),
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }));
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof ApiError ? error : unreachable();
  }
  if (!response.ok) throw refused(key, errorOf(response.status, text, response.headers.get('retry-after')));
  return text === '' ? undefined : parse(text);
}

export type UploadOptions<Key extends RouteKey> = Given<'params', PathParameters<Key>> & {
  body: FormData;
  /** Share sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
};

/** Like `call` for a FormData body, with the progress of sending. */
export function upload<Key extends RouteKey>(
  key: Key,
  options: UploadOptions<Key>,
): Promise<ResponseBody<Key>>;
export function upload(key: RouteKey, options: LooseUpload): Promise<unknown> {
  const once = { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
  return withStepUp(() => sendForm(key, once));
}

type LooseUpload = Loose & { body: FormData; onProgress?: (share: number) => void };

function sendForm(key: RouteKey, options: LooseUpload): Promise<unknown> {
  const method = key.slice(0, key.indexOf(' '));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, urlOf(key, options.params, options.query));
    for (const [name, value] of Object.entries(headersOf(method, options)))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(options.signal?.reason);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(parse(responseText));
      else reject(refused(key, errorOf(status, responseText, request.getResponseHeader('retry-after'))));
    };
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(options.body);
  });
}
