import { POLICY_REPORTS_PATH } from './policy-reports.ts';

/**
 * Headers of every answer that does not set its own: opened by itself, it shows, runs and loads nothing, and no other site frames it.
 * @param secure whether the firm is reached by https, which browsers then remember for a year
 */
export const commonHeaders = (secure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

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
export const documentHeaders = (path: string): Record<string, string> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'reporting-endpoints': `csp="${POLICY_REPORTS_PATH}"`,
  'referrer-policy': /^\/(reset-password|verify-email|setup|unsubscribe)/.test(path)
    ? 'no-referrer'
    : 'strict-origin',
});
