import { sql } from 'kysely';
import { ConfigError } from './config.ts';
import type { Context } from './context.ts';
import type { Db } from './db/schema.ts';
import { withDatabase } from './operator-database.ts';
import { renewSignatures } from './payment-addresses/renew.ts';
import {
  CredentialError,
  openCredential,
  openTotpSecret,
  sealCredential,
  sealedPrefix,
  sealTotpSecret,
} from './secrets/credentials.ts';
import { deriveKeys, type KeyRing } from './secrets/keys.ts';
import { loadSecrets } from './secrets/load.ts';
import { keepRetiredKeys } from './secrets/retired-keys.ts';

const ROWS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const USAGE =
  'Usage: npm run keys:rotate, with SECRET_KEY, SECRET_KEY_PREVIOUS and the other variables of the server';

/** A column of sealed texts, and how they are opened and sealed for the owner of the row. */
type Sealed = {
  table: 'accounts' | 'users';
  column: 'mt5_password' | 'totp_secret';
  ring: KeyRing;
  open: (stored: string, id: string, ring: KeyRing) => string;
  seal: (text: string, id: string, ring: KeyRing) => string;
};

export type Rotated = {
  credentials: number;
  totpSecrets: number;
  retiredKeys: number;
  /** Rows whose key is neither the current nor the previous one; they stay as they are. */
  unreadable: number;
};

const nextRows = async (db: Db, { table, column, ring }: Sealed, after: string) => {
  const { rows } = await sql<{ id: string; stored: string }>`
    select id, ${sql.ref(column)} as stored from ${sql.table(table)}
    where id > ${after} and ${sql.ref(column)} not like ${`${sealedPrefix(ring)}%`}
    order by id limit ${ROWS_AT_ONCE}`.execute(db);
  return rows;
};

/** Puts the new texts in place of those that were read; what somebody changed meanwhile is sealed with the current key already. */
const replace = async (
  db: Db,
  { table, column }: Sealed,
  changes: readonly { id: string; stored: string; sealed: string }[],
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as kept set ${sql.ref(column)} = fresh.sealed
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ stored }) => stored)}::text[],
      ${changes.map(({ sealed }) => sealed)}::text[]
    ) as fresh(id, stored, sealed)
    where kept.id = fresh.id and kept.${sql.ref(column)} = fresh.stored`.execute(db);
  return Number(numAffectedRows ?? 0);
};

const resealAll = async (db: Db, sealed: Sealed): Promise<{ done: number; unreadable: number }> => {
  const { ring, open, seal } = sealed;
  const total = { done: 0, unreadable: 0 };
  for (let after = FIRST_ID; ; ) {
    const rows = await nextRows(db, sealed, after);
    const last = rows.at(-1);
    if (!last) return total;
    after = last.id;
    const changes = rows.flatMap(({ id, stored }) => {
      try {
        return [{ id, stored, sealed: seal(open(stored, id, ring), id, ring) }];
      } catch (error) {
        if (!(error instanceof CredentialError)) throw error;
        total.unreadable += 1;
        return [];
      }
    });
    if (changes.length > 0) total.done += await replace(db, sealed, changes);
  }
};

/**
 * Makes everything that a previous key made readable with the current key alone, 500 rows at a time, each batch in a transaction
 * of its own: killed in the middle, it goes on where it was. Whoever reads meanwhile needs both keys.
 */
export const rotateKeys = async (context: Pick<Context, 'db' | 'keys'>): Promise<Rotated> => {
  const { db, keys } = context;
  const retiredKeys = await keepRetiredKeys(db, keys);
  const credentials = await resealAll(db, {
    table: 'accounts',
    column: 'mt5_password',
    ring: keys['mt5-credentials'],
    open: openCredential,
    seal: sealCredential,
  });
  const totpSecrets = await resealAll(db, {
    table: 'users',
    column: 'totp_secret',
    ring: keys['totp-secrets'],
    open: openTotpSecret,
    seal: sealTotpSecret,
  });
  await renewSignatures(context, false);
  return {
    credentials: credentials.done,
    totpSecrets: totpSecrets.done,
    retiredKeys,
    unreadable: credentials.unreadable + totpSecrets.unreadable,
  };
};

/**
 * `rotate-keys`: what the operator calls after SECRET_KEY was replaced. Exit code 1 where something cannot be read.
 *
 * @throws {ConfigError} without a previous key, and where there is no database yet
 */
export const rotateKeysOfDatabase = async (
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  if (words.length > 0) throw new ConfigError(USAGE);
  await withDatabase(env, async (db, config) => {
    if (config.secretKeyPrevious === null)
      throw new ConfigError(`SECRET_KEY_PREVIOUS is not set, so there is nothing to rotate from. ${USAGE}`);
    const done = await rotateKeys({ db, keys: deriveKeys(loadSecrets(config)) });
    const { credentials, totpSecrets, unreadable } = done;
    process.stdout.write(
      `Sealed with the current key: ${credentials} MT5 passwords, ${totpSecrets} two-factor secrets.\n`,
    );
    if (unreadable > 0) {
      process.exitCode = 1;
      process.stdout.write(`${unreadable} cannot be read with either key and were left as they are.\n`);
    } else {
      process.stdout.write(
        'SECRET_KEY_PREVIOUS is needed no more but for sessions that were opened with it.\n',
      );
    }
  });
};
