import { messages } from '@firmament/contract/messages';
import { ApiError, call } from '../api/client.ts';

/** The same failure with the text of specification section 8: server message, else the error's own, else the fallback. */
function failure(error: unknown, fallback: string): Error {
  if (error instanceof ApiError) {
    if (error.fromServer || error.status === 0) return error;
    return new ApiError({ ...error, message: fallback });
  }
  return error instanceof Error && error.message !== '' ? error : new Error(fallback);
}

async function attempt<Value>(work: () => Promise<Value>, fallback: string): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw failure(error, fallback);
  }
}

export const requestLogin = (credentials: {
  email: string;
  password: string;
}): Promise<{ token: string; isStepOpen: boolean }> =>
  attempt(async () => {
    const answer = await call('POST /auth/login', { body: credentials });
    if (!answer?.token) throw new Error(messages.loginNoToken);
    return { token: answer.token, isStepOpen: answer.twoFactorRequired === true };
  }, messages.loginFailed);

/** Whether any account is active or failed; a failure is logged and counts as none (specification section 4). */
export async function fetchHasActiveAccount(): Promise<boolean> {
  try {
    const { accounts } = await call('GET /dashboard/accounts');
    return accounts.some(({ status }) => status === 'active' || status === 'failed');
  } catch (error) {
    console.warn('The accounts could not be checked:', error);
    return false;
  }
}

export const register = (person: { name: string; email: string; password: string }): Promise<string> =>
  attempt(async () => {
    const answer = await call('POST /auth/register', { body: person });
    if (!answer?.userId) throw new Error(messages.registrationNoUserId);
    return answer.userId;
  }, messages.registrationFailed);

export const requestVerification = (proof: { userId: string; code: string }): Promise<string> =>
  attempt(async () => {
    const answer = await call('POST /auth/verify-email', { body: proof });
    if (!answer?.token) throw new Error(messages.verificationNoToken);
    return answer.token;
  }, messages.verificationFailed);

export const resendVerification = (userId: string): Promise<void> =>
  attempt(async () => {
    await call('POST /auth/resend-verification', { body: { userId } });
  }, messages.resendFailed);

export const forgotPassword = (email: string): Promise<void> =>
  attempt(async () => {
    await call('POST /auth/forgot-password', { body: { email } });
  }, messages.forgotFailed);

export const resetPassword = (reset: { resetToken: string | undefined; password: string }): Promise<void> =>
  attempt(async () => {
    const { resetToken, password } = reset;
    if (!resetToken) throw new Error(messages.resetTokenInvalid);
    await call('POST /auth/reset-password/{resetToken}', { params: { resetToken }, body: { password } });
  }, messages.resetLinkInvalid);
