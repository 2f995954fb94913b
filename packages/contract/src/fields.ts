import {
  type Cents,
  CHALLENGE_TYPES,
  centsFromDollars,
  dollarsFromCents,
  isDollarAmount,
  isTimeZone,
  NAME_MINIMUM,
  PASSWORD_MINIMUM,
  PAYMENT_STATUSES,
  passwordLength,
  STAGES,
  STATUSES,
} from '@firmament/rules';
import * as z from 'zod/mini';
import { messages } from './messages.ts';

/** Money: dollars with at most 2 decimals on the wire, integer cents inside. */
export const dollars = z.codec(
  z.number().check(z.refine(isDollarAmount, { error: messages.amountInvalid })),
  z.custom<Cents>(),
  { decode: (value) => centsFromDollars(value), encode: (value) => dollarsFromCents(value) },
);

/** An amount an administrator sets by hand: not negative, at most ten billion dollars. */
export const settableDollars = z.codec(
  z
    .number({ error: messages.amountInvalid })
    .check(
      z.refine(isDollarAmount, { error: messages.amountInvalid, abort: true }),
      z.gte(0, { error: messages.amountNegative }),
      z.lte(10_000_000_000, { error: messages.amountTooLarge }),
    ),
  z.custom<Cents>(),
  { decode: (value) => centsFromDollars(value), encode: (value) => dollarsFromCents(value) },
);

/** A moment: ISO 8601 in UTC on the wire, a Date inside. */
export const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (value) => new Date(value),
  encode: (value) => value.toISOString(),
});

/** An id in a body: a text of no known form is simply not found, like any unknown id. */
export const idField = (missing: string = messages.idInvalid) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(200, { error: messages.idInvalid }),
    );
/** An id in a path: a malformed one is simply not found, so any text is let through to the query. */
export const pathId = z.string().check(z.maxLength(200));
export const percent = z.number();

export const email = z
  .string({ error: messages.emailRequired })
  .check(
    z.trim(),
    z.minLength(1, { error: messages.emailRequired, abort: true }),
    z.maxLength(254, { error: messages.emailInvalid, abort: true }),
    z.email({ error: messages.emailInvalid }),
  );

export const anyPassword = z
  .string({ error: messages.passwordRequired })
  .check(
    z.minLength(1, { error: messages.passwordRequired, abort: true }),
    z.maxLength(1024, { error: messages.passwordTooLong }),
  );

export const password = anyPassword.check(
  z.refine((text) => passwordLength(text) >= PASSWORD_MINIMUM, { error: messages.passwordTooShort }),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const controlCharacters = /[\u0000-\u001f\u007f\u2028\u2029]/;

export const personName = z.string({ error: messages.nameRequired }).check(
  z.trim(),
  z.minLength(1, { error: messages.nameRequired, abort: true }),
  z.minLength(NAME_MINIMUM, { error: messages.nameTooShort }),
  z.maxLength(100, { error: messages.nameTooLong }),
  z.refine((text) => !controlCharacters.test(text), { error: messages.nameRequired }),
);

export const code = z
  .string({ error: messages.codeInvalid })
  .check(z.regex(/^\d{4}$/, { error: messages.codeInvalid }));

/** A code of an authenticator app; it may be typed in two groups of three. */
export const authenticatorCode = z
  .string({ error: messages.authenticatorCodeInvalid })
  .check(z.trim(), z.regex(/^\d{3} ?\d{3}$/, { error: messages.authenticatorCodeInvalid }));

/** A second factor: a code of the authenticator app, or a recovery code as it was shown, in any case. */
export const otp = z
  .string({ error: messages.otpInvalid })
  .check(
    z.trim(),
    z.regex(/^(?:\d{3} ?\d{3}|[0-9A-Za-z]{5}[ -]?[0-9A-Za-z]{5})$/, { error: messages.otpInvalid }),
  );

/** The name of an IANA time zone. */
export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, { error: 'Unknown time zone' }));

export const status = z.enum(STATUSES);
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export const stage = z.enum(STAGES);
export const challengeType = z.enum(CHALLENGE_TYPES);
export const role = z.enum(['user', 'admin']);
export const verdict = z.enum(['verified', 'failed']);

/** Text without surrounding space, of 1 to `max` characters and no NUL. */
export const line = (max: number, error?: string) =>
  z.string(error ? { error } : undefined).check(
    z.trim(),
    z.minLength(1, error),
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000')),
  );

export const done = z.object({ success: z.literal(true), message: z.string() });
export const success = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.extend(z.object({ success: z.literal(true), message: z.string() }), shape);

/** Paging of the administration's lists; without `limit` up to 1,000 rows. */
export const paging = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
  cursor: z.optional(z.string().check(z.maxLength(1000))),
};

/** What a list is searched for. */
export const search = z.optional(z.string().check(z.maxLength(200)));

/** The direction of a sorted list; without `sort` lists are newest first. */
export const order = z.optional(z.enum(['ascending', 'descending']));
