import { AUTHENTICATOR_CODE_LENGTH } from '@firmament/rules';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps before and after the present one that are accepted: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const SHAPE = { algorithm: 'SHA1', digits: AUTHENTICATOR_CODE_LENGTH, period: PERIOD_SECONDS } as const;

/** A new secret for an authenticator app: 160 random bits in base32, 32 characters. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  // A colon separates issuer and account, so neither may hold one.
  new TOTP({
    ...SHAPE,
    secret: Secret.fromBase32(secret),
    issuer: issuer.replaceAll(':', ' '),
    label: account.replaceAll(':', ' '),
  }).toString();

/** The 30-second step since 1970 whose code this is, at most one step away from `now`; null when there is none (RFC 6238). */
export const matchingStep = (secret: string, code: string, now: Date): number | null => {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
};
