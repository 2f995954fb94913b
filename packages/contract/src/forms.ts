/** Shapes of the web's forms, from the same fields as the calls. */
import * as z from 'zod/mini';
import { anyPassword, authenticatorCode, code, email, otp, password, personName } from './fields.ts';
import { messages } from './messages.ts';

const confirmed = z.string().check(z.minLength(1, { error: messages.confirmPasswordRequired }));
const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { error: messages.passwordsDoNotMatch, path: ['confirmPassword'] },
);

export const loginForm = z.object({ email, password, rememberMe: z.optional(z.boolean()) });
export const registerForm = z
  .object({
    name: personName,
    email,
    password,
    confirmPassword: confirmed,
    terms: z.boolean().check(z.refine((accepted) => accepted, { error: messages.termsRequired })),
  })
  .check(samePasswords);
export const codeForm = z.object({ code });
export const otpForm = z.object({ otp });
export const authenticatorCodeForm = z.object({ otp: authenticatorCode });
export const ownPasswordForm = z.object({ password: anyPassword });
export const forgotPasswordForm = z.object({ email });
export const resetPasswordForm = z.object({ password, confirmPassword: confirmed }).check(samePasswords);
export const setupForm = z
  .object({ name: personName, email, password, confirmPassword: confirmed })
  .check(samePasswords);
export const nameForm = z.object({ name: personName });
export const changeEmailForm = z.object({ email, password: anyPassword });
export const changePasswordForm = z
  .object({ currentPassword: anyPassword, password, confirmPassword: confirmed })
  .check(samePasswords);
export const userForm = z.object({ name: personName, email, isAdmin: z.boolean() });
