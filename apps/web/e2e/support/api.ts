import { ADMIN, type Firm } from './server.ts';
import { PASSWORD } from './steps.ts';

/** The calls that prepare what a test of the browser starts from, as any client would make them. */
export type Person = { name: string; email: string; userId: string; token: string };
export type Api = {
  send(method: string, path: string, token?: string, body?: unknown): Promise<Answer>;
  admin(): Promise<string>;
  /** Registers; the address is not verified. */
  register(name: string, email: string): Promise<string>;
  /** Registers and verifies. */
  trader(name: string, email: string): Promise<Person>;
  /** Adds a payment address; resolves with its id. */
  addAddress(address: { name: string; network: string; address: string }): Promise<string>;
  /** A session of its own, which may be ended without ending the others. */
  session(person: Person): Promise<string>;
  /** A package on sale. */
  offer(name?: string, size?: number): Promise<Record<string, unknown>>;
  /** Buys a package, by default a 2-Step 10,000; resolves with the account's id. */
  order(person: Person, name?: string, size?: number): Promise<string>;
  /** Verifies the payment and assigns the credentials. */
  activate(accountId: string, login: string, server?: string): Promise<void>;
};
type Answer = { status: number; body: Record<string, unknown> };

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const apiOf = (firm: Firm): Api => {
  const send = async (method: string, path: string, token?: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${firm.url}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: record(await response.json()) };
  };
  const done = async (...call: Parameters<typeof send>): Promise<Record<string, unknown>> => {
    const { status, body } = await send(...call);
    if (status >= 300) throw new Error(`${call[0]} ${call[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const api: Api = {
    send,
    admin: async () => String((await done('POST', '/auth/login', undefined, ADMIN)).token),
    register: async (name, email) =>
      String((await done('POST', '/auth/register', undefined, { name, email, password: PASSWORD })).userId),
    trader: async (name, email) => {
      const userId = await api.register(name, email);
      const code = await firm.inbox.code(email);
      const { token } = await done('POST', '/auth/verify-email', undefined, { userId, code });
      return { name, email, userId, token: String(token) };
    },
    session: async ({ email }) =>
      String((await done('POST', '/auth/login', undefined, { email, password: PASSWORD })).token),
    offer: async (name = '2-Step Challenge', size = 10_000) => {
      const packages = Object.values(await done('GET', '/account-packages')).map(record);
      return record(packages.find((offer) => offer.name === name && offer.subscriberCount === size));
    },
    addAddress: async (address) => {
      const answer = await done('POST', '/payment/addresses', await api.admin(), address);
      return String(record(answer.address)._id);
    },
    order: async ({ token }, name, size) => {
      const { _id } = await api.offer(name, size);
      return String((await done('POST', '/accounts/purchase', token, { packageId: _id }))._id);
    },
    activate: async (accountId, login, server = 'Firm-MT5') => {
      const token = await api.admin();
      await done('PUT', `/admin/accounts/${accountId}/verify-payment`, token, { status: 'verified' });
      const credentials = { accountNumber: login, password: 'Mt5#pass', server };
      await done('POST', `/admin/accounts/${accountId}/assign-mt5`, token, credentials);
    },
  };
  return api;
};
