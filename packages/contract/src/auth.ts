import * as z from 'zod/mini';
import { code, done, email, idField, otp, password, personName, role, success } from './fields.ts';
import { defineRoute } from './route.ts';

/** The signed-in user as the token and the answers carry it (specification section 3). */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  emailVerified: z.boolean(),
});

const resetToken = z.string().check(z.maxLength(200));

export const authRoutes = {
  'POST /auth/register': defineRoute({
    auth: 'public',
    summary: 'Register; a verification code is mailed',
    status: 201,
    body: z.object({ name: personName, email, password }),
    response: success({ userId: z.string() }),
    errors: ['email_taken', 'password_too_common'],
  }),
  'POST /auth/login': defineRoute({
    auth: 'public',
    summary:
      'Sign in; with `twoFactorRequired` the token opens only the step-up and the logout until the step-up',
    status: 200,
    body: z.object({ email, password }),
    response: success({
      token: z.string(),
      user,
      hasActiveAccount: z.boolean(),
      twoFactorRequired: z.boolean(),
    }),
    errors: ['invalid_credentials', 'user_disabled'],
  }),
  'POST /auth/verify-email': defineRoute({
    auth: 'public',
    summary: 'Prove the e-mail address with the mailed code; signs in',
    status: 200,
    body: z.object({ userId: idField(), code }),
    response: success({ token: z.string(), user, hasActiveAccount: z.boolean() }),
    errors: [
      'code_wrong',
      'code_tries_used_up',
      'code_tries_locked',
      'already_verified',
      'registration_unknown',
      'email_taken',
    ],
  }),
  'POST /auth/resend-verification': defineRoute({
    auth: 'public',
    summary: 'Mail a new verification code; the older ones end',
    status: 200,
    body: z.object({ userId: idField() }),
    response: done,
    errors: ['registration_unknown', 'already_verified'],
  }),
  'POST /auth/forgot-password': defineRoute({
    auth: 'public',
    summary: 'Mail a reset link if the address is known; the answer is always the same',
    status: 200,
    body: z.object({ email }),
    response: done,
    errors: [],
  }),
  'POST /auth/reset-password/{resetToken}': defineRoute({
    auth: 'public',
    summary: 'Set a new password with the mailed link; ends all sessions',
    status: 200,
    params: z.object({ resetToken }),
    body: z.object({ password }),
    response: done,
    errors: ['reset_link_invalid', 'password_too_common'],
  }),
  'POST /auth/setup/{setupToken}': defineRoute({
    auth: 'public',
    summary: 'Create the first administrator with the one-time link of a new firm',
    status: 201,
    params: z.object({ setupToken: resetToken }),
    body: z.object({ name: personName, email, password }),
    response: done,
    errors: ['setup_link_invalid', 'email_taken', 'password_too_common'],
  }),
  'POST /auth/step-up': defineRoute({
    auth: 'session',
    summary:
      'Give the second factor for the present session: a code of the authenticator app or a recovery code',
    status: 200,
    body: z.object({ otp }),
    response: success({ recoveryCodesLeft: z.int() }),
    errors: ['otp_wrong', 'two_factor_off'],
  }),
  'POST /auth/logout': defineRoute({
    auth: 'session',
    summary: 'End the present session',
    status: 200,
    response: done,
    errors: [],
  }),
};
