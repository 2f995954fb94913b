/** A query; undefined, null and empty values are left out. */
type Query = Record<string, string | number | boolean | null | undefined>;

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

const segment = encodeURIComponent;

/** Every address of the application (specification section 2). */
export const paths = {
  home: '/',
  accounts: '/accounts',
  rules: '/rules',
  about: '/about',
  privacy: '/privacy',
  terms: '/terms',
  refund: '/refund',

  login: '/login',
  register: '/register',
  verifyEmail: (userId?: string) => withQuery('/verify-email', { userId }),
  forgotPassword: '/forgot-password',
  resetPassword: (resetToken: string) => `/reset-password/${segment(resetToken)}`,
  setup: (setupToken: string) => `/setup/${segment(setupToken)}`,

  payment: (accountId: string) => `/payment/${segment(accountId)}`,

  dashboard: '/dashboard',
  dashboardAccount: (login: string) => `/dashboard/${segment(login)}`,
  profile: '/dashboard/profile',
  catalogue: '/dashboard/purchase-account',
  purchase: (packageId: string) => `/dashboard/purchase-account/${segment(packageId)}`,

  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: (id: string) => `/admin/users/${segment(id)}`,
  adminAccounts: '/admin/accounts',
  adminAccount: (id: string) => `/admin/accounts/${segment(id)}`,
  paymentAddresses: '/admin/payment-addresses',
  sendMail: '/admin/send-mail',
  /** Its emails that did not arrive. */
  undeliveredMail: '/admin/send-mail#undelivered',
  adminPackages: '/admin/packages',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',

  /** A payment screenshot, by the signed file name of an answer (specification section 7). */
  upload: (file: string) => `/server/uploads/${segment(file)}`,
} as const;

export { withQuery };

/** Whether a text is a path of this site: one leading slash, no scheme, no host, no control characters. */
export function isOwnPath(path: unknown): path is string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u001f\\]/.test(path)) return false;
  try {
    const base = 'http://own.invalid';
    return new URL(path, base).origin === base;
  } catch {
    return false;
  }
}

/**
 * The address of a link that leads out of the application: to a web page or an authenticator app. Anything else leads
 * nowhere (undefined), whoever wrote it.
 */
export const outside = (address: string): string | undefined =>
  /^(https?:\/\/\w|otpauth:)/i.test(address) ? address : undefined;
