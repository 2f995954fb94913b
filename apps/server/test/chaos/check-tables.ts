import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/db/schema.ts';
import { verifyAudit } from '../../src/features/audit/verify.ts';
import type { Deed, Entry } from './call-log.ts';
import { type HistoryLine, replay, stateOf } from './replay.ts';

const ROUTES: Partial<Record<Deed, string>> = {
  purchase: 'POST /accounts/purchase',
  upload: 'POST /accounts/{id}/upload-proof',
  accept: 'PUT /admin/accounts/{id}/verify-payment',
  reject: 'PUT /admin/accounts/{id}/verify-payment',
  credentials: 'POST /admin/accounts/{id}/assign-mt5',
  balance: 'PATCH /admin/accounts/{id}',
  delete: 'DELETE /admin/accounts/{id}',
};
const EVENTS: Partial<Record<Deed, string>> = {
  purchase: 'purchased',
  upload: 'proof_uploaded',
  accept: 'payment_judged',
  reject: 'payment_judged',
  credentials: 'credentials_assigned',
  balance: 'overridden',
  delete: 'deleted',
};
/** These may find that what they ask for is so already, and then change nothing. */
const MAY_CHANGE_NOTHING: readonly Deed[] = ['accept', 'reject', 'balance', 'credentials'];

type Faults = string[];

