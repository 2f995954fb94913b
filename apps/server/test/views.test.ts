import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAccount } from './account-calls.ts';
import { activate, type Person, registerAdmin, registerVerified } from './factories.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Person;
let second: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  second = await registerAdmin(world);
});
afterAll(() => world.close());

type List = 'accounts' | 'users';
const read = async (list: List, by = admin) =>
  (await world.call('GET /admin/views/{list}', { token: by.token, params: { list } })).body;
const create = (name: string, filters: Record<string, string>, list: List = 'accounts', by = admin) =>
  world.call('POST /admin/views/{list}', { token: by.token, params: { list }, body: { name, filters } });
const change = (id: string, body: { name?: string; filters?: Record<string, string> }, by = admin) =>
  world.call('PATCH /admin/views/{list}/{id}', { token: by.token, params: { list: 'accounts', id }, body });
const remove = (id: string, by = admin) =>
  world.call('DELETE /admin/views/{list}/{id}', { token: by.token, params: { list: 'accounts', id } });

it('counts the built-in views as their lists do', async () => {
  const active = await newAccount(world, admin);
  await activate(world, admin, active.id);
  const failed = await newAccount(world, admin);
  await activate(world, admin, failed.id);
  await failed.by.fail();
  await newAccount(world, admin);
  const { counts } = await read('accounts');
  for (const queue of ['active', 'failed', 'near_floor', 'reminder_due', 'proof_to_review'] as const) {
    const list = await world.call('GET /admin/accounts', { token: admin.token, query: { queue } });
    expect(counts[queue]).toBe(list.body.total);
  }
  expect(counts).toMatchObject({ all: 3, active: 1, failed: 1 });
  expect((await read('users')).counts).toMatchObject({ all: 5, admin: 2, disabled: 0 });
});

it('keeps a view for who made it, with the number that matches now', async () => {
  const made = await create('  Failed in phase 1 ', { status: 'failed', stage: 'phase1', sort: 'balance' });
  expect(made.status).toBe(201);
  expect(made.body.view).toMatchObject({ name: 'Failed in phase 1', count: 1 });
  expect((await read('accounts')).views).toEqual([made.body.view]);
  expect((await read('accounts', second)).views).toEqual([]);
  expect((await read('users')).views).toEqual([]);
  const id = made.body.view._id;
  expect((await change(id, { name: 'x' }, second)).status).toBe(404);
  expect((await remove(id, second)).status).toBe(404);
  const renamed = await change(id, { name: 'Losses', filters: { queue: 'failed' } });
  expect(renamed.body.view).toMatchObject({ name: 'Losses', filters: { queue: 'failed' }, count: 1 });
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(404);
  expect((await read('accounts')).views).toEqual([]);
});

it('refuses a name twice, unknown filters, too many, and traders', async () => {
  await create('Live', { stage: 'live' });
  expect((await create('LIVE', { stage: 'live' })).problem.code).toBe('view_name_taken');
  const other = (await create('Other', {})).body.view;
  expect((await change(other._id, { name: 'live' })).problem.code).toBe('view_name_taken');
  const wrong: Record<string, string>[] = [
    { stage: 'phase9' },
    { colour: 'red' },
    { constructor: 'x' },
    { state: 'closed' },
  ];
  for (const filters of wrong) expect((await create('Wrong', filters)).status).toBe(400);
  expect((await create('Closed', { state: 'closed' }, 'users')).status).toBe(201);
  const trader = await registerVerified(world);
  expect((await create('Mine', {}, 'accounts', trader)).status).toBe(403);
  const rest = await Promise.all(Array.from({ length: 22 }, (_, number) => create(`View ${number}`, {})));
  expect(rest.filter((answer) => answer.status === 201)).toHaveLength(18);
  expect(rest.find((answer) => answer.status !== 201)?.problem.code).toBe('too_many_views');
});
