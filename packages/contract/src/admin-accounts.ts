import * as z from 'zod/mini';
import { proof, shownAddress } from './accounts.ts';
import { bulkAnswer, bulkErrors, bulkSelection, exportSelection } from './bulk.ts';
import {
  challengeType,
  dollars,
  done,
  line,
  moment,
  order,
  paging,
  pathId,
  paymentStatus,
  search,
  settableDollars,
  stage,
  status,
  verdict,
} from './fields.ts';
import { ACCOUNT_QUEUES, ACCOUNT_SORTS } from './lists.ts';
import { messages } from './messages.ts';
import { criteria } from './packages.ts';
import { defineRoute } from './route.ts';

/** A trading account as the administration sees it (specification section 3, admin side). */
export const tradingAccount = z.object({
  _id: z.string(),
  userId: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  tier: z.string(),
  balance: dollars,
  equity: dollars,
  accountSize: dollars,
  initialBalance: dollars,
  balanceStartDate: z.nullable(moment),
  stage,
  status,
  paymentStatus,
  accountNumber: z.nullable(z.string()),
  server: z.nullable(z.string()),
  createdAt: moment,
  breachNotified: z.boolean(),
  /** File name of the newest proof; its link is /server/uploads/ + this name. */
  paymentScreenshot: z.nullable(z.string()),
  package: z.object({ name: challengeType, price: dollars, discountedPrice: dollars }),
  criteria,
  /** Growth in percent with 2 decimals, for example 10. */
  growth: z.number(),
  growthTargetPercent: z.int(),
  targetReached: z.boolean(),
  tradingDays: z.int(),
  /** The account's own IANA time zone. */
  timeZone: z.string(),
  failure: z.nullable(z.object({ reason: z.string(), at: moment })),
  rejectionReason: z.nullable(z.string()),
  proofs: z.array(
    z.extend(proof, {
      /** Other accounts that carry the very same picture. */
      duplicateOf: z.array(
        z.object({ _id: z.string(), name: z.string(), uploadedAt: moment, deleted: z.boolean() }),
      ),
    }),
  ),
  /** Another order carries the same picture as proof. */
  proofSeenElsewhere: z.boolean(),
  /** Rises with each change; sent back as If-Match. */
  version: z.int(),
});

const changed = z.extend(tradingAccount, {
  message: z.string(),
  /** Until when the change can be undone; null where it cannot. */
  undoUntil: z.nullable(moment),
});
const params = z.object({ id: pathId });

const filters = {
  search,
  status: z.optional(status),
  paymentStatus: z.optional(paymentStatus),
  stage: z.optional(stage),
  queue: z.optional(z.enum(ACCOUNT_QUEUES)),
  userId: z.optional(z.string().check(z.maxLength(100))),
};

/** Which accounts: each filter narrows the list. */
export const accountFilter = z.object(filters);

const selection = bulkSelection(accountFilter);

/** The same change of many accounts; each row goes through the same rules as alone. */
const bulk = <const Body extends z.ZodMiniType>(summary: string, body: Body) =>
  defineRoute({ auth: 'admin', summary, status: 200, body, response: bulkAnswer, errors: bulkErrors });

export const accountEvent = z.object({
  _id: z.string(),
  at: moment,
  event: z.string(),
  by: z.string(),
  actor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  note: z.nullable(z.string()),
  /** The account's version after this change; null for what changed nothing of it. */
  version: z.nullable(z.int()),
});

