import type { Decoded, Routes } from '@firmament/contract';
import { percentFromBasisPoints, tierLabel } from '@firmament/rules';
import type { PackageRow, PhaseCriteria } from '../../db/schema.ts';
import type { SoldPackageRow } from './catalogue.queries.ts';

type AccountPackage = Decoded<Routes['GET /account-packages/{id}']>['response'];
type AdminPackage = Decoded<Routes['POST /admin/packages']>['response']['package'];

/** Criteria of a phase in percent, as the wire carries them. */
export const presentCriteria = (phase: PhaseCriteria): AccountPackage['criteria'] => ({
  profitTarget: percentFromBasisPoints(phase.profitTarget),
  maxDailyLoss: percentFromBasisPoints(phase.maxDailyLoss),
  maxTotalLoss: percentFromBasisPoints(phase.maxTotalLoss),
  minTradingDays: phase.minTradingDays,
  profitSplit: percentFromBasisPoints(phase.profitSplit),
});

export const presentPackage = (row: PackageRow): AccountPackage => ({
  _id: row.id,
  name: row.challenge_type,
  subscriberCount: row.size_cents,
  tier: tierLabel(row.size_cents),
  originalPrice: row.original_price_cents,
  discountedPrice: row.discounted_price_cents,
  criteria: presentCriteria(row.phases.phase1),
  phase2Criteria: row.phases.phase2 ? presentCriteria(row.phases.phase2) : null,
  mostPopular: row.most_popular,
  timeLimitDays: row.time_limit_days,
  timeZone: row.time_zone,
});

/** A package with its version and sales, for the administration. */
export const presentAdminPackage = (row: SoldPackageRow): AdminPackage => ({
  ...presentPackage(row),
  version: row.version,
  accountsSold: row.accounts_sold,
});
