import type { PathParameters, ResponseBody } from '@firmament/contract';
import type { World } from './world.ts';

export const PASSWORD = 'correct horse battery';
let counter = 0;

export type Person = { userId: string; token: string; email: string; name: string; password: string };
type Package = ResponseBody<'GET /account-packages'>[number];

/** The code in the newest code mail to an address. */
export const newestCode = async (world: World, email: string): Promise<string> => {
  const mail = (await world.mails())
    .filter((entry) => [entry.to].flat().some((to) => to?.text.includes(email)))
    .at(-1);
  const code = /\b(\d{4})\b/.exec(mail?.subject ?? '')?.[1];
  if (!code) throw new Error(`no code mail to ${email}`);
  return code;
};

/** Registers without verifying. */
export const register = async (
  world: World,
  details: Partial<{ name: string; email: string; password: string }> = {},
) => {
  counter += 1;
  const body = {
    name: details.name ?? `Trader ${counter}`,
    email: details.email ?? `trader${counter}@example.com`,
    password: details.password ?? PASSWORD,
  };
  const answer = await world.call('POST /auth/register', { body });
  if (answer.status !== 201) throw new Error(`register: ${answer.status} ${answer.problem.message}`);
  return { ...body, userId: answer.body.userId };
};

/** Registers and verifies through the mailed code. */
export const registerVerified = async (
  world: World,
  details: Partial<{ name: string; email: string; password: string }> = {},
): Promise<Person> => {
  const person = await register(world, details);
  const code = await newestCode(world, person.email);
  const answer = await world.call('POST /auth/verify-email', { body: { userId: person.userId, code } });
  if (answer.status !== 200) throw new Error(`verify: ${answer.status} ${answer.problem.message}`);
  return { ...person, token: answer.body.token };
};

/** A verified user with the role admin, signed in afresh. */
export const registerAdmin = async (world: World): Promise<Person> => {
  const person = await registerVerified(world, { name: 'Ada Admin' });
  await world.context.db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', person.userId)
    .execute();
  const answer = await world.call('POST /auth/login', {
    body: { email: person.email, password: person.password },
  });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.problem.message}`);
  return { ...person, token: answer.body.token };
};

/** A package on sale by type and size in dollars. */
export const findPackage = async (
  world: World,
  name: Package['name'] = '2-Step Challenge',
  size = 10_000,
): Promise<Package> => {
  const { body } = await world.call('GET /account-packages');
  const found = body.find((entry) => entry.name === name && entry.subscriberCount === size);
  if (!found) throw new Error(`no package ${name} ${size}`);
  return found;
};

/** Buys a package; the answer is the new account. */
export const purchase = async (
  world: World,
  person: Person,
  name: Package['name'] = '2-Step Challenge',
  size = 10_000,
) => {
  const chosen = await findPackage(world, name, size);
  const answer = await world.call('POST /accounts/purchase', {
    token: person.token,
    body: { packageId: chosen._id },
  });
  if (answer.status !== 201) throw new Error(`purchase: ${answer.status} ${answer.problem.message}`);
  return answer.body;
};

let login = 50_000_000;

/** Verifies the payment and assigns credentials, so that the account is active. */
export const activate = async (
  world: World,
  admin: Person,
  accountId: string,
): Promise<ResponseBody<'GET /admin/accounts/{id}'>> => {
  const params: PathParameters<'GET /admin/accounts/{id}'> = { id: accountId };
  await world.call('PUT /admin/accounts/{id}/verify-payment', {
    token: admin.token,
    params,
    body: { status: 'verified' },
  });
  login += 1;
  const answer = await world.call('POST /admin/accounts/{id}/assign-mt5', {
    token: admin.token,
    params,
    body: { accountNumber: String(login), password: 'Trade#2026', server: 'Firmament-MT5' },
  });
  if (answer.status !== 200 || answer.body.status !== 'active') {
    throw new Error(`activate: ${answer.status} ${answer.problem.message}`);
  }
  return answer.body;
};
