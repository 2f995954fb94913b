import type { Db, PackageRow, Tx } from '../../db/schema.ts';
import { isUuid } from '../../platform/ids.ts';

/** The packages on sale, smallest first within each type. */
export const packagesOnSale = (db: Db | Tx): Promise<PackageRow[]> =>
  db.selectFrom('packages').selectAll().where('withdrawn_at', 'is', null).orderBy('challenge_type').orderBy('size_cents').execute();

/** One package on sale, or undefined. */
export const packageOnSale = async (db: Db | Tx, id: string): Promise<PackageRow | undefined> =>
  isUuid(id)
    ? db.selectFrom('packages').selectAll().where('id', '=', id).where('withdrawn_at', 'is', null).executeTakeFirst()
    : undefined;
