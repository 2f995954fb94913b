import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { checkLimit, countLimit, LIMITS } from '../../platform/limits.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { addressKey } from '../../platform/request.ts';
import { endSessions } from '../../platform/session.ts';
import { transact } from '../../platform/transactions.ts';
import { hashPassword } from '../../secrets/passwords.ts';
import {
  candidatesOf,
  hasAdmin,
  insertUser,
  isAddressTaken,
  lockAddress,
  removeOtherRegistrations,
} from './auth.queries.ts';
import { emailKey } from './email-key.ts';
import { refuseWeak } from './passwords.ts';
import { hashLinkToken, makeLinkToken } from './tokens.ts';

const NAME = 'Administrator';

/** Processes that start together decide one after the other. */
const lockFirstAdmin = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`.execute(tx);
};

type NewAdmin = { name: string; email: string; passwordHash: string };

/** Makes a verified admin; a verified user of that address becomes one instead, with the new password. */
const makeAdmin = async (tx: Tx, admin: NewAdmin, now: Date): Promise<void> => {
  const key = emailKey(admin.email);
  await lockAddress(tx, key);
  const holder = (await candidatesOf(tx, key)).find((row) => row.email_verified_at !== null);
  const id = holder?.id ?? randomUUID();
  if (holder) {
    await tx
      .updateTable('users')
      .set((eb) => ({
        role: 'admin',
        password_hash: admin.passwordHash,
        disabled_at: null,
        updated_at: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await endSessions(tx, id, now);
  } else {
    await insertUser(tx, { ...admin, id, emailKey: key, role: 'admin', verifiedAt: now, now });
  }
  await removeOtherRegistrations(tx, key, id);
  await recordAdminEvent(tx, {
    at: now,
    event: 'first_admin_made',
    actorId: null,
    subjectKind: 'user',
    subjectId: id,
    before: holder ? { role: holder.role } : null,
    after: { role: 'admin', email: admin.email },
  });
};

/**
 * In a demonstration the seed has an admin already, and the operator's own is made beside it; elsewhere only the first admin
 * ever comes from the environment.
 */
const isAdminWanted = async (context: Context, email: string): Promise<boolean> => {
  if (context.config.demo) return !(await isAddressTaken(context.db, emailKey(email)));
  return !(await hasAdmin(context.db));
};

/** Ends the older set-up links and makes a fresh one; null when there is an admin meanwhile. */
const makeSetupLink = (context: Context): Promise<string | null> =>
  transact(context.db, async (tx) => {
    await lockFirstAdmin(tx);
    if (await hasAdmin(tx)) return null;
    const now = context.clock.now();
    const { token, hash } = makeLinkToken();
    await tx.updateTable('setup_links').set({ used_at: now }).where('used_at', 'is', null).execute();
    await tx.insertInto('setup_links').values({ token_hash: hash, created_at: now }).execute();
    return `${context.config.publicUrl}/setup/${token}`;
  });

/**
 * Called at each start, after the seed: makes the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, or answers the address of a
 * one-time link that makes one. Null when nothing is left to do.
 */
export const ensureFirstAdmin = async (context: Context): Promise<string | null> => {
  const given = context.config.firstAdmin;
  if (!given) return (await hasAdmin(context.db)) ? null : makeSetupLink(context);
  if (!(await isAdminWanted(context, given.email))) return null;
  const passwordHash = await hashPassword(given.password, context.keys['password-pepper']);
  await transact(context.db, async (tx) => {
    await lockFirstAdmin(tx);
    if (!context.config.demo && (await hasAdmin(tx))) return;
    await makeAdmin(tx, { name: NAME, email: given.email, passwordHash }, context.clock.now());
  });
  return null;
};

type SetupBody = { name: string; email: string; password: string };
type SetupRefusal = Refusal<
  'setup_link_invalid' | 'email_taken' | 'rate_limited' | 'password_too_common' | 'validation_failed'
>;

const isLinkGood = async (context: Context, tokenHash: string): Promise<boolean> => {
  const row = await context.db
    .selectFrom('setup_links')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && !(await hasAdmin(context.db));
};

/** The slow part of the set-up; bad links count like bad reset links. */
export const prepareSetup = async (
  context: Context,
  token: string,
  body: SetupBody,
  ip: string,
): Promise<{ passwordHash: string } | SetupRefusal> => {
  const now = context.clock.now();
  const { db, keys } = context;
  const { rateScale } = context.config;
  const limited = await checkLimit(db, LIMITS.resetAddress, addressKey(ip), now, rateScale);
  if (limited) return limited;
  if (!(await isLinkGood(context, hashLinkToken(token)))) {
    await countLimit(db, LIMITS.resetAddress, addressKey(ip), now, rateScale);
    return refuse('setup_link_invalid');
  }
  const weak = await refuseWeak(context, body.password, body);
  return weak ?? { passwordHash: await hashPassword(body.password, keys['password-pepper']) };
};

/** Takes the set-up link once and makes the first admin. */
export const setUp = async (
  tx: Tx,
  context: Context,
  token: string,
  body: SetupBody,
  passwordHash: string,
): Promise<null | Refusal<'setup_link_invalid' | 'email_taken'>> => {
  const now = context.clock.now();
  await lockFirstAdmin(tx);
  const taken = await tx
    .updateTable('setup_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashLinkToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n || (await hasAdmin(tx))) return refuse('setup_link_invalid');
  await lockAddress(tx, emailKey(body.email));
  if (await isAddressTaken(tx, emailKey(body.email))) return refuse('email_taken');
  await makeAdmin(tx, { name: body.name, email: body.email, passwordHash }, now);
  return null;
};
