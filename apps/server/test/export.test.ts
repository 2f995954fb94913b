import { ACCOUNT_SORTS, USER_SORTS } from '@firmament/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvLine } from '../src/platform/csv.ts';
import { pagesOf } from '../src/platform/export.ts';
import { newAccount } from './account-calls.ts';
import { activate, type Person, registerAdmin, registerVerified } from './factories.ts';
import { fillFirm } from './fill.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
});
afterAll(() => world.close());

/** A reader of RFC 4180 of its own. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let inQuotes = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (inQuotes) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else inQuotes = false;
    } else if (letter === '"') inQuotes = true;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += letter;
  }
  expect([inQuotes, row, cell], 'the last line ends').toEqual([false, [], '']);
  return rows;
};

const exportOf = async (
  list: 'accounts' | 'users',
  selection: object,
  { by = admin, ...order }: { by?: Person; sort?: string; order?: string } = {},
) => {
  const response = await fetch(`${world.url}/api/admin/${list}/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ selection, ...order }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { status: response.status, headers: response.headers, text };
};
const rowsOf = (text: string) => {
  expect(text.startsWith('\ufeff')).toBe(true);
  const [header = [], ...rows] = readCsv(text.slice(1));
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
};

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1\r\n"],
    ['+49 30 1234', "'+49 30 1234\r\n"],
    ['-cmd', "'-cmd\r\n"],
    ['@SUM(A1)', "'@SUM(A1)\r\n"],
    ['\tx', "'\tx\r\n"],
    ['\rx', `"'\rx"\r\n`],
    ['\nx', `"'\nx"\r\n`],
    ['＝1', "'＝1\r\n"],
    ['=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"\r\n`],
    ['a=1', 'a=1\r\n'],
    // Programs of other countries part cells at semicolons or tabs, also within our quotation marks.
    ['Bob;=1+1', "Bob;'=1+1\r\n"],
    ['Bob; =1+1;ok;-2', "Bob;' =1+1;ok;'-2\r\n"],
    ['Bob;"=1+1"', `"Bob;'""=1+1"""\r\n`],
    ['Bob\t＝1', "Bob\t'＝1\r\n"],
    ['Bob;=HYPERLINK("http://a")', `"Bob;'=HYPERLINK(""http://a"")"\r\n`],
    ['one\n=1+1', `"one\n'=1+1"\r\n`],
    ['one\r\n@x', `"one\r\n'@x"\r\n`],
    ['a; b\tc', 'a; b\tc\r\n'],
    ['He said "no", twice', '"He said ""no"", twice"\r\n'],
    ['two\r\nlines', '"two\r\nlines"\r\n'],
    [-12.5, '-12.5\r\n'],
    [0, '0\r\n'],
    [null, '\r\n'],
    ['', '\r\n'],
  ])('%j is written as %j', (cell, line) => {
    expect(csvLine([cell])).toBe(line);
  });
});

describe('the export of accounts', () => {
  it('holds every account that matches, whatever is in its cells, and no secret', async () => {
    const trader = await registerVerified(world, { name: '=cmd|"/c calc"!A1, Ünal' });
    const account = await newAccount(world, admin);
    await world.context.db
      .updateTable('accounts')
      .set({ user_id: trader.userId })
      .where('id', '=', account.id)
      .execute();
    const active = await activate(world, admin, account.id);
    await account.by.override({ balance: 9_500.25 });
    const { status, headers, text } = await exportOf('accounts', { matching: { userId: trader.userId } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="accounts-2026-03-02.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    const rows = rowsOf(text);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      'Account ID': account.id,
      User: `'=cmd|"/c calc"!A1, Ünal`,
      Email: trader.email,
      Balance: '9500.25',
      'Growth %': '-5',
      'MT5 Account': active.accountNumber,
      Status: 'active',
      'Created (UTC)': active.createdAt,
    });
    expect(text).not.toContain('Trade#2026');
    const stored = await world.context.db
      .selectFrom('accounts')
      .select('mt5_password')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(text).not.toContain(stored.mt5_password);
  });

  it('takes named rows, refuses traders, and is noted', async () => {
    const [one, other] = [await newAccount(world, admin), await newAccount(world, admin)];
    const { text } = await exportOf('accounts', { ids: [one.id] });
    expect(rowsOf(text).map((row) => row['Account ID'])).toEqual([one.id]);
    expect((await exportOf('accounts', { ids: [other.id] }, { by: one.trader })).status).toBe(403);
    const notes = await world.context.db
      .selectFrom('admin_events')
      .select(['actor_id', 'subject_id', 'after'])
      .where('event', '=', 'list_exported')
      .orderBy('id', 'desc')
      .execute();
    expect(notes[0]).toEqual({ actor_id: admin.userId, subject_id: 'accounts', after: { rows: 1 } });
  });

  it('of ten thousand rows has each of them once, in pages', async () => {
    await fillFirm(world.context.db, { users: 10_000, accounts: 10_000, now: world.clock.now() });
    const { total } = (
      await world.call('GET /admin/accounts', { token: admin.token, query: { limit: 1, status: 'failed' } })
    ).body;
    const failed = rowsOf((await exportOf('accounts', { matching: { status: 'failed' } })).text);
    expect(failed).toHaveLength(total);
    const everybody = rowsOf((await exportOf('users', { matching: {} })).text);
    expect(new Set(everybody.map((row) => row['User ID'])).size).toBe(everybody.length);
    expect(everybody.length).toBeGreaterThan(10_000);
    const times = everybody.map((row) => row['Registered (UTC)'] ?? '');
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe('the order of an export', () => {
  const DIRECTIONS = [undefined, 'ascending', 'descending'] as const;
  const failed = { status: 'failed' } as const;

  it.each([undefined, ...ACCOUNT_SORTS])('is that of the list of accounts sorted by %s', async (sort) => {
    for (const order of DIRECTIONS) {
      const { accounts } = (
        await world.call('GET /admin/accounts', {
          token: admin.token,
          query: { ...failed, limit: 1000, ...(sort && { sort }), ...(order && { order }) },
        })
      ).body;
      const listed = accounts.map(({ _id }) => _id);
      expect(listed).toHaveLength(1000);
      const asked = { ...(sort && { sort }), ...(order && { order }) };
      const exported = rowsOf((await exportOf('accounts', { matching: failed }, asked)).text);
      expect(exported.slice(0, 1000).map((row) => row['Account ID'])).toEqual(listed);
      const named = listed.slice(0, 20).sort();
      const chosen = rowsOf((await exportOf('accounts', { ids: named }, asked)).text);
      expect(chosen.map((row) => row['Account ID'])).toEqual(listed.slice(0, 20));
    }
  });

  it.each([undefined, ...USER_SORTS])('is that of the list of users sorted by %s', async (sort) => {
    for (const order of DIRECTIONS) {
      const asked = { ...(sort && { sort }), ...(order && { order }) };
      const { users } = (
        await world.call('GET /admin/users', { token: admin.token, query: { limit: 1000, ...asked } })
      ).body;
      const exported = rowsOf((await exportOf('users', { matching: {} }, asked)).text);
      expect(exported.slice(0, 1000).map((row) => row['User ID'])).toEqual(users.map(({ _id }) => _id));
    }
  });

  it('refuses what the list cannot be sorted by', async () => {
    expect((await exportOf('users', { matching: {} }, { sort: 'balance' })).status).toBe(400);
    expect((await exportOf('accounts', { matching: {} }, { order: 'up' })).status).toBe(400);
  });

  it('is settled at its beginning: what changes while it is read is told once, what is gone is left out', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => `id ${index}`);
    const read: string[][] = [];
    const pages = pagesOf(
      ids,
      async (page) => {
        read.push([...page]);
        return [...page].reverse().flatMap((id) => (id === 'id 700' ? [] : [{ id }]));
      },
      ({ id }) => [id],
    );
    const told: unknown[] = [];
    for await (const page of pages) told.push(...page.flat());
    expect(told).toEqual(ids.filter((id) => id !== 'id 700'));
    expect(read.map((page) => page.length)).toEqual([500, 500, 200]);
  });
});

describe('the export of users', () => {
  it('holds no password and marks formulas', async () => {
    const person = await registerVerified(world, { name: '@evil', email: '+plus@example.com' });
    const { text } = await exportOf('users', { ids: [person.userId] });
    expect(rowsOf(text)).toMatchObject([{ Name: "'@evil", Email: "'+plus@example.com", Accounts: '0' }]);
    expect(text).not.toContain('argon2');
  });
});
