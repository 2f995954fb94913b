import { type Firm, startFirm } from './server.ts';

type Login = { label: string; email: string; password: string };
type Account = { _id: string; status: string; login: string | null };

/** A page of the demonstration: its name, address, who opens it and with which session. */
export type DemoPage = {
  name: string;
  path: string;
  caller: 'guest' | 'trader' | 'admin';
  token: string | null;
};

/** The demonstration firm, with the sessions of its trader and its administrator. */
export const startDemo = async (): Promise<Firm & { pages: DemoPage[] }> => {
  const firm = await startFirm({ DEMO: '1', RATE_SCALE: '100' });
  return { ...firm, pages: await listPages(firm.url) };
};

const ask = async <T>(url: string, path: string, token?: string, body?: object): Promise<T> => {
  const response = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

const signIn = async (url: string, label: string): Promise<string> => {
  const { demo } = await ask<{ demo: Login[] }>(url, '/firm');
  const login = demo.find((entry) => entry.label === label);
  if (!login) throw new Error(`The demonstration has no ${label}.`);
  const { email, password } = login;
  return (await ask<{ token: string }>(url, '/auth/login', undefined, { email, password })).token;
};

const need = <T>(value: T | undefined | null, what: string): T => {
  if (value === undefined || value === null) throw new Error(`The demonstration has no ${what}.`);
  return value;
};

/** Every route of specification section 2, with ids that the demonstration knows. */
const listPages = async (url: string): Promise<DemoPage[]> => {
  const trader = await signIn(url, 'Trader');
  const admin = await signIn(url, 'Administrator');
  const { accounts } = await ask<{ accounts: Account[] }>(url, '/dashboard/accounts', trader);
  const own = (status: string) =>
    need(
      accounts.find((account) => account.status === status),
      status,
    );
  const packages = await ask<{ _id: string }[]>(url, '/account-packages');
  const all = (await ask<{ accounts: Account[] }>(url, '/admin/accounts?limit=100', admin)).accounts;
  const any = (status: string) =>
    need(
      all.find((account) => account.status === status),
      status,
    )._id;
  const { users } = await ask<{ users: { _id: string }[] }>(url, '/admin/users?limit=1', admin);
  const page =
    (caller: DemoPage['caller'], token: string | null) =>
    (name: string, path: string): DemoPage => ({ name, path, caller, token });
  const [guest, ours, office] = [page('guest', null), page('trader', trader), page('admin', admin)];
  return [
    guest('home', '/'),
    guest('accounts', '/accounts'),
    guest('rules', '/rules'),
    guest('about', '/about'),
    guest('privacy', '/privacy'),
    guest('terms', '/terms'),
    guest('refund', '/refund'),
    guest('not found', '/nowhere'),
    guest('login', '/login'),
    guest('register', '/register'),
    guest('verify email', '/verify-email?userId=00000000-0000-4000-8000-000000000000'),
    guest('forgot password', '/forgot-password'),
    guest('reset password', '/reset-password/example'),
    guest('unsubscribe', '/unsubscribe/example'),
    ours('dashboard', '/dashboard'),
    ours('account', `/dashboard/${need(own('active').login, 'login')}`),
    ours('failed account', `/dashboard/${need(own('failed').login, 'login')}`),
    ours('profile', '/dashboard/profile'),
    ours('catalogue', '/dashboard/purchase-account'),
    ours('purchase', `/dashboard/purchase-account/${need(packages[0], 'package')._id}`),
    ours('payment', `/payment/${own('pending_payment')._id}`),
    ours('payment with a proof', `/payment/${own('payment_submitted')._id}`),
    office('overview', '/admin'),
    office('users', '/admin/users'),
    office('user', `/admin/users/${need(users[0], 'user')._id}`),
    office('all accounts', '/admin/accounts'),
    office('account to review', `/admin/accounts/${any('payment_submitted')}`),
    office('active account', `/admin/accounts/${any('active')}`),
    office('payment options', '/admin/payment-addresses'),
    office('mass email', '/admin/send-mail'),
    office('packages', '/admin/packages'),
    office('audit log', '/admin/audit'),
    office('settings', '/admin/settings'),
    office('testimonials', '/admin/settings/testimonials'),
    office('about texts', '/admin/settings/about'),
    office('questions', '/admin/settings/rules-faq'),
    office('legal text', '/admin/settings/terms'),
  ];
};
