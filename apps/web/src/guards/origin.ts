import { isOwnPath, paths } from '../paths.ts';

const KEY = 'origin';
const AUTH_PATHS = /^\/(login|register|verify-email|forgot-password|reset-password|setup)(\/|\?|$)/;

type Place = { pathname: string; search: string; hash?: string };

/** The path of a location, if it may be returned to after login. */
export function originOf({ pathname, search, hash = '' }: Place): string | null {
  const path = pathname + search + hash;
  return isOwnPath(path) && !AUTH_PATHS.test(path) ? path : null;
}

/** Keeps the origin over a reload of the login page; null forgets it. */
export function rememberOrigin(origin: string | null): void {
  try {
    if (origin === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, origin);
  } catch {
    // Storage is blocked: the router's state still carries the origin.
  }
}

const fromState = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'from' in state ? state.from : null;

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * Where to go after login: the remembered page, else the dashboard for a user with an active account, else the
 * catalogue (specification section 4). Forgets the origin.
 */
export function destinationAfterLogin(locationState: unknown, hasActiveAccount: boolean): string {
  const origin = [fromState(locationState), stored()].find(
    (path) => isOwnPath(path) && !AUTH_PATHS.test(path),
  );
  rememberOrigin(null);
  if (typeof origin === 'string') return origin;
  return hasActiveAccount ? paths.dashboard : paths.catalogue;
}

let ended = false;

/** Call when the server refuses a session that was there; the login page then says so. */
export function noteSessionEnd(): void {
  ended = true;
}
export const hasSessionEnded = (): boolean => ended;
export function forgetSessionEnd(): void {
  ended = false;
}

let leaving = false;

/** Call before a sign-out by choice: the guard then goes to /login without an origin. */
export function leaveByChoice(): void {
  leaving = true;
  rememberOrigin(null);
}
export const isLeaving = (): boolean => leaving;
export function hasLeft(): void {
  leaving = false;
}
