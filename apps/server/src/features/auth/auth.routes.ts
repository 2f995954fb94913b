import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { endSession } from '../../platform/session.ts';
import { prepareSetup, setUp } from './first-admin.ts';
import { login } from './login.ts';
import { askForReset, prepareReset, resetPassword } from './password-resets.ts';
import { prepareRegistration, prepareResend, register, resend, verifyEmail } from './registration.ts';

const done = (message: string) => ({ success: true as const, message });

const registrationRoutes = (serve: Serve, context: Context): void => {
  serve.prepared('POST /auth/register', {
    prepare: ({ body, request }) => prepareRegistration(context, body, request.ip),
    run: async ({ body }, tx, ready) => {
      const result = await register(tx, context, body, ready);
      return result instanceof Refusal ? result : { ...done(messages.registrationSuccess), ...result };
    },
  });

  // Its counts must be committed before the code is compared, so it opens its own transactions.
  serve.call('POST /auth/verify-email', ({ body, request }) => verifyEmail(context, body, request));

  serve.prepared('POST /auth/resend-verification', {
    prepare: ({ body }) => prepareResend(context, body.userId),
    run: async ({ body }, tx, fresh) =>
      (await resend(tx, context, body.userId, fresh)) ?? done(messages.resendSuccess),
  });
};

const passwordRoutes = (serve: Serve, context: Context): void => {
  serve.call('POST /auth/forgot-password', async ({ body, request }) => {
    await askForReset(context, body.email, request.ip);
    return done(messages.forgotSuccess);
  });

  serve.prepared('POST /auth/reset-password/{resetToken}', {
    prepare: ({ params, body, request }) =>
      prepareReset(context, params.resetToken, body.password, request.ip),
    run: async ({ params }, tx, { passwordHash }) =>
      (await resetPassword(tx, context, params.resetToken, passwordHash)) ?? done(messages.resetSuccess),
  });

  serve.prepared('POST /auth/setup/{setupToken}', {
    prepare: ({ params, body, request }) => prepareSetup(context, params.setupToken, body, request.ip),
    run: async ({ params, body }, tx, { passwordHash }) =>
      (await setUp(tx, context, params.setupToken, body, passwordHash)) ?? done(messages.setupSuccess),
  });
};

export const authRoutes = (serve: Serve, context: Context): void => {
  registrationRoutes(serve, context);
  passwordRoutes(serve, context);

  // The answer holds a token, which must not be kept with an Idempotency-Key.
  serve.call('POST /auth/login', ({ body, request }) => login(context, body, request));

  serve.write('POST /auth/logout', async ({ session }, tx) => {
    await endSession(tx, session.userId, session.sessionId, context.clock.now());
    return done(messages.logoutSuccess);
  });
};
