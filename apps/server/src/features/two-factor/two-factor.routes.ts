import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { checkSecondFactor } from './second-factor.ts';
import { confirmSetUp, disable, renewRecoveryCodes, startSetUp, stepUp } from './two-factor.ts';

const done = (message: string) => ({ success: true as const, message });

/** The second factor of the caller: giving it, and setting it up. */
export const twoFactorRoutes = (serve: Serve, context: Context): void => {
  serve.prepared('POST /auth/step-up', {
    prepare: ({ session, body }) => checkSecondFactor(context, session.userId, body.otp),
    run: async ({ session, request }, tx, factor) => {
      const result = await stepUp(tx, context, { session, request }, factor);
      return result instanceof Refusal ? result : { ...done(messages.stepUpSuccess), ...result };
    },
  });

  serve.prepared('POST /profile/two-factor/disable', {
    prepare: ({ session, body }) => checkSecondFactor(context, session.userId, body.otp),
    run: async ({ session, request }, tx, factor) =>
      (await disable(tx, context, { session, request }, factor)) ?? done(messages.twoFactorDisabled),
  });

  // These answer secrets, which must not be kept with an Idempotency-Key, so they open their own transactions.
  serve.call('POST /profile/two-factor', async ({ session, body }) => {
    const started = await startSetUp(context, session, body.password);
    return started instanceof Refusal ? started : { ...done(messages.twoFactorStarted), ...started };
  });
  serve.call('POST /profile/two-factor/confirm', async ({ session, request, body }) => {
    const result = await confirmSetUp(context, { session, request }, body.otp);
    if (result instanceof Refusal) return result;
    context.wakeMailWorker();
    return { ...done(messages.twoFactorEnabled), ...result };
  });
  serve.call('POST /profile/two-factor/recovery-codes', async ({ session, request, body }) => {
    const result = await renewRecoveryCodes(context, { session, request }, body.otp);
    if (result instanceof Refusal) return result;
    context.wakeMailWorker();
    return { ...done(messages.recoveryCodesRenewed), ...result };
  });
};
