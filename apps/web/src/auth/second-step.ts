import { call } from '../api/client.ts';

const PENDING_KEY = 'second-step';
let pending: string | null = null;

/**
 * The token of a sign-in whose second step is open, until the code is given. It outlives a reload of this tab, because phones
 * drop a page while their user looks for the code in another app.
 */
export function readPendingToken(): string | null {
  try {
    return sessionStorage.getItem(PENDING_KEY) ?? pending;
  } catch {
    return pending;
  }
}

export function storePendingToken(token: string | null): void {
  pending = token;
  try {
    if (token === null) sessionStorage.removeItem(PENDING_KEY);
    else sessionStorage.setItem(PENDING_KEY, token);
  } catch {
    // Storage is blocked: the open step lasts as long as the page.
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Gives the second factor of the open sign-in; resolves with how many recovery codes are left. */
export async function giveSecondFactor(token: string, otp: string): Promise<number> {
  const { recoveryCodesLeft } = await call('POST /auth/step-up', { body: { otp }, headers: bearer(token) });
  storePendingToken(null);
  return recoveryCodesLeft;
}

/** Gives the open step up and ends its session. */
export function abandonSecondStep(): void {
  const token = readPendingToken();
  storePendingToken(null);
  if (token !== null) call('POST /auth/logout', { headers: bearer(token) }).catch(() => {});
}
