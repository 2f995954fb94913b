import { randomUUID } from 'node:crypto';
import { type Decoded, messages, type Routes } from '@firmament/contract';
import { basisPoints, dollarsFromCents } from '@firmament/rules';
import type { PackageRow, PhaseCriteria, Tx } from '../../db/schema.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { refuseOutdatedSubject } from '../../platform/outdated.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { violatedConstraint } from '../../platform/transactions.ts';
import {
  insertPackage,
  lockPackage,
  type PackageValues,
  packageWithSales,
  type SoldPackageRow,
  updatePackage,
  withdrawPackageRow,
} from './catalogue.queries.ts';

/** A package as an administrator writes it: cents, shares in percent. */
export type EditedPackage = Decoded<Routes['POST /admin/packages']>['body'];

type Act = { actorId: string; now: Date };
type Change = Act & { id: string; ifMatch: number | null };

/** One dollar, in cents: growth to the largest balance stays a safe number of basis points. */
const SMALLEST_SIZE = 100;

const criteriaFrom = (edited: EditedPackage['criteria']): PhaseCriteria => {
  const share = (percent: number) => basisPoints(Math.round(percent * 100));
  return {
    profitTarget: share(edited.profitTarget),
    maxDailyLoss: share(edited.maxDailyLoss),
    maxTotalLoss: share(edited.maxTotalLoss),
    minTradingDays: edited.minTradingDays,
    profitSplit: share(edited.profitSplit),
  };
};

/** `zone` is what stays where the call names none. */
const valuesFrom = (
  edited: EditedPackage,
  zone: string | null,
): PackageValues | Refusal<'validation_failed'> => {
  if (edited.subscriberCount < SMALLEST_SIZE) {
    return refuse('validation_failed', { message: 'The account size must be at least 1 dollar.' });
  }
  const isOneStep = edited.name === '1-Step Challenge';
  if (isOneStep === (edited.phase2Criteria !== null)) {
    return refuse('validation_failed', {
      message: isOneStep
        ? 'A 1-Step Challenge has no second phase.'
        : 'A 2-Step Challenge needs the criteria of its second phase.',
    });
  }
  return {
    challenge_type: edited.name,
    size_cents: edited.subscriberCount,
    original_price_cents: edited.originalPrice,
    discounted_price_cents: edited.discountedPrice,
    phases: {
      phase1: criteriaFrom(edited.criteria),
      phase2: edited.phase2Criteria ? criteriaFrom(edited.phase2Criteria) : null,
    },
    most_popular: edited.mostPopular,
    time_limit_days: edited.timeLimitDays,
    time_zone: edited.timeZone === undefined ? zone : edited.timeZone,
  };
};

const history = (values: PackageValues): Record<string, unknown> => ({
  name: values.challenge_type,
  subscriberCount: dollarsFromCents(values.size_cents),
  originalPrice: dollarsFromCents(values.original_price_cents),
  discountedPrice: dollarsFromCents(values.discounted_price_cents),
  phases: values.phases,
  mostPopular: values.most_popular,
  timeLimitDays: values.time_limit_days,
  timeZone: values.time_zone,
});

const record = (
  tx: Tx,
  event: 'package_added' | 'package_changed' | 'package_withdrawn',
  { id, actorId, now }: Act & { id: string },
  before: PackageValues | null,
  after: PackageValues | null,
): Promise<void> =>
  recordAdminEvent(tx, {
    at: now,
    event,
    actorId,
    subjectKind: 'package',
    subjectId: id,
    before: before && history(before),
    after: after && history(after),
  });

const isDuplicate = (error: unknown): boolean => violatedConstraint(error) === 'packages_on_sale';

/** Puts a package on sale. Refuses a second one of the same type and size. */
export const addPackage = async (
  tx: Tx,
  edited: EditedPackage,
  act: Act,
): Promise<SoldPackageRow | Refusal<'package_duplicate' | 'validation_failed'>> => {
  const values = valuesFrom(edited, null);
  if (values instanceof Refusal) return values;
  const id = randomUUID();
  try {
    await insertPackage(tx, id, values, act.now);
  } catch (error) {
    if (isDuplicate(error)) return refuse('package_duplicate');
    throw error;
  }
  await record(tx, 'package_added', { ...act, id }, null, values);
  return packageWithSales(tx, id);
};

const lockAsRead = async (
  tx: Tx,
  { id, ifMatch }: Change,
): Promise<PackageRow | Refusal<'package_not_found' | 'changed_meanwhile'>> => {
  const row = await lockPackage(tx, id);
  if (!row) return refuse('package_not_found');
  if (ifMatch === null || ifMatch === row.version) return row;
  return refuseOutdatedSubject(tx, { kind: 'package', id, updatedAt: row.updated_at });
};

/** Changes a package on sale. Accounts already bought keep their own criteria and price. */
export const changePackage = async (
  tx: Tx,
  edited: EditedPackage,
  change: Change,
): Promise<
  | SoldPackageRow
  | Refusal<'package_not_found' | 'package_duplicate' | 'changed_meanwhile' | 'validation_failed'>
> => {
  const row = await lockAsRead(tx, change);
  if (row instanceof Refusal) return row;
  const values = valuesFrom(edited, row.time_zone);
  if (values instanceof Refusal) return values;
  try {
    await updatePackage(tx, row, values, change.now);
  } catch (error) {
    if (isDuplicate(error)) return refuse('package_duplicate');
    throw error;
  }
  await record(tx, 'package_changed', change, row, values);
  return packageWithSales(tx, row.id);
};

/** Takes a package off sale; a second time it is not found. Returns the message to show. */
export const withdrawPackage = async (
  tx: Tx,
  change: Change,
): Promise<string | Refusal<'package_not_found' | 'changed_meanwhile'>> => {
  const row = await lockAsRead(tx, change);
  if (row instanceof Refusal) return row;
  await withdrawPackageRow(tx, row, change.now);
  await record(tx, 'package_withdrawn', change, row, null);
  return messages.packageRemoved;
};
