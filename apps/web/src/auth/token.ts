import { messages } from '@firmament/contract/messages';

/** Storage key of the token (specification section 9). */
export const TOKEN_KEY = 'token';

/** The user as the token carries it (specification section 3). */
export type User = {
  _id: string;
  email: string;
  role: string;
  name: string;
  emailVerified: boolean;
  /** The IANA zone in which times are shown; null: the browser's own. */
  timeZone: string | null;
};

export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

export function storeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Storage is blocked: the session lasts as long as the page.
  }
}

const REQUIRED = ['_id', 'email', 'role', 'name'] as const;

function payloadOf(token: string): Record<string, unknown> | null {
  const part = token.split('.')[1];
  if (!part) return null;
  try {
    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/**
 * The user in a token. Throws with the specified text when a required field is missing or not a string
 * (specification section 5). The signature is the server's matter.
 */
export function decodeToken(token: string): User {
  const payload = payloadOf(token);
  const missing = REQUIRED.filter(
    (name) => payload?.[name] === undefined || payload[name] === null || payload[name] === '',
  );
  if (!payload || missing.length > 0) throw new Error(messages.tokenMissingFields + missing.join(', '));
  const { _id, email, role, name, emailVerified, timeZone } = payload;
  if (
    typeof _id !== 'string' ||
    typeof email !== 'string' ||
    typeof role !== 'string' ||
    typeof name !== 'string'
  ) {
    throw new Error(messages.tokenInvalidTypes);
  }
  return {
    _id,
    email,
    role,
    name,
    emailVerified: emailVerified === true,
    timeZone: typeof timeZone === 'string' ? timeZone : null,
  };
}
