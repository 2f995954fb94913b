import { sql } from 'kysely';
import type { Db, PackageRow, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

/** A package with the number of accounts that were ever bought of it. */
export type SoldPackageRow = PackageRow & { accounts_sold: number };

/** The packages on sale, smallest first within each type. */
export const packagesOnSale = (db: Db | Tx): Promise<PackageRow[]> =>
  db
    .selectFrom('packages')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('challenge_type')
    .orderBy('size_cents')
    .execute();

/** One package on sale, or undefined. */
export const packageOnSale = async (db: Db | Tx, id: string): Promise<PackageRow | undefined> =>
  isUuid(id)
    ? db
        .selectFrom('packages')
        .selectAll()
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
    : undefined;

const withSales = (db: Db | Tx) =>
  db
    .selectFrom('packages')
    .selectAll('packages')
    .select((eb) =>
      eb
        .selectFrom('accounts')
        .select(sql<number>`count(*)::int8`.as('count'))
        .whereRef('accounts.package_id', '=', 'packages.id')
        .as('sold'),
    )
    .where('withdrawn_at', 'is', null);

const sold = ({ sold: count, ...row }: PackageRow & { sold: number | null }): SoldPackageRow => ({
  ...row,
  accounts_sold: count ?? 0,
});

/** The packages on sale with their sales, for the administration. */
export const packagesWithSales = async (db: Db | Tx): Promise<SoldPackageRow[]> =>
  (await withSales(db).orderBy('challenge_type').orderBy('size_cents').execute()).map(sold);

/** One package on sale with its sales. */
export const packageWithSales = async (tx: Tx, id: string): Promise<SoldPackageRow> =>
  sold(await withSales(tx).where('id', '=', id).executeTakeFirstOrThrow());

/** One package on sale, locked until the transaction ends, or undefined. */
export const lockPackage = async (tx: Tx, id: string): Promise<PackageRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('packages')
        .selectAll()
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined;

/** What an administrator sets of a package; money in cents. */
export type PackageValues = Pick<
  PackageRow,
  | 'challenge_type'
  | 'size_cents'
  | 'original_price_cents'
  | 'discounted_price_cents'
  | 'phases'
  | 'most_popular'
  | 'time_limit_days'
  | 'time_zone'
>;

export const insertPackage = async (tx: Tx, id: string, values: PackageValues, now: Date): Promise<void> => {
  await tx
    .insertInto('packages')
    .values({ ...values, id, phases: JSON.stringify(values.phases), created_at: now, updated_at: now })
    .execute();
};

export const updatePackage = async (
  tx: Tx,
  row: PackageRow,
  values: PackageValues,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('packages')
    .set({ ...values, phases: JSON.stringify(values.phases), version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute();
};

export const withdrawPackageRow = async (tx: Tx, row: PackageRow, now: Date): Promise<void> => {
  await tx
    .updateTable('packages')
    .set({ withdrawn_at: now, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute();
};

/** Whether there was ever a package, on sale or not. */
export const hasPackages = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('packages').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Adds packages; one that is there already stays as it is. */
export const insertMissingPackages = async (
  tx: Tx,
  packages: readonly (PackageValues & { id: string })[],
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('packages')
    .values(
      packages.map((values) => ({
        ...values,
        phases: JSON.stringify(values.phases),
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
