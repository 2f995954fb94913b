import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';
import { packagesOnSale, seedPackages } from '../features/catalogue/index.ts';
import { transact } from '../platform/transactions.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { imagineDemo } from './demo.ts';
import { MAIN_TRADER, NEW_TRADER } from './people.ts';
import { keepProofs } from './proofs.ts';
import { storeDemo } from './store.ts';

/** A sign-in that is shown at start and on the login page of a demonstration. */
export type DemoLogin = { label: string; email: string; password: string };

const PASSWORD = 'firmament-demo';
const LOGINS: readonly DemoLogin[] = [
  { label: 'Administrator', email: 'admin@firmament.example', password: PASSWORD },
  { label: 'Trader', email: MAIN_TRADER.email, password: PASSWORD },
  { label: 'New trader', email: NEW_TRADER.email, password: PASSWORD },
];

const FACT = 'demo_logins';
const DAY = 86_400_000;
const logins = z.array(z.object({ label: z.string(), email: z.string(), password: z.string() }));

/** The sign-ins of a demonstration that was seeded before; null on a database without one. */
const knownLogins = async (db: Db | Tx): Promise<DemoLogin[] | null> => {
  const row = await db.selectFrom('facts').select('value').where('key', '=', FACT).executeTakeFirst();
  return row ? z.parse(logins, row.value) : null;
};

const hasUsers = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/**
 * Fills an empty database with the demonstration, once: a year of history that ends with the day on which it runs (UTC).
 * Answers its sign-ins, also at later starts; none on a database with users that is not a demonstration. All rows are
 * written in one transaction, so that an interrupted seed leaves no half of it.
 */
export const seedDemo = async (context: Context): Promise<DemoLogin[]> => {
  const { db, keys } = context;
  const known = await knownLogins(db);
  if (known || (await hasUsers(db))) return known ?? [];

  const end = new Date(Math.floor(context.clock.now().getTime() / DAY) * DAY);
  await transact(db, (tx) => seedPackages(tx, new Date(end.getTime() - 366 * DAY)));
  const demo = imagineDemo({
    end,
    packages: await packagesOnSale(db),
    passwordHash: await hashPassword(PASSWORD, keys['password-pepper']),
    credentialKeys: keys['mt5-credentials'],
  });
  const proofs = await keepProofs(context.files, demo.proofs);
  return transact(db, async (tx) => {
    // Processes that start together seed once.
    await sql`select pg_advisory_xact_lock(hashtextextended('demo-seed', 0))`.execute(tx);
    const seeded = await knownLogins(tx);
    if (seeded || (await hasUsers(tx))) return seeded ?? [];
    await storeDemo(tx, demo, proofs, keys['payment-address']);
    await tx
      .insertInto('facts')
      .values({ key: FACT, value: JSON.stringify(LOGINS) })
      .execute();
    return [...LOGINS];
  });
};
