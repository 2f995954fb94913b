import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';

describe('the search of the administration', () => {
  let world: World;
  let admin: Person;
  let trader: Person;

  beforeAll(async () => {
    world = await createWorld();
    admin = await registerAdmin(world);
    trader = await registerVerified(world);
    const now = world.context.clock.now();
    const person = (number: number, name: string) => ({
      id: `00000000-0000-4000-8000-0000000000${number}`,
      email: `found${number}@trader.example`,
      email_key: `found${number}@trader.example`,
      name,
      password_hash: '-',
      role: 'user' as const,
      email_verified_at: now,
      created_at: new Date(now.getTime() + number * 1000),
      updated_at: now,
    });
    const people = Array.from({ length: 9 }, (_, index) => person(10 + index, `Ada Harbour ${index}`));
    await world.context.db
      .insertInto('users')
      .values([...people, person(30, 'Old Harbour'), person(31, '100% _Sure_')])
      .execute();
  });
  afterAll(() => world.close());

  const find = async (text: string) => {
    const { body } = await world.call('GET /admin/search', { token: admin.token, query: { text } });
    return body.users.map(({ name }) => name);
  };

  it('finds users by name, whole or in part, the best first and few', async () => {
    expect(await find('ada harbour')).toHaveLength(6);
    expect((await find('harbour'))[0]).toBe('Old Harbour');
    // Newer, but it only holds the word: what begins with it comes first.
    await world.context.db
      .updateTable('users')
      .set({ name: 'Harbour Master' })
      .where('email', '=', 'found10@trader.example')
      .execute();
    expect(await find('harbour')).toEqual([
      'Harbour Master',
      'Old Harbour',
      'Ada Harbour 8',
      'Ada Harbour 7',
      'Ada Harbour 6',
      'Ada Harbour 5',
    ]);
  });

  it('finds users by e-mail address and by id', async () => {
    expect(await find('FOUND12@trader')).toEqual(['Ada Harbour 2']);
    expect(await find('00000000-0000-4000-8000-000000000012')).toEqual(['Ada Harbour 2']);
  });

  it('takes the signs of a pattern literally', async () => {
    expect(await find('100%')).toEqual(['100% _Sure_']);
    expect(await find('_Sure_')).toEqual(['100% _Sure_']);
    expect(await find('A%a')).toEqual([]);
  });

  it('finds accounts by owner, login and id', async () => {
    const { body: packages } = await world.call('GET /account-packages');
    const { body: order } = await world.call('POST /accounts/purchase', {
      token: trader.token,
      body: { packageId: packages[0]?._id ?? '' },
    });
    const accountsOf = async (text: string) => {
      const { body } = await world.call('GET /admin/search', { token: admin.token, query: { text } });
      return body.accounts;
    };
    expect(await accountsOf(order._id)).toMatchObject([
      { _id: order._id, email: trader.email, login: null, status: 'pending_payment', stage: 'phase1' },
    ]);
    expect(await accountsOf(trader.email)).toHaveLength(1);
    const assigned = await world.call('POST /admin/accounts/{id}/assign-mt5', {
      token: admin.token,
      params: { id: order._id },
      body: { accountNumber: '7700123', password: 'secret', server: 'Firm-MT5' },
    });
    expect(assigned.status).toBe(200);
    expect(await accountsOf('7700')).toMatchObject([{ login: '7700123', server: 'Firm-MT5' }]);
    expect(JSON.stringify(await accountsOf('7700'))).not.toContain('secret');
    await world.call('DELETE /admin/accounts/{id}', { token: admin.token, params: { id: order._id } });
    expect(await accountsOf('7700')).toEqual([]);
  });

  it('asks for a text', async () => {
    const answer = await world.call('GET /admin/search', { token: admin.token, query: { text: '  ' } });
    expect(answer.status).toBe(400);
  });
});
