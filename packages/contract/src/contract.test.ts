import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dollars, moment, settableDollars } from './fields.ts';
import { registerForm } from './forms.ts';
import { commonErrors, errors, messages, openApi, type Route, routes } from './index.ts';

/** Specification section 7, as it stands there. */
const SPECIFIED = [
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/verify-email',
  'POST /auth/resend-verification',
  'POST /auth/forgot-password',
  'POST /auth/reset-password/{resetToken}',
  'GET /dashboard/accounts',
  'GET /accounts/check-status',
  'GET /dashboard/{mt5Login}',
  'GET /account-packages',
  'GET /account-packages/{id}',
  'POST /accounts/purchase',
  'GET /accounts/{id}',
  'POST /accounts/{id}/upload-proof',
  'GET /payment/addresses',
  'GET /admin/accounts',
  'GET /admin/accounts/{id}',
  'DELETE /admin/accounts/{id}',
  'PATCH /admin/accounts/{id}',
  'PATCH /admin/accounts/{id}/stage',
  'PATCH /admin/accounts/{id}/mark-failed',
  'POST /admin/accounts/{id}/assign-mt5',
  'PUT /admin/accounts/{id}/verify-payment',
  'GET /admin/users',
  'GET /admin/users/{id}',
  'PUT /admin/users/{id}',
  'POST /admin/send-payment-reminder-email',
  'POST /admin/send-mass-email',
  'POST /payment/addresses',
  'PUT /payment/addresses/{id}',
  'DELETE /payment/addresses/{id}',
];

const table: Record<string, Route> = routes;

describe('the table of calls', () => {
  it.each(SPECIFIED)('holds %s', (key) => {
    expect(table).toHaveProperty([key]);
  });

  it('names each path parameter in the schema and nowhere else', () => {
    for (const [key, route] of Object.entries(table)) {
      const inPath = [...key.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const shape = route.params && z.toJSONSchema(route.params, { io: 'input' });
      expect(Object.keys(shape?.properties ?? {}), key).toEqual(inPath);
    }
  });

  it('asks for an administrator below /admin, and lists no error twice', () => {
    for (const [key, route] of Object.entries(table)) {
      if (key.includes(' /admin/')) expect(route.auth, key).toBe('admin');
      const codes = [...commonErrors, ...route.errors].filter((code) => code !== 'changed_meanwhile');
      expect(new Set(codes).size, key).toBe(codes.length);
    }
  });

  // spec 8.1
  it('asks for a fresh second factor where an admin could do lasting harm', () => {
    const fresh = Object.entries(table).filter(([, route]) => route.stepUp === 'fresh');
    expect(fresh.map(([key]) => key).sort()).toEqual([
      'DELETE /admin/accounts/{id}',
      'DELETE /admin/packages/{id}',
      'DELETE /payment/addresses/{id}',
      'POST /admin/accounts/bulk/delete',
      'POST /admin/accounts/{id}/assign-mt5',
      'POST /admin/mails/{id}/resend',
      'POST /admin/mass-email/{id}/retry',
      'POST /admin/payment-addresses/{id}/confirm',
      'POST /admin/send-mass-email',
      'POST /admin/users/{id}/reset-two-factor',
      'POST /payment/addresses',
      'POST /profile/close',
      'PUT /admin/users/{id}',
      'PUT /payment/addresses/{id}',
    ]);
    // A saved view of a list and a logo are made again in a moment.
    const deletes = /^DELETE (?!\/admin\/(?:views|firm\/logo)\/)/;
    for (const [key, route] of Object.entries(table)) {
      if (deletes.test(key) && route.auth === 'admin') expect(route.stepUp, key).toBe('fresh');
    }
  });

  it('opens the step-up and the logout alone to a session whose second step is open', () => {
    const open = Object.entries(table).filter(([, route]) => route.auth === 'session');
    expect(open.map(([key]) => key).sort()).toEqual(['POST /auth/logout', 'POST /auth/step-up']);
  });

  it('has a 401 for a missing session and a wrong login alone', () => {
    const unauthorized = Object.entries(errors).filter(([, error]) => error.status === 401);
    expect(unauthorized.map(([code]) => code).sort()).toEqual(['invalid_credentials', 'unauthenticated']);
  });
});

describe('the OpenAPI document', () => {
  it('is valid and names every call', async () => {
    const document = openApi(routes, 'Firmament');
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    const operations = Object.values(document.paths as Record<string, object>).flatMap((path) =>
      Object.keys(path),
    );
    expect(operations).toHaveLength(Object.keys(routes).length);
  });
});

describe('the fields', () => {
  it('carry money as dollars with at most two decimals', () => {
    expect(z.decode(dollars, 11_000.1)).toBe(1_100_010);
    expect(z.encode(dollars, z.decode(dollars, 0.29))).toBe(0.29);
    for (const wrong of [0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      expect(z.safeDecode(dollars, wrong).success, String(wrong)).toBe(false);
    }
  });

  it('refuse a negative, too large or textual amount set by hand, each with its text', () => {
    const messageFor = (value: unknown) => settableDollars.safeParse(value).error?.issues[0]?.message;
    expect(messageFor('abc')).toBe(messages.amountInvalid);
    expect(messageFor(10.001)).toBe(messages.amountInvalid);
    expect(messageFor(-1)).toBe(messages.amountNegative);
    expect(messageFor(1e12)).toBe(messages.amountTooLarge);
  });

  it('carry moments as ISO texts', () => {
    expect(z.encode(moment, new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('the forms', () => {
  // spec 5.1, 5.2, 5.3, 5.5, 5.7, 5.8, 5.9, 5.10, 9.10, 9.11
  it('say what section 5 says', () => {
    const messagesFor = (value: object) =>
      registerForm
        .safeParse({ name: '', email: '', password: '', confirmPassword: '', terms: false, ...value })
        .error?.issues.map((issue) => [issue.path[0], issue.message]);
    expect(messagesFor({})).toEqual([
      ['name', 'Name is required'],
      ['email', 'Email is required'],
      ['password', 'Password is required'],
      ['confirmPassword', 'Please confirm your password'],
      ['terms', messages.termsRequired],
    ]);
    const filled = { name: 'A', email: 'nobody', password: '12345', confirmPassword: '12345', terms: true };
    expect(messagesFor(filled)).toEqual([
      ['name', 'Name must be at least 2 characters'],
      ['email', 'Invalid email address'],
      ['password', 'Password must be at least 6 characters'],
    ]);
    expect(
      messagesFor({
        name: 'Al',
        email: 'a@b.co',
        password: '123456',
        confirmPassword: '123457',
        terms: true,
      }),
    ).toEqual([['confirmPassword', 'Passwords do not match']]);
  });
});
