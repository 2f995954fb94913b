import * as z from 'zod/mini';
import {
  challengeType,
  dollars,
  idField,
  moment,
  pathId,
  paymentStatus,
  settableDollars,
  stage,
  status,
  success,
} from './fields.ts';
import { messages } from './messages.ts';
import { criteria } from './packages.ts';
import { defineRoute } from './route.ts';

const packageSummary = z.object({ name: challengeType, price: dollars, discountedPrice: dollars });

/** A proof as its owner and administrators see it; `file` is a short-lived name below /server/uploads/. */
export const proof = z.object({
  _id: z.string(),
  file: z.string(),
  uploadedAt: moment,
  width: z.int(),
  height: z.int(),
});

/** A purchased account (specification section 3, user side). */
export const purchasedAccount = z.object({
  _id: z.string(),
  name: z.string(),
  package: packageSummary,
  accountSize: dollars,
  packageName: z.string(),
  tier: z.string(),
  price: dollars,
  userEmail: z.string(),
  status,
  paymentStatus,
  /** Why the last proof was rejected, if it was. */
  rejectionReason: z.nullable(z.string()),
  proof: z.nullable(proof),
  login: z.nullable(z.string()),
  createdAt: moment,
});

export const paymentAddress = z.object({
  _id: z.string(),
  name: z.string(),
  network: z.string(),
  address: z.string(),
});

export const shownAddress = z.extend(paymentAddress, {
  /** What the QR code holds: a BIP-21 link for BTC, LTC and DOGE, else the bare address. */
  uri: z.string(),
  /** Taken out of use since the order: shown struck out, not to be copied. */
  withdrawn: z.boolean(),
});

const accountListItem = z.object({
  _id: z.string(),
  login: z.nullable(z.string()),
  server: z.nullable(z.string()),
  platform: z.nullable(z.enum(['MT5', 'MT4'])),
  status,
  paymentStatus,
  stage,
  tier: z.string(),
  packageName: challengeType,
  price: dollars,
  accountSize: dollars,
  initialBalance: dollars,
  balance: dollars,
  equity: dollars,
  criteria,
  tradingDays: z.int(),
  /** When the next day begins in the account's own time zone: the daily loss is counted from there. */
  nextDayStart: moment,
  /** Why it failed, in one line, and its trading days until then; null unless failed. */
  failure: z.nullable(z.object({ reason: z.string(), at: moment, tradingDays: z.int() })),
  rejectionReason: z.nullable(z.string()),
  hasProof: z.boolean(),
  createdAt: moment,
});

const ignored = z.union([z.string(), z.array(z.string())]);

export const accountRoutes = {
  'GET /accounts/check-status': defineRoute({
    auth: 'user',
    summary: 'Whether the caller has an account that is active or failed',
    status: 200,
    response: z.object({ hasActiveAccount: z.boolean() }),
    errors: [],
  }),
  'GET /dashboard/accounts': defineRoute({
    auth: 'user',
    summary: "All the caller's accounts",
    status: 200,
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      hasMt5Accounts: z.boolean(),
      accounts: z.array(accountListItem),
    }),
    errors: [],
  }),
  'GET /dashboard/{mt5Login}': defineRoute({
    auth: 'verified',
    summary: 'One trading account of the caller, with its credentials',
    status: 200,
    params: z.object({ mt5Login: pathId }),
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      userName: z.string(),
      accountInfo: z.object({
        planType: z.string(),
        stage,
        initialBalance: dollars,
        accountType: z.enum(['MT5', 'MT4']),
      }),
      stats: z.object({ balance: dollars, profitLoss: dollars, tradingDays: z.int() }),
      accountDetails: z.object({ logIn: z.string(), masterPass: z.string(), server: z.string() }),
      /** Growth as a percent text, for example "10.00%". */
      accountGrowth: z.string(),
      growthTargetPercent: z.int(),
      growthTargetValue: dollars,
      account: accountListItem,
    }),
    errors: ['mt5_account_not_found'],
  }),
  'POST /accounts/purchase': defineRoute({
    auth: 'verified',
    summary: 'Buy a package; the answer is the new account, to be paid',
    status: 201,
    body: z.object({
      packageId: idField(messages.packageIdMissing),
      subscriberCount: z.optional(settableDollars),
    }),
    response: purchasedAccount,
    errors: ['package_not_found', 'package_size_mismatch', 'too_many_unpaid'],
  }),
  'GET /accounts/{id}': defineRoute({
    auth: 'verified',
    summary: 'One purchased account of the caller',
    status: 200,
    params: z.object({ id: pathId }),
    response: purchasedAccount,
    errors: ['account_not_found'],
  }),
  'GET /accounts/{id}/payment': defineRoute({
    auth: 'verified',
    summary: 'How to pay one order: the addresses as they were when it was made',
    status: 200,
    params: z.object({ id: pathId }),
    response: z.object({
      amount: dollars,
      addresses: z.array(shownAddress),
      /** The list changed since the order was made. */
      changed: z.boolean(),
    }),
    errors: ['account_not_found'],
  }),
  'POST /accounts/{id}/upload-proof': defineRoute({
    auth: 'verified',
    summary: 'Send a screenshot of the payment (JPEG, PNG, WebP or GIF up to 10 MiB)',
    status: 200,
    params: z.object({ id: pathId }),
    // These are accepted and ignored: what the server knows counts.
    body: z.object({
      accountSize: z.optional(ignored),
      packageName: z.optional(ignored),
      username: z.optional(ignored),
      email: z.optional(ignored),
    }),
    files: ['screenshot'],
    response: success({ account: purchasedAccount }),
    errors: [
      'account_not_found',
      'proof_missing',
      'proof_not_accepted',
      'proof_not_an_image',
      'proof_heic',
      'proof_too_large',
      'proof_too_many_pixels',
      'proof_broken',
      'proof_too_many',
    ],
  }),
  'GET /payment/addresses': defineRoute({
    auth: 'verified',
    summary: "Today's payment addresses",
    status: 200,
    response: z.object({ addresses: z.array(paymentAddress) }),
    errors: [],
  }),
};