export const adminAccountRoutes = {
  'GET /admin/accounts': defineRoute({
    auth: 'admin',
    summary: 'All accounts, newest first unless sorted',
    status: 200,
    query: z.object({ ...paging, ...filters, sort: z.optional(z.enum(ACCOUNT_SORTS)), order }),
    response: z.object({
      accounts: z.array(tradingAccount),
      total: z.int(),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [],
  }),
  'GET /admin/accounts/{id}': defineRoute({
    auth: 'admin',
    summary: 'One account',
    status: 200,
    params,
    response: tradingAccount,
    errors: ['account_not_found'],
  }),
  'GET /admin/accounts/{id}/events': defineRoute({
    auth: 'admin',
    summary: 'Everything that happened to one account, newest first',
    status: 200,
    params,
    response: z.object({ events: z.array(accountEvent) }),
    errors: ['account_not_found'],
  }),
  'GET /admin/accounts/{id}/payment': defineRoute({
    auth: 'admin',
    summary: 'What one order asks for, and the addresses that it shows its trader',
    status: 200,
    params,
    response: z.object({
      amount: dollars,
      addresses: z.array(shownAddress),
      /** The list in use differs from the one that the order shows. */
      changed: z.boolean(),
      /** False: they were changed outside of this program, and the trader sees those of today. */
      intact: z.boolean(),
      /** When the trader first opened the payment page. */
      openedAt: z.nullable(moment),
    }),
    errors: ['account_not_found'],
  }),
  'POST /admin/accounts/{id}/undo': defineRoute({
    auth: 'admin',
    summary: "Undo one's own last change of balance, status or stage within 10 seconds",
    status: 200,
    params,
    response: changed,
    errors: ['account_not_found', 'nothing_to_undo', 'changed_meanwhile'],
  }),
  'PATCH /admin/accounts/{id}': defineRoute({
    auth: 'admin',
    summary: 'Set balance, status or payment status by hand',
    status: 200,
    params,
    body: z.object({
      balance: z.optional(settableDollars),
      status: z.optional(status),
      paymentStatus: z.optional(paymentStatus),
    }),
    response: changed,
    errors: ['account_not_found', 'credentials_missing', 'transition_not_allowed', 'changed_meanwhile'],
  }),
  'PATCH /admin/accounts/{id}/stage': defineRoute({
    auth: 'admin',
    summary: 'Set the stage; with `restart` the phase starts afresh',
    status: 200,
    params,
    body: z.object({ stage, restart: z.optional(z.boolean()) }),
    response: changed,
    errors: ['account_not_found', 'transition_not_allowed', 'changed_meanwhile'],
  }),
  'PATCH /admin/accounts/{id}/mark-failed': defineRoute({
    auth: 'admin',
    summary: 'Record a breach: the account fails and its trader is told once',
    status: 200,
    params,
    body: z.optional(z.object({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) })),
    response: changed,
    errors: ['account_not_found', 'transition_not_allowed', 'changed_meanwhile'],
  }),
  'POST /admin/accounts/{id}/assign-mt5': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Assign MetaTrader credentials',
    status: 200,
    params,
    body: z.object({
      accountNumber: z
        .pipe(
          z.transform((value) =>
            typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value,
          ),
          z.string({ error: messages.mt5CredentialsRequired }),
        )
        .check(
          z.trim(),
          z.minLength(1, { error: messages.mt5CredentialsRequired, abort: true }),
          z.regex(/^\d{1,20}$/, { error: messages.mt5LoginInvalid }),
        ),
      password: z
        .string({ error: messages.mt5CredentialsRequired })
        .check(z.minLength(1, { error: messages.mt5CredentialsRequired }), z.maxLength(200)),
      server: line(100, messages.mt5CredentialsRequired),
    }),
    response: changed,
    errors: [
      'account_not_found',
      'credentials_not_allowed',
      'login_in_use',
      'login_held_twice',
      'changed_meanwhile',
    ],
  }),
  'PUT /admin/accounts/{id}/verify-payment': defineRoute({
    auth: 'admin',
    summary: 'Accept or reject the payment',
    status: 200,
    params,
    body: z.object({ status: verdict, reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
    response: changed,
    errors: ['account_not_found', 'payment_already_judged', 'transition_not_allowed', 'changed_meanwhile'],
  }),
  'DELETE /admin/accounts/{id}': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Delete an account; its history stays for the audit',
    status: 200,
    params,
    response: done,
    errors: ['account_not_found', 'changed_meanwhile'],
  }),
  'POST /admin/accounts/bulk/stage': bulk(
    'Set the stage of many accounts; with `restart` the phase starts afresh',
    z.object({ selection, stage, restart: z.optional(z.boolean()) }),
  ),
  'POST /admin/accounts/bulk/mark-failed': bulk(
    'Record a breach of many accounts; each trader is told once',
    z.object({ selection, reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  ),
  'POST /admin/accounts/bulk/verify-payment': bulk(
    'Accept the payments of many accounts',
    z.object({ selection }),
  ),
  'POST /admin/accounts/bulk/remind': bulk(
    'Remind the traders of many unpaid orders, each at most once in 24 hours',
    z.object({ selection }),
  ),
  'POST /admin/accounts/bulk/delete': {
    ...bulk('Delete many accounts; their history stays for the audit', z.object({ selection })),
    stepUp: 'fresh' as const,
  },
  'POST /admin/accounts/export': defineRoute({
    auth: 'admin',
    summary: 'Accounts as a CSV file, newest first unless sorted',
    status: 200,
    body: z.object({
      selection: exportSelection(accountFilter),
      sort: z.optional(z.enum(ACCOUNT_SORTS)),
      order,
    }),
    response: z.string(),
    media: 'text/csv',
    errors: [],
  }),
  'GET /admin/overview': defineRoute({
    auth: 'admin',
    summary: 'How much work waits',
    status: 200,
    response: z.object({
      proofToReview: z.int(),
      needsCredentials: z.int(),
      atTarget: z.int(),
      nearFloor: z.int(),
      remindersDue: z.int(),
      activeAccounts: z.int(),
      users: z.int(),
      paymentAddresses: z.int(),
      /** Mails that could not be sent, and those that may not have arrived; but for the ones sent again or dismissed. */
      failedMails: z.int(),
      doubtfulMails: z.int(),
      warnings: z.array(z.string()),
    }),
    errors: [],
  }),
};
