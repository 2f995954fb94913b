import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: everyone, whoever holds a session (its second step may be open), a signed-in user, one with a verified
 * e-mail, or an administrator.
 */
export type Requirement = 'public' | 'session' | 'user' | 'verified' | 'admin';

/** One call of the API. The key in the table is `METHOD /path/{parameter}`, below `/api`. */
export type Route = {
  auth: Requirement;
  /** A user with two-factor sign-in must have given a code within the last 5 minutes. */
  stepUp?: 'fresh';
  summary: string;
  status: 200 | 201;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is multipart/form-data; `body` describes its text fields, `files` names its file fields. */
  files?: readonly string[];
  response: z.ZodMiniType;
  /** The answer is a file of this type instead of JSON; `response` is then a text. */
  media?: 'text/csv';
  errors: readonly ErrorCode[];
};

/** Keeps the literal types of a route. */
export const defineRoute = <const R extends Route>(route: R): R => route;

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** What the server's handler receives and returns (decoded: cents, dates). */
export type Decoded<R extends Route> = {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
  response: z.output<R['response']>;
};

/** What travels on the wire (dollars as numbers, instants as ISO texts). */
export type Wire<R extends Route> = {
  params: Input<R['params']>;
  query: Input<R['query']>;
  body: Input<R['body']>;
  response: z.input<R['response']>;
};
