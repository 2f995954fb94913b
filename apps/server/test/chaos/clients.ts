import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLog, Deed, Entry } from './call-log.ts';
import type { Mailbox } from './mailbox.ts';
import type { Random } from './random.ts';

const PASSWORD = 'a long chaos password';
/** How long a client waits for its code before it does something else. */
const CODE_MILLISECONDS = 3_000;

/** How long a client leaves a server alone that said 503. */
const BUSY_MILLISECONDS = 200;

export type Answer = { status: number; body: Record<string, unknown> };
type Trader = { email: string; token: string };
type Known = { id: string; owner: Trader };

/** Everyone's shared view of the firm, made of answers alone. */
export type Crowd = {
  traders: Trader[];
  accounts: Known[];
  admin: { email: string; token: string };
  packages: string[];
  pictures: Buffer[];
  log: CallLog;
  mailbox: Mailbox;
  /** Answers that no client should ever get. */
  faults: string[];
  url: string;
  random: Random;
  registered: number;
};

type Request = { method: string; path: string; token?: string; key?: string; body?: unknown };

const send = async (crowd: Crowd, { method, path, token, key, body }: Request): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${crowd.url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

/** Sends a logged write; null when no answer came. Whatever is neither done nor refused for a reason is a fault. */
const write = async (crowd: Crowd, entry: Entry, request: Request): Promise<Answer | null> => {
  const keyed = request.token ? { ...request, key: entry.key } : request;
  const answer = await send(crowd, keyed).catch(() => null);
  if (!answer) return null;
  entry.inFlight = false;
  if (answer.status < 300) entry.outcome = 'acknowledged';
  else if (answer.status === 503) {
    await sleep(BUSY_MILLISECONDS);
    return answer;
  } else entry.outcome = 'refused';
  const isExpected = answer.status < 500 && answer.status !== 401 && answer.body.code !== 'rate_limited';
  if (!isExpected)
    crowd.faults.push(`${entry.deed} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
};

const textOf = (answer: Answer | null, name: string): string => String(answer?.body[name] ?? '');

const waitForCode = async (crowd: Crowd, email: string, isOver: () => boolean): Promise<string | null> => {
  for (let waited = 0; waited < CODE_MILLISECONDS && !isOver(); waited += 40) {
    const code = crowd.mailbox.codeTo(email);
    if (code) return code;
    await sleep(40);
  }
  return null;
};

/** Registers a new trader and verifies the address with the mailed code. */
export const join = async (crowd: Crowd, isOver = () => false): Promise<boolean> => {
  crowd.registered += 1;
  const email = `chaos${crowd.registered}@example.com`;
  const body = { name: `Trader ${crowd.registered}`, email, password: PASSWORD };
  const registration = crowd.log.begin('register', email, email);
  const answer = await write(crowd, registration, { method: 'POST', path: '/auth/register', body });
  if (answer?.status !== 201) return answer !== null;
  const code = await waitForCode(crowd, email, isOver);
  if (code === null) return true;
  const verification = crowd.log.begin('verify', email, email);
  const verified = await write(crowd, verification, {
    method: 'POST',
    path: '/auth/verify-email',
    body: { userId: textOf(answer, 'userId'), code },
  });
  if (verified?.status === 200) crowd.traders.push({ email, token: textOf(verified, 'token') });
  return verified !== null;
};

const proofOf = (crowd: Crowd, entry: Entry): FormData => {
  // The same picture for the same key, so that a repeated call is the same call.
  const place = Number.parseInt(entry.key.slice(0, 6), 16) % crowd.pictures.length;
  const form = new FormData();
  form.set('screenshot', new Blob([new Uint8Array(crowd.pictures[place] ?? [])]), 'proof.png');
  return form;
};

/** The request that stands for an entry, the same each time. */
const requestOf = (crowd: Crowd, entry: Entry): Request => {
  const known = crowd.accounts.find(({ id }) => id === entry.subject);
  const admin = `/admin/accounts/${entry.subject}`;
  const { token } = crowd.admin;
  const number = Number.parseInt(entry.key.slice(0, 6), 16);
  switch (entry.deed) {
    case 'purchase': {
      const owner = crowd.traders.find(({ email }) => email === entry.by);
      const packageId = crowd.packages[number % crowd.packages.length];
      return { method: 'POST', path: '/accounts/purchase', token: owner?.token ?? '', body: { packageId } };
    }
    case 'upload': {
      const path = `/accounts/${entry.subject}/upload-proof`;
      return { method: 'POST', path, token: known?.owner.token ?? '', body: proofOf(crowd, entry) };
    }
    case 'accept':
      return { method: 'PUT', path: `${admin}/verify-payment`, token, body: { status: 'verified' } };
    case 'reject': {
      const body = { status: 'failed', reason: 'Not readable' };
      return { method: 'PUT', path: `${admin}/verify-payment`, token, body };
    }
    case 'credentials': {
      const body = { accountNumber: String(10_000_000 + number), password: 'Mt5#chaos', server: 'Chaos-MT5' };
      return { method: 'POST', path: `${admin}/assign-mt5`, token, body };
    }
    case 'balance':
      return { method: 'PATCH', path: admin, token, body: { balance: number / 100 } };
    case 'delete':
      return { method: 'DELETE', path: admin, token };
    default:
      throw new Error(`${entry.deed} is not repeated`);
  }
};

const perform = async (crowd: Crowd, entry: Entry): Promise<boolean> => {
  const answer = await write(crowd, entry, requestOf(crowd, entry));
  const owner = crowd.traders.find(({ email }) => email === entry.by);
  if (entry.deed === 'purchase' && answer?.status === 201 && owner) {
    entry.subject = textOf(answer, '_id');
    crowd.accounts.push({ id: entry.subject, owner });
  }
  return answer !== null;
};

/** How often each deed is drawn; uploads cost most, deletions end an account's life. */
const WEIGHTS: readonly (readonly [Deed, number])[] = [
  ['register', 2],
  ['purchase', 16],
  ['upload', 20],
  ['accept', 18],
  ['reject', 6],
  ['credentials', 12],
  ['balance', 12],
  ['delete', 3],
];
const DRAWN: readonly Deed[] = WEIGHTS.flatMap(([deed, times]) => Array<Deed>(times).fill(deed));

/** One client: does one drawn deed after the other until a call gets no answer or `isOver`. */
export const runClient = async (crowd: Crowd, random: Random, isOver: () => boolean): Promise<void> => {
  for (let goesOn = true; goesOn && !isOver(); ) {
    const deed = random.pick(DRAWN) ?? 'purchase';
    if (deed === 'register') {
      goesOn = await join(crowd, isOver);
      continue;
    }
    // Newer accounts have more of their life before them.
    const recent = crowd.accounts.slice(-150);
    const account = random.pick(recent);
    const isPurchase = deed === 'purchase' || !account;
    const by = isPurchase ? random.pick(crowd.traders) : deed === 'upload' ? account?.owner : crowd.admin;
    const entry = crowd.log.begin(
      isPurchase ? 'purchase' : deed,
      by?.email ?? '',
      isPurchase ? '' : account.id,
    );
    goesOn = await perform(crowd, entry);
  }
};

/** The writes without an answer that can be repeated: a registration and a verification have no key. */
export const unanswered = (crowd: Crowd): Entry[] =>
  crowd.log.entries.filter(
    ({ deed, outcome }) => outcome === 'unknown' && deed !== 'register' && deed !== 'verify',
  );

/** Repeats writes that got no answer with their keys, one after the other: each is done once in all. */
export const repeat = async (crowd: Crowd, entries: readonly Entry[]): Promise<void> => {
  for (const entry of entries) {
    entry.inFlight = true;
    if (!(await perform(crowd, entry))) return;
  }
};

/** Signs in with the password of everyone here, or of the administrator. */
export const signIn = async (crowd: Crowd, email: string, password = PASSWORD): Promise<string> => {
  const answer = await send(crowd, { method: 'POST', path: '/auth/login', body: { email, password } });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${JSON.stringify(answer.body)}`);
  return textOf(answer, 'token');
};