/** Each acknowledged write left its answer in its own transaction, each refused one nothing, and nobody else did. */
const checkKeys = async (db: Db, entries: readonly Entry[], faults: Faults): Promise<Set<Entry>> => {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['route', 'key', 'status', 'response'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const committed = new Set<Entry>();
  for (const entry of entries) {
    const route = ROUTES[entry.deed];
    if (!route) continue;
    const row = byKey.get(entry.key);
    const name = `${entry.deed} of round ${entry.round} (${entry.key})`;
    byKey.delete(entry.key);
    if (!row) {
      if (entry.outcome === 'acknowledged') faults.push(`LOST: ${name}`);
      continue;
    }
    committed.add(entry);
    if (row.route !== route) faults.push(`${name} is kept as ${row.route}`);
    if (row.status < 200 || row.status >= 300) faults.push(`HALF DONE: ${name} has no answer`);
    if (entry.outcome === 'refused') faults.push(`${name} was refused and is kept`);
    if (entry.deed !== 'purchase') continue;
    if (entry.subject === '') entry.subject = String(row.response._id);
    else if (entry.subject !== row.response._id) faults.push(`${name} is another account than answered`);
  }
  for (const { route } of byKey.values()) faults.push(`a key that nobody sent: ${route}`);
  return committed;
};

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

/** History against writes: an event for each write that changed something, and none without one. */
const checkEvents = (
  id: string,
  lines: readonly HistoryLine[],
  entries: readonly Entry[],
  faults: Faults,
): void => {
  for (const event of new Set(Object.values(EVENTS))) {
    const found = lines.filter((line) => line.event === event).length;
    const own = entries.filter(({ deed }) => EVENTS[deed] === event);
    const atLeast = own.filter(({ deed }) => !MAY_CHANGE_NOTHING.includes(deed)).length;
    if (found < atLeast || found > own.length) {
      faults.push(`${id}: ${own.length} writes and ${found} lines of ${event}`);
    }
  }
};

/** Rows whose other half is missing, each kind with a query that finds them. */
const OF_ACCOUNTS: Readonly<Record<string, string>> = {
  'accounts without a payment':
    'select from accounts a where not exists (select from payments p where p.account_id = a.id)',
  'payments without an account':
    'select from payments p where not exists (select from accounts a where a.id = p.account_id)',
  'proofs without an account or payment': `select from proofs p where p.payment_id is null
     or not exists (select from accounts a where a.id = p.account_id)`,
  'events without an account':
    'select from account_events e where not exists (select from accounts a where a.id = e.account_id)',
  'active accounts without a phase': `select from accounts a where a.activated_at is not null
     and not exists (select from account_phases p where p.account_id = a.id)`,
  'accounts that are there twice with one login': `select from accounts where deleted_at is null and account_number
     is not null group by lower(server), account_number having count(*) > 1`,
};
const OF_PEOPLE: Readonly<Record<string, string>> = {
  'users without a code mail': `select from users u where u.role = 'user' and not exists (select from mails m
     where m.recipient_id = u.id and m.template = 'verification_code')`,
  'codes without a mail': `select from email_codes c where (select count(*) from mails m where m.recipient_id = c.user_id
     and m.template = 'verification_code') <> (select count(*) from email_codes d where d.user_id = c.user_id)`,
  'verified users without a session': `select from users u where u.email_verified_at is not null
     and not exists (select from sessions s where s.user_id = u.id)`,
};

const findOrphans = async (
  db: Db,
  kinds: Readonly<Record<string, string>>,
  faults: Faults,
): Promise<void> => {
  for (const [name, query] of Object.entries(kinds)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${sql.raw(query)}) as found`.execute(
      db,
    );
    if (rows[0]?.n !== 0) faults.push(`HALF DONE: ${rows[0]?.n} ${name}`);
  }
};

/** State and mails of every account against its history, as the rules tell them. */
export const checkAccounts = async (
  db: Db,
  faults: Faults,
  committed: ReadonlyMap<string, readonly Entry[]> | null,
): Promise<number> => {
  const accounts = await db.selectFrom('accounts').selectAll().execute();
  const events = await db
    .selectFrom('account_events')
    .select(['id', 'account_id', 'event', 'after'])
    .orderBy('id')
    .execute();
  const mails = await db
    .selectFrom('mails')
    .select(['account_id', 'template', (eb) => eb.fn.countAll<number>().as('n')])
    .where('account_id', 'is not', null)
    .groupBy(['account_id', 'template'])
    .execute();
  const eventsOf = groupBy(events, (line) => line.account_id);
  const mailsOf = groupBy(mails, (row) => row.account_id ?? '');
  for (const account of accounts) {
    const lines = eventsOf.get(account.id) ?? [];
    const told = replay(account, lines);
    faults.push(...told.faults);
    if (lines[0]?.event !== 'purchased') faults.push(`HALF DONE: ${account.id} was never bought`);
    const [is, should] = [JSON.stringify(stateOf(account)), JSON.stringify(told.state)];
    if (is !== should) faults.push(`HALF DONE: ${account.id} is ${is}, its history says ${should}`);
    const queued = new Map((mailsOf.get(account.id) ?? []).map((row) => [row.template, row.n]));
    queued.delete('stage_changed');
    for (const template of new Set([...queued.keys(), ...told.mails.keys()])) {
      const [has, needs] = [
        queued.get(template) ?? 0,
        new Map<string, number>(told.mails).get(template) ?? 0,
      ];
      if (has !== needs) faults.push(`${account.id}: ${has} mails of ${template}, not ${needs}`);
    }
    if (committed) checkEvents(account.id, lines, committed.get(account.id) ?? [], faults);
  }
  await findOrphans(db, OF_ACCOUNTS, faults);
  return accounts.length;
};

const checkPeople = async (db: Db, entries: readonly Entry[], faults: Faults): Promise<void> => {
  const rows = await db.selectFrom('users').select(['email', 'email_verified_at']).execute();
  const users = new Map(rows.map((row) => [row.email, row]));
  for (const { deed, outcome, subject, round } of entries) {
    if (outcome !== 'acknowledged') continue;
    if (deed === 'register' && !users.has(subject))
      faults.push(`LOST: register of round ${round}: ${subject}`);
    if (deed === 'verify' && !users.get(subject)?.email_verified_at) {
      faults.push(`LOST: verify of round ${round}: ${subject}`);
    }
  }
};

/** Each proof has its file, whole; files that no row speaks of are counted, not faults: the sweeper takes them. */
const checkFiles = async (db: Db, folder: string, uploads: number, faults: Faults): Promise<number> => {
  const proofs = await db.selectFrom('proofs').select(['id', 'bytes']).execute();
  if (proofs.length !== uploads) faults.push(`HALF DONE: ${uploads} uploads and ${proofs.length} proofs`);
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  for (const { id, bytes } of proofs) {
    if (!names.delete(id)) faults.push(`LOST: the file of proof ${id}`);
    else if (statSync(join(folder, id)).size !== bytes) faults.push(`HALF DONE: the file of proof ${id}`);
  }
  return names.size;
};

export type Checked = {
  faults: Faults;
  committed: number;
  accounts: number;
  events: number;
  orphanFiles: number;
};

/** Compares what the clients were told with everything that a database and a folder of uploads hold. */
export const checkTables = async (db: Db, uploads: string, entries: readonly Entry[]): Promise<Checked> => {
  const faults: Faults = [];
  const committed = await checkKeys(db, entries, faults);
  const bySubject = groupBy([...committed], (entry) => entry.subject);
  const accounts = await checkAccounts(db, faults, bySubject);
  const bought = [...committed].filter(({ deed }) => deed === 'purchase').length;
  if (bought !== accounts) faults.push(`HALF DONE: ${bought} purchases and ${accounts} accounts`);
  await findOrphans(db, OF_PEOPLE, faults);
  await checkPeople(db, entries, faults);
  const uploaded = [...committed].filter(({ deed }) => deed === 'upload').length;
  const orphanFiles = await checkFiles(db, uploads, uploaded, faults);
  const audit = await verifyAudit(db);
  if (audit.fault) faults.push(`the audit chain: ${audit.fault.message}`);
  return { faults, committed: committed.size, accounts, events: audit.checked, orphanFiles };
};
