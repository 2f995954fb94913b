import * as z from 'zod/mini';
import {
  anyPassword,
  authenticatorCode,
  code,
  done,
  email,
  moment,
  otp,
  password,
  pathId,
  personName,
  role,
  success,
  timeZone,
} from './fields.ts';
import { defineRoute } from './route.ts';

export const profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The address that waits for its code, if a change was asked for. */
  pendingEmail: z.nullable(z.string()),
  role,
  emailVerified: z.boolean(),
  /** In which times are shown (IANA); null: as the device has it. */
  timeZone: z.nullable(z.string()),
  twoFactor: z.object({
    on: z.boolean(),
    since: z.nullable(moment),
    recoveryCodesLeft: z.int(),
    /** Whether the firm's administration stays closed to the caller without it. */
    required: z.boolean(),
  }),
  createdAt: moment,
});

const recoveryCodes = z.array(z.string());

export const session = z.object({
  _id: z.string(),
  current: z.boolean(),
  createdAt: moment,
  lastSeenAt: moment,
  ip: z.string(),
  device: z.string(),
});

export const profileRoutes = {
  'GET /profile': defineRoute({
    auth: 'user',
    summary: 'The own profile',
    status: 200,
    response: profile,
    errors: [],
  }),
  'PATCH /profile': defineRoute({
    auth: 'user',
    summary: 'Change the own name or time zone; a new token carries both',
    status: 200,
    body: z.object({
      name: z.optional(personName),
      timeZone: z.optional(z.nullable(timeZone)),
    }),
    response: success({ profile, token: z.string() }),
    errors: [],
  }),
  'POST /profile/password': defineRoute({
    auth: 'user',
    summary: 'Change the own password; ends all other sessions',
    status: 200,
    body: z.object({ currentPassword: anyPassword, newPassword: password }),
    response: done,
    errors: ['current_password_wrong', 'password_too_common'],
  }),
  'POST /profile/email': defineRoute({
    auth: 'verified',
    summary: 'Ask for a change of the own e-mail address; a code goes to the new one',
    status: 200,
    body: z.object({ email, password: anyPassword }),
    response: done,
    errors: ['current_password_wrong', 'email_taken'],
  }),
  'POST /profile/email/confirm': defineRoute({
    auth: 'verified',
    summary: 'Confirm the new e-mail address with its code',
    status: 200,
    body: z.object({ code }),
    response: success({ profile, token: z.string() }),
    errors: ['code_wrong', 'code_tries_used_up', 'code_tries_locked', 'email_taken'],
  }),
  'POST /profile/two-factor': defineRoute({
    auth: 'verified',
    summary:
      'Start setting up two-factor sign-in: answers the secret for the authenticator app; nothing is on yet',
    status: 200,
    body: z.object({ password: anyPassword }),
    response: success({ secret: z.string(), uri: z.string() }),
    errors: ['current_password_wrong', 'two_factor_on'],
  }),
  'POST /profile/two-factor/confirm': defineRoute({
    auth: 'verified',
    summary: 'Turn two-factor sign-in on with a code of the app; ends all other sessions',
    status: 200,
    body: z.object({ otp: authenticatorCode }),
    response: success({ recoveryCodes }),
    errors: ['otp_wrong', 'two_factor_on', 'two_factor_not_started'],
  }),
  'POST /profile/two-factor/disable': defineRoute({
    auth: 'verified',
    summary: 'Turn two-factor sign-in off, with a fresh code',
    status: 200,
    body: z.object({ otp }),
    response: done,
    errors: ['otp_wrong', 'two_factor_off'],
  }),
  'POST /profile/two-factor/recovery-codes': defineRoute({
    auth: 'verified',
    summary: 'Make new recovery codes, with a fresh code; the old ones end',
    status: 200,
    body: z.object({ otp }),
    response: success({ recoveryCodes }),
    errors: ['otp_wrong', 'two_factor_off'],
  }),
  'GET /profile/sessions': defineRoute({
    auth: 'user',
    summary: 'The signed-in devices',
    status: 200,
    response: z.object({ sessions: z.array(session) }),
    errors: [],
  }),
  'DELETE /profile/sessions/{id}': defineRoute({
    auth: 'user',
    summary: 'Sign one device out',
    status: 200,
    params: z.object({ id: pathId }),
    response: done,
    errors: ['session_not_found'],
  }),
  'POST /profile/sign-out-everywhere': defineRoute({
    auth: 'user',
    summary: 'Sign out all other devices',
    status: 200,
    response: done,
    errors: [],
  }),
  'GET /profile/export': defineRoute({
    auth: 'user',
    summary: 'All data held about the caller',
    status: 200,
    response: z.object({
      profile,
      accounts: z.array(z.record(z.string(), z.unknown())),
      events: z.array(z.record(z.string(), z.unknown())),
      sessions: z.array(session),
    }),
    errors: [],
  }),
  'POST /profile/close': defineRoute({
    auth: 'user',
    stepUp: 'fresh',
    summary: 'Close the own account; ends all sessions',
    status: 200,
    body: z.object({ password: anyPassword }),
    response: done,
    errors: ['current_password_wrong', 'last_admin'],
  }),
};
