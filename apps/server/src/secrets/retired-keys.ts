import * as z from 'zod/mini';
import type { Db } from '../db/schema.ts';
import { CredentialError, needsResealing, openKey, sealKey } from './credentials.ts';
import type { Key, KeyPurpose, Keys } from './keys.ts';

/**
 * What these keys made cannot be made anew: a hash without its password, and a link in a mail that was sent. So a retired key of
 * theirs stays in the database, sealed with the current one: SECRET_KEY_PREVIOUS is not needed for it any more.
 */
const KEPT = ['password-pepper', 'code-pepper', 'unsubscribe-link'] as const satisfies readonly KeyPurpose[];
const PREFIX = 'retired-key|';
const stored = z.object({ sealed: z.string() });

type Retired = { name: string; purpose: (typeof KEPT)[number]; key: Key; isOld: boolean };

const nameOf = (purpose: string, id: string): string => `${PREFIX}${purpose}|${id}`;

/** The retired keys that can be opened; the others belong to a lost SECRET_KEY. */
const readRetired = async (db: Db, keys: Keys): Promise<Retired[]> => {
  const rows = await db
    .selectFrom('facts')
    .select(['key', 'value'])
    .where('key', 'like', `${PREFIX}%`)
    .orderBy('key')
    .execute();
  return rows.flatMap(({ key: name, value }) => {
    const [, wanted, id = ''] = name.split('|');
    const purpose = KEPT.find((one) => one === wanted);
    const parsed = stored.safeParse(value);
    if (!purpose || !parsed.success) return [];
    try {
      const bytes = openKey(parsed.data.sealed, name, keys['retired-keys']);
      const isOld = needsResealing(parsed.data.sealed, keys['retired-keys']);
      return [{ name, purpose, key: { id, bytes }, isOld }];
    } catch (error) {
      if (error instanceof CredentialError) return [];
      throw error;
    }
  });
};

/** The keys with those that were retired from them and still read what they made. */
export const withRetiredKeys = async (db: Db, keys: Keys): Promise<Keys> => {
  const all = { ...keys };
  for (const { purpose, key } of await readRetired(db, keys)) {
    const ring = all[purpose];
    if (ring.all.some(({ id }) => id === key.id)) continue;
    all[purpose] = { current: ring.current, all: [...ring.all, key] };
  }
  return all;
};

/** Keeps the previous keys, sealed with the current one, and seals those kept earlier anew. Returns how many were written. */
export const keepRetiredKeys = async (db: Db, keys: Keys): Promise<number> => {
  const earlier = await readRetired(db, keys);
  const known = new Set(earlier.map(({ name }) => name));
  const previous = KEPT.flatMap((purpose) =>
    keys[purpose].all
      .filter((key) => key !== keys[purpose].current)
      .map((key) => ({ name: nameOf(purpose, key.id), key })),
  );
  const due = [...earlier.filter(({ isOld }) => isOld), ...previous.filter(({ name }) => !known.has(name))];
  for (const { name, key } of due) {
    const value = JSON.stringify({ sealed: sealKey(key.bytes, name, keys['retired-keys']) });
    await db
      .insertInto('facts')
      .values({ key: name, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
  return due.length;
};
