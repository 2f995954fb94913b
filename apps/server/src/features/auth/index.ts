export { emailChangeCodeMail, passwordResetMail, verificationCodeMail } from './auth.emails.ts';
export {
  cancelMailsTo,
  endCodes,
  endResetLinks,
  findUser,
  isAddressTaken,
  lockAddress,
  lockUser,
  redirectMails,
  removeOtherRegistrations,
} from './auth.queries.ts';
export { authRoutes } from './auth.routes.ts';
export {
  type CodeRefusal,
  codeHandedOver,
  type FreshCode,
  issueCode,
  makeCode,
  refuseResend,
  takeCode,
  tryCode,
} from './codes.ts';
export { emailKey } from './email-key.ts';
export { ensureFirstAdmin } from './first-admin.ts';
export { inLine } from './lines.ts';
export { answerResetRequests } from './password-resets.ts';
export { checkOwnPassword, refuseWeak } from './passwords.ts';
