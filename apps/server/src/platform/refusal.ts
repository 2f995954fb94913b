import type { ErrorCode } from '@firmament/contract';

/** An expected failure, returned as a value. A transaction whose work returns one is rolled back. */
export class Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  /** Said instead of the code's own text. */
  readonly message: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, message?: string, retryAfterSeconds?: number) {
    this.code = code;
    this.message = message;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Refuses with a code of the contract; `message` replaces its text, `retryAfterSeconds` becomes Retry-After. */
export const refuse = <const Code extends ErrorCode>(
  code: Code,
  options: { message?: string; retryAfterSeconds?: number } = {},
): Refusal<Code> => new Refusal(code, options.message, options.retryAfterSeconds);
