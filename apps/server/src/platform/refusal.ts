import type { ErrorCode } from '@firmament/contract';

/** `name` is null where it is not known, or where no person did it. */
export type LastChange = { at: Date; name: string | null };

type RefusalOptions = { message?: string; retryAfterSeconds?: number; changed?: LastChange };

/** An expected failure, returned as a value. A transaction whose work returns one is rolled back. */
export class Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  /** Said instead of the code's own text. */
  readonly message: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Who changed the thing meanwhile, and when. */
  readonly changed: LastChange | undefined;

  constructor(code: Code, options: RefusalOptions = {}) {
    this.code = code;
    this.message = options.message;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.changed = options.changed;
  }
}

/** Refuses with a code of the contract; `message` replaces its text, `retryAfterSeconds` becomes Retry-After. */
export const refuse = <const Code extends ErrorCode>(
  code: Code,
  options: RefusalOptions = {},
): Refusal<Code> => new Refusal(code, options);
