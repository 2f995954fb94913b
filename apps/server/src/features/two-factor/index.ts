export { securityNoticeMail } from './two-factor.emails.ts';
export { countRecoveryCodes, turnOff } from './two-factor.queries.ts';
export { twoFactorRoutes } from './two-factor.routes.ts';
