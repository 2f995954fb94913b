import type { ResponseBody } from '@firmament/contract';
import { EVENT_TITLES, eventKind } from '@firmament/contract/event-titles';
import { PAYMENT_STATUSES, STAGES, STATUSES } from '@firmament/rules';
import { formatDateTime, formatMoney } from '../../../../ui/format.ts';
import { PAYMENT_LABELS, STAGE_LABELS, STATUS_LABELS, type TradingAccount } from '../accounts.ts';
import type { Compared } from '../conflict/ConflictNotice.tsx';
import { oneOf } from '../list-url.ts';

export type AccountEvent = ResponseBody<'GET /admin/accounts/{id}/events'>['events'][number];
export type ChangeLine = { field: string; label: string; before: string; after: string };

type Facts = Readonly<Record<string, unknown>>;

/** Stands for a fact that is not there. */
export const NOTHING = '–';

const text = (value: unknown): string => (value === null || value === undefined ? NOTHING : String(value));
const money = (value: unknown): string => (typeof value === 'number' ? formatMoney(value) : text(value));
const moment = (value: unknown): string => (typeof value === 'string' ? formatDateTime(value) : text(value));
const labelled =
  <Id extends string>(ids: readonly Id[], labels: Readonly<Record<Id, string>>) =>
  (value: unknown): string => {
    const id = oneOf(ids, typeof value === 'string' ? value : null);
    return id ? labels[id] : text(value);
  };

/** The facts that a line of history tells, in their order, with how each is written. */
const FIELDS: readonly { field: string; label: string; write: (value: unknown) => string }[] = [
  { field: 'status', label: 'Status', write: labelled(STATUSES, STATUS_LABELS) },
  { field: 'paymentStatus', label: 'Payment', write: labelled(PAYMENT_STATUSES, PAYMENT_LABELS) },
  { field: 'stage', label: 'Stage', write: labelled(STAGES, STAGE_LABELS) },
  { field: 'balance', label: 'Balance', write: money },
  { field: 'equity', label: 'Equity', write: money },
  { field: 'balanceStartDate', label: 'Trading days from', write: moment },
  { field: 'accountNumber', label: 'MT5 number', write: text },
  { field: 'server', label: 'Server', write: text },
  { field: 'passwordChanged', label: 'Password', write: (value) => (value === true ? 'changed' : NOTHING) },
  { field: 'failureReason', label: 'Breach', write: text },
  { field: 'rejectionReason', label: 'Rejected because', write: text },
];

/** What differs between two sets of facts; equity is left out where it only follows the balance. */
function changesBetween(before: Facts, after: Facts): ChangeLine[] {
  const lines = FIELDS.flatMap(({ field, label, write }) => {
    const [old, now] = [write(before[field]), write(after[field])];
    return field in after && old !== now ? [{ field, label, before: old, after: now }] : [];
  });
  const balance = lines.find(({ field }) => field === 'balance');
  return lines.filter(
    (line) => line.field !== 'equity' || line.before !== balance?.before || line.after !== balance.after,
  );
}

/** The lines of one event. */
export const changesOf = (event: Pick<AccountEvent, 'event' | 'before' | 'after'>): ChangeLine[] =>
  event.event === 'mail' ? [] : changesBetween(event.before ?? {}, event.after ?? {});

const factsForCompare = (account: TradingAccount): Facts => ({
  ...account,
  failureReason: account.failure?.reason ?? null,
});

/** The facts that somebody else changed, or that one's own refused change would set otherwise, side by side. */
export function comparedWith(before: TradingAccount, now: TradingAccount, wanted: Facts): Compared[] {
  const [old, present] = [factsForCompare(before), factsForCompare(now)];
  const changed = new Set(changesBetween(old, present).map(({ field }) => field));
  return FIELDS.flatMap(({ field, label, write }) => {
    const theirs = write(present[field]);
    const mine = field in wanted && field !== 'equity' ? write(wanted[field]) : theirs;
    const yours = mine === theirs ? null : mine;
    return changed.has(field) || yours !== null ? [{ label, seen: write(old[field]), theirs, yours }] : [];
  });
}

const MAILS: Readonly<Record<string, string>> = {
  payment_received: 'Payment received',
  payment_verified: 'Payment verified',
  payment_rejected: 'Payment rejected',
  credentials_ready: 'Credentials ready',
  stage_changed: 'Stage changed',
  breach: 'Breach',
  payment_reminder: 'Payment reminder',
};

const MAIL_STATES: Readonly<Record<string, string>> = {
  queued: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  failed: 'could not be sent',
  cancelled: 'taken back',
  unknown: 'perhaps sent',
};

/** 'user_changed' as a person reads it. */
export const words = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** What happened, in a few words: "Payment verified", "Email “Credentials ready” sent". */
export function titleOf({ event, after }: Pick<AccountEvent, 'event' | 'after'>): string {
  if (event === 'mail') {
    const template = text(after?.template);
    const state = text(after?.state);
    return `Email “${MAILS[template] ?? words(template)}” ${MAIL_STATES[state] ?? state}${after?.dismissed ? ', dismissed' : ''}`;
  }
  const kind = eventKind(event, after);
  return EVENT_TITLES[kind] ?? words(kind);
}

export const KINDS = [
  { id: 'all', label: 'Everything' },
  { id: 'payment', label: 'Payment' },
  { id: 'account', label: 'Account' },
  { id: 'mail', label: 'Email' },
] as const;
export type Kind = (typeof KINDS)[number]['id'];

const PAYMENT_EVENTS = ['purchased', 'payment_opened', 'proof_uploaded', 'payment_judged'];

/** Whether a line of history is of a kind. */
export const isOfKind = ({ event }: AccountEvent, kind: Kind): boolean => {
  if (kind === 'all') return true;
  if (kind === 'mail' || event === 'mail') return kind === event;
  return PAYMENT_EVENTS.includes(event) === (kind === 'payment');
};

/** Who did it. */
export function actorOf({ event, by, actor, after }: AccountEvent): string {
  if (event === 'mail') return `to ${text(after?.to)}`;
  if (actor?.name) return actor.name;
  return words(by);
}
