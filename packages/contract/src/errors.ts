import { messages } from './messages.ts';

/** Every error code a call can answer, with its HTTP status and default text. A code without a text does not compile. */
export const errors = {
  validation_failed: { status: 400, message: messages.malformed },
  unauthenticated: { status: 401, message: messages.tokenUnavailableLogin },
  forbidden: { status: 403, message: messages.accessDeniedPage },
  email_not_verified: { status: 403, message: messages.emailNotVerified },
  not_found: { status: 404, message: messages.notFound },
  unsupported_media_type: { status: 415, message: messages.mediaType },
  payload_too_large: { status: 413, message: messages.tooLarge },
  rate_limited: { status: 429, message: messages.rateLimited },
  idempotency_key_reused: { status: 422, message: messages.keyReused },
  idempotency_key_running: { status: 409, message: messages.keyRunning },
  changed_meanwhile: { status: 412, message: messages.changedMeanwhile },
  internal: { status: 500, message: messages.internal },
  unavailable: { status: 503, message: messages.unavailable },

  invalid_credentials: { status: 401, message: messages.invalidCredentials },
  user_disabled: { status: 403, message: messages.userDisabled },
  email_taken: { status: 409, message: messages.emailTaken },
  password_too_common: { status: 400, message: messages.passwordTooCommon },
  code_wrong: { status: 400, message: messages.codeWrong },
  code_tries_used_up: { status: 400, message: messages.codeTriesUsedUp },
  code_tries_locked: { status: 429, message: messages.codeTriesLocked },
  already_verified: { status: 400, message: messages.alreadyVerified },
  registration_unknown: { status: 404, message: messages.registrationUnknown },
  reset_link_invalid: { status: 400, message: messages.resetLinkInvalid },
  setup_link_invalid: { status: 400, message: messages.setupLinkInvalid },
  current_password_wrong: { status: 400, message: messages.currentPasswordWrong },
  session_not_found: { status: 404, message: messages.sessionNotFound },
  last_admin: { status: 409, message: messages.lastAdmin },

  package_not_found: { status: 404, message: messages.packageNotFound },
  package_duplicate: { status: 409, message: messages.packageDuplicate },
  package_size_mismatch: { status: 400, message: messages.packageSizeMismatch },
  too_many_unpaid: { status: 429, message: messages.tooManyUnpaid },
  account_not_found: { status: 404, message: messages.accountNotFound },
  mt5_account_not_found: { status: 404, message: messages.noMt5Account },
  proof_missing: { status: 400, message: messages.proofMissing },
  proof_not_accepted: { status: 409, message: messages.proofNotAccepted },
  proof_not_an_image: { status: 400, message: messages.proofNotAnImage },
  proof_heic: { status: 400, message: messages.proofHeic },
  proof_too_large: { status: 413, message: messages.proofTooLarge },
  proof_too_many_pixels: { status: 400, message: messages.proofTooManyPixels },
  proof_broken: { status: 400, message: messages.proofBroken },
  proof_too_many: { status: 429, message: messages.proofTooMany },

  user_not_found: { status: 404, message: messages.userNotFound },
  user_closed: { status: 409, message: messages.userClosed },
  payment_already_judged: { status: 409, message: messages.paymentAlreadyJudged },
  credentials_not_allowed: { status: 409, message: messages.credentialsNotAllowed },
  credentials_missing: { status: 409, message: messages.credentialsMissing },
  transition_not_allowed: { status: 409, message: messages.transitionNotAllowed },
  login_in_use: { status: 409, message: messages.loginInUse },
  login_held_twice: { status: 409, message: messages.loginHeldTwice },
  address_not_found: { status: 404, message: messages.addressNotFound },
  address_refused: { status: 400, message: messages.addressRefused },
  address_duplicate: { status: 409, message: messages.addressDuplicate },
  mass_mail_empty: { status: 400, message: messages.massMailContentRequired },
  mass_mail_too_many_images: { status: 400, message: messages.massMailTooManyImages },
  hue_refused: { status: 400, message: messages.hueRefused },
  unsubscribe_invalid: { status: 400, message: messages.unsubscribeInvalid },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** Codes that any call may answer without naming them. */
export const commonErrors = [
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'email_not_verified',
  'unsupported_media_type',
  'payload_too_large',
  'rate_limited',
  'idempotency_key_reused',
  'idempotency_key_running',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];

export type CommonErrorCode = (typeof commonErrors)[number];
