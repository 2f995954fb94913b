import { POLICY_REPORTS_PATH } from './policy-reports.ts';

/** Headers of every answer. */
export const COMMON_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** Of every document: no inline script or style, nothing from elsewhere, and no text that becomes code or markup. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  `report-uri ${POLICY_REPORTS_PATH}`,
  'report-to csp',
].join('; ');

/** Headers of a document; pages whose address holds a secret send no referrer at all. */
export const documentHeaders = (path: string, secure: boolean): Record<string, string> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'reporting-endpoints': `csp="${POLICY_REPORTS_PATH}"`,
  'referrer-policy': /^\/(reset-password|verify-email|setup|unsubscribe)/.test(path)
    ? 'no-referrer'
    : 'strict-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
