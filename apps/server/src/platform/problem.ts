import { type ErrorCode, errors } from '@firmament/contract';
import type { Refusal } from './refusal.ts';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export type Fault = { path: string; message: string };

/** Problem JSON (RFC 9457) with `message`, which the client shows, and `code` of the contract. */
export const problem = (refusal: Refusal<ErrorCode>, requestId: string, faults?: Fault[]): Response => {
  const { status, message } = errors[refusal.code];
  const text = refusal.message ?? message;
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  };
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds);
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  const body = {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    detail: text,
    message: text,
    success: false,
    code: refusal.code,
    instance: `urn:uuid:${requestId}`,
    ...(faults ? { errors: faults } : {}),
    ...(refusal.changed
      ? { changed: { by: refusal.changed.name, at: refusal.changed.at.toISOString() } }
      : {}),
  };
  return new Response(JSON.stringify(body), { status, headers });
};
