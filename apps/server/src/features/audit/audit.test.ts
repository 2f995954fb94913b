import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activate, type Person, purchase, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import type { Tx } from '../../db/schema.ts';
import { recordAccountEvent } from '../../platform/events.ts';
import { transact } from '../../platform/transactions.ts';
import { type Verdict, verifyAudit } from './verify.ts';

let world: World;
let admin: Person;
let trader: Person;
let accountId: string;

const read = async (
  query: { search?: string; source?: 'account' | 'admin'; limit?: number; cursor?: string } = {},
) => (await world.call('GET /admin/audit', { token: admin.token, query })).body;
const rename = (name: string) =>
  world.call('PUT /admin/users/{id}', {
    token: admin.token,
    params: { id: trader.userId },
    body: { name },
  });
const note = (tx: Tx, event: string) =>
  recordAccountEvent(tx, { accountId, at: world.clock.now(), event, by: 'system', actorId: null });

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
  accountId = (await purchase(world, trader))._id;
  await activate(world, admin, accountId);
  await rename('Ada Harbour');
});
afterAll(() => world.close());

describe('the audit log', () => {
  it('holds both kinds of history in one order, with who, from where and what', async () => {
    const { lines, total, nextCursor } = await read();
    expect(nextCursor).toBeNull();
    expect(total).toBe(lines.length);
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from(lines, (_, index) => total - index));
    expect(lines[0]).toMatchObject({
      source: 'admin',
      event: 'user_changed',
      by: 'admin',
      actor: { _id: admin.userId },
      subject: { kind: 'user', _id: trader.userId, label: 'Ada Harbour' },
      after: { name: 'Ada Harbour' },
      ip: '127.0.0.1',
      session: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(lines.find(({ event }) => event === 'purchased')).toMatchObject({
      source: 'account',
      by: 'trader',
      actor: { _id: trader.userId },
      subject: { kind: 'account', _id: accountId },
    });
    expect(JSON.stringify(lines)).not.toContain('Trade#2026');
  });

  it('is searched and paged', async () => {
    expect((await read({ search: 'user changed' })).lines).toHaveLength(1);
    expect((await read({ search: 'ada HARBOUR', source: 'admin' })).total).toBe(1);
    expect((await read({ search: '%' })).total).toBe(0);
    const all = (await read()).lines.map(({ seq }) => seq);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.lines.map(({ seq }) => seq));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(all);
    const today = world.clock.now().toISOString().slice(0, 10);
    const days = (from: string, to: string) =>
      world.call('GET /admin/audit', { token: admin.token, query: { from, to } });
    expect((await days(today, today)).body.total).toBe(all.length);
    expect((await days('2001-01-01', '2001-12-31')).body.total).toBe(0);
    expect((await days('yesterday', today)).status).toBe(400);
  });

  it('tells amounts in dollars, as the history of an account does', async () => {
    const raw = { balance: 10_500.25 };
    await world.call('PATCH /admin/accounts/{id}', { token: admin.token, params: { id: accountId }, raw });
    const [line] = (await read()).lines;
    expect(line).toMatchObject({ event: 'overridden', before: { balance: 10_000 }, after: raw });
    expect(JSON.stringify(line)).not.toContain('Cents');
  });

  it('is searched for what a line is called where it is shown', async () => {
    const patch = (raw: object) =>
      world.call('PATCH /admin/accounts/{id}', { token: admin.token, params: { id: accountId }, raw });
    const found = async (search: string) => (await read({ search })).lines.map(({ event }) => event);
    await patch({ status: 'inactive' });
    await patch({ status: 'active' });
    expect(await found('Balance updated')).toEqual(['overridden']);
    expect(await found('changed BY hand')).toEqual(['overridden', 'overridden']);
    expect(await found('overridden')).toHaveLength(3);
    expect(await found('payment verified')).toEqual(['payment_judged']);
    expect(await found('Payment rejected')).toEqual([]);
    expect(await found('Marked as failed')).toEqual([]);
    await world.call('PATCH /admin/accounts/{id}/mark-failed', {
      token: admin.token,
      params: { id: accountId },
      body: { reason: 'Daily loss' },
    });
    expect(await found('Marked as failed')).toEqual(['breached']);
    expect((await read({ search: 'balance', source: 'admin' })).total).toBe(0);
  });

  it('leaves nothing of a change that is taken back, and goes on without a gap', async () => {
    const before = (await read()).total;
    await transact(world.context.db, async (tx) => {
      await note(tx, 'test_rolled_back');
      throw new Error('no');
    }).catch(() => {});
    await transact(world.context.db, (tx) => note(tx, 'test_kept'));
    const { lines } = await read();
    expect(lines).toHaveLength(before + 1);
    expect(lines[0]).toMatchObject({ seq: before + 1, event: 'test_kept', by: 'system', ip: null });
  });

  it('takes what comes at once in one order', async () => {
    const before = (await read()).total;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        transact(world.context.db, (tx) => note(tx, `test_at_once_${index}`)),
      ),
    );
    expect((await verifyAudit(world.context.db)).checked).toBe(before + 20);
  });

  it('can only be added to', async () => {
    const attempts: RawBuilder<unknown>[] = [
      sql`update account_events set note = 'x'`,
      sql`delete from account_events`,
      sql`truncate account_events`,
      sql`update admin_events set event = 'x'`,
      sql`delete from admin_events`,
      sql`update audit_chain set seq = seq + 1`,
      sql`delete from audit_chain`,
    ];
    for (const attempt of attempts)
      await expect(attempt.execute(world.context.db)).rejects.toThrow(/only ever added to/);
  });
});

