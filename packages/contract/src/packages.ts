import * as z from 'zod/mini';
import {
  challengeType,
  dollars,
  done,
  pathId,
  percent,
  settableDollars,
  success,
  timeZone,
} from './fields.ts';
import { defineRoute } from './route.ts';

const share = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((value) => Number.isInteger(Math.round(value * 1e8) / 1e6)),
);

/** Criteria of a phase, in percent (specification section 3). */
export const criteria = z.object({
  profitTarget: percent,
  maxDailyLoss: percent,
  maxTotalLoss: percent,
  minTradingDays: z.int(),
  profitSplit: percent,
});

export const accountPackage = z.object({
  _id: z.string(),
  name: challengeType,
  /** The account size in dollars. */
  subscriberCount: dollars,
  tier: z.string(),
  originalPrice: dollars,
  discountedPrice: dollars,
  criteria,
  /** Criteria of phase 2; null for a 1-Step Challenge. */
  phase2Criteria: z.nullable(criteria),
  mostPopular: z.boolean(),
  timeLimitDays: z.nullable(z.int()),
  /** IANA zone in which days begin; null: the firm's. */
  timeZone: z.nullable(z.string()),
});

const editableCriteria = z.object({
  profitTarget: share,
  maxDailyLoss: share,
  maxTotalLoss: share,
  minTradingDays: z.int().check(z.gte(0), z.lte(365)),
  profitSplit: share,
});

const editablePackage = z.object({
  name: challengeType,
  subscriberCount: settableDollars,
  originalPrice: settableDollars,
  discountedPrice: settableDollars,
  criteria: editableCriteria,
  phase2Criteria: z.nullable(editableCriteria),
  mostPopular: z.boolean(),
  timeLimitDays: z.nullable(z.int().check(z.gte(1), z.lte(3650))),
  /** Absent: as it is, for a new package the firm's. */
  timeZone: z.optional(z.nullable(timeZone)),
});

const adminPackage = z.extend(accountPackage, { version: z.int(), accountsSold: z.int() });

export const packageRoutes = {
  'GET /account-packages': defineRoute({
    auth: 'public',
    summary: 'The packages on sale',
    status: 200,
    response: z.array(accountPackage),
    errors: [],
  }),
  'GET /account-packages/{id}': defineRoute({
    auth: 'public',
    summary: 'One package',
    status: 200,
    params: z.object({ id: pathId }),
    response: accountPackage,
    errors: ['package_not_found'],
  }),
  'GET /admin/packages': defineRoute({
    auth: 'admin',
    summary: 'The packages on sale, for editing',
    status: 200,
    response: z.object({ packages: z.array(adminPackage) }),
    errors: [],
  }),
  'POST /admin/packages': defineRoute({
    auth: 'admin',
    summary: 'Add a package',
    status: 201,
    body: editablePackage,
    response: success({ package: adminPackage }),
    errors: ['package_duplicate'],
  }),
  'PUT /admin/packages/{id}': defineRoute({
    auth: 'admin',
    summary: 'Change a package; accounts already bought keep theirs',
    status: 200,
    params: z.object({ id: pathId }),
    body: editablePackage,
    response: success({ package: adminPackage }),
    errors: ['package_not_found', 'package_duplicate', 'changed_meanwhile'],
  }),
  'DELETE /admin/packages/{id}': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Take a package off sale',
    status: 200,
    params: z.object({ id: pathId }),
    response: done,
    errors: ['package_not_found', 'changed_meanwhile'],
  }),
};
