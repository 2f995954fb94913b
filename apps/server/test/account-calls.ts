import type { RequestBody, RouteKey } from '@firmament/contract';
import sharp from 'sharp';
import { type Person, purchase, registerVerified } from './factories.ts';
import type { CallResult, World } from './world.ts';

type Assignment = RequestBody<'POST /admin/accounts/{id}/assign-mt5'>;
type Overrides = RequestBody<'PATCH /admin/accounts/{id}'>;
type Body<K extends RouteKey> = RequestBody<K>;

let login = 70_000_000;

/** A login that no other account of the test has. */
export const freshLogin = (): string => {
  login += 1;
  return String(login);
};

/** The calls on one account by one administrator. */
export const adminOf = (world: World, admin: Person, id: string) => {
  const common = (headers: Record<string, string>) => ({ token: admin.token, params: { id }, headers });
  return {
    read: () => world.call('GET /admin/accounts/{id}', common({})),
    events: () => world.call('GET /admin/accounts/{id}/events', common({})),
    verify: (body: Body<'PUT /admin/accounts/{id}/verify-payment'>, headers = {}) =>
      world.call('PUT /admin/accounts/{id}/verify-payment', { ...common(headers), body }),
    assign: (values: Partial<Assignment> = {}, headers = {}) =>
      world.call('POST /admin/accounts/{id}/assign-mt5', {
        ...common(headers),
        body: { accountNumber: freshLogin(), password: 'Trade#2026', server: 'Firmament-MT5', ...values },
      }),
    override: (body: Overrides, headers = {}) =>
      world.call('PATCH /admin/accounts/{id}', { ...common(headers), body }),
    stage: (body: Body<'PATCH /admin/accounts/{id}/stage'>, headers = {}) =>
      world.call('PATCH /admin/accounts/{id}/stage', { ...common(headers), body }),
    fail: (reason?: string, headers = {}) =>
      world.call('PATCH /admin/accounts/{id}/mark-failed', {
        ...common(headers),
        ...(reason === undefined ? {} : { body: { reason } }),
      }),
    remove: () => world.call('DELETE /admin/accounts/{id}', common({})),
  };
};

/** A new trader with one unpaid account. */
export const newAccount = async (
  world: World,
  admin: Person,
  name: '1-Step Challenge' | '2-Step Challenge' = '2-Step Challenge',
  size = 10_000,
) => {
  const trader = await registerVerified(world);
  const account = await purchase(world, trader, name, size);
  return { trader, id: account._id, by: adminOf(world, admin, account._id) };
};

/** A small picture; each `shade` is another one. */
export const screenshot = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .png()
    .toBuffer();

/** Uploads a proof as the trader. */
export const uploadProof = async (
  world: World,
  trader: Person,
  id: string,
  shade = 1,
): Promise<CallResult<'POST /accounts/{id}/upload-proof'>> => {
  const form = new FormData();
  form.set('screenshot', new Blob([new Uint8Array(await screenshot(shade))]), 'proof.png');
  return world.call('POST /accounts/{id}/upload-proof', { token: trader.token, params: { id }, form });
};

/** The subjects of all mails to an address, oldest first, without the code mail of the registration. */
export const subjectsTo = async (world: World, email: string): Promise<string[]> => {
  const mails = await world.mails();
  return mails
    .filter((mail) => [mail.to].flat().some((to) => to?.text.includes(email)))
    .map((mail) => mail.subject ?? '')
    .filter((subject) => !subject.startsWith('Your verification code'));
};

/** Lets time pass beyond the life of sessions: these people sign in again. */
export const waitFor = async (world: World, milliseconds: number, ...people: Person[]): Promise<void> => {
  world.clock.advance(milliseconds);
  for (const person of people) {
    const { email, password } = person;
    const answer = await world.call('POST /auth/login', { body: { email, password } });
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.problem.message}`);
    person.token = answer.body.token;
  }
};