describe('verifying the chain', () => {
  class Undo extends Error {}
  type Place = { seq: number; hash: string };
  /** What is found after these statements, which are then taken back. */
  const verdictOf = async (statements: readonly string[], anchor?: Place): Promise<Verdict> => {
    let verdict: Verdict | null = null;
    await transact(world.context.db, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
      verdict = await verifyAudit(tx, anchor);
      throw new Undo();
    }).catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
    if (verdict === null) throw new Error('nothing was verified');
    return verdict;
  };
  /** The same for somebody who owns the database and switched its triggers off. */
  const verdictAfter = (tampering: readonly string[], anchor?: Place): Promise<Verdict> =>
    verdictOf(
      [
        ...['account_events', 'admin_events', 'audit_chain'].map(
          (table) => `alter table ${table} disable trigger user`,
        ),
        ...tampering,
      ],
      anchor,
    );
  const last = async () => (await read()).total;
  const lineOf = (event: string) =>
    `(select c.seq from audit_chain c join account_events e on e.id = c.event_id and c.source = 'account' where e.event = '${event}')`;

  it('finds nothing in a chain that nobody touched', async () => {
    const { body } = await world.call('POST /admin/audit/verify', { token: admin.token });
    const { lines } = await read();
    expect(body).toEqual({
      checked: lines.length,
      head: { seq: lines[0]?.seq, hash: lines[0]?.hash },
      fault: null,
    });
  });

  it('names a line in which one byte was changed', async () => {
    const { lines } = await read();
    const seq = lines.find(({ event }) => event === 'purchased')?.seq;
    for (const change of [
      "update account_events set event = 'Purchased' where event = 'purchased'",
      "update account_events set after = jsonb_set(coalesce(after, '{}'), '{balance}', '1') where event = 'purchased'",
      "update account_events set at = at + interval '1 microsecond' where event = 'purchased'",
      "update account_events set ip = '127.0.0.2' where event = 'purchased'",
    ])
      expect((await verdictAfter([change])).fault).toMatchObject({ seq });
  });

  it('names a row that was dropped, from the history or from the chain', async () => {
    const dropped = await verdictAfter(["delete from account_events where event = 'test_kept'"]);
    expect(dropped.fault?.message).toMatch(/^What line \d+ told was removed\.$/);
    const { lines } = await read();
    const seq = lines.find(({ event }) => event === 'test_kept')?.seq;
    expect(dropped.fault?.seq).toBe(seq);
    expect(dropped.checked).toBe((seq ?? 0) - 1);
    expect((await verdictAfter([`delete from audit_chain where seq = ${seq}`])).fault).toEqual({
      seq,
      message: `Line ${seq} is missing.`,
    });
  });

  it('names the first of two lines that were swapped', async () => {
    const [one, other] = [lineOf('purchased'), lineOf('test_kept')];
    const { lines } = await read();
    const seq = lines.find(({ event }) => event === 'purchased')?.seq;
    const swapped = await verdictAfter([
      `create temporary table places on commit drop as select ${one} as one, ${other} as other`,
      'update audit_chain set seq = -1 from places where seq = one',
      'update audit_chain set seq = one from places where seq = other',
      'update audit_chain set seq = other from places where seq = -1',
    ]);
    expect(swapped.fault?.seq).toBe(seq);
  });

  it('names a tail that was cut off, also where the database was made to forget it', async () => {
    const end = await last();
    const cut = [
      `delete from account_events where id in (select event_id from audit_chain where source = 'account' and seq > ${end - 2})`,
      `delete from audit_chain where seq > ${end - 2}`,
    ];
    expect((await verdictAfter(cut)).fault).toMatchObject({ seq: end - 1, message: /^The end is cut off/ });
    const forgotten = [
      ...cut,
      `update audit_head set seq = ${end - 2}, hash = (select hash from audit_chain where seq = ${end - 2})`,
    ];
    expect((await verdictAfter(forgotten)).fault).toBeNull();
    const { lines } = await read();
    const anchor = { seq: end, hash: lines[0]?.hash ?? '' };
    expect((await verdictAfter(forgotten, anchor)).fault).toMatchObject({ seq: end - 1 });
  });

  it('names a row that was put in past the chain', async () => {
    const stray = await verdictAfter([
      `insert into account_events (account_id, at, event, by) values ('${accountId}', now(), 'made_up', 'system')`,
    ]);
    expect(stray.fault?.message).toMatch(/^Row \d+ of account_events was put there past the chain\.$/);
  });

  it('names a line that was put before the first one, or behind the end without it', async () => {
    const event = `insert into account_events (id, account_id, at, event, by)
      overriding system value values (999999, '${accountId}', now(), 'made_up', 'system')`;
    const before = "insert into audit_chain values (0, 'account', 999999, decode('00', 'hex'))";
    expect((await verdictAfter([event, before])).fault).toMatchObject({ seq: 0 });
    const end = await last();
    const forgotten = `update audit_head set seq = ${end - 1}, hash = (select hash from audit_chain where seq = ${end - 1})`;
    expect((await verdictAfter([forgotten])).fault).toEqual({
      seq: end,
      message: `Line ${end} was put behind the end that the database remembers.`,
    });
  });

  it('looks at more lines than it reads at once', async () => {
    const many = `insert into account_events (account_id, at, event, by)
      select '${accountId}', now(), 'test_many', 'system' from generate_series(1, 5200)`;
    const chained = `set constraints all immediate`;
    const end = await last();
    const whole = await verdictOf([many, chained]);
    expect(whole).toMatchObject({ checked: end + 5200, fault: null });
    const seq = end + 5100;
    const changed = await verdictOf([
      many,
      chained,
      'alter table account_events disable trigger user',
      `update account_events set note = 'x' where id = (select event_id from audit_chain where seq = ${seq})`,
    ]);
    expect(changed).toMatchObject({ checked: seq - 1, fault: { seq } });
  });

  it('names a chain that was written anew, by a place noted elsewhere', async () => {
    const anchor = { seq: 2, hash: '0'.repeat(64) };
    expect((await verifyAudit(world.context.db, anchor)).fault).toMatchObject({ seq: 2 });
  });
});
